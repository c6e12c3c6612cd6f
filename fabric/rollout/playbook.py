"""Playbooks: steps that people write as YAML, checked as a whole before the first is taken."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, ValidationError, model_validator

from fabric.core.diagnostic import FabricError, Place, error, nearest
from fabric.core.document import read_file
from fabric.core.names import listing, shortened
from fabric.core.wording import WORDS, in_words
from fabric.intent.base import Listed, Milliseconds, Model, Switch, Text, Whole
from fabric.intent.gates import Variables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_core import ErrorDetails

    from fabric.core.diagnostic import Diagnostic
    from fabric.core.source import Source

_NAME = re.compile(r"\{([a-z_]+)\}")
_Texts = Annotated[tuple[Text, ...], Listed, Field(min_length=1)]
MS_PER_S = 1000
LONGEST = 30 * 24 * 3600 * MS_PER_S
"""Milliseconds of 30 days: a step that waits longer waits for nothing."""
HINT = "`fabric schema playbook` says what a step takes"


class Some(Model):
    """Devices of a step."""

    devices: _Texts
    """Names or patterns: `pod1-leaf[1-4]`."""


class Apply(Some):
    """Bring devices to the intent."""

    drained: Switch = False
    """Whether others shall go around them from the first moment; a later `undrain` ends that."""


class Quiet(Some):
    """Wait until drained devices carry no traffic."""

    below: Annotated[Whole, Field(ge=1, le=10**9)] = 100
    """Frames in a second, in and out, under which a port between switches is quiet: sessions go on."""
    lasting: Milliseconds = 60_000.0
    """How long all of them must be quiet."""
    within: Milliseconds = 600_000.0
    """Time after which the step has failed; nothing is forced."""


class Run(Model):
    """A command of your own."""

    command: _Texts
    """Program and arguments; no shell reads them."""
    timeout: Annotated[Milliseconds, Field(gt=0, le=LONGEST)] = 600_000.0
    """Time after which it is ended, and the step has failed."""
    again: Switch = False
    """Whether it may run twice: after a crash nobody knows whether it ran."""
    environment: Variables = ()
    """Environment variables that it gets beside the plain ones."""


class StepOf(Model):
    """One step: exactly one of these."""

    enrol: Some | None = None
    """Look whether devices are trusted and the right ones; waits for `fabric enrol` of those that are not."""
    drain: Some | None = None
    """Make others go around devices; refused when a limit of the rollout forbids it."""
    quiet: Quiet | None = None
    """See in the counters of devices that traffic goes around them; where none count, somebody signs."""
    apply: Apply | None = None
    """Bring devices to the intent, wave by wave."""
    undrain: Some | None = None
    """Let traffic come back."""
    gate: Some | None = None
    """Look at devices until they show what the intent expects."""
    soak: Annotated[Milliseconds, Field(ge=0, le=LONGEST)] | None = None
    """How long to wait."""
    approve: Text | None = None
    """What somebody other than who began must sign."""
    manual: Text | None = None
    """A work order; somebody signs when it is done."""
    run: Run | None = None
    """A command of your own."""
    rollback: Text | None = None
    """A rollout, by its name, that is taken back."""

    @model_validator(mode="after")
    def _one(self) -> StepOf:
        if sum(value is not None for _, value in self) != 1 or len(self.model_fields_set) != 1:
            raise ValueError("a step is exactly one of " + ", ".join(StepOf.model_fields))
        return self


class Playbook(Model):
    """Steps, one after the other."""

    summary: Text
    """What it is for."""
    vars: dict[str, Text] = Field(default_factory=dict)
    """What `--var` gives, and what each is. Steps take it as `{name}`, in a list as several, by commas."""
    steps: Annotated[tuple[StepOf, ...], Listed, Field(min_length=1)]
    """In order."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step as it is taken."""

    kind: str
    devices: tuple[str, ...] = ()
    text: str = ""
    command: tuple[str, ...] = ()
    seconds: int = 0
    flag: bool = False
    """Of `apply`: drained; of `run`: may run twice."""
    below: int = 0
    """Of `quiet`: frames in a second."""
    lasting: int = 0
    """Of `quiet`: seconds."""
    environment: tuple[str, ...] = ()
    """Of `run`: names of variables."""


