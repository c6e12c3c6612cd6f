"""The generic config updater: what `config apply-patch` and `replace` refuse, and the steps they take.

It takes an up port admin down and up again around any change of the tables below, one key at a time, has no
lock and does not undo a patch that stops half-way (sonic-utilities generic_config_updater).
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabric.lab.sonic.yang import modelled, violations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fabric.lab.sonic.database import Tables, Value

PORT_CRITICAL = frozenset(
    {
        "PORT_QOS_MAP", "QUEUE", "BUFFER_PG", "BUFFER_QUEUE",
        "BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST",
    }
)  # fmt: skip
REMOVED_FIRST = frozenset({"INTERFACE", "BGP_NEIGHBOR", "BGP_MONITORS", "BGP_PEER_RANGE", "VLAN_MEMBER"})
CREATE_ONLY = {
    "BGP_NEIGHBOR": frozenset({"holdtime", "keepalive", "name", "asn", "local_addr", "nhopself", "rrclient"}),
    "PORT": frozenset({"lanes"}),
    "LOOPBACK_INTERFACE": frozenset({"vrf_name"}),
}
PROFILE_FIELDS = {"dynamic_th": {"replace"}, "xoff": {"replace"}, "packet_discard_action": {"add", "replace"}}
LISTED_SKUS = ("ACS-SN", "ACS-MSN", "Mellanox-SN", "Arista-7060X6")
"""Starts of the HwSKUs that `gcu_field_operation_validators.conf.json` knows, of those the lab can play."""
NEVER_REMOVED = (("LOOPBACK_INTERFACE", "Loopback0"), ("PFC_WD", "GLOBAL"))

Fields = "dict[str, Value]"


class GcuRefusedError(Exception):
    """Nothing was changed; the text is the message's tail."""


@dataclass(frozen=True, slots=True)
class Change:
    """One entry that differs; None for what is not there."""

    table: str
    key: str
    old: Mapping[str, Value] | None
    new: Mapping[str, Value] | None

    def operations(self) -> Iterator[tuple[str, str]]:
        """Yield (operation, field) for every field that differs."""
        old, new = self.old or {}, self.new or {}
        for field in {*old, *new}:
            if field not in old:
                yield "add", field
            elif field not in new:
                yield "remove", field
            elif old[field] != new[field]:
                yield "replace", field


@dataclass(frozen=True, slots=True)
class Step:
    """One change that is applied before the next: the whole new entry, or None to delete it."""

    table: str
    key: str
    fields: Mapping[str, Value] | None


def patched(tables: Tables, patch: Sequence[Mapping[str, Any]]) -> Tables:
    """Return the tables after an RFC 6902 patch. Raises GcuRefusedError where a path is not there."""
    document: dict[str, Any] = copy.deepcopy(tables)
    for operation in patch:
        try:
            _operate(document, operation)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise GcuRefusedError(f"can't apply {dict(operation)}: {error}") from error
    return document


def changes(base: Tables, target: Tables) -> tuple[Change, ...]:
    """Return the entries that differ."""
    found = []
    for table in {**base, **target}:
        old, new = base.get(table, {}), target.get(table, {})
        found += [
            Change(table, k, old.get(k), new.get(k)) for k in {**old, **new} if old.get(k) != new.get(k)
        ]
    return tuple(found)


def check(base: Tables, target: Tables, release: str) -> None:
    """Raise GcuRefusedError with the first reason why the updater refuses to go from base to target."""
    differing = changes(base, target)
    if empty := [table for table, entries in target.items() if not entries]:
        raise GcuRefusedError(f"EmptyTableError: the following tables are empty: {', '.join(empty)}")
    if foreign := sorted({c.table for c in differing if c.table not in modelled()}):
        raise GcuRefusedError(f"changes to tables without YANG models: {foreign}")
    if problem := next(violations(target), None):
        raise GcuRefusedError(f"Data Loading Failed: {problem}")
    sku = str(base.get("DEVICE_METADATA", {}).get("localhost", {}).get("hwsku", ""))
    for change in differing:
        if reason := _refused(change, base, sku, release):
            raise GcuRefusedError(f"Modification of {change.table} table is illegal- {reason}")


