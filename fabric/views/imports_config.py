"""Running configurations of a live fabric, from files: which device each is of, and what it says.

A folder for each device, or files side by side whose names begin with the device's up to the first dot. What
a file is follows from its text, never from its name; only what LLDP heard is known by `lldp` in the name.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from fabric.core.diagnostic import Diagnostic, FabricError, Place, error
from fabric.core.names import listing, natural
from fabric.device.facts import Facts
from fabric.views.imports_faults import AGAIN, BROKEN, lowered, nothing, unreadable, wrong
from fabric.views.imports_strangers import stranger

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from fabric.core.source import Source
    from fabric.inventory import Row
    from fabric.platforms.form import Platform

    Neighbors = Mapping[str, tuple[str, str]]
    Hears = Callable[[str, str], Neighbors]
    """(platform, what its LLDP command prints as JSON) to name and port of the neighbour on each port."""

HEARD = "lldp"


@dataclass(frozen=True, slots=True)
class Running:
    """What one device runs."""

    name: str
    """Its host name."""
    platform: str
    artifacts: Mapping[str, str]
    facts: Facts
    heard: Neighbors = field(default_factory=dict)
    """What LLDP heard."""
    file: str = ""
    """Where its first artifact came from."""
    row: Row | None = None
    """How it is reached, if it was read live."""


@dataclass(frozen=True, slots=True)
class _Text:
    file: str
    text: str
    platform: str
    artifact: str


def read_running(source: Source, platforms: Mapping[str, Platform], hears: Hears) -> tuple[Running, ...]:
    """Return what is in a folder, in natural order. Raises FabricError with every file that is none."""
    problems: list[Diagnostic] = []
    texts, lldp = _texts(source, platforms, problems)
    running: list[Running] = []
    for key in sorted(texts, key=natural):
        made = _device(texts[key], platforms)
        if isinstance(made, Running) and key in lldp:
            made = _hearing(made, *lldp[key], hears)
        (running if isinstance(made, Running) else problems).append(made)  # type: ignore[arg-type]
    problems += _twice(running)
    if problems:
        raise FabricError(*problems)
    return tuple(running)


def read_unparsed(
    source: Source, platforms: Mapping[str, Platform], names: Collection[str]
) -> tuple[tuple[Running, ...], tuple[Diagnostic, ...]]:
    """Return what is in a folder, unparsed if it is called as one of `names`, and each file that is none."""
    problems: list[Diagnostic] = []
    texts, _ = _texts(source, platforms, problems)
    found: list[Running] = []
    for key in sorted(texts, key=natural):
        name = key.rpartition("/")[2]
        made = _called(texts[key], platforms, name) if name in names else _device(texts[key], platforms)
        (found if isinstance(made, Running) else problems).append(made)  # type: ignore[arg-type]
    problems += _twice(found)
    return tuple(found), tuple(problems)


def _texts(
    source: Source, platforms: Mapping[str, Platform], problems: list[Diagnostic]
) -> tuple[dict[str, list[_Text]], dict[str, tuple[str, str]]]:
    """Return configurations, and files of LLDP, by what the files of one device have in common."""
    texts: dict[str, list[_Text]] = {}
    lldp: dict[str, tuple[str, str]] = {}
    broken: set[str] = set()
    for file in source.files(""):
        text, key = source.read(file), _key(file)
        if HEARD in file.rpartition("/")[2].lower():
            lldp[key] = (file, text)
            continue
        found = _recognised(file, text, platforms)
        if isinstance(found, Diagnostic):
            problems.append(found)
            broken.add(key)
        else:
            texts.setdefault(key, []).append(found)
    for key in broken:
        texts.pop(key, None)
    if not texts and not problems:
        problems.append(nothing(source.label))
    return texts, lldp


def _key(file: str) -> str:
    """Return what the files of one device have in common."""
    folder, _, name = file.rpartition("/")
    return folder or name.partition(".")[0]


def _recognised(file: str, text: str, platforms: Mapping[str, Platform]) -> _Text | Diagnostic:
    if other := stranger(text):
        summary = f"this is a configuration of {other}, which is not known here"
        return wrong(summary, "take it out of the folder", file)
    for name, platform in platforms.items():
        try:
            artifact = platform.recognised(text) if platform.recognised else None
        except json.JSONDecodeError as fault:
            return wrong(f"this is not JSON: {lowered(fault.msg)}", AGAIN, file, fault.lineno, fault.colno)
        except ValueError as fault:
            return unreadable(file, fault)
        if artifact is not None:
            return _Text(file, text, name, artifact)
    hint = "take it out of the folder, or replace it by the device's running configuration"
    return wrong("this is no configuration of a platform that is known here", hint, file)


class _Whole(NamedTuple):
    """All files of one device."""

    platform: str
    artifacts: Mapping[str, str]
    file: str


def _whole(texts: Sequence[_Text], platforms: Mapping[str, Platform]) -> _Whole | Diagnostic:
    first = texts[0]
    for other in texts[1:]:
        if other.platform != first.platform or other.artifact == first.artifact:
            hint = "files of one device have one folder, or one name before the first dot"
            return wrong(f"`{first.file}` is there for this device already", hint, other.file)
    artifacts = {one.artifact: one.text for one in texts}
    needed = next(iter(platforms[first.platform].templates))
    if needed not in artifacts:
        return wrong(f"`{needed}` of this device is missing", "put it beside this file", first.file)
    return _Whole(first.platform, artifacts, next(one.file for one in texts if one.artifact == needed))


def _called(texts: Sequence[_Text], platforms: Mapping[str, Platform], name: str) -> Running | Diagnostic:
    made = _whole(texts, platforms)
    if isinstance(made, Diagnostic):
        return made
    return Running(name, made.platform, made.artifacts, Facts(), file=made.file)


def _device(texts: Sequence[_Text], platforms: Mapping[str, Platform]) -> Running | Diagnostic:
    """Return the device of some files, or what is wrong with them."""
    made = _whole(texts, platforms)
    if isinstance(made, Diagnostic):
        return made
    platform, artifacts, file = made
    try:
        facts = read_facts(platforms[platform], artifacts)
    except BROKEN as fault:
        return unreadable(texts[0].file, fault, {one.file: one.text for one in texts})
    return Running(facts.hostname or _key(file).rpartition("/")[2], platform, artifacts, facts, file=file)


def read_facts(platform: Platform, artifacts: Mapping[str, str]) -> Facts:
    """Return what a configuration says. Raises one of `BROKEN` for what no device prints."""
    if platform.facts is None or platform.parse is None:
        raise ValueError(f"nothing is read of {platform.name}")
    found = platform.facts(artifacts)
    platform.parse(artifacts)
    return found


def _hearing(one: Running, file: str, text: str, hears: Hears) -> Running | Diagnostic:
    try:
        return Running(one.name, one.platform, one.artifacts, one.facts, hears(one.platform, text), one.file)
    except json.JSONDecodeError as fault:
        return wrong(f"this is not JSON: {lowered(fault.msg)}", AGAIN, file, fault.lineno, fault.colno)
    except BROKEN as fault:
        return unreadable(file, fault)


def _twice(running: Iterable[Running]) -> Iterator[Diagnostic]:
    holders: dict[str, Running] = {}
    for one in running:
        first = holders.setdefault(one.name.lower(), one)
        if first is not one:
            lines = next(iter(one.artifacts.values())).splitlines()
            line = next((n for n, row in enumerate(lines, 1) if "hostname" in row and one.name in row), 1)
            hint = f"`{first.file}` has it too: was one file copied twice?"
            summary = f"two devices are called {listing([one.name])}"
            yield error("IMP-006", summary, hint=hint).at(Place(one.file, line, 1))
