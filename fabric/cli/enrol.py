"""`fabric enrol`: a new or replaced device is met, compared with inventory and intent, and trusted."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.rollout import STATE
from fabric.cli.talk import counted, report, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.cli.expected import Expected
    from fabric.cli.meeting import Books, Showing
    from fabric.core.diagnostic import Diagnostic
    from fabric.inventory.enrolled import Enrolled

AT_ONCE = 50
"""Devices that are looked at the same time."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person at the command line wants and was told."""

    expected: Mapping[str, Expected]
    replace: bool
    asks: bool
    """Whether a person can be asked."""


@click.command()
@click.argument("intent", metavar="SITE")
@click.argument("devices", nargs=-1)
@click.option("--inventory", type=click.Path(file_okay=False), help="Inventory folder instead of the site's.")
@click.option("--fingerprint", default="", metavar="SHA256:...", help="What the one device named must show.")
@click.option(
    "--expect",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File with lines `NAME SHA256:...`, or of known_hosts: what devices must show.",
)
@click.option(
    "--replace", "replaced", is_flag=True, help="Let a changed key or another device in; needs a reason."
)
@click.option("--reason", default="", help="Why, for the journal.")
@STATE
def enrol(  # noqa: PLR0913 - one parameter for each option
    intent: str,
    devices: tuple[str, ...],
    *,
    inventory: str | None,
    fingerprint: str,
    expect: Path | None,
    replaced: bool,
    reason: str,
    state: Path,
) -> int:
    """Meet DEVICES of a SITE (all, unless named) and record what they are trusted by.

    A device shows its SSH host key or its certificate before anybody logs in. Somebody says yes to it, here
    or beforehand with a fingerprint that came another way. Then it is asked who it is; one that is not what
    inventory and intent say is not let in.
    """
    from fabric.cli.compiling import compiled
    from fabric.cli.expected import given, read_expected
    from fabric.cli.live import limited, live
    from fabric.cli.meeting import Books

    if replaced and not reason:
        raise click.UsageError("`--replace` needs a `--reason`: it is read when somebody asks who did that")
    side = limited(live(compiled(intent, inventory=inventory)), devices)
    expected = dict(read_expected(expect)) if expect else {}
    if fingerprint:
        if len(side.units) != 1:
            raise click.UsageError("`--fingerprint` is that of one device: name it, or use `--expect`")
        expected[side.units[0][1].name] = given(fingerprint)
    books = Books(side)
    met, wrong = _meet(books, Wish(expected, replaced, sys.stdin.isatty() and not fingerprint))
    report(wrong)
    if met and (held := _write(books, met, state, reason)):
        say(held)
        return Exit.LOCKED
    say(f"{counted(len(met), 'device')} of {len(side.units)} known")
    return Exit.FAILED if wrong else Exit.DONE


def _meet(books: Books, wish: Wish) -> tuple[dict[str, Enrolled], list[Diagnostic]]:
    """Return what is to be known of each device that is let in, and why the others are not."""
    from fabric.cli.meeting import differences, entry_for, identity
    from fabric.core.diagnostic import Diagnostic

    met: dict[str, Enrolled] = {}
    wrong: list[Diagnostic] = []
    for showing in _looked(books):
        if isinstance(showing, Diagnostic):
            wrong.append(showing)
            continue
        refused = _untrusted(books, showing, wish)
        if refused is not None:
            wrong.append(refused)
            continue
        found = identity(books.side, showing, partial(_by_its_maker, showing.name))
        if isinstance(found, Diagnostic):
            wrong.append(found)
        elif others := tuple(differences(books, showing, found, replaced=wish.replace)):
            wrong += others
        else:
            met[showing.name] = entry_for(showing, found)
    return met, wrong


def _by_its_maker(name: str, user: str) -> None:
    say(f"{name}: logged in as `{user}`, its maker's login; the first whole configuration takes that away")


