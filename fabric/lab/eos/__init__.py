"""A double of Arista EOS behind eAPI: sessions, diffs, commit timer, grammar and show commands.

Specification: `reference/eos.md` of the project's research, whose sources are named where they matter.
"""

from fabric.lab.eos.server import start

__all__ = ["start"]
