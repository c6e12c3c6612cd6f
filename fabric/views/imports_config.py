"""Running configurations of a live fabric, from files: which device each is of, and what it says.

A folder for each device, or files side by side whose names begin with the device's up to the first dot. What
a file is follows from its text, never from its name; only what LLDP heard is known by `lldp` in the name.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, Place, error
from fabric.core.names import listing, natural
from fabric.views.imports_strangers import stranger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from fabric.core.source import Source
    from fabric.device.facts import Facts
    from fabric.inventory import Row
    from fabric.platforms.form import Platform

    Neighbors = Mapping[str, tuple[str, str]]
    Hears = Callable[[str, str], Neighbors]
    """(platform, what its LLDP command prints as JSON) to name and port of the neighbour on each port."""

YAML_LINE = re.compile(r"line (\d+), column (\d+)")
HEARD = "lldp"
BROKEN = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""What readers of configurations raise for a text of another shape than a device prints."""
AGAIN = "copy it again, whole"


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
    texts: dict[str, list[_Text]] = {}
    lldp: dict[str, tuple[str, str]] = {}
    for file in source.files(""):
        text, key = source.read(file), _key(file)
        if HEARD in file.rpartition("/")[2].lower():
            lldp[key] = (file, text)
            continue
        found = _recognised(file, text, platforms)
        if isinstance(found, Diagnostic):
            problems.append(found)
        else:
            texts.setdefault(key, []).append(found)
    if not texts and not problems:
        hint = "put a file, or a folder of files, for each device there"
        problems.append(error("IMP-005", f"there is no configuration in `{source.label}`", hint=hint))
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


def _key(file: str) -> str:
    """Return what the files of one device have in common."""
    folder, _, name = file.rpartition("/")
    return folder or name.partition(".")[0]


def _wrong(summary: str, hint: str, file: str, line: int = 1, column: int = 1) -> Diagnostic:
    """Return a finding at a place without its line, which may hold a secret."""
    return error("IMP-005", summary, hint=hint).at(Place(file, line, column))


def _recognised(file: str, text: str, platforms: Mapping[str, Platform]) -> _Text | Diagnostic:
    if other := stranger(text):
        summary = f"this is a configuration of {other}, which is not known here"
        return _wrong(summary, "take it out of the folder", file)
    for name, platform in platforms.items():
        try:
            artifact = platform.recognised(text) if platform.recognised else None
        except json.JSONDecodeError as fault:
            return _wrong(f"this is not JSON: {_words(fault.msg)}", AGAIN, file, fault.lineno, fault.colno)
        if artifact is not None:
            return _Text(file, text, name, artifact)
    hint = "take it out of the folder, or replace it by the device's running configuration"
    return _wrong("this is no configuration of a platform that is known here", hint, file)


def _words(message: str) -> str:
    return message[:1].lower() + message[1:]


def _device(texts: Sequence[_Text], platforms: Mapping[str, Platform]) -> Running | Diagnostic:
    """Return the device of some files, or what is wrong with them."""
    first = texts[0]
    for other in texts[1:]:
        if other.platform != first.platform or other.artifact == first.artifact:
            hint = "files of one device have one folder, or one name before the first dot"
            return _wrong(f"`{first.file}` is there for this device already", hint, other.file)
    artifacts = {one.artifact: one.text for one in texts}
    needed = next(iter(platforms[first.platform].templates))
    if needed not in artifacts:
        return _wrong(f"`{needed}` of this device is missing", "put it beside this file", first.file)
    try:
        facts = read_facts(platforms[first.platform], artifacts)
    except BROKEN as fault:
        return _unreadable(first.file, fault)
    file = next(one.file for one in texts if one.artifact == needed)
    return Running(
        facts.hostname or _key(file).rpartition("/")[2], first.platform, artifacts, facts, file=file
    )


def read_facts(platform: Platform, artifacts: Mapping[str, str]) -> Facts:
    """Return what a configuration says. Raises one of `BROKEN` for what no device prints."""
    if platform.facts is None or platform.parse is None:
        raise ValueError(f"nothing is read of {platform.name}")
    found = platform.facts(artifacts)
    platform.parse(artifacts)
    return found


def _unreadable(file: str, fault: Exception) -> Diagnostic:
    said = str(fault).removeprefix("not YAML: ") if isinstance(fault, ValueError) else ""
    places = YAML_LINE.findall(said)
    line, column = map(int, places[-1]) if places else (1, 1)
    words = said.partition("\n")[0] or "it is not shaped as a device prints it"
    return _wrong(f"this cannot be read: {_words(words)}", AGAIN, file, line, column)


def _hearing(one: Running, file: str, text: str, hears: Hears) -> Running | Diagnostic:
    try:
        return Running(one.name, one.platform, one.artifacts, one.facts, hears(one.platform, text), one.file)
    except json.JSONDecodeError as fault:
        return _wrong(f"this is not JSON: {_words(fault.msg)}", AGAIN, file, fault.lineno, fault.colno)
    except BROKEN as fault:
        return _unreadable(file, fault)


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
