"""The page of all fields of an intent, `docs/intent.md`, made from the models."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from fabric.core.docstrings import field_descriptions
from fabric.intent.fabric import Fabric
from fabric.intent.reader import OF_FABRIC, SCHEMA
from fabric.intent.site import Site
from fabric.views.annotations import Choice, Items, Named, OneOf, Part, Scalar, fields, parts
from fabric.views.defaults import default_of, example_of
from fabric.views.words import units_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import BaseModel

    from fabric.views.annotations import Form

HEAD = f"""\
# Every field of an intent

An intent is a folder of YAML files, `intents/<site>/*.yaml`; each section stands in one of them. It says
`schema: {SCHEMA}` and describes a site: shared hosts and services, and one fabric or several.

- A site with one fabric is *flat*: `fabric` gives its name and transport, and the sections of the fabric
  stand beside it, as the paths below have it.
- A site with several has `fabrics` instead: by name, each with `transport`, `topology` and the other sections
  of a fabric inside it. `qos.classes` below is then `fabrics.storage.qos.classes`.
- `*` in a path stands for a name of your own, `[]` for each entry of a list. Other fields are mistakes.
- A name has 1 to 31 small letters, digits and `-`, and begins with a letter.
- A quantity is a number with one of its units: `300 ms`, `30 m`, `80 %`. Texts are read as written: `4.30`
  is not 4.3. Secrets are references, `secret:env/NAME`, `secret:file/PATH` or `secret:command/NAME`
  ([operation.md](operation.md)), never values.

`fabric schema` prints the same as JSON Schema for editors: a file that holds a whole site names
`docs/schema/intent.json` in its first line, one of several files of a site `docs/schema/section.json`.
Examples come from the shipped intents, where they use the field. This page is made from the models in
`fabric/intent`: `pytest --update-golden`.
"""
COLUMNS = ("field", "type", "unit", "default", "meaning", "example")
OF_HEAD = ("transport", "prefix")
OWN = {
    "schema": (f"`{SCHEMA}`", "required", "Schema of the intent.", SCHEMA),
    "fabric": ("mapping", "required, or `fabrics`", "Head of the only fabric of a flat site.", ""),
    "fabrics": ("mapping by name", "", "Several fabrics: `backend`, `storage`, `frontend`, `oob`.", ""),
    "fabric.name": ("name", "required", "Name of the fabric; `nics` of hosts refer to it.", "backend"),
}
"""What the reader knows beside the models: type, default, meaning, example."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A mapping of the intent: where it may stand, and its fields."""

    path: str
    model: type[BaseModel]
    kinds: tuple[str, ...]
    """Kinds of the mapping above under which it stands; empty for all."""


def reference(intents: tuple[Mapping[str, object], ...]) -> str:
    """Return the page; examples come from the data of intents, the first that has a field."""
    examples: dict[str, str] = {}
    for data in intents:
        for path, text in _values(data):
            examples.setdefault(path, text)
    lines = [HEAD, "## The site", "", *_table(_site_rows(examples))]
    lines += ["", "## `fabric`", "", OWN["fabric"][2], "", *_table(_head_rows(examples))]
    for chapter in chapters():
        lines += ["", *_title(chapter), "", str(inspect.getdoc(chapter.model)), ""]
        lines += _table(_rows(chapter, examples))
    return "\n".join(lines) + "\n"


def chapters() -> tuple[Chapter, ...]:
    """Return the mappings of a flat site, outer ones first; one under several kinds is one chapter."""
    found: dict[tuple[str, type[BaseModel]], tuple[str, ...]] = {}
    for model, name in _sections():
        _collect(name, fields(model)[name], (), found)
    return tuple(Chapter(path, model, kinds) for (path, model), kinds in found.items())


def _collect(
    path: str,
    form: Form,
    kinds: tuple[str, ...],
    found: dict[tuple[str, type[BaseModel]], tuple[str, ...]],
) -> None:
    for place, model, kind in _places(path, form):
        under = (kind,) if kind else kinds
        found[place, model] = tuple(dict.fromkeys((*found.get((place, model), ()), *under)))
        for name, below in fields(model).items():
            _collect(f"{place}.{name}", below, under, found)


def _places(path: str, form: Form) -> Iterator[tuple[str, type[BaseModel], str]]:
    """Yield the mappings in a field: path, model, and its kind where it is one of several."""
    match form:
        case Part():
            yield path, form.model, ""
        case Items():
            yield from _places(f"{path}[]", form.of)
        case Named():
            yield from _places(f"{path}.*", form.of)
        case OneOf():
            several = sum(isinstance(one, Part) for one in form.forms) > 1
            for one in form.forms:
                for place, model, kind in _places(path, one):
                    yield place, model, _kind_of(model) if several else kind
        case _:
            return


