"""Whether two configurations of a unit are the same: a digest over everything that a template could print."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from io import BytesIO
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from operator import attrgetter
from pickle import Pickler
from typing import Any

from pydantic import BaseModel

ADDRESSES = (IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network)
PROTOCOL = 4
"""Of pickle: fixed, so that a newer Python writes the same."""
Form = Callable[[Any], tuple[Callable[..., object], tuple[object, ...]]]


class Sameness:
    """Digests of configurations, written by pickle: it is compiled, and reads a part that recurs once.

    Different configurations have different digests. Equal ones have the same where one code built them, for
    then the same parts recur in them; should two such differ, a unit is rendered once too often.
    """

    def __init__(self) -> None:
        """Begin with no form known."""
        self._forms = _Forms()

    def digest(self, config: object) -> str:
        """Return the digest of a configuration. Raises TypeError for a value that it has no form for."""
        written = BytesIO()
        pickler = Pickler(written, PROTOCOL)
        pickler.dispatch_table = self._forms
        pickler.dump(config)
        return hashlib.blake2b(written.getbuffer(), digest_size=16).hexdigest()


class _Forms(dict[type, Form]):
    """How pickle writes the kinds of values that it has no quick form of its own for; found by their type."""

    def __init__(self) -> None:
        super().__init__()
        self._models: dict[int, tuple[BaseModel, str]] = {}
        """Texts by identity: the catalog's models are large and few. They are held: none takes another's."""

    def __missing__(self, kind: type) -> Form:
        self[kind] = made = self._form(kind)
        return made

    def _form(self, kind: type) -> Form:
        name = kind.__name__
        if is_dataclass(kind):
            names = [one.name for one in fields(kind)]
            if not names:
                return lambda _: (_written, (name,))
            values = attrgetter(*names)  # a tuple of them, or the only one
            return lambda value: (_written, (name, values(value)))
        if issubclass(kind, Enum):
            return lambda value: (_written, (name, value.value))
        if issubclass(kind, ADDRESSES):
            return lambda value: (_written, (name, str(value)))
        if issubclass(kind, tuple):
            return lambda value: (_written, (name, *value))
        if issubclass(kind, BaseModel):
            return lambda value: (_written, (name, self._text(value)))
        raise TypeError(f"no form for a {name}")

    def _text(self, model: BaseModel) -> str:
        if id(model) not in self._models:
            self._models[id(model)] = (model, model.model_dump_json())
        return self._models[id(model)][1]


def _written(*parts: object) -> tuple[object, ...]:
    """Stand in what is written for the kind of a value: nobody reads it back."""
    return parts
