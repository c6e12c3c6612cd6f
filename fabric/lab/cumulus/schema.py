"""NVIDIA's published schema of NVUE: which keys a release has, and what they hold."""

from __future__ import annotations

import ipaddress
import json
import re
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.lab.cumulus.tree import Tree

NAME = "<id>"
_FIRST, _LAST = 9, 18
"""Minor releases of 5 that the outline knows; a later one is taken for the last."""
_TEXTS: Mapping[str, str] = {
    "mac": r"([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}",
    "hostname": r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9-]+)*",
    "interface-name": r"[A-Za-z][A-Za-z0-9_.\-/]{0,31}",
    "vrf-name": r"[A-Za-z][A-Za-z0-9_-]{0,14}",
}
_ADDRESSES: Mapping[str, Callable[[str], object]] = {
    "ipv4": ipaddress.IPv4Address,
    "ipv6": ipaddress.IPv6Address,
    "ipv4-prefix": ipaddress.IPv4Interface,
    "ipv6-prefix": ipaddress.IPv6Interface,
}
_PREFIXED = frozenset({("ip", "address"), ("ipv4", "address"), ("ipv6", "address")})


@dataclass(slots=True)
class Key:
    """One key of the outline."""

    runs: tuple[tuple[int, int, int], ...]
    """(first, last minor release, number of what it holds)."""
    children: dict[str, Key] = field(default_factory=dict)

    def holds(self, minor: int) -> int | None:
        """Return the number of what it holds in a release; None where it does not exist."""
        return next((number for first, last, number in self.runs if first <= minor <= last), None)


@dataclass(frozen=True, slots=True)
class Objection:
    """What NVUE refuses of a body: where, as a JSON pointer, and why."""

    pointer: str
    error: str


@cache
def outline() -> tuple[Key, tuple[Any, ...]]:
    """Return the root of the outline and what its numbers mean."""
    text = resources.files(__package__).joinpath("nvue_schema.txt").read_text(encoding="utf-8")
    body = [line for line in text.splitlines() if not line.startswith("#")]
    kinds, keys = body[: body.index("")], body[body.index("") + 1 :]
    root = Key(())
    above = [root]
    for line in keys:
        depth = len(line) - len(line.lstrip())
        name, *runs = line.split()
        key = Key(tuple(_run(run) for run in runs if run != "?"))
        above[depth].children[name] = key
        above[depth + 1 :] = [key]
    return root, tuple(json.loads(kind) for kind in kinds)


def _run(text: str) -> tuple[int, int, int]:
    span, _, number = text.partition(":")
    first, _, last = span.partition("-")
    return int(first or _FIRST), int(last or _LAST), int(number)


def minor_of(release: str) -> int:
    """Return the minor release whose schema a device follows."""
    found = re.match(r"5\.(\d+)", release)
    return min(max(int(found[1]), _FIRST), _LAST) if found else _LAST


def objections(tree: Tree, release: str) -> tuple[Objection, ...]:
    """Return what the schema of a release refuses in a body; null, which deletes, is not looked into."""
    root, kinds = outline()
    return tuple(_walk(tree, root, "", _Reader(minor_of(release), kinds)))


@dataclass(frozen=True, slots=True)
class _Reader:
    minor: int
    kinds: tuple[Any, ...]


def _walk(tree: Tree, key: Key, pointer: str, reader: _Reader) -> Iterator[Objection]:
    for name, value in tree.items():
        here = f"{pointer}/{name}"
        child = key.children.get(name) or key.children.get(NAME)
        number = None if child is None else child.holds(reader.minor)
        if child is None or number is None:
            yield Objection(here, f"'{name}' is not a valid key")
        elif name not in key.children and (wrong := _bad_name(pointer, name)):
            yield Objection(here, wrong)
        elif value is not None:
            yield from _value(value, child, here, (reader, reader.kinds[number]))


def _value(value: Any, key: Key, here: str, held: tuple[_Reader, Any]) -> Iterator[Objection]:
    reader, kind = held
    if kind.get("node") and isinstance(value, dict):
        yield from _walk(value, key, here, reader)
    elif kind.get("node"):
        if not kind.get("mixed"):
            yield Objection(here, f"{value!r} is not of type 'object'")
    elif wrong := mismatch(kind, value):
        yield Objection(here, wrong)


def _bad_name(pointer: str, name: str) -> str:
    """Say what is wrong with a name of the user's; addresses carry their prefix length."""
    if tuple(pointer.split("/")[-2:]) not in _PREFIXED or name in {"dhcp", "dhcp6"}:
        return ""
    try:
        address = ipaddress.ip_interface(name)
    except ValueError:
        return f"'{name}' is not a prefix"
    wanted = {"ipv4": (4,), "ipv6": (6,)}.get(pointer.split("/")[-2], (4, 6))
    return "" if "/" in name and address.version in wanted else f"'{name}' is not a prefix of this family"


def mismatch(kind: Mapping[str, Any], value: Any) -> str:
    """Say why a value does not fit; empty when it does."""
    if "any" in kind:
        each = [mismatch(one, value) for one in kind["any"]]
        return "" if "" in each else each[0]
    if not kind:
        return "" if value == {} else f"{value!r} is not of type 'object'"
    if "enum" in kind:
        fits = not isinstance(value, bool | dict | list) and str(value) in map(str, kind["enum"])
        return "" if fits else f"{value!r} is not one of {kind['enum']}"
    if "list" in kind:
        return _bad_list(kind["list"], value)
    if kind.get("type") in {"int", "number"}:
        return _bad_number(kind, value)
    return _bad_text(kind, value)


def _bad_list(kind: Mapping[str, Any], value: Any) -> str:
    if not isinstance(value, list):
        return f"{value!r} is not of type 'array'"
    return next((wrong for item in value if (wrong := mismatch(kind, item))), "")


def _bad_number(kind: Mapping[str, Any], value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"{value!r} is not of type 'integer'"
    if value < kind.get("min", value):
        return f"{value} is less than the minimum of {kind['min']}"
    return f"{value} is greater than the maximum of {kind['max']}" if value > kind.get("max", value) else ""


def _bad_text(kind: Mapping[str, Any], value: Any) -> str:
    if not isinstance(value, str):
        return f"{value!r} is not of type 'string'"
    shape = str(kind.get("format", ""))
    if shape in _ADDRESSES:
        try:
            _ADDRESSES[shape](value)
        except ValueError:
            return f"'{value}' is not a '{shape}'"
    if shape in _TEXTS and not re.fullmatch(_TEXTS[shape], value):
        return f"'{value}' is not a '{shape}'"
    if not kind.get("min_len", 0) <= len(value) <= kind.get("max_len", len(value)):
        return f"'{value}' is too long or too short"
    pattern = kind.get("pattern")
    return "" if not pattern or re.search(pattern, value) else f"'{value}' does not match '{pattern}'"
