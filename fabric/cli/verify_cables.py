"""`fabric verify --lldp` and `--ibnetdiscover`: cables as files show them, against those of an intent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from fabric.cli.talk import counted
from fabric.core.diagnostic import Diagnostic, FabricError, Place, error, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.device import SubnetManagerConfig
    from fabric.pipeline import Build
    from fabric.views.verified_cables import Cabling, Heard
    from fabric.views.verified_subnet import Wanted


def of_lldp(build: Build, paths: Iterable[str]) -> tuple[tuple[Diagnostic, ...], str]:
    """Return what is wrong with cables and with files, and what was looked at in words."""
    from fabric.views.verified_cables import cable_findings, cabling

    heard: dict[str, Heard] = {}
    platforms = {unit.name: unit.platform for _, unit in build.units()}
    problems = [one for file in _files(paths) if (one := _read(file, platforms, heard)) is not None]
    found = cabling(build.designs.values(), heard)
    return (*problems, *cable_findings(found)), _said(found, "report")


def of_dumps(build: Build, paths: Iterable[str]) -> tuple[tuple[Diagnostic, ...], str]:
    """Return what is wrong with nodes and cables of subnets, and what was looked at. Raises FabricError."""
    from fabric.views.verified_subnet import subnet_findings, subnets

    wanted = _wanted(build)
    texts: list[tuple[str, str]] = []
    problems: list[Diagnostic] = []
    for file in _files(paths):
        try:
            texts.append((str(file), file.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError) as fault:
            problems.append(_unreadable(file, fault))
    if not texts and not problems:
        raise click.UsageError("there is no file")
    if problems:
        raise FabricError(*problems)
    found = subnets(wanted, texts)
    return tuple(subnet_findings(found)), _said(found.cabling, "node")


def _said(found: Cabling, of_what: str) -> str:
    """Return what was looked at, in words."""
    strange = f"; {counted(len(found.strange), 'port')} lead out of it" if found.strange else ""
    right = f"{found.right} of {len(found.wanted) // 2} cables lead where they should"
    return f"{counted(len(found.heard), of_what)} read, {right}{strange}"


def _wanted(made: Build) -> list[Wanted]:
    """Return the InfiniBand fabrics of an intent. Raises UsageError when there is none."""
    from fabric.device import build
    from fabric.topology import Role
    from fabric.views.verified_cables import Spot
    from fabric.views.verified_subnet import Wanted

    found: list[Wanted] = []
    for design in made.designs.values():
        for manager in design.fabric.of_role(Role.MANAGER)[:1]:  # all of a fabric know the same
            config = cast("SubnetManagerConfig", build((design,), manager.name))
            ends = ((Spot(a, str(at)), Spot(b, str(there))) for a, at, b, there in config.links)
            gbps = (link.speed_gbps for link in design.fabric.links)
            found.append(Wanted(config.nodes, dict(zip(ends, gbps, strict=True))))
    if not found:
        raise click.UsageError("the intent has no InfiniBand fabric; take `--lldp` for cables of Ethernet")
    return found


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
    except (OSError, UnicodeDecodeError) as fault:
        return _unreadable(file, fault)
    except json.JSONDecodeError as fault:
        hint = "it is what the LLDP command of the switch prints as JSON, whole"
        return _wrong(file, "this is not JSON", hint, fault.lineno, fault.colno)
    except BROKEN:
        hint = f"take the LLDP command of `{platforms[name]}` that `docs/import.md` names"
        return _wrong(file, f"this is not what LLDP of `{platforms[name]}` prints", hint)
    heard[name] = Heard(str(file), text, ports)
    return None


def _unreadable(file: Path, fault: OSError | UnicodeDecodeError) -> Diagnostic:
    why = fault.strerror if isinstance(fault, OSError) else "it is no text in UTF-8"
    return _wrong(file, f"it cannot be read: {why}", "")


def _wrong(file: Path, summary: str, hint: str, line: int = 1, column: int = 1) -> Diagnostic:
    return error("LDP-001", summary, hint=hint).at(Place(str(file), line, column))
