"""What stands on the device for a staged change: the files of a token, forward and backward."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.core.masking import in_json
from fabric.drivers.shape import decoded
from fabric.drivers.sonic import partial, script
from fabric.drivers.sonic.reading import DATABASE, FRR_CONF
from fabric.platforms.sonic.foretold import delete_title
from fabric.platforms.sonic.tables import TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.drivers.secrets import Secrets
    from fabric.drivers.sonic.partial import Database, Undo
    from fabric.drivers.sonic.script import Files
    from fabric.platforms.form import Step


@dataclass(frozen=True, slots=True)
class Candidate:
    """Files by name within the token's folder, and the commands that bring the change in."""

    files: Mapping[str, str]
    forward: tuple[str, ...]
    has_frr: bool
    loads: tuple[str, ...] = ()
    """Files that are merged into CONFIG_DB."""
    has_deletes: bool = False
    """Whether there is `deletes.sh`, which asks what stands under the keys of its deletes."""
    unsaid: tuple[str, ...] = ()
    """Parts of it that a device has no dry run for."""


def candidate(place: Files, steps: Sequence[Step], running: Mapping[str, str], secrets: Secrets) -> Candidate:
    """Prepare a change; raises ValueError for a step that is malformed or of a kind unknown here."""
    database = _running(running)
    steps = tuple(_with_secrets(step, secrets) for step in steps)
    restarts = [script.restart_step(step.body.split()) for step in steps if step.kind == "restart"]
    loads = [partial.read_database(step.body) for step in steps if step.kind == "load"]
    deletes = [
        delete for step in steps if step.kind == "delete" for delete in partial.read_deletes(step.body)
    ]
    frr = [step.body for step in steps if step.kind == "frr"]
    if not all(body.strip() for body in frr):
        raise ValueError("an empty frr.conf would end all routing")
    files: dict[str, str] = {}
    forward: list[str] = []
    for number, step in enumerate(steps):
        if step.kind == "load":
            files[f"{number}.json"] = step.body
            forward.append(script.load_step(place.at(f"{number}.json")))
        elif step.kind == "delete":
            forward += _deletes(partial.read_deletes(step.body), [database, *loads])
        elif step.kind == "frr":
            files["frr.new"] = step.body
            forward.append(script.frr_step(place.candidate))
        elif step.kind == "restart":
            forward += restarts
        else:
            raise ValueError(f"`{step.kind}` is not a step that can be made on a running SONiC")
    backward = partial.undo(database, loads, deletes)
    files |= _undoing(place, backward, [database, *loads], (running.get(FRR_CONF) if frr else None, restarts))
    files |= {"confirm.sh": script.confirm(place), "abort.sh": script.abort(place), "state": "staged\n"}
    files |= {"deletes.sh": script.named(map(_asking, deletes))} if deletes else {}
    merged = tuple(f"{number}.json" for number, step in enumerate(steps) if step.kind == "load")
    unsaid = (f"restart ({len(restarts)})",) if restarts else ()
    return Candidate(files, tuple(forward), bool(frr), merged, bool(deletes), unsaid)


def restoring(place: Files, running: Mapping[str, str], base: Mapping[str, str]) -> Candidate:
    """Prepare the way from whatever runs to a stored configuration, saved at its end."""
    now, then = _running(running), partial.read_database(base[DATABASE])
    back = partial.difference(now, then)
    files = {"0.json": partial.text(back.load)}
    steps = [script.load_step(place.at("0.json"))] if back.load else []
    steps += _deletes(back.deletes, [now, then])
    touched = {*back.load, *(delete.table for delete in back.deletes)} & TABLE.keys()
    if services := sorted({TABLE[name].service for name in touched} - {""}):
        steps.append(script.restart_step(services))
    frr = base.get(FRR_CONF)
    if frr is not None and frr != running.get(FRR_CONF):
        files["frr.base"] = frr
        steps.append(script.frr_step(place.at("frr.base")))
    return Candidate(files, tuple(steps), has_frr=False)


def _running(running: Mapping[str, str]) -> partial.Database:
    found: partial.Database = decoded(running[DATABASE], {"*": {"*": {}}}, f"`{DATABASE}`")
    return found


def _with_secrets(step: Step, secrets: Secrets) -> Step:
    """Return the step as the device is to have it: keys of rows, too, may be secrets."""
    text = secrets.inject(step.body) if step.kind == "frr" else secrets.inject(step.body, in_json)
    return replace(step, body=text)


def _undoing(
    place: Files, back: Undo, known: list[Database], beside: tuple[str | None, list[str]]
) -> dict[str, str]:
    """Return what undoes the change, with FRR's file and restarts beside the database."""
    frr, restarts = beside
    steps = [script.load_step(place.at("inverse.json"))] if back.load else []
    steps += _deletes(back.deletes, known)
    files = {"inverse.json": partial.text(back.load)}
    if frr is not None:
        files["frr.base"] = frr
        steps.append(script.frr_step(place.at("frr.base")))
    return {**files, "rollback.sh": script.rollback(place, [*steps, *restarts])}


def _deletes(deletes: Sequence[partial.Delete], known: list[Database]) -> list[str]:
    return [script.delete_step(partial.redis_words(delete, known)) for delete in deletes]


def _asking(delete: partial.Delete) -> tuple[str, str]:
    return delete_title(delete.table, delete.key, delete.field), f"{delete.table}|{delete.key}"
