"""Values as a user would write them: the defaults of fields, and the examples in their descriptions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

import yaml

from fabric.core.docstrings import field_descriptions
from fabric.views.annotations import Choice, Items, Noted, OneOf, Scalar

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

    from fabric.intent.written import Written
    from fabric.views.annotations import Form

_SUCH_AS = re.compile(r"such as `([^`]+)`")


def default_of(field: FieldInfo, form: Form) -> object:
    """Return the default of a field as YAML has it; None when it has none, or a mapping of defaults."""
    if field.is_required() or field.default_factory is not None or field.default is None:
        return None
    return written(field.default, form)


def written(value: object, form: Form) -> object:
    """Return a value that was read as YAML has it."""
    if isinstance(value, tuple):
        return [written(one, form.of if isinstance(form, Items) else form) for one in value]
    if isinstance(value, bool | str):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, int | float):
        note = _note(form)
        return measured(value, note) if note and note.units else int(value) if value == int(value) else value
    return str(value)


def measured(value: float, note: Written) -> str:
    """Return a quantity in the largest unit of which it is a whole number; else in the smallest."""
    factors = sorted(note.units.items(), key=lambda unit: -unit[1])
    unit, factor = next((one for one in factors if value % one[1] == 0), factors[-1])
    return f"{value / factor:g}{' ' if ' ' in note.example else ''}{unit}"


def _note(form: Form) -> Written | None:
    if isinstance(form, Noted):
        return form.note
    if isinstance(form, OneOf):
        return next((note for one in form.forms if (note := _note(one))), None)
    return None


def example_of(model: type[BaseModel], name: str, form: Form) -> object:
    """Return an example of a field, from its description or its kind; None if there is none."""
    if found := _SUCH_AS.search(field_descriptions(model).get(name, "")):
        return _typed(yaml.load(found[1], yaml.BaseLoader), form)  # noqa: S506 - makes texts and lists only
    return _usual(form)


def _usual(form: Form) -> object:
    if isinstance(form, Noted):
        return _typed(yaml.load(form.note.example, yaml.BaseLoader), form)  # noqa: S506
    if isinstance(form, Scalar) and form.note is not None:
        return form.note.example or None
    if isinstance(form, OneOf) and not any(isinstance(one, Choice) for one in form.forms):
        return next((example for one in form.forms if (example := _usual(one)) is not None), None)
    if isinstance(form, Items):
        inner = _usual(form.of)
        return None if inner is None else [inner]
    return None


def _typed(value: object, form: Form) -> object:
    """Give the texts of an example the types that an editor sees."""
    if isinstance(value, list):
        return [_typed(one, form.of if isinstance(form, Items) else form) for one in value]
    if isinstance(form, Items):
        return [_typed(value, form.of)]
    if isinstance(form, Scalar) and form.type is str:
        return value
    return int(cast("str", value)) if str(value).isdecimal() else value
