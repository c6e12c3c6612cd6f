"""Simulated devices over the protocols real ones speak."""
