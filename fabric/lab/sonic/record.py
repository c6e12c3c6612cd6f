"""What the double writes into the lab's commit log, and how to count transactions in it.

Verbs of SONiC, each with the token found in the file, checkpoint or unit name (`fab_...`), else in the script
around the command, else that of the timer that runs:

`load`      `config load` that changed CONFIG_DB, or `sonic-db-cli CONFIG_DB HSET`
`delete`    `sonic-db-cli CONFIG_DB HDEL` or `DEL` that changed something
`frr`       the running FRR configuration changed (`frr-reload.py`, `vtysh -b`)
`gcu`       one change that apply-patch or replace made; port down and up again are changes of their own
`rollback`  `config rollback` changed CONFIG_DB, written once at its end
`reload`    `config reload`
`restart`   container `bgp` was started again
`arm`, `disarm`, `fire`   a transient timer was started, stopped, ran out
`save`, `reboot`, `edit`  as on every device

The digest covers CONFIG_DB and the running FRR configuration: both together are what runs.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.lab.commits import Commit

_TOKEN = re.compile(r"fab_[A-Za-z0-9]+(?:_[0-9]+)*")


CHANGES = frozenset({"load", "delete", "frr", "gcu", "reload"})
"""Verbs that change what runs, but for going back."""


def token_in(text: str) -> str:
    """Return the first token in a text, `fab_<rollout>_<device>_<epoch>_<fence>`; empty if there is none."""
    found = _TOKEN.search(text)
    return found.group() if found else ""


def transactions(commits: Iterable[Commit]) -> Counter[tuple[str, str]]:
    """Count the lab's commits of SONiC devices by (device, token).

    SONiC has no commit. One transaction is an `arm` under a token and the first change under that token
    after it; more changes under the same arming belong to the same transaction. A second count for one token
    means that something was applied twice. Changes without an armed timer do not count: look for `load` and
    the like.
    """
    count: Counter[tuple[str, str]] = Counter()
    armed: set[tuple[str, str]] = set()
    for commit in commits:
        who = (commit.device, commit.token)
        if commit.verb == "arm":
            armed.add(who)
        elif commit.verb in CHANGES and who in armed:
            armed.discard(who)
            count[who] += 1
    return count
