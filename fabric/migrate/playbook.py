"""The playbook of a step: what is rolled out, and what hands do before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabric.core.names import folded, listing
from fabric.migrate.moves import Kind, Move, what
from fabric.migrate.steps import Phase
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.migrate.steps import Step
    from fabric.pipeline import Build

SOAK = "10 min"


def playbook(step: Step, before: Build, changed: Iterable[str], work: str = "") -> dict[str, Any]:
    """Return the playbook of a step, as `fabric playbook` reads it.

    `before` is the build of the step before, `changed` are the units that it changes, and `work` names the
    file with the work on cables, if there is any.
    """
    pushed = {unit.name for _, unit in step.build.units() if unit.role not in {Role.HOST, Role.DPU}}
    devices = [*folded(name for name in changed if name in pushed)]
    switches = [move for move in step.moves if move.kind is Kind.SWITCH]
    taken: list[dict[str, Any]] = []
    if step.phase is Phase.CHANGE:
        taken += ({"manual": order} for order in _orders(step, before, work))
        if met := [move.name for move in switches if move.name in pushed]:
            taken.append({"enrol": {"devices": [*folded(met)]}})
    if devices:
        taken += ({verb: {"devices": [*devices]}} for verb in ("apply", "gate"))
    if step.phase is Phase.DRAIN:
        taken.append({"quiet": {"devices": [*folded(move.name for move in switches)]}})
    else:
        taken.append({"soak": SOAK})
    return {"summary": title(step), "steps": taken}


def title(step: Step) -> str:
    """Return what a step is about, in a sentence."""
    switches = listing([move.name for move in step.moves if move.kind is Kind.SWITCH]).replace("`", "")
    if step.phase is Phase.DRAIN:
        return f"Traffic goes around {switches}."
    if step.phase is Phase.RETURN:
        return f"Traffic comes back to {switches}."
    pods = listing([move.name for move in step.moves if move.kind is Kind.POD]).replace("`", "")
    rest = ["all the rest"] if any(move.kind is Kind.REST for move in step.moves) else []
    parts = [part for part in (switches, f"hosts and links of {pods}" if pods else "", *rest) if part]
    return f"What the later intent says of {', '.join(parts)}."


def _orders(step: Step, before: Build, work: str) -> Iterable[str]:
    """Yield what hands do before the devices may be configured."""
    for move in (move for move in step.moves if move.kind is Kind.SWITCH):
        yield _of_switch(move, before, step.build)
    for move in (move for move in step.moves if move.kind is Kind.POD):
        yield f"See that no job runs on hosts of {move.name}, and that they have what the intent says. Sign."
    if work:
        yield f"Do the work on cables and modules that `{work}` lists. Sign when it is done."


def _of_switch(move: Move, before: Build, after: Build) -> str:
    old = before.designs[move.fabric].device(move.name)
    new = after.designs[move.fabric].device(move.name)
    if old.model != new.model:
        what_to_do = f"Replace {move.name} ({old.model}) by a {new.model} with {new.platform} {new.release}"
        return f"{what_to_do}, cable by cable; correct its serial and MAC in hosts.yaml by the label. Sign."
    if what(old)[:2] != what(new)[:2]:
        return f"Install {new.platform} {new.release} on {move.name} in place of {old.platform}. Sign."
    return (
        f"Bring {move.name} from {old.platform} {old.release} to {new.release}. Sign when it answers again."
    )
