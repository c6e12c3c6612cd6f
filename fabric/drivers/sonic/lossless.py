"""Read back whether ports have the lossless groups they must have, and make buffermgrd look again.

Read are CONFIG_DB, where buffermgrd writes, and the keys of BUFFER_PG_TABLE in APPL_DB, for orchagent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fabric.drivers.shape import NonsenseError, decoded
from fabric.drivers.sonic.script import LOCK, Files
from fabric.platforms.sonic.lossless import REMEDY, lacking

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.drivers.sonic.partial import Database

_TABLE: Final = "BUFFER_PG_TABLE:"
_CUT: Final = "==fab=="
_PARTS: Final = 3
_WAIT_S: Final = 30
_NAME = re.compile(r"[A-Za-z0-9_./-]+")
KNOWN: Final = "lossy"
"""File of a token: ports that were lossy before its change, which it need not mend."""


def command(files: Files) -> str:
    """Return the command that reads what `read` reads."""
    known = files.at(KNOWN)
    return (
        f"sudo sh -c 'sonic-cfggen -d --print-data && echo {_CUT} && "
        f'sonic-db-cli APPL_DB KEYS "{_TABLE}*" && echo {_CUT} && '
        f"if test -f {known}; then cat {known}; fi'"
    )


def read(output: str) -> dict[str, str]:
    """Return the ports that lost groups, each with these; raises NonsenseError for an output that is cut."""
    parts = output.split(f"{_CUT}\n")
    if len(parts) != _PARTS:
        raise NonsenseError("its answer makes no sense: it is not complete")
    database: Database = decoded(parts[0], {"*": {"*": {}}}, "`sonic-cfggen`")
    applied = frozenset(key.removeprefix(_TABLE) for key in parts[1].split())
    known = frozenset(parts[2].split())
    return {port: groups for port, groups in lacking(database, applied).items() if port not in known}


def known_of(database: Database) -> str:
    """Return the file of ports that lack groups by a stored configuration itself."""
    return written(
        lacking(database, frozenset(key.replace("|", ":") for key in database.get("BUFFER_PG", {})))
    )


def written(ports: Iterable[str]) -> str:
    """Return the text of the file of ports that are known to be lossy."""
    return "".join(f"{port}\n" for port in ports)


def again(ports: Iterable[str]) -> str:
    """Return the command that writes rows of ports as they are: buffermgrd works their groups out anew.

    The speed is read under the lock: a rollback may have changed it since we looked.
    """
    each = "; ".join(
        f'sonic-db-cli CONFIG_DB HSET "PORT|{port}" speed $(sonic-db-cli CONFIG_DB HGET "PORT|{port}" speed)'
        for port in ports
        if _NAME.fullmatch(port)
    )
    return f"sudo flock -w {_WAIT_S} {LOCK} sh -c '{each or 'true'}'"


def told(lost: Mapping[str, str]) -> str:
    """Return what is said of ports that stay lossy."""
    ports = ", ".join(f"`{port}` (group {groups})" for port, groups in lost.items())
    return f"left lossy: {ports}: {REMEDY}"