def _looked(books: Books) -> Iterator[Showing | Diagnostic]:
    """Yield what every device shows, in the order of the site."""
    from fabric.cli.meeting import look
    from fabric.core.diagnostic import error
    from fabric.drivers import load

    side = books.side
    load({unit.platform for _, unit in side.units})
    rows = next(iter(side.build.designs.values())).inventory.rows
    known = [(design, unit) for design, unit in side.units if unit.name in rows]
    for _, unit in side.units:
        if unit.name not in rows:
            hint = f"add it to `{books.folder}/hosts.yaml`, with the serial number of its label"
            yield error("ENR-002", f"the inventory does not list `{unit.name}`", hint=hint)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(lambda pair: look(pair[0], side.entry(pair[1].name)), known)


def _untrusted(books: Books, showing: Showing, wish: Wish) -> Diagnostic | None:
    """Say why a device is not to be trusted by what it shows; None when it is, asked for where needed."""
    from fabric.core.diagnostic import error
    from fabric.drivers.trust import raw_digest

    expected, trust = wish.expected.get(showing.name), showing.trust
    if expected is not None and raw_digest(trust.digest) != expected.digest:
        hint = "somebody else answers at its address, or the fingerprint is that of another: nothing was sent"
        summary = f"`{showing.name}` shows {trust.about} {trust.digest}, which is not the one expected"
        return error("ENR-004", summary, hint=hint).at(expected.place)
    if not showing.is_new:
        return None
    if changed := _changed(books, showing, wish):
        return changed
    if expected is not None or (wish.asks and _agreed(showing)):
        return None
    hint = "compare it with the console, then give `--fingerprint`, `--expect`, or say yes at a terminal"
    summary = f"`{showing.name}` shows {trust.about} {trust.digest}, and nobody says that it is its own"
    return error("ENR-011", summary, hint=hint)


def _changed(books: Books, showing: Showing, wish: Wish) -> Diagnostic | None:
    """Refuse a changed key that nobody announced, or that people wrote themselves."""
    from fabric.core.diagnostic import error

    field = showing.trust.field
    if not showing.before or (wish.replace and not books.by_hand(showing.name, field)):
        return None
    summary = f"`{showing.name}` shows {showing.trust.digest}, it showed {showing.before} before"
    hint = "if it was replaced or installed anew, enrol it with `--replace`; else somebody else answers"
    if books.by_hand(showing.name, field):
        hint = f"if it was replaced or installed anew, remove `{field}` there and enrol it with `--replace`"
    return books.at(error("ENR-003", summary, hint=hint), showing.name, field)


def _agreed(showing: Showing) -> bool:
    entry, trust = showing.entry, showing.trust
    before = f"\n  before: {showing.before}" if showing.before else ""
    say(f"{showing.name} at {entry.address} shows {trust.about}\n     now: {trust.digest}{before}")
    return click.confirm("is it its own?", default=False, err=True)


def _write(books: Books, met: Mapping[str, Enrolled], state: Path, reason: str) -> str:
    """Record what is new, and nothing that people wrote themselves; says who else is at it, else nothing."""
    from fabric.cli.files import write_text
    from fabric.cli.rolling import actor
    from fabric.inventory.enrolled import Enrolled, enrolled_text, read_enrolled
    from fabric.rollout.enrolment import By, Change, record
    from fabric.rollout.lease import HeldError

    source, folder = books.side.build.project.devices, books.folder
    before = read_enrolled(source, folder)
    wanted = {
        name: {field: value for field, value in found.said.items() if not books.by_hand(name, field)}
        for name, found in met.items()
    }
    known = {name: before[name].said if name in before else {} for name in met}
    changes = [Change(name, known[name], wanted[name]) for name in met if known[name] != wanted[name]]
    if not changes:
        return ""

    def write() -> None:
        now = read_enrolled(source, folder) | {one.device: Enrolled(**one.after) for one in changes}
        write_text(books.place, enrolled_text({name: one for name, one in now.items() if one.said}))

    try:
        record(state, changes, By(books.side.build.site.name, actor(), reason), write)
    except HeldError as held:
        return str(held)
    for change in changes:
        say(f"{change.device}: {change}")
    say(f"`{books.place}`: {counted(len(changes), 'device')}; commit it")
    return ""
