"""A rollout as one screen: its waves, what is in flight, what failed, and the last events."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from fabric.rollout.journal import Kind
from fabric.rollout.states import ACTIVE, CLEAN, FAILED, KEPT, State, state_word
from fabric.views.records import Teller
from fabric.views.review_words import printable

if TYPE_CHECKING:
    from fabric.plan.model import Wave
    from fabric.rollout.control import Status
    from fabric.rollout.history import Progress

BAR = 30
LAST = 6
"""Events at the foot of the screen."""
GREEN, YELLOW, RED, PLAIN = "\x1b[32m", "\x1b[33m", "\x1b[31m", "\x1b[0m"


def screen(found: Status, now: datetime, width: int, height: int, *, colour: bool) -> str:
    """Return the picture of a rollout, at most `height` lines of `width` columns."""
    progress = found.progress
    lines = [(_head(found, now), PLAIN)]
    lines += [(f"  {text}", YELLOW) for text in _standstill(progress)]
    lines += [
        (_wave(progress, number, wave), _shade(progress, wave))
        for number, wave in enumerate(found.plan.waves)
    ]
    lines += [(f"  {line}", YELLOW) for line in _flying(found, now)]
    for name in progress.failed:
        at = progress.of(name)
        lines.append((f"  {name} {state_word(at.state, at.reason)}: {at.reason}", RED))
    teller = Teller()
    told = [f"{item.time[11:19]} {teller.line(item.record)}" for item in found.records]
    room = max(0, height - len(lines) - 1)
    lines += [("", PLAIN), *((line, PLAIN) for line in told[-min(LAST, room) :] if room)]
    return "\n".join(
        _painted(printable(text)[:width], shade, colour=colour) for text, shade in lines[:height]
    )


def _painted(text: str, shade: str, *, colour: bool) -> str:
    return f"{shade}{text}{PLAIN}" if colour and shade is not PLAIN else text


def _head(found: Status, now: datetime) -> str:
    started = datetime.fromisoformat(found.started)
    state = found.progress.outcome or ("turning back" if found.progress.turned else "running")
    if not found.progress.outcome and found.lease is None:
        state += ", nobody runs it"
    minutes, seconds = divmod(int((now - started).total_seconds()), 60)
    name = f"rollout {found.rollout} of {found.plan.site}/{found.plan.fabric}"
    return f"{name}: {state}, {minutes} min {seconds:02} s"


def _standstill(progress: Progress) -> list[str]:
    lines = [f"paused: {progress.paused}"] if progress.paused else []
    lines += [f"back: {progress.turned}"] if progress.turned else []
    lines += [f"{freeze.scope or 'every fabric'} {freeze}" for freeze in progress.freezes.values()]
    return lines + [
        f"{asked.order} of {name} asked for by {asked.actor}" for name, asked in progress.asked.items()
    ]


def _wave(progress: Progress, number: int, wave: Wave) -> str:
    states = [progress.of(name).state for name in wave.devices]
    done, flying = (sum(state in group for state in states) for group in (KEPT | CLEAN, ACTIVE))
    full = BAR * done // len(states)
    half = min(BAR - full, -(-BAR * flying // len(states)))
    bar = "#" * full + ">" * half + "." * (BAR - full - half)
    return f"{number + 1:3} {wave.name:16.16} [{bar}] {done}/{len(states)} {progress.waves.get(number, '')}"


def _shade(progress: Progress, wave: Wave) -> str:
    states = {progress.of(name).state for name in wave.devices}
    if states & FAILED:
        return RED
    return GREEN if states <= KEPT | {State.SKIPPED} else YELLOW if states & ACTIVE else PLAIN


def _flying(found: Status, now: datetime) -> list[str]:
    since: dict[str, str] = {}
    for item in found.records:
        if item.record.kind is Kind.DEVICE:
            since[item.record.device] = item.time
    lines = []
    for name in found.progress.active:
        seconds = int((now - datetime.fromisoformat(since[name])).total_seconds())
        lines.append(f"{name} {found.progress.of(name).state} for {seconds} s")
    return lines
