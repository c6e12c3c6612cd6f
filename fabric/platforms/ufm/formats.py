"""The files of OpenSM and UFM, read strictly and written in one form.

OpenSM fails in silence: one bad line in partitions.conf drops every partition and makes all hosts full
members of the default one; a mistyped key prints a line and is passed over. So each file is read here by
its grammar, and what is read is what is written.
"""

from __future__ import annotations

import json
import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.platforms.ufm.keys import is_known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Partitions = dict[str, tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]]
"""Partition key to (name, flags, members with their kind)."""

GUID = re.compile(r"0x[0-9a-f]{16}")
_STATEMENT = re.compile(
    r"(?P<name>[\w.-]+)=(?P<key>0x[0-9a-f]{4})(?P<flags>(?:, (?:ipoib|indx0|[a-z_]+=\w+))*) :\s+"
    r"(?P<members>.+)"
)
_FLAG = re.compile(
    r"ipoib|indx0|sl=(?:\d|1[0-5])|rate=\d+|mtu=[1-5]|scope=\w+|defmember=(?:full|limited|both)"
)
_MEMBER = re.compile(
    r"(?P<who>0x[0-9a-f]{16}|ALL|ALL_CAS|ALL_SWITCHES|ALL_ROUTERS|SELF)=(?P<kind>full|limited|both)"
)
_LEVEL = re.compile(r"(?:default|any, pkey 0x[0-9a-f]{4}) : (?:\d|1[0-5])")
_LINK_END = re.compile(r"0x[0-9a-f]{16},\d+,(?:0x[0-9a-f]{16},\d+|-,-),Any,(?:Active|Disabled|No-discover)")
_GRID = re.compile(r"(?:torus|mesh)(?: \d+[mMtT]?){3}")
_SEED = re.compile(
    r"[xyz][pm]_link 0x[0-9a-f]{16} 0x[0-9a-f]{16}|[xyz]_dateline -?\d+|next_seed|portgroup_max_ports \d+"
)
_SYSTEM = re.compile(r"[\w-]+ \S+")
_CABLE = re.compile(r"P\d+ -> [\w-]+ \S+ P\d+")


def lines(text: str) -> Iterator[str]:
    """Yield the lines that say something, without the white space around them."""
    for line in text.splitlines():
        bare = line.strip()
        if bare and not bare.startswith("#"):
            yield bare


def settings(text: str) -> dict[str, str]:
    """Read opensm.conf. Raises ValueError for a key no OpenSM knows, or one that stands twice or alone."""
    found: dict[str, str] = {}
    for line in lines(text):
        key, _, value = line.partition(" ")
        if not is_known(key):
            raise ValueError(f"no OpenSM knows the key `{key}`")
        if key in found or not value.strip():
            raise ValueError(f"the key `{key}` has no value, or stands twice")
        found[key] = value.strip()
    return found


def partitions(text: str) -> Partitions:
    """Read partitions.conf. Raises ValueError for what is not exactly its grammar, or has no default."""
    found: Partitions = {}
    for statement in " ".join(lines(text)).split(";"):
        if not statement.strip():
            continue
        match = _STATEMENT.fullmatch(statement.strip())
        if match is None:
            raise ValueError(f"`{statement.strip()[:60]}` is no statement of partitions.conf")
        if match["key"] in found:
            raise ValueError(f"partition {match['key']} stands twice")
        flags = tuple(flag for flag in match["flags"].split(", ") if flag)
        if wrong := [flag for flag in flags if not _FLAG.fullmatch(flag)]:
            raise ValueError(f"partition {match['key']} has flags {wrong}")
        found[match["key"]] = (match["name"], flags, tuple(_members(match["members"])))
    if "0x7fff" not in found:
        raise ValueError("the default partition 0x7fff is missing, and hosts would lose the subnet manager")
    return found


def _members(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(","):
        match = _MEMBER.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"`{part.strip()}` is no member: OpenSM takes a typing error for `limited`")
        yield match["who"], match["kind"]


def levels(text: str) -> tuple[str, ...]:
    """Read qos-policy.conf in its simple form; the default level stands first."""
    first, *inner, last = lines(text)
    if (first, last) != ("qos-ulps", "end-qos-ulps") or not inner or not inner[0].startswith("default : "):
        raise ValueError("qos-policy.conf is `qos-ulps`, the default level, others, `end-qos-ulps`")
    return tuple(_each(inner, _LEVEL, "service level"))


def cables(text: str) -> dict[str, tuple[str, ...]]:
    """Read a .topo file: system (type and name) to its cables."""
    found: dict[str, tuple[str, ...]] = {}
    for paragraph in text.strip().split("\n\n"):
        said = list(lines(paragraph))
        if not said:
            continue
        system = next(_each(said[:1], _SYSTEM, "system"))
        if system in found:
            raise ValueError(f"the system `{system}` stands twice")
        found[system] = tuple(_each(said[1:], _CABLE, "cable"))
    return found


def torus(text: str) -> tuple[str, ...]:
    """Read torus-2QoS.conf: the grid stands first, and the lines of a seed belong together."""
    first, *rest = lines(text)
    return (*_each([first], _GRID, "grid"), *_each(rest, _SEED, "line of a seed"))


def _each(found: list[str], form: re.Pattern[str], what: str) -> Iterator[str]:
    for line in found:
        if not form.fullmatch(line):
            raise ValueError(f"`{line}` is no {what}")
        yield line


def _settings(text: str) -> str:
    return "".join(f"{key} {value}\n" for key, value in sorted(settings(text).items()))


def _partitions(text: str) -> str:
    return "".join(
        f"{name}={key}{''.join(f', {flag}' for flag in flags)} :\n"
        + ",\n".join(f"    {who}={kind}" for who, kind in members)
        + ";\n"
        for key, (name, flags, members) in sorted(partitions(text).items(), reverse=True)
    )


def _levels(text: str) -> str:
    return "qos-ulps\n" + "".join(f"    {level}\n" for level in levels(text)) + "end-qos-ulps\n"


def _listed(form: re.Pattern[str], what: str) -> Callable[[str], str]:
    """Return the canonical form of a file of lines that are a set."""

    def canonical(text: str) -> str:
        return "".join(f"{line}\n" for line in sorted(set(_each(list(lines(text)), form, what)), key=natural))

    return canonical


def _torus(text: str) -> str:
    return "".join(f"{line}\n" for line in torus(text))


def _cables(text: str) -> str:
    return "\n".join(
        "".join((f"{system}\n", *(f"  {cable}\n" for cable in found)))
        for system, found in cables(text).items()
    )


def _json(text: str) -> str:
    return json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n"


CANONICAL: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "ufm.json": _json,
        "opensm.conf": _settings,
        "partitions.conf": _partitions,
        "qos-policy.conf": _levels,
        "root_guid.conf": _listed(GUID, "GUID"),
        "torus-2QoS.conf": _torus,
        "topology.topo": _cables,
        "topoconfig.conf": _listed(_LINK_END, "end of a link"),
    }
)
