"""Where a rollout stands, in words and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.core.names import folded
from fabric.rollout.states import state_word
from fabric.views.review_words import printable

if TYPE_CHECKING:
    from fabric.plan.model import Wave
    from fabric.rollout.control import Status


def standing(found: Status) -> str:
    """Return where a rollout stands; devices that stand alike are one line, whatever they said."""
    started = f"{found.started.partition('.')[0].rstrip('Z')}Z"
    lines = [f"rollout {found.rollout} of {found.plan.site}/{found.plan.fabric}, started {started}"]
    lines += [f"outcome: {found.progress.outcome or 'not over'}", *_now(found)]
    lines += [f"{one.scope or 'every fabric'} {one}" for one in found.progress.freezes.values()]
    lines += [_wave(found, number, wave) for number, wave in enumerate(found.plan.waves)]
    alike: dict[str, list[str]] = {}
    for name in found.plan.devices:
        standing = found.progress.of(name)
        word = state_word(standing.state, standing.reason)
        state = word + (f" ({standing.reason})" if standing.reason else "")
        alike.setdefault(state, []).append(name)
    lines += [f"  {', '.join(folded(names))}: {state}" for state, names in alike.items()]
    return "\n".join(map(printable, lines))


def _now(found: Status) -> list[str]:
    """Say who works on it and why it stands still."""
    progress = found.progress
    lines = [f"held by {found.lease.owner}"] if found.lease else []
    if not (found.lease or progress.outcome):
        lines.append("nobody runs it: `fabric rollout resume` goes on, `fabric rollout rollback` undoes it")
    lines += [f"turned back: {progress.turned}"] if progress.turned and not progress.outcome else []
    lines += [f"paused: {progress.paused}"] if progress.paused else []
    asked = progress.asked.items()
    return lines + [f"{one.order} of {name} asked for by {one.actor}: {one.reason}" for name, one in asked]


def _wave(found: Status, number: int, wave: Wave) -> str:
    state = found.progress.waves.get(number, "not judged")
    since = found.progress.soaking_since.get(number, "") if state == "soaking" else ""
    soaks = f" since {since.partition('.')[0]}Z, for {wave.soak_s} s" if since else ""
    return f"wave {number + 1} `{wave.name}`: {state}{soaks}"


def standing_json(found: Status) -> str:
    """Return where a rollout stands, for a program."""
    progress = found.progress
    content = {
        "schema": "fabric-rollout/1",
        "rollout": found.rollout,
        "plan": found.plan.digest,
        "started": found.started,
        "outcome": progress.outcome or None,
        "held_by": found.lease.owner if found.lease else None,
        "paused": progress.paused or None,
        "turned_back": progress.turned or None,
        "freezes": [str(one) for one in progress.freezes.values()],
        "waves": [
            {"name": wave.name, "devices": list(wave.devices), "state": progress.waves.get(number)}
            for number, wave in enumerate(found.plan.waves)
        ],
        "devices": {
            name: {"state": str(progress.of(name).state), "reason": progress.of(name).reason}
            for name in found.plan.devices
        },
    }
    return json.dumps(content, indent=2)