def steps(base: Tables, target: Tables) -> tuple[Step, ...]:
    """Return what is applied, in order: removals that free something, objects, ports one by one, the rest."""
    early: list[Step] = []
    objects: list[Step] = []
    late: list[Step] = []
    ports: dict[str, list[Step]] = {}
    for change in changes(base, target):
        step = Step(change.table, change.key, change.new)
        port = change.key.partition("|")[0]
        if change.table in PORT_CRITICAL and _is_up(base, port):
            ports.setdefault(port, []).append(step)
        elif change.new is None:
            (early if change.table in REMOVED_FIRST else late).append(step)
        elif change.old is not None and _recreates(change):
            early.append(Step(change.table, change.key, None))
            objects.append(step)
        else:
            objects.append(step)
    flaps = [step for port, inner in ports.items() for step in _flapped(base, target, port, inner)]
    return (*early, *objects, *flaps, *late)


def _flapped(base: Tables, target: Tables, port: str, inner: list[Step]) -> Iterator[Step]:
    row = target.get("PORT", {}).get(port, base["PORT"][port])
    yield Step("PORT", port, {**row, "admin_status": "down"})
    yield from inner
    if port in target.get("PORT", {}):
        yield Step("PORT", port, row)


def _is_up(base: Tables, port: str) -> bool:
    return base.get("PORT", {}).get(port, {}).get("admin_status") == "up"


def _recreates(change: Change) -> bool:
    fixed = CREATE_ONLY.get(change.table, frozenset())
    return any(field in fixed for operation, field in change.operations() if operation == "replace")


def _refused(change: Change, base: Tables, sku: str, release: str) -> str:
    validator = "rdma_config_update_validator returned False"
    if change.table == "BUFFER_POOL":
        return validator
    if change.table == "BUFFER_PROFILE" and change.old is not None and change.new is not None:
        return validator if _refuses_profile(change, sku) else ""
    if change.table == "PFC_WD" and (
        not sku.startswith(LISTED_SKUS)
        or (change.key not in base.get("PFC_WD", {}) and _is_first(change, base))
    ):
        return validator
    if change.table == "WRED_PROFILE" and _refuses_wred(change, release):
        return validator
    if change.new is None and (change.table, change.key) in NEVER_REMOVED:
        return "removal is not allowed"
    return ""


def _is_first(change: Change, base: Tables) -> bool:
    """Say whether a PFC_WD entry is the table's first or its GLOBAL one; later entries per port pass."""
    return "PFC_WD" not in base or change.key == "GLOBAL"


def _refuses_profile(change: Change, sku: str) -> bool:
    if not sku.startswith(LISTED_SKUS):
        return True
    return any(operation not in PROFILE_FIELDS.get(field, set()) for operation, field in change.operations())


def _refuses_wred(change: Change, release: str) -> bool:
    """Say whether a release before 202511 refuses: those know a few fields only, the oldest one profile."""
    if release[:6] >= "202511":
        return False
    if release[:6] < "202505" and change.key != "AZURE_LOSSLESS":
        return True
    free = {"green_min_threshold", "green_max_threshold", "green_drop_probability"}
    return any(operation != "replace" or field not in free for operation, field in change.operations())


def _operate(document: dict[str, Any], operation: Mapping[str, Any]) -> None:
    kind = operation["op"]
    holder, last = _walk(document, _pointer(operation["path"]))
    if kind in {"move", "copy"}:
        source, name = _walk(document, _pointer(operation["from"]))
        value = copy.deepcopy(source[name])
        if kind == "move":
            del source[name]
        _add(holder, last, value)
    elif kind == "add":
        _add(holder, last, operation["value"])
    elif kind == "remove":
        del holder[_index(holder, last)]
    elif kind == "replace":
        holder[_index(holder, last)]  # must be there
        holder[_index(holder, last)] = operation["value"]
    elif kind != "test" or holder[_index(holder, last)] != operation["value"]:
        raise ValueError(f"{kind} failed")


def _add(holder: Any, last: str, value: Any) -> None:
    if isinstance(holder, list):
        holder.insert(len(holder) if last == "-" else int(last), value)
    else:
        holder[last] = value


def _index(holder: Any, last: str) -> Any:
    return int(last) if isinstance(holder, list) else last


def _walk(document: Any, parts: list[str]) -> tuple[Any, str]:
    for part in parts[:-1]:
        document = document[_index(document, part)]
    return document, parts[-1]


def _pointer(path: str) -> list[str]:
    parts = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]
    if not parts:
        raise ValueError("the whole document cannot be replaced")
    return parts


def touched_ports(planned: Iterable[Step]) -> frozenset[str]:
    """Return the ports that these steps take down."""
    return frozenset(
        s.key for s in planned if s.table == "PORT" and (s.fields or {}).get("admin_status") == "down"
    )
