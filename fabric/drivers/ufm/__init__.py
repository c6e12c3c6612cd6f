"""The driver for NVIDIA UFM Enterprise."""

from fabric.drivers.ufm.driver import UfmDriver

__all__ = ["UfmDriver"]