def _kind_of(model: type[BaseModel]) -> str:
    form = fields(model).get("kind")
    return str(form.words[0]) if isinstance(form, Choice) else model.__name__


def _sections() -> tuple[tuple[type[BaseModel], str], ...]:
    """Return the sections of a flat site, those of its fabric in their midst, and the model of each."""
    first, *others = (name for name in Site.model_fields if name not in {"name", "fabrics"})
    own = [(Fabric, name) for name in Fabric.model_fields if name in OF_FABRIC]
    return ((Site, first), *own, *((Site, name) for name in others))


def _title(chapter: Chapter) -> list[str]:
    kinds = ", ".join(f"`{kind}`" for kind in chapter.kinds)
    return [f"## `{chapter.path}`{f' of {kinds}' if kinds else ''}"]


def _site_rows(examples: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    yield _own_row("schema")
    yield _row(Site, "name", "name", examples)
    yield _own_row("fabric")
    yield _own_row("fabrics")
    yield from (_row(model, name, name, examples) for model, name in _sections())


def _head_rows(examples: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    yield _own_row("fabric.name")
    yield from (_row(Fabric, name, f"fabric.{name}", examples) for name in OF_HEAD)


def _rows(chapter: Chapter, examples: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    for name in chapter.model.model_fields:
        yield _row(chapter.model, name, f"{chapter.path}.{name}", examples)


def _own_row(path: str) -> tuple[str, ...]:
    words, default, means, example = OWN[path]
    return (f"`{path}`", words, "", default, means, _code(example))


def _row(model: type[BaseModel], name: str, path: str, examples: Mapping[str, str]) -> tuple[str, ...]:
    form = fields(model)[name]
    own = (examples.get(path), _flow(example_of(model, name, form)), _flow(_default(model, name)))
    example = next((text for text in own if text), "") or _flow(_simplest(form))
    means = field_descriptions(model).get(name, "")
    return (f"`{path}`", words_of(form), units_of(form), _default_words(model, name), means, _code(example))


def _simplest(form: Form) -> object:
    """Return the first word or the least number that a field may hold; None for other forms."""
    match form:
        case Choice():
            return form.words[0]
        case Scalar():
            return form.limits.get("ge")
        case OneOf():
            return _simplest(form.forms[0])
        case _:
            return None


def _default(model: type[BaseModel], name: str) -> object:
    return default_of(model.model_fields[name], fields(model)[name])


def _default_words(model: type[BaseModel], name: str) -> str:
    field = model.model_fields[name]
    if field.is_required():
        return "required"
    if field.default_factory is not None:
        return "those below" if any(True for _ in parts(fields(model)[name])) else "none"
    return _code(_flow(_default(model, name))) or "none"


def _flow(value: object) -> str:
    """Return a value in YAML's flow style; none for a list of mappings."""
    if isinstance(value, list):
        texts = [_flow(one) for one in value]
        return f"[{', '.join(texts)}]" if texts and all(texts) else ""
    if value is None or isinstance(value, dict):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(data: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield path and text of every value that an intent writes."""
    for model in (Site, Fabric):
        for name, form in fields(model).items():
            yield from _written(name, form, data.get(name))
    head = data.get("fabric")
    if isinstance(head, dict):
        for name in ("name", *OF_HEAD):
            yield f"fabric.{name}", _flow(head.get(name))


def _written(path: str, form: Form, value: object) -> Iterator[tuple[str, str]]:
    if text := _flow(value):
        yield path, text
    for place, model, _ in _places(path, form):
        for part in _parts(value, place.removeprefix(path)):
            for name, below in fields(model).items():
                yield from _written(f"{place}.{name}", below, part.get(name))


def _parts(value: object, steps: str) -> Iterator[dict[str, object]]:
    """Yield the mappings in a value, below the `[]` and `.*` of a path."""
    if isinstance(value, dict) and steps.startswith(".*"):
        for one in value.values():
            yield from _parts(one, steps[2:])
    elif isinstance(value, list) and steps.startswith("[]"):
        for one in value:
            yield from _parts(one, steps[2:])
    elif isinstance(value, dict) and not steps:
        yield cast("dict[str, object]", value)


def _table(rows: Iterator[tuple[str, ...]]) -> list[str]:
    lines = [COLUMNS, tuple("---" for _ in COLUMNS), *rows]
    return [f"| {' | '.join(_cell(text) for text in line)} |" for line in lines]


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", r"\|")


def _code(text: str) -> str:
    return f"`{text}`" if text else ""
