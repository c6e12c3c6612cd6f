"""NVUE's REST: paths and queries to revisions, configuration and operational state."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from fabric.lab.cumulus.commands import CommandError, checked
from fabric.lab.cumulus.operational import operational
from fabric.lab.cumulus.revisions import Revision, State
from fabric.lab.cumulus.schema import NAME, minor_of, objections, outline
from fabric.lab.cumulus.tree import at, chosen, difference, folded, merged, without, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.lab.cumulus.device import CumulusDevice
    from fabric.lab.cumulus.tree import Tree

ROOT = "nvue_v1"
_DELETE_204 = 10
"""First minor release that answers a deletion with nothing, and a patch with the change alone."""
_TEXT = 15
"""First minor release that takes `nv set` lines."""
_VIEWS = ("brief", "counters", "down", "lldp", "qos-roce-counters", "qos-roce-status", "up")
_DEFAULTS: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("qos", "roce", "mode"), "lossless"),
    (("qos", "pfc-watchdog", "polling-interval"), 100),
    (("qos", "pfc-watchdog", "robustness"), 3),
    (("system", "api", "state"), "enabled"),
    (("system", "api", "port"), 8765),
    (("system", "api", "token-expiration"), 60),
)
"""Part of what `filled` adds."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request."""

    method: str
    path: tuple[str, ...]
    """Below the root, each part decoded: a prefix in it keeps its slash."""
    query: Mapping[str, str]
    body: bytes
    user: str
    said: str
    """All of it in one line, for faults to match."""
    plain: bool = False
    """The body is text, not JSON."""


