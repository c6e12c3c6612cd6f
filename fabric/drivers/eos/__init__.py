"""Arista EOS, live: eAPI over verified HTTPS, configuration sessions named by the journalled token."""

from fabric.drivers.eos.driver import EosDriver

__all__ = ["EosDriver"]
