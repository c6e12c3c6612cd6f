"""What the fields of a model mean, for references and schemas: the docstrings in the source of the model."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FOREIGN = ("builtins", "pydantic", "typing")
"""Packages whose classes describe no field of ours."""


def field_descriptions(model: type) -> Mapping[str, str]:
    """Return what each field of a model means, inherited fields first.

    Read on demand: pydantic's `use_attribute_docstrings` parses every model at every start, in 70 ms.
    """
    described: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if base.__module__.partition(".")[0] not in FOREIGN:
            described |= _described(base)
    return described


@cache
def _described(model: type) -> Mapping[str, str]:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(model))).body
    found: dict[str, str] = {}
    for field, text in pairwise(getattr(definition, "body", [])):
        if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
            continue
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            found[field.target.id] = inspect.cleandoc(str(text.value.value))
    return found