class RefusalError(Exception):
    """NVUE does not do this."""

    def __init__(self, status: HTTPStatus, detail: str, **more: object) -> None:
        super().__init__(detail)
        self.status = status
        self.body = {"title": status.phrase, "status": int(status), "detail": detail, "type": "about:blank"}
        self.body |= more


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back."""

    body: Any = None
    status: HTTPStatus = field(default=HTTPStatus.OK)


def parts(raw_path: str) -> tuple[str, ...] | None:
    """Return the path of an object; None for what is not below the root."""
    root, *rest = raw_path.strip("/").split("/")
    return tuple(unquote(part) for part in rest if part) if root == ROOT else None


def answered(device: CumulusDevice, call: Call) -> Answer:
    """Do what a request asks. Raises RefusalError."""
    if call.path[:1] == ("api-token",):
        token = secrets.token_urlsafe(24)
        device.tokens[token] = call.user
        return Answer({"token": token})
    if call.path[:1] == ("revision",):
        handler = _REVISION.get((call.method, len(call.path)))
    else:
        handler = _OBJECT.get(call.method)
    if handler is None:
        raise RefusalError(HTTPStatus.METHOD_NOT_ALLOWED, "The method is not allowed for the requested URL.")
    return handler(device, call)


def _list(device: CumulusDevice, _call: Call) -> Answer:
    return Answer({number: revision.shown() for number, revision in device.revisions.by_number.items()})


def _create(device: CumulusDevice, call: Call) -> Answer:
    revision = device.revisions.create(device.tree)
    device.revisions.purge(device.applied.number, revision.number)
    device.record("open", revision.number, call.user)
    return Answer({revision.number: revision.shown()})


def _state(device: CumulusDevice, call: Call) -> Answer:
    return Answer(_revision(device, call.path[1]).shown())


def _forget(device: CumulusDevice, call: Call) -> Answer:
    revision = _revision(device, call.path[1])
    if revision.state is not State.PENDING:
        raise RefusalError(HTTPStatus.BAD_REQUEST, f"Revision {revision.number} is {revision.state}.")
    del device.revisions.by_number[revision.number]
    return _gone(device)


def _move(device: CumulusDevice, call: Call) -> Answer:
    """Apply, confirm, save: the state that a client asks for."""
    body = _json(call)
    wanted = str(body.get("state", "apply"))
    revision = _revision(device, call.path[1])
    if wanted == "save":
        device.save(call.user)
        revision.settle(State.APPLIED_AND_SAVED)
        return Answer({**revision.shown(), "state": "save"})
    if wanted == "apply":
        device.apply(revision, body, call.user, call.said)
        return Answer(revision.shown())
    try:
        device.answer(revision, wanted)
    except ValueError as wrong:
        raise RefusalError(HTTPStatus.BAD_REQUEST, str(wrong)) from wrong
    return Answer({**revision.shown(), "state": wanted})


def _revision(device: CumulusDevice, name: str) -> Revision:
    known = device.revisions.by_number
    if name == "applied":
        return device.applied
    if name not in known:
        raise RefusalError(HTTPStatus.NOT_FOUND, "The requested item does not exist.")
    return known[name]


def _tree_of(device: CumulusDevice, name: str, part: str = "") -> Tree:
    special: dict[str, Callable[[], Tree]] = {
        "applied": lambda: device.shown,
        "startup": lambda: device.startup,
        "operational": lambda: operational(device, part),
        "empty": dict,
    }
    return special[name]() if name in special else _revision(device, name).tree


def _read(device: CumulusDevice, call: Call) -> Answer:
    query = call.query
    part = "" if "diff" in query else "".join(call.path[:1])
    tree = _tree_of(device, query.get("rev", "operational"), part)
    if "diff" in query:
        other = _tree_of(device, query["diff"])
        tree = difference(device.told(tree), other)
    elif query.get("filled") != "false" and "rev" in query:
        tree = _filled(tree)
    found = _at(tree, call.path, device.lab.release)
    _check_view(query)
    if include := query.get("include"):
        found = chosen(found, include.split(","))
    if omit := query.get("omit"):
        found = without(found, omit.split(","))
    if query.get("expand") != "true" and query.get("rev") not in {None, "operational"}:
        found = folded(found, call.path[-1] if call.path else "")
    return Answer(found)


def _check_view(query: Mapping[str, str]) -> None:
    view = query.get("view")
    if view is None:
        return
    if view not in _VIEWS:
        raise RefusalError(HTTPStatus.BAD_REQUEST, f"'{view}' is not one of {', '.join(_VIEWS)}")
    if "include" in query or "omit" in query:
        raise RefusalError(HTTPStatus.BAD_REQUEST, "view cannot be used with include or omit")


def _at(tree: Tree, path: tuple[str, ...], release: str) -> Any:
    """Return what stands at a path. A key of the schema may hold nothing, a name must be there."""
    try:
        return at(tree, path)
    except KeyError as missing:
        key, _ = outline()
        for part in path:
            child = key.children.get(part) or key.children.get(NAME)
            if child is None or child.holds(minor_of(release)) is None:
                break
            if part not in key.children:
                break
            key = child
        else:
            return {}
        raise RefusalError(HTTPStatus.NOT_FOUND, "The requested item does not exist.") from missing


def _filled(tree: Tree) -> Tree:
    for path, value in _DEFAULTS:
        try:
            present = at(tree, path[:-1])
        except KeyError:
            continue
        if path[-1] not in present:
            tree = merged(tree, wrapped(path, value))
    return tree


def _patch(device: CumulusDevice, call: Call) -> Answer:
    """Merge a change into a pending revision."""
    revision = _pending(device, call)
    release = device.lab.release
    if call.plain:
        return _patch_text(device, revision, call)
    change = wrapped(call.path, _json(call))
    if found := objections(change, release):
        errors = [{"error": o.error, "instanceLocation": o.pointer} for o in found]
        detail = f"{found[0].error} at {found[0].pointer}"
        raise RefusalError(HTTPStatus.BAD_REQUEST, detail, validation={"selected_errors": errors})
    before = revision.tree
    device.load(revision, change)
    if minor_of(release) < _DELETE_204:
        return Answer(at(revision.tree, call.path))
    added = difference(revision.tree, before)
    return Answer(_at(merged(change, added), call.path, release))


def _patch_text(device: CumulusDevice, revision: Revision, call: Call) -> Answer:
    release = device.lab.release
    if minor_of(release) < _TEXT:
        raise RefusalError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Content-Type must be application/json")
    try:
        trees = checked(call.body.decode(), release)
    except CommandError as wrong:
        raise RefusalError(HTTPStatus.BAD_REQUEST, str(wrong)) from wrong
    for change in trees:
        device.load(revision, change)
    return Answer({})


def _delete(device: CumulusDevice, call: Call) -> Answer:
    """Cut an object, or everything, out of a pending revision."""
    revision = _pending(device, call)
    if call.path:
        device.load(revision, wrapped(call.path, None))
    else:
        revision.tree = {}
    return _gone(device)


def _gone(device: CumulusDevice) -> Answer:
    if minor_of(device.lab.release) < _DELETE_204:
        return Answer({})
    return Answer(None, HTTPStatus.NO_CONTENT)


def _pending(device: CumulusDevice, call: Call) -> Revision:
    if "rev" not in call.query:
        raise RefusalError(HTTPStatus.BAD_REQUEST, "A revision is needed.")
    revision = _revision(device, call.query["rev"])
    if revision.state not in {State.PENDING, State.INVALID, State.AYS_FAIL}:
        raise RefusalError(HTTPStatus.BAD_REQUEST, f"Revision {revision.number} is {revision.state}.")
    return revision


def _json(call: Call) -> Tree:
    try:
        body = json.loads(call.body or b"{}")
    except ValueError as wrong:
        raise RefusalError(HTTPStatus.BAD_REQUEST, f"The body is not JSON: {wrong}") from wrong
    if not isinstance(body, dict):
        raise RefusalError(HTTPStatus.BAD_REQUEST, "The body is not an object.")
    return body


_REVISION = {
    ("GET", 1): _list,
    ("POST", 1): _create,
    ("GET", 2): _state,
    ("PATCH", 2): _move,
    ("DELETE", 2): _forget,
}
_OBJECT = {"GET": _read, "PATCH": _patch, "DELETE": _delete}
