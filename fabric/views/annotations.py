"""What a field may hold, read from the annotations of its model: one tree for schema and reference."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Network
from types import MappingProxyType, NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator
from pydantic.fields import FieldInfo

from fabric.intent.base import OF_TYPE
from fabric.intent.written import Written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Limits: TypeAlias = "Mapping[str, Any]"
"""`ge`, `gt`, `le`, `lt`, `min_length`, `max_length`, `pattern`: those that are given."""
LIMITS = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")


@dataclass(frozen=True, slots=True)
class Anything:
    """A value of which only its validator knows what it may be."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value: the key alone."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number, a text, an address, true or false."""

    type: type
    limits: Limits
    note: Written | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """A value whose note says everything."""

    note: Written
    limits: Limits


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words."""

    words: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    of: Form
    limits: Limits


@dataclass(frozen=True, slots=True)
class Named:
    """A mapping from names to equal things."""

    keys: Form
    of: Form
    limits: Limits


@dataclass(frozen=True, slots=True)
class Part:
    """A mapping with the fields of a model."""

    model: type[BaseModel]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several forms."""

    forms: tuple[Form, ...]


Form: TypeAlias = Anything | Nothing | Scalar | Noted | Choice | Items | Named | Part | OneOf
SCALARS = (bool, int, float, str, IPv4Address, IPv4Interface, IPv4Network, IPv6Network)


def form_of(field: FieldInfo) -> Form:
    """Return what a field may hold."""
    return _form(field.annotation, tuple(field.metadata))


def fields(model: type[BaseModel]) -> Mapping[str, Form]:
    """Return what each field of a model may hold."""
    return {name: form_of(field) for name, field in model.model_fields.items()}


def parts(form: Form) -> Iterator[Part]:
    """Yield the models that a form holds, at any depth but not inside each other."""
    if isinstance(form, Part):
        yield form
    elif isinstance(form, Items | Named):
        yield from parts(form.of)
    elif isinstance(form, OneOf):
        for one in form.forms:
            yield from parts(one)


def _form(annotation: Any, metadata: tuple[Any, ...]) -> Form:
    if get_origin(annotation) is Annotated:
        inner, *own = get_args(annotation)
        return _form(inner, (*own, *metadata))
    note = next((entry for entry in metadata if isinstance(entry, Written)), None)
    limits = _limits(metadata)
    if note is not None and note.schema is not None:
        return Noted(note, limits)
    if any(isinstance(entry, BeforeValidator) and entry not in OF_TYPE for entry in metadata):
        return Anything()
    if isinstance(annotation, type):
        return _of_class(annotation, limits, note)
    return _of_generic(annotation, limits, metadata)


def _of_class(annotation: type, limits: Limits, note: Written | None) -> Form:
    if annotation is NoneType:
        return Nothing()
    if issubclass(annotation, BaseModel):
        return Part(annotation)
    if issubclass(annotation, Enum):
        return Choice(tuple(str(member.value) for member in annotation))
    return Scalar(annotation, limits, note) if annotation in SCALARS else Anything()


def _of_generic(annotation: Any, limits: Limits, metadata: tuple[Any, ...]) -> Form:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return Choice(inner)
    if origin in {Union, UnionType}:
        return OneOf(tuple(_form(one, metadata) for one in inner))
    if origin is dict:
        return Named(_form(inner[0], ()), _form(inner[1], ()), limits)
    if origin is tuple:
        return Items(_form(inner[0], ()), limits if Ellipsis in inner else _exactly(len(inner)))
    return Anything()


def _exactly(count: int) -> Limits:
    return {"min_length": count, "max_length": count}


def _limits(metadata: Iterable[Any]) -> Limits:
    found: dict[str, Any] = {}
    for entry in metadata:
        if isinstance(entry, FieldInfo):
            found |= _limits(entry.metadata)
        else:
            found |= {name: value for name in LIMITS if (value := getattr(entry, name, None)) is not None}
    return MappingProxyType(found)
