"""Who may log in where a fleet goes by the accounts of its configurations."""

from __future__ import annotations

import re

from fabric.lab.passwords import fits

_ACCOUNT = re.compile(r"^username (\S+) .*\bsecret sha512 (\$6\$[^$\s]+\$\S+)$", re.MULTILINE)


def accepts(running: str, user: str, password: str) -> bool | None:
    """Say whether a configuration lets somebody in; None when it has no account at all."""
    accounts = dict(_ACCOUNT.findall(running))
    return fits(password, accounts.get(user, "")) if accounts else None
