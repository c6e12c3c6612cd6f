"""Measurements of our own stages, beside a peer on the same fabric in the same run."""
