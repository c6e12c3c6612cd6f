"""Lossless priority groups: which ports must have them, which rows buffermgrd makes, and what it waits for.

Traditional buffer model: it makes `pg_lossless_<speed>_<length>_profile` and a row of BUFFER_PG for each run
of `pfc_enable`, of what it remembers of PORT, CABLE_LENGTH and PORT_QOS_MAP.

- It acts on any write of a row of PORT, of equal values too, and on a `pfc_enable` other than the one it
  remembers. A new length alone is only remembered: the row of the port has to be written again.
- It never takes a row back, and never sees that one was deleted: such a port is lossy until its row of PORT
  is written again, or swss is started again.
- Overlapping rows undo each other: orchagent takes the profile of all groups of a row that goes, so what
  `3-4` leaves behind is lossy even where there is a row `3` by then.

Dynamic model: rows are ours and say `NULL`; headroom follows speed, length and MTU by itself, into APPL_DB.

source: sonic-net/sonic-swss@029506c5 cfgmgr/buffermgr.cpp (doCableTask, doSpeedUpdateTask,
doPortQosTableTask), @0160f0ab cfgmgr/buffermgrdyn.cpp (handleSingleBufferPgEntry), orchagent/bufferorch.cpp
(processPriorityGroup, processQueue);
sonic-net/sonic-swss-common@08383f95 common/subscriberstatetable.cpp (every write is told, none is compared)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fabric.platforms.sonic.rows import ranges

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    Row = Mapping[str, Any]
    Tables = Mapping[str, Mapping[str, Row]]

AUTOMATIC: Final = "pg_lossless_"
"""How the names begin of profiles that buffermgrd makes."""
POOL: Final = "ingress_lossless_pool"
NO_CABLE: Final = "0m"
"""A length that asks for no lossless group."""
REMEDY: Final = "drain the switch and restart swss"


def is_automatic(table: str, key: str, row: Row) -> bool:
    """Whether buffermgrd wrote a row: neither ours to delete nor drift."""
    if table == "BUFFER_PROFILE":
        return key.startswith(AUTOMATIC)
    return table == "BUFFER_PG" and str(row.get("profile", "")).startswith(AUTOMATIC)


def is_dynamic(tables: Tables) -> bool:
    """Whether the rows are ours and the switch works out their headroom."""
    return _localhost(tables).get("buffer_model") == "dynamic"


def made(tables: Tables) -> dict[str, dict[str, str]]:
    """Return the rows that buffermgrd makes of what is configured: port to key to profile."""
    rows = {
        port: {f"{port}|{run}": profile for run in ranges(_priorities(tables, port))}
        for port, profile in _profiles(tables).items()
    }
    return {port: own for port, own in rows.items() if own}


def _profiles(tables: Tables) -> dict[str, str]:
    """Return the profiles that buffermgrd makes, also for ports whose `pfc_enable` names nothing."""
    if is_dynamic(tables) or POOL not in tables.get("BUFFER_POOL", {}):
        return {}
    lengths = _lengths(tables)
    return {
        port: f"{AUTOMATIC}{row['speed']}_{lengths[port]}_profile"
        for port, row in tables.get("PORT", {}).items()
        if row.get("speed") and "admin_status" in row and lengths.get(port, NO_CABLE) != NO_CABLE
    }


def changed(before: Tables, after: Tables) -> tuple[str, ...]:
    """Return the ports of which other rows are to be made: their rows of PORT have to be written again."""
    then, now = made(before), made(after)
    return tuple(port for port, rows in now.items() if then.get(port) != rows)


def stale(before: Tables, after: Tables) -> tuple[str, ...]:
    """Return the keys of rows that buffermgrd leaves behind when what they were made of changes.

    A row whose port asks for the same groups as before stays, whatever it is.
    """
    then, now = made(before), made(after)
    left = () if _ends(before, after) else _automatic(before)
    return tuple(key for table, key in left if table == "BUFFER_PG" and _is_left(key, then, now))


def orphans(before: Tables, after: Tables) -> tuple[tuple[str, str], ...]:
    """Return the rows to take away last, users first: what nothing refers to any more, or refers to nothing.

    Where the pool itself goes, all of it, or no reload would take the configuration; before the pool is gone
    buffermgrd would make it again of what it remembers. Else the profiles all of whose ports ask for none any
    more: their rows went before, and it looks for a profile whenever it needs one.
    """
    if not _ends(before, after):
        return tuple(("BUFFER_PROFILE", profile) for profile in _idle(before, after))
    on_the_way = _profiles({**before, "PORT": after.get("PORT", {})}).values()
    return tuple(sorted({*_automatic(before), *(("BUFFER_PROFILE", profile) for profile in on_the_way)}))


def _idle(before: Tables, after: Tables) -> tuple[str, ...]:
    """Return the automatic profiles that are not in the later configuration, whose ports want none there."""
    users: dict[str, set[str]] = {}
    for port, profile in _profiles(before).items():
        users.setdefault(profile, set()).add(port)
    for key, row in before.get("BUFFER_PG", {}).items():
        if is_automatic("BUFFER_PG", key, row):
            users.setdefault(str(row["profile"]), set()).add(key.partition("|")[0])
    kept = after.get("BUFFER_PROFILE", {}).keys() | {
        row.get("profile") for row in after.get("BUFFER_PG", {}).values()
    }
    wanting = _profiles(after).keys()
    return tuple(sorted(one for one, ports in users.items() if one not in kept and wanting.isdisjoint(ports)))


def _ends(before: Tables, after: Tables) -> bool:
    return POOL in before.get("BUFFER_POOL", {}) and POOL not in after.get("BUFFER_POOL", {})


def _automatic(tables: Tables) -> tuple[tuple[str, str], ...]:
    """Return the rows that buffermgrd made, and those that it will make, each as table and key."""
    if is_dynamic(tables):
        return ()
    found = {("BUFFER_PG", key) for rows in made(tables).values() for key in rows}
    found |= {("BUFFER_PROFILE", profile) for profile in _profiles(tables).values()}
    for table in ("BUFFER_PG", "BUFFER_PROFILE"):
        rows = tables.get(table, {}).items()
        found |= {(table, key) for key, row in rows if is_automatic(table, key, row)}
    return tuple(sorted(found))


def remembered(before: Tables, after: Tables) -> tuple[Tables, ...]:
    """Return what to write ahead, one after the other, lest buffermgrd makes rows of what goes.

    It makes them of a length and of priorities that it remembers, at any write of the row of their port.
    """
    ports = {key.partition("|")[0] for key in stale(before, after)} | set(_hasty(before, after))
    lengths = {
        name: own
        for name, row in after.get("CABLE_LENGTH", {}).items()
        if (own := {port: length for port, length in row.items() if port in ports})
    }
    priorities = {
        port: {"pfc_enable": row["pfc_enable"]}
        for port, row in after.get("PORT_QOS_MAP", {}).items()
        if port in ports and "pfc_enable" in row
    }
    named = (("CABLE_LENGTH", lengths), ("PORT_QOS_MAP", priorities))
    return tuple({table: rows} for table, rows in named if rows)


def _hasty(before: Tables, after: Tables) -> Iterator[str]:
    """Yield the ports with other priorities for which the old length would count."""
    then, now = _lengths(before), _lengths(after)
    for port in () if is_dynamic(after) else after.get("PORT_QOS_MAP", {}):
        if then.get(port) != now.get(port) and _priorities(before, port) != _priorities(after, port):
            yield port


def _is_left(key: str, then: Mapping[str, Row], now: Mapping[str, Row]) -> bool:
    port = key.partition("|")[0]
    return then.get(port, {}).keys() != now.get(port, {}).keys() and key not in now.get(port, {})


def lacking(tables: Tables, applied: Collection[str]) -> dict[str, str]:
    """Return the ports that are up and lossy where they must not be, each with the groups it lacks.

    `applied` are keys of BUFFER_PG_TABLE in APPL_DB, `port:groups`: what orchagent was told.
    """
    profiles = made(tables)
    lengths = _lengths(tables)
    rows: dict[str, dict[str, Row]] = {}
    for key, row in tables.get("BUFFER_PG", {}).items():
        rows.setdefault(key.partition("|")[0], {})[key] = row
    found = {}
    for port, row in tables.get("PORT", {}).items():
        if row.get("admin_status") == "up" and lengths.get(port, NO_CABLE) != NO_CABLE:
            wanted = _priorities(tables, port)
            mine = rows.get(port, {}).items()
            good = [
                key
                for key, row in mine
                if key.replace("|", ":") in applied and _is_lossless(tables, row, profiles.get(port, {}))
            ]
            if missing := wanted - {group for key in good for group in _groups(key)}:
                found[port] = ",".join(ranges(missing))
    return found


def _is_lossless(tables: Tables, row: Row, made_of: Mapping[str, str]) -> bool:
    """Whether a row names headroom: of buffermgrd for this speed and length, or of somebody's own profile."""
    profile = str(row.get("profile", ""))
    if is_dynamic(tables):
        return profile == "NULL" or "xoff" in tables.get("BUFFER_PROFILE", {}).get(profile, {})
    if profile.startswith(AUTOMATIC):
        return profile in made_of.values()
    return "xoff" in tables.get("BUFFER_PROFILE", {}).get(profile, {})


def _groups(key: str) -> Iterator[int]:
    first, _, last = key.partition("|")[2].partition("-")
    if first.isdigit() and (not last or last.isdigit()):
        yield from range(int(first), int(last or first) + 1)


def _priorities(tables: Tables, port: str) -> frozenset[int]:
    """Return `pfc_enable` as numbers; buffermgrd takes priorities for groups, and none for none."""
    text = str(tables.get("PORT_QOS_MAP", {}).get(port, {}).get("pfc_enable", ""))
    return frozenset(int(part) for part in text.split(",") if part.isdigit())


def _lengths(tables: Tables) -> dict[str, str]:
    return {
        port: str(length) for row in tables.get("CABLE_LENGTH", {}).values() for port, length in row.items()
    }


def _localhost(tables: Tables) -> Row:
    return tables.get("DEVICE_METADATA", {}).get("localhost", {})
