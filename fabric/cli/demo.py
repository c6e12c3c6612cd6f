"""`fabric demo`: the whole row in a minute, on simulated switches."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import say

INTENT = "intents/quickstart"
HASH_VARIABLE = "FABRIC_ADMIN_HASH"
DEMO_HASH = (
    "$6$fabricdemo$qq2n5ybPUIzZ0DWYtI3gW9Y0b0aV2hqQ5sOa1c0mD4kq6yF3u8rE7tJ9wL2xN5vB8zC1aS4dG7hK0jM3pR6tX."
)
"""Hash of nobody's password: simulated switches get it in the place of the administrator's."""
FAILING_LEAF, FAILING_PORT = "pod1-leaf1", "Ethernet33/1"
"""A leaf that goes with the canary, and one of its uplinks."""


@dataclass(frozen=True, slots=True)
class Act:
    """One command of the play, and how it must end."""

    words: str
    command: tuple[str, ...]
    ends: Exit = Exit.DONE


@click.command()
@click.option("--keep", is_flag=True, help="Leave the lab running and the folder in place.")
def demo(*, keep: bool) -> int:
    """Play lab, plan, canary, a gate that fails, rollback and full rollout on four simulated switches."""
    from fabric.core.source import shipped

    folder = Path(tempfile.mkdtemp(prefix="fabric-demo-"))
    for part in ("intents", "inventory"):
        shutil.copytree(shipped() / part, folder / part)
    os.environ.setdefault(HASH_VARIABLE, DEMO_HASH)
    try:
        return _play(acts(folder))
    finally:
        if keep:
            say(f"everything is in `{folder}`; end the lab with `fabric lab down --dir {folder}/lab`")
        else:
            _run(("lab", "down", "--dir", str(folder / "lab")))
            shutil.rmtree(folder)


def acts(folder: Path) -> tuple[Act, ...]:
    """Return the play for a copy of the shipped intents and inventories in a folder."""
    intent, lab, plan = str(folder / INTENT), str(folder / "lab"), str(folder / "change.plan")
    devices = ("--inventory", f"{lab}/inventory")
    state = ("--state", str(folder / "state"))
    planning = ("plan", intent, *devices, *state, "-o", plan, "--summary")
    applying = ("apply", plan, *devices, *state)
    fault = ("lab", "fault", "--dir", lab, "--port", FAILING_PORT, FAILING_LEAF, "link-down")
    return (
        Act("Four switches boot, cabled as the intent says.", ("lab", "up", intent, "--dir", lab, "--wait")),
        Act("What would change on them?", planning),
        Act("A cable breaks behind a canary.", fault),
        Act(
            "The canary's gate sees it, and all is undone.",
            applying,
            Exit.ROLLED_BACK,
        ),
        Act("The devices run what they ran before: the same changes are still due.", planning),
        Act("The cable is mended.", (*fault, "--clear")),
        Act("Now the rollout goes through: canary, gate, the rest.", applying),
        Act("Does the fabric run what the intent says?", ("drift", intent, *devices)),
        Act("And the journal is whole.", ("audit", "verify", *state)),
    )


def _play(play: tuple[Act, ...]) -> int:
    for number, act in enumerate(play, 1):
        say(f"\n{number}. {act.words}")
        if (code := _run(act.command)) != act.ends:
            say(f"this should have ended with exit code {int(act.ends)}, not {code}")
            return Exit.FAILED
    say("\nThat was it: planned, failed, undone, done, verified.")
    return Exit.DONE


def _run(command: tuple[str, ...]) -> int:
    """Run a command of ours as a person would type it."""
    from fabric.cli import run

    say(f"$ fabric {' '.join(command)}")
    return run(list(command))
