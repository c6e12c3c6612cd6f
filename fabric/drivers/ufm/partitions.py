"""Partitions over REST: read in two halves, changed request by request, and marked by a token.

A marker is a partition without members that bears the token as its name, so that no port ever hears of it.
It says that a change of ours is under way, and outlives the engine that began it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabric.drivers.contract import RefusedError, UnreachableError
from fabric.drivers.shape import Needed, NonsenseError
from fabric.drivers.token import ours
from fabric.platforms.ufm.patch import ADD, DELETE, MEMBERS, QOS
from fabric.platforms.ufm.words import FIRST_PKEY, LAST_PKEY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.drivers.ufm.rest import Rest
    from fabric.platforms.form import Step

ROOT = "resources/pkeys"
_MEMBER = Needed({"guid": object})
_KEY = re.compile(r"(0x)?[0-9a-fA-F]{1,4}")
_REQUESTS = {ADD: ("POST", f"{ROOT}/add"), MEMBERS: ("PUT", f"{ROOT}/")}
NAMED_SINCE = (6, 22)
"""First release whose guide shows `partition_name`."""
_READS = 3
"""Reads of two halves that do not fit before we give up."""


@dataclass(frozen=True, slots=True)
class Found:
    """What UFM holds."""

    pkeys: Mapping[str, Any]
    markers: Mapping[str, str]
    """Key of each marker by its token."""


def read(rest: Rest) -> Found:
    """Return all partitions. UFM gives members and levels in two answers only, and has no version of them.

    A partition that came or went between them is read again.
    """
    for _ in range(_READS):
        levels = rest.read(f"{ROOT}?qos_conf=true", {"*": {"qos_conf": {}}})
        members = rest.read(f"{ROOT}?guids_data=true", {"*": Needed({"partition": str, "guids": [_MEMBER]})})
        if members.keys() == levels.keys():
            return _found(members, levels)
    raise UnreachableError("partitions come and go while they are read")


def _found(members: Mapping[str, Any], levels: Mapping[str, Any]) -> Found:
    if strange := [key for key in members if not _KEY.fullmatch(key)]:
        raise NonsenseError(f"`{ROOT}`: its answer makes no sense: `{strange[0][:20]}` is no key")
    whole = {key: {**levels[key], **body} for key, body in members.items()}
    markers = {body["partition"]: key for key, body in whole.items() if ours(body["partition"])}
    pkeys = {key: _ordered(body) for key, body in whole.items() if not ours(body["partition"])}
    return Found(pkeys, markers)


def _ordered(body: Mapping[str, Any]) -> dict[str, Any]:
    return {**body, "guids": sorted(body.get("guids", ()), key=lambda member: str(member["guid"]))}


def numbers(version: str) -> tuple[int, ...]:
    """Return the first two numbers of a release."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2])


def mark(rest: Rest, token: str, taken: Iterable[str]) -> None:
    """Make the marker of a token. Raises RefusedError, with nothing left, where UFM gives no names."""
    used = {int(key, 16) for key in taken}
    free = next((key for key in range(LAST_PKEY, FIRST_PKEY, -1) if key not in used), None)
    if free is None:
        raise RefusedError("no partition key is free for the marker")
    key = hex(free)
    body = {"pkey": key, "partition_name": token, "index0": False, "ip_over_ib": False}
    rest.change("POST", f"{ROOT}/add", body)
    shown = rest.read(f"{ROOT}/{key}?guids_data=true", {})
    if shown.get("partition") != token:
        rest.change("DELETE", f"{ROOT}/{key}")
        raise RefusedError("this release gives partitions no names, so a change could not be found again")


def unmark(rest: Rest, key: str) -> None:
    """Take a marker away."""
    rest.change("DELETE", f"{ROOT}/{key}")


def bring_in(rest: Rest, step: Step, known: Mapping[str, Any]) -> None:
    """Do one step: it is in effect when it is answered."""
    body = json.loads(step.body)
    if step.kind == DELETE:
        rest.change("DELETE", f"{ROOT}/{body['pkey']}")
    elif step.kind == QOS:
        # The request sets all three; what is not said is sent as it stands.
        level = {**known.get(body["pkey"], {}).get("qos_conf", {}), **body}
        rest.change("PUT", f"{ROOT}/qos_conf", level)
    else:
        method, path = _REQUESTS[step.kind]
        rest.change(method, path, body)
