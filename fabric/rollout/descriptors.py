"""Whether this process may open as many files as devices in flight need, asked before the first is touched.

A library that runs out of them fails in the middle of a change (nornir #248, netmiko #1840).
"""

from __future__ import annotations

import resource

from fabric.core.diagnostic import FabricError, error

OWN = 64
"""Of the process: journal, texts, terminal, libraries."""
EACH = 8
"""Of a device in flight: its connection, what SSH opens beside it, files on their way."""


def ensure(in_flight: int) -> None:
    """Raise the limit of open files to what is needed; raises FabricError where the system allows no more."""
    needed = OWN + EACH * in_flight
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        hint = f"raise it (`ulimit -Hn {needed}`, or `LimitNOFILE=` of the service)"
        summary = f"{in_flight} devices in flight need {needed} open files, and {hard} are allowed"
        raise FabricError(error("ROL-020", summary, hint=hint))
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
