"""`fabric verify --lldp`: what switches hear on their ports, in files, against the cables of an intent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.cli.talk import counted
from fabric.core.diagnostic import Diagnostic, Place, error, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.pipeline import Build
    from fabric.views.verified_cables import Heard


def of_lldp(build: Build, paths: Iterable[str]) -> tuple[tuple[Diagnostic, ...], str]:
    """Return what is wrong with cables and with files, and what was looked at in words."""
    from fabric.views.verified_cables import cable_findings, cabling

    heard: dict[str, Heard] = {}
    platforms = {unit.name: unit.platform for _, unit in build.units()}
    problems = [one for file in _files(paths) if (one := _read(file, platforms, heard)) is not None]
    found = cabling(build.designs.values(), heard)
    findings = (*problems, *cable_findings(found))
    strange = f"; {len(found.strange)} ports lead out of it" if found.strange else ""
    right = f"{found.right} of {len(found.wanted) // 2} cables lead where they should"
    return findings, f"{counted(len(heard), 'report')} read, {right}{strange}"


def _files(paths: Iterable[str]) -> Iterator[Path]:
    """Yield files, and those in folders."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.is_file())
        else:
            yield path


def _read(file: Path, platforms: Mapping[str, str], heard: dict[str, Heard]) -> Diagnostic | None:
    """Keep what a file says; return what is wrong with it. It, or its folder, is called as its switch."""
    from fabric.cli.import_live import HEARS, hears
    from fabric.views.imports_faults import BROKEN
    from fabric.views.verified_cables import Heard

    names = [one for one in (file.name.partition(".")[0], file.parent.name) if platforms.get(one) in HEARS]
    if not names:
        hint = nearest(file.name.partition(".")[0], platforms) or "call it as the switch, `leaf1.json`"
        return _wrong(file, "the intent has no switch that this file is called after", hint)
    name = names[0]
    if name in heard:
        return _wrong(file, f"`{heard[name].file}` is there for `{name}` already", "take one of them out")
    try:
        text = file.read_text(encoding="utf-8")
        ports = hears(platforms[name], text)
    except OSError as fault:
        return _wrong(file, f"it cannot be read: {fault.strerror}", "")
    except json.JSONDecodeError as fault:
        hint = "it is what the LLDP command of the switch prints as JSON, whole"
        return _wrong(file, "this is not JSON", hint, fault.lineno, fault.colno)
    except BROKEN:
        hint = f"take the LLDP command of `{platforms[name]}` that `docs/import.md` names"
        return _wrong(file, f"this is not what LLDP of `{platforms[name]}` prints", hint)
    heard[name] = Heard(str(file), text, ports)
    return None


def _wrong(file: Path, summary: str, hint: str, line: int = 1, column: int = 1) -> Diagnostic:
    return error("LDP-001", summary, hint=hint).at(Place(str(file), line, column))
