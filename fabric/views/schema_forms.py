"""Forms of fields as JSON Schema.

Scalars have the types of YAML 1.2, which editors speak. A text may look like a number (`release: 4.30` is
read as written), so a text that a number can match takes numbers too; the catalog alone has YAML's types.
"""

from __future__ import annotations

import inspect
import re
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Network
from typing import TYPE_CHECKING, Any, TypeAlias

from fabric.core.docstrings import field_descriptions
from fabric.views.annotations import (
    Anything,
    Choice,
    Items,
    Named,
    Noted,
    Nothing,
    OneOf,
    Part,
    Scalar,
    fields,
    parts,
)
from fabric.views.defaults import default_of, example_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic import BaseModel

    from fabric.views.annotations import Form, Limits

Schema: TypeAlias = dict[str, Any]
_NUMBERS = ("7", "4.30", "0x7", "7" * 16)
"""Texts that YAML takes for numbers."""
_OCTET = r"(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_ADDRESS = rf"{_OCTET}(\.{_OCTET}){{3}}"
_PREFIX = rf"(/(3[0-2]|[12]?[0-9]|{_ADDRESS}))?"
_PATTERNS: Mapping[type, str] = {
    IPv4Address: rf"^{_ADDRESS}$",
    IPv4Interface: rf"^{_ADDRESS}{_PREFIX}$",
    IPv4Network: rf"^{_ADDRESS}{_PREFIX}$",
    IPv6Network: r"^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))?$",
}
_TYPES: Mapping[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}
_OF_NUMBER = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
_OF_TEXT = {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"}
_OF_LIST = {"min_length": "minItems", "max_length": "maxItems"}
_OF_MAPPING = {"min_length": "minProperties", "max_length": "maxProperties"}


def definitions(models: Iterable[type[BaseModel]]) -> Schema:
    """Return the schemas of models and of all that they hold, by name."""
    found: dict[str, Schema] = {}
    waiting = list(models)
    while waiting:
        model = waiting.pop(0)
        if model.__name__ not in found:
            found[model.__name__] = model_schema(model)
            waiting += (part.model for form in fields(model).values() for part in parts(form))
    return dict(sorted(found.items()))


def model_schema(model: type[BaseModel]) -> Schema:
    """Return the schema of a mapping with the fields of a model, and no others."""
    needed = required(model)
    return {
        "description": inspect.getdoc(model),
        "type": "object",
        "properties": properties(model),
        **({"required": needed} if needed else {}),
        "additionalProperties": False,
    }


def required(model: type[BaseModel]) -> list[str]:
    """Return the fields of a model that have no default."""
    return [name for name, field in model.model_fields.items() if field.is_required()]


def properties(model: type[BaseModel]) -> dict[str, Schema]:
    """Return the schema of each field of a model, with its description."""
    typed = bool(model.model_config.get("strict"))
    return {name: _property(model, name, form, typed=typed) for name, form in fields(model).items()}


def _property(model: type[BaseModel], name: str, form: Form, *, typed: bool) -> Schema:
    default, example = default_of(model.model_fields[name], form), example_of(model, name, form)
    schema = schema_of(form)
    return {
        "description": field_descriptions(model).get(name, ""),
        **(_typed(schema) if typed else schema),
        **({"default": default} if default is not None else {}),
        **({"examples": [example]} if example is not None else {}),
    }


def _typed(schema: Schema) -> Schema:
    """Return a schema whose texts are no numbers."""
    plain = {key: _typed(value) if isinstance(value, dict) else value for key, value in schema.items()}
    if isinstance(found := schema.get("type"), list) and "string" in found:
        plain["type"] = _one_or_all([name for name in found if name != "number"])
    return plain | ({"anyOf": [_typed(one) for one in schema["anyOf"]]} if "anyOf" in schema else {})


def schema_of(form: Form) -> Schema:
    """Return the schema of what a field may hold."""
    match form:
        case Items():
            return {"type": "array", "items": schema_of(form.of), **_limited(form.limits, _OF_LIST)}
        case Named():
            return _named(form)
        case OneOf():
            return _one_of([schema_of(one) for one in form.forms])
        case _:
            return _single(form)


def _single(form: Anything | Nothing | Scalar | Noted | Choice | Part) -> Schema:
    match form:
        case Nothing():
            return {"type": "null"}
        case Scalar():
            return _scalar(form)
        case Noted():
            return dict(form.note.schema or {})
        case Choice():
            return {"const": form.words[0]} if len(form.words) == 1 else {"enum": list(form.words)}
        case Part():
            return {"$ref": f"#/$defs/{form.model.__name__}"}
        case Anything():
            return {}


def _scalar(form: Scalar) -> Schema:
    if form.type in _PATTERNS:
        return {"type": "string", "pattern": _PATTERNS[form.type]}
    if form.type is not str:
        return {"type": _TYPES[form.type], **_limited(form.limits, _OF_NUMBER)}
    pattern = str(form.limits.get("pattern", ""))
    as_number = any(re.search(pattern, number) for number in _NUMBERS)
    names = ["string", "number"] if as_number else ["string"]
    return {"type": _one_or_all(names), **_limited(form.limits, _OF_TEXT)}


def _named(form: Named) -> Schema:
    sizes, values = _limited(form.limits, _OF_MAPPING), schema_of(form.of)
    if isinstance(form.keys, Choice):
        known = {str(word): values for word in form.keys.words}
        return {"type": "object", "properties": known, "additionalProperties": False, **sizes}
    keys = _limited(form.keys.limits, _OF_TEXT) if isinstance(form.keys, Scalar) else {}
    return {
        "type": "object",
        **({"propertyNames": keys} if keys else {}),
        "additionalProperties": values,
        **sizes,
    }


def _one_of(schemas: list[Schema]) -> Schema:
    """Return any of some schemas; `null` joins the type of a single other one."""
    others = [schema for schema in schemas if schema != {"type": "null"}]
    if len(others) == 1 and len(others) < len(schemas) and "type" in others[0]:
        found = others[0]["type"]
        return {**others[0], "type": [*(found if isinstance(found, list) else [found]), "null"]}
    return {"anyOf": schemas}


def _limited(limits: Limits, names: Mapping[str, str]) -> Schema:
    return {names[key]: value for key, value in limits.items() if key in names}


def _one_or_all(names: list[str]) -> str | list[str]:
    return names[0] if len(names) == 1 else names
