"""A double of UFM Enterprise behind its REST API: partitions with all their traps, jobs, links and ports.

Specification: `reference/infiniband.md` of the project's research, section 1, whose sources are named there.
"""

from fabric.lab.ufm.server import start

__all__ = ["start"]