def read_playbook(source: Source, name: str, given: Mapping[str, str]) -> tuple[Step, ...]:
    """Read a playbook with its variables; raises FabricError with every mistake at its place."""
    document = read_file(source, name)
    known = document.data.get("vars", {})
    place = document.place(("vars",)) or Place(name, 1, 1)
    problems = [one.at(place) for one in _unknown(known if isinstance(known, dict) else {}, given)]
    try:
        found = Playbook.model_validate(_filled(document.data, given))
    except ValidationError as failure:
        for one in failure.errors():
            found_at = document.place(one["loc"], of_key=one["type"] == "extra_forbidden")
            problems.append(_finding(one).at(found_at or Place(name, 1, 1)))
    if problems:
        raise FabricError(*problems)
    return tuple(_step(step) for step in found.steps)


def places_of_steps(source: Source, name: str) -> tuple[Place | None, ...]:
    """Return where each step of a playbook stands."""
    document = read_file(source, name)
    steps = document.data.get("steps", ())
    return tuple(document.place(("steps", n)) for n in range(len(steps) if isinstance(steps, list) else 0))


def _finding(detail: ErrorDetails) -> Diagnostic:
    """Say a mistake of a playbook in the words of YAML, with the nearest name for one that nobody knows."""
    path = detail["loc"]
    if detail["type"] == "extra_forbidden":
        word, known = str(path[-1]), _fields_beside(path)
        what = "kind of step" if known is StepOf.model_fields else "field here"
        hint = nearest(word, known) or f"known here: {', '.join(sorted(known))}"
        return error("ROL-009", f"`{shortened(word)}` is no {what}", path, hint)
    field = ".".join(str(part + 1 if isinstance(part, int) else part) for part in path)
    words = _SHORT if detail["type"] == "too_short" else WORDS.get(detail["type"]) or in_words(detail["msg"])
    return error("ROL-009", f"`{field}`: {words}", path, HINT)


def _fields_beside(path: tuple[int | str, ...]) -> Mapping[str, object]:
    """Return the fields of the model that a field belongs to."""
    if path[0] != "steps":
        return Playbook.model_fields
    return StepOf.model_fields if len(path) <= _STEP else _MODELS.get(path[2], Some).model_fields


_SHORT = "at least one is needed"
_STEP = 3
"""Length of the path to a step's kind: `steps`, number, kind."""
_MODELS: Mapping[int | str, type[Model]] = {"run": Run, "apply": Apply, "quiet": Quiet}
"""Kinds of step that take more than devices."""


def _unknown(known: Mapping[str, object], given: Mapping[str, str]) -> list[Diagnostic]:
    wrong = [f"variable `{name}` is not given" for name in known if name not in given]
    wrong += [
        f"there is no variable `{name}`; known: {listing(tuple(known)) or 'none'}"
        for name in given
        if name not in known
    ]
    return [error("ROL-009", what, hint="give each with `--var NAME=VALUE`") for what in wrong]


def _filled(value: object, given: Mapping[str, str]) -> object:
    """Put variables where they stand; one that is a whole item of a list may be several, by commas."""
    if isinstance(value, dict):
        return {key: item if key == "vars" else _filled(item, given) for key, item in value.items()}
    if isinstance(value, list):
        return [part for item in value for part in _items(item, given)]
    if isinstance(value, str):
        return _NAME.sub(lambda found: given.get(found[1], found[0]), value)
    return value


def _items(item: object, given: Mapping[str, str]) -> list[object]:
    name = _NAME.fullmatch(item) if isinstance(item, str) else None
    if name and name[1] in given:
        return [part.strip() for part in given[name[1]].split(",") if part.strip()]
    return [_filled(item, given)]


def _step(step: StepOf) -> Step:
    kind = next(iter(step.model_fields_set))
    value = getattr(step, kind)
    if isinstance(value, Quiet):
        lasting, within = (round(time / MS_PER_S) for time in (value.lasting, value.within))
        return Step(kind, tuple(value.devices), seconds=within, below=value.below, lasting=lasting)
    if isinstance(value, Some):
        return Step(kind, tuple(value.devices), flag=isinstance(value, Apply) and value.drained)
    if isinstance(value, Run):
        seconds, environment = ceil(value.timeout / MS_PER_S), tuple(value.environment)
        return Step(kind, command=value.command, seconds=seconds, flag=value.again, environment=environment)
    return Step(kind, text=value) if isinstance(value, str) else Step(kind, seconds=ceil(value / MS_PER_S))
