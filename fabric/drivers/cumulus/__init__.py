"""NVIDIA Cumulus Linux, live: NVUE's REST over verified HTTPS, revisions marked with the journalled token."""

from fabric.drivers.cumulus.driver import CumulusDriver

__all__ = ["CumulusDriver"]
