"""Whether two configurations of a unit are the same: a digest over everything that a template could print."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from typing import Any

from pydantic import BaseModel

PLAIN = (str, int, float, bool, type(None))
ADDRESSES = (IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network)


@dataclass(slots=True)
class Sameness:
    """Digests of configurations; what many of them share is read once."""

    _shared: dict[int, tuple[object, bytes]] = field(default_factory=dict)
    """Parts of configurations by identity; they are held, so that nothing else gets their identity."""
    _own: dict[int, tuple[object, bytes]] = field(default_factory=dict)
    """The same within one configuration: ports are its own, and too many to be held."""
    _names: dict[type, tuple[str, ...]] = field(default_factory=dict)

    def digest(self, config: object) -> str:
        """Return the digest of a configuration, the same on every machine.

        Raises TypeError for a value that it has no form for.
        """
        parts = [type(config).__name__.encode()]
        for name in self._fields(config):
            value = getattr(config, name)
            parts.append(self._of(value, self._shared if is_dataclass(value) else self._own))
        self._own.clear()
        return _digest(parts).hex()

    def _of(self, value: Any, known: dict[int, tuple[object, bytes]] | None = None) -> bytes:
        if type(value) in PLAIN:
            return repr(value).encode()
        store = self._own if known is None else known
        found = self._shared.get(id(value)) or store.get(id(value))
        if found is not None:
            return found[1]
        made = _digest(self._parts(value))
        if isinstance(value, dict):
            store = self._shared
        store[id(value)] = (value, made)
        return made

    def _parts(self, value: Any) -> list[bytes]:
        if isinstance(value, (tuple, list)):
            return [b"(", *map(self._of, value)]
        if is_dataclass(value):
            return [
                type(value).__name__.encode(),
                *(self._of(getattr(value, n)) for n in self._fields(value)),
            ]
        if isinstance(value, Mapping):
            return [b"{", *sorted(self._of(key) + b":" + self._of(value[key]) for key in value)]
        if isinstance(value, (frozenset, set)):
            return [b"<", *sorted(map(self._of, value))]
        return [_leaf(value)]

    def _fields(self, value: Any) -> tuple[str, ...]:
        kind = type(value)
        if kind not in self._names:
            self._names[kind] = tuple(one.name for one in fields(value))
        return self._names[kind]


def _leaf(value: Any) -> bytes:
    if isinstance(value, Enum):
        return repr(value.value).encode()
    if isinstance(value, ADDRESSES):
        return str(value).encode()
    if isinstance(value, BaseModel):
        return value.model_dump_json().encode()
    raise TypeError(f"no form for a {type(value).__name__}")


def _digest(parts: list[bytes]) -> bytes:
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        made.update(len(part).to_bytes(4, "big"))
        made.update(part)
    return made.digest()
