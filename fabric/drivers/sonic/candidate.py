"""What stands on the device for a staged change: the files of a token, forward and backward."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.core.masking import in_json
from fabric.drivers.shape import decoded
from fabric.drivers.sonic import partial, script
from fabric.drivers.sonic.reading import DATABASE, FRR_CONF
from fabric.platforms.sonic import lossless
from fabric.platforms.sonic.foretold import delete_title
from fabric.platforms.sonic.tables import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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


@dataclass(frozen=True, slots=True)
class _Parts:
    """The steps of a change by kind, read."""

    loads: list[partial.Database]
    deletes: list[partial.Delete]
    frr: list[str]
    restarts: list[str]


def candidate(place: Files, steps: Sequence[Step], running: Mapping[str, str], secrets: Secrets) -> Candidate:
    """Prepare a change; raises ValueError for a step that is malformed or of a kind unknown here."""
    database = _running(running)
    steps = tuple(_with_secrets(step, secrets) for step in steps)
    parts = _parts(steps)
    final = partial.applied(database, parts.loads, parts.deletes)
    files, forward = _left(place, "ahead", database, final)
    files |= {"again.json": _again(database, final), "back.json": _again(final, database)}
    for number, step in enumerate(steps):
        if step.kind == "load":
            files[f"{number}.json"] = step.body
            forward.append(script.load_step(place.at(f"{number}.json")))
        elif step.kind == "delete":
            forward += _deletes(partial.read_deletes(step.body), [database, *parts.loads])
        elif step.kind == "frr":
            files["frr.new"] = step.body
            forward.append(script.frr_step(place.candidate))
        elif step.kind == "restart":
            forward += parts.restarts
        else:
            raise ValueError(f"`{step.kind}` is not a step that can be made on a running SONiC")
    forward += _rewritten(place, "again.json", files)
    files |= _undoing(place, parts, (database, final), (running.get(FRR_CONF), files))
    files |= {"confirm.sh": script.confirm(place), "abort.sh": script.abort(place), "state": "staged\n"}
    files |= {"deletes.sh": script.named(map(_asking, parts.deletes))} if parts.deletes else {}
    merged = tuple(f"{number}.json" for number, step in enumerate(steps) if step.kind == "load")
    unsaid = tuple(_unsaid(parts.restarts, files))
    return Candidate(files, tuple(forward), bool(parts.frr), merged, bool(parts.deletes), unsaid)


def _parts(steps: Sequence[Step]) -> _Parts:
    frr = [step.body for step in steps if step.kind == "frr"]
    if not all(body.strip() for body in frr):
        raise ValueError("an empty frr.conf would end all routing")
    return _Parts(
        loads=[partial.read_database(step.body) for step in steps if step.kind == "load"],
        deletes=[one for step in steps if step.kind == "delete" for one in partial.read_deletes(step.body)],
        frr=frr,
        restarts=[script.restart_step(step.body.split()) for step in steps if step.kind == "restart"],
    )


def _unsaid(restarts: Sequence[str], files: Mapping[str, str]) -> Iterator[str]:
    if restarts:
        yield f"restart ({len(restarts)})"
    if ports := json.loads(files["again.json"]):
        yield f"groups that buffermgrd makes ({len(ports['PORT'])})"


def restoring(place: Files, running: Mapping[str, str], base: Mapping[str, str]) -> Candidate:
    """Prepare the way from whatever runs to a stored configuration, saved at its end."""
    now, then = _running(running), partial.read_database(base[DATABASE])
    back = partial.difference(now, then)
    files, steps = _left(place, "behind", now, then)
    files |= {"inverse.json": partial.text(back.load), "back.json": _again(now, then)}
    steps += _back(place, back, [now, then])
    steps += [*_orphans(now, then), *_rewritten(place, "back.json", files)]
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
    place: Files,
    parts: _Parts,
    ends: tuple[Database, Database],
    beside: tuple[str | None, Mapping[str, str]],
) -> dict[str, str]:
    """Return what undoes the change between two databases, with FRR's file and restarts beside them."""
    (database, final), (frr, files) = ends, beside
    back = partial.undo(database, parts.loads, parts.deletes)
    made, steps = _left(place, "behind", final, database)
    made["inverse.json"] = partial.text(back.load)
    steps += [*_back(place, back, [database, *parts.loads]), *_orphans(final, database)]
    if frr is not None and parts.frr:
        made["frr.base"] = frr
        steps.append(script.frr_step(place.at("frr.base")))
    steps += [*parts.restarts, *_rewritten(place, "back.json", files)]
    return {**made, "rollback.sh": script.rollback(place, steps)}


def _back(place: Files, back: Undo, known: list[Database]) -> list[str]:
    load = [script.load_step(place.at("inverse.json"))] if back.load else []
    return [*_deletes(back.first, known), *load, *_deletes(back.last, known)]


def _left(place: Files, way: str, before: Database, after: Database) -> tuple[dict[str, str], list[str]]:
    """Return files and commands for rows that buffermgrd would leave behind: before it makes others."""
    keys = lossless.stale(before, after)
    ahead = lossless.remembered(before, after)
    files = {f"{way}-{number}.json": json.dumps(tables) for number, tables in enumerate(ahead)}
    deletes = [script.delete_step(("DEL", f"BUFFER_PG|{key}")) for key in keys]
    return files, [*deletes, *(script.load_step(place.at(name)) for name in files)]


def _orphans(before: Database, after: Database) -> list[str]:
    return [script.delete_step(("DEL", f"{table}|{key}")) for table, key in lossless.orphans(before, after)]


def _again(before: Database, after: Database) -> str:
    """Return a partial file that makes buffermgrd look anew: speeds as they are, where rows change."""
    ports = {port: {"speed": after["PORT"][port]["speed"]} for port in lossless.changed(before, after)}
    return partial.text({"PORT": ports} if ports else {})


def _rewritten(place: Files, name: str, files: Mapping[str, str]) -> list[str]:
    return [script.PAUSE, script.load_step(place.at(name))] if json.loads(files[name]) else []


def _deletes(deletes: Sequence[partial.Delete], known: list[Database]) -> list[str]:
    return [script.delete_step(partial.redis_words(delete, known)) for delete in deletes]


def _asking(delete: partial.Delete) -> tuple[str, str]:
    return delete_title(delete.table, delete.key, delete.field), f"{delete.table}|{delete.key}"
