"""Fabric-as-code for AI and HPC cluster networks."""

__version__ = "0.1.0"
