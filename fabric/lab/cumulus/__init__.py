"""A double of Cumulus Linux behind NVUE's REST API: revisions, confirm, schema, and operational state.

Specification: `reference/cumulus.md` of the project's research, whose sources are named where they matter.
"""

from fabric.lab.cumulus.server import start

__all__ = ["start"]
