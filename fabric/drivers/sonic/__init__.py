"""SONiC, live: partial files and scripts over SSH, with the lock and the commit-confirm that SONiC lacks."""

from fabric.drivers.sonic.driver import SonicDriver

__all__ = ["SonicDriver"]
