"""A folder of YAML to a site: every mistake found, each where it was written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError

from fabric.core.diagnostic import Diagnostic, FabricError, Path, Place, error, nearest
from fabric.core.document import Document, read_document
from fabric.core.names import shortened
from fabric.core.wording import WORDS, in_words
from fabric.intent import rules
from fabric.intent.base import attach
from fabric.intent.fabric import Fabric
from fabric.intent.site import Site
from fabric.intent.tables import with_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic_core import ErrorDetails

    from fabric.core.source import Source

SCHEMA = "fabric/1"
OF_FABRIC = frozenset(Fabric.model_fields) - {"transport", "prefix"}
WORD = "constrained-str"
"""How pydantic calls a word, where a field takes that or a mapping."""
TOP_LEVEL = frozenset(Site.model_fields) | OF_FABRIC | {"schema", "fabric"}
MOST_TOLD = 1000
"""Mistakes of fields that are told: more than anybody reads, and each costs time to explain."""


def read_intent(source: Source, folder: str) -> tuple[Site, Document]:
    """Read a folder. Raises FabricError with all mistakes, each with its place."""
    document = with_tables(source, folder, read_document(source, folder))
    try:
        return _validate(document), document
    except FabricError as failure:
        begin = Place(min(document.texts), 1, 1)
        located = document.locate(failure.diagnostics)
        raise FabricError(*(one if one.place else one.at(begin) for one in located)) from None


def _validate(document: Document) -> Site:
    data = dict(document.data)
    problems = [*_schema_problems(data.pop("schema", None)), *_head_problems(data)]
    if any(found.path[:1] == ("fabric",) for found in problems):
        raise FabricError(*problems)  # without a name nothing below can be placed
    shaped, moved = _shape(data)
    try:
        site = Site.model_validate(shaped)
    except ValidationError as failure:
        told = failure.errors()
        problems += (_diagnostic(detail, document, moved, shaped) for detail in told[:MOST_TOLD])
        if len(told) > MOST_TOLD:
            hint = "look at the first ones; take what was generated out of the folder"
            problems.append(
                error("INT-019", f"{len(told) - MOST_TOLD} more such mistakes", ("schema",), hint)
            )
        raise FabricError(*_once(problems)) from None
    if problems:
        raise FabricError(*problems)
    attach(site, ())
    for name, fabric in site.fabrics.items():
        if moved == name:
            attach(fabric, ())
    if contradictions := tuple(rules.problems(site)):
        raise FabricError(*contradictions)
    return site


def _schema_problems(schema: object) -> Iterable[Diagnostic]:
    if schema is None:
        yield error("INT-001", "the intent does not say its schema", hint=f"add `schema: {SCHEMA}`")
    elif schema != SCHEMA:
        yield error(
            "INT-001",
            f"schema `{shortened(str(schema))}` is not known",
            ("schema",),
            f"write `schema: {SCHEMA}`",
        )


def _head_problems(data: Mapping[str, object]) -> Iterable[Diagnostic]:
    if "fabric" not in data:
        return
    head, hint = data["fabric"], "write `fabric: {name: backend, transport: roce}`"
    if "fabrics" in data:
        yield error("INT-002", "`fabric` and `fabrics` exclude each other", ("fabric",), "keep `fabrics`")
    elif not isinstance(head, dict):
        yield error("INT-004", "`fabric` is a mapping with name and transport", ("fabric",), hint)
    elif not isinstance(head.get("name"), str):
        yield error("INT-003", "`fabric.name` is missing", ("fabric", "name"), hint)


def _shape(data: dict[str, object]) -> tuple[dict[str, object], str]:
    """Bring a flat single-fabric site into the general form; return it and the name of that fabric."""
    head = data.get("fabric")
    if not isinstance(head, dict) or "fabrics" in data:
        return data, ""
    name = str(head.get("name", ""))
    own = {key: value for key, value in head.items() if key != "name"}
    own |= {key: data[key] for key in OF_FABRIC if key in data}
    rest = {key: value for key, value in data.items() if key not in OF_FABRIC and key != "fabric"}
    return {**rest, "fabrics": {name: own}}, name


def _written(path: Path, moved: str) -> Path:
    """Return the path as written for a path in the general form."""
    if moved and path[:2] == ("fabrics", moved):
        below = path[2:]
        return ("fabric", *below) if below and below[0] not in OF_FABRIC else below or ("fabric",)
    return path


def _diagnostic(
    detail: ErrorDetails, document: Document, moved: str, data: Mapping[str, object]
) -> Diagnostic:
    path = _without_tags(detail["loc"], data)
    known = _fields_at(path[:-1]) if len(path) > 1 else TOP_LEVEL
    written = _written(path, moved)
    field = ".".join(str(part) for part in written)
    kind = detail["type"]
    if kind == "extra_forbidden":
        hint = nearest(str(path[-1]), known) or f"known here: {', '.join(sorted(known))}"
        found = error(
            "INT-002", f"`{shortened(str(path[-1]))}` is not a field of {_parent(written)}", written, hint
        )
        return found.at(document.place(written, of_key=True))
    if kind == "missing":
        return error("INT-003", f"`{field}` is missing", written[:-1], f"add `{path[-1]}`")
    if kind in {"literal_error", "union_tag_invalid"}:
        return _choice(detail, field, written)
    words = WORDS.get(kind) or in_words(detail["msg"])
    hint = "write `secret:env/NAME`, `secret:file/PATH` or `secret:command/NAME`" if _is_secret(path) else ""
    return error("INT-004", f"`{field}`: {words}", written, hint)


def _is_secret(path: Path) -> bool:
    return path[-1:] in {("password",), ("key",), ("token",)}


def _parent(path: Path) -> str:
    parent = ".".join(str(part) for part in path[:-1])
    return f"`{parent}`" if parent else "the site"


def _choice(detail: ErrorDetails, field: str, written: Path) -> Diagnostic:
    context = detail.get("ctx", {})
    allowed = re.findall(r"'([^']*)'", str(context.get("expected") or context.get("expected_tags") or ""))
    given = shortened(str(context.get("tag") or detail.get("input")))
    path = (*written, "kind") if detail["type"] == "union_tag_invalid" else written
    name = f"{field}.kind" if detail["type"] == "union_tag_invalid" else field
    listing = ", ".join(f"`{word}`" for word in allowed)
    return error(
        "INT-005", f"`{name}` cannot be `{given}`", path, nearest(given, allowed) or f"one of {listing}"
    )


def _without_tags(loc: tuple[int | str, ...], data: Mapping[str, object]) -> Path:
    """Drop the parts of a pydantic location that name a union member instead of a key of the document."""
    path: list[int | str] = []
    here: object = data
    for number, part in enumerate(loc):
        last = number == len(loc) - 1 and "[" not in str(part) and part != WORD
        if isinstance(here, dict) and (part in here or last):
            here = here.get(part)
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            here = here[part]
        else:
            continue
        path.append(part)
    return tuple(path)


def _fields_at(path: Path) -> frozenset[str]:
    """Return the field names of the model at a path of the general form."""
    models: list[type[BaseModel]] = [Site]
    for part in path:
        found = [m for model in models for m in _below(model, part)] or models
        models = found
    return frozenset(name for model in models for name in model.model_fields)


def _below(model: type[BaseModel], part: int | str) -> list[type[BaseModel]]:
    field = model.model_fields.get(str(part))
    return _models_in(field.annotation) if field else []


def _models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in _models_in(part)]


def _once(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Keep one finding per place, the innermost: a union reports every member that refused."""
    seen: dict[Path, Diagnostic] = {}
    for found in problems:
        seen.setdefault(found.path, found)
    outer = {path[:depth] for path in seen for depth in range(1, len(path))}
    return tuple(found for path, found in seen.items() if path not in outer or not _of_member(found))


def _of_member(found: Diagnostic) -> bool:
    """Whether a finding is of a member of a union that wanted a word where a mapping stands."""
    return found.code == "INT-005" or found.summary.endswith(WORDS["string_type"])
