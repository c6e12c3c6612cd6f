"""Descriptions of the fields of a table, for its reference: the docstrings in the source of its model."""

from __future__ import annotations

import ast
import inspect
import textwrap
from itertools import pairwise
from typing import TYPE_CHECKING

from fabric.catalog.models.entry import Fact

if TYPE_CHECKING:
    from collections.abc import Mapping


def field_descriptions(model: type[Fact]) -> Mapping[str, str]:
    """Return what each field of a model means, inherited fields first.

    Read on demand: pydantic's `use_attribute_docstrings` would parse every model at every start, 40 ms.
    """
    described: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if issubclass(base, Fact):
            described |= _described(base)
    return {name: described[name] for name in model.model_fields if name in described}


def _described(model: type[Fact]) -> dict[str, str]:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(model))).body
    found: dict[str, str] = {}
    for field, text in pairwise(getattr(definition, "body", [])):
        if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
            continue
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            found[field.target.id] = inspect.cleandoc(str(text.value.value))
    return found
