"""What a revision is sent: the steps of a change, or the way back to a stored configuration."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fabric.core.masking import in_json
from fabric.drivers.contract import RefusedError
from fabric.platforms.cumulus.foretold import COMES, GOES, written
from fabric.platforms.nvue.document import SECRETS, leaves, spelled
from fabric.platforms.nvue.patch import SET, UNSET, highest, nested

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.drivers.secrets import Secrets
    from fabric.platforms.form import Step

Body = dict[str, Any]


def bodies(device: str, steps: Iterable[Step], secrets: Secrets) -> tuple[Body, Body]:
    """Return what a change unsets and what it sets, with secrets in. Raises RefusedError."""
    found: dict[str, Body] = {UNSET: {}, SET: {}}
    for step in steps:
        if step.kind not in found:
            raise RefusedError(f"{device}: `{step.kind}` is not a step of Cumulus Linux")
        try:
            body = json.loads(secrets.inject(step.body, in_json))
        except ValueError as fault:
            raise RefusedError(f"{device}: the body of `{step.kind}` is not JSON: {fault}") from fault
        if not isinstance(body, dict) or found[step.kind]:
            raise RefusedError(f"{device}: `{step.kind}` is one JSON object, and comes once")
        found[step.kind] = body
    return found[UNSET], found[SET]


def returning(running: Mapping[str, Any], base: Mapping[str, Any]) -> tuple[Body, Body]:
    """Return what brings a device from what it runs to a stored configuration.

    A secret that stands in both stays as it is: NVUE shows it encrypted, and takes that for a new one.
    """
    now, then = leaves(dict(running)), leaves(dict(base))
    gone = [path for path in now if path not in then and not (path[-1] in SECRETS and _kin(path, then))]
    back = {
        path: value
        for path, value in then.items()
        if path not in now or (now[path] != value and path[-1] not in SECRETS)
    }
    return nested((path, None) for path in highest(gone, now, then)), nested(sorted(back.items(), key=_path))


def _path(item: tuple[tuple[str, ...], Any]) -> tuple[str, ...]:
    return item[0]


def _kin(path: tuple[str, ...], tree: Mapping[tuple[str, ...], Any]) -> bool:
    """Whether the object that holds a secret stands in a tree."""
    return any(other[: len(path) - 1] == path[:-1] for other in tree)


def shown(goes: Mapping[str, Any], comes: Mapping[str, Any]) -> str:
    """Return the device's two one-sided diffs as lines; a null says that the other side has it."""
    lines = [f"{GOES}{line}" for line in _lines(goes)] + [f"{COMES}{line}" for line in _lines(comes)]
    return "".join(f"{line}\n" for line in lines)


def _lines(tree: Mapping[str, Any]) -> Iterator[str]:
    yield from (
        written(path, spelled(value)) for path, value in leaves(dict(tree)).items() if value is not None
    )
