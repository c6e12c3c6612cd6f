"""Tables of classes, queues, marking and the PFC watchdog."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.device import Ecn, Interface, Qos, SwitchConfig, TrafficClass, Watchdog
    from fabric.platforms.sonic.rows import Row, Table

MAP = "FABRIC"
_CLASSES = range(8)
_PRIORITY_GROUP_MAP_FAMILIES = frozenset({"spectrum", "tofino", "teralynx"})
"""ASICs whose SAI takes `pfc_to_pg_map` (qos_config.j2; the others' defaults leave it out)."""
_NOT_A_NAME = re.compile(r"[^A-Za-z0-9_]")


def tables(switch: SwitchConfig, qos: Qos, names: tuple[str, ...], family: str) -> dict[str, Table]:
    """Return the tables of QoS for the ports that carry its classes."""
    carriers = tuple(
        (name, interface)
        for name, interface in zip(names, switch.interfaces, strict=True)
        if interface.lossless
    )
    lossless = [str(number) for number in qos.lossless]
    maps = _maps(qos, with_groups=family in _PRIORITY_GROUP_MAP_FAMILIES)
    return {
        **maps,
        "PORT_QOS_MAP": _bindings(carriers, lossless, maps),
        "SCHEDULER": {_name(traffic): _scheduler(traffic) for traffic in qos.classes},
        "WRED_PROFILE": dict(_profiles(qos, {interface.speed_gbps for _, interface in carriers})),
        "QUEUE": dict(_queues(qos, carriers)),
        "PFC_WD": _watchdog(qos.watchdog, [name for name, _ in carriers])
        if qos.watchdog and lossless
        else {},
    }


def _name(traffic: TrafficClass) -> str:
    return _NOT_A_NAME.sub("_", traffic.name).upper()


def _maps(qos: Qos, *, with_groups: bool) -> dict[str, Table]:
    identity: Row = {str(number): str(number) for number in _CLASSES}
    lossless: Row = {str(number): str(number) for number in qos.lossless}
    maps: dict[str, Table] = {
        "DSCP_TO_TC_MAP": {MAP: {str(code): str(number) for code, number in enumerate(qos.dscp_to_class)}},
        "TC_TO_QUEUE_MAP": {MAP: identity},
        # A lossless class has a priority group of its own; the rest share group 0.
        "TC_TO_PRIORITY_GROUP_MAP": {
            MAP: {str(number): str(number if number in qos.lossless else 0) for number in _CLASSES}
        },
        "MAP_PFC_PRIORITY_TO_QUEUE": {MAP: identity},
    }
    if with_groups and lossless:
        maps["PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"] = {MAP: lossless}
    return maps


_BINDING = {
    "dscp_to_tc_map": "DSCP_TO_TC_MAP",
    "tc_to_queue_map": "TC_TO_QUEUE_MAP",
    "tc_to_pg_map": "TC_TO_PRIORITY_GROUP_MAP",
    "pfc_to_queue_map": "MAP_PFC_PRIORITY_TO_QUEUE",
    "pfc_to_pg_map": "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
}


def _bindings(
    carriers: tuple[tuple[str, Interface], ...], lossless: list[str], maps: dict[str, Table]
) -> Table:
    row: Row = {field: MAP for field, table in _BINDING.items() if table in maps}
    if lossless:
        row["pfc_enable"] = row["pfcwd_sw_enable"] = ",".join(lossless)
    rows: Table = {name: dict(row) for name, _ in carriers}
    return rows | {"global": {"dscp_to_tc_map": MAP}}


def _scheduler(traffic: TrafficClass) -> Row:
    if traffic.strict:
        return {"type": "STRICT"}
    return {"type": "DWRR", "weight": str(traffic.bandwidth_pct or 1)}


def _profiles(qos: Qos, speeds: set[int]) -> Iterator[tuple[str, Row]]:
    for traffic in qos.classes:
        for gbps in sorted(speeds & traffic.ecn.keys()):
            yield _profile_name(traffic, gbps), _marking(traffic.ecn[gbps])


def _profile_name(traffic: TrafficClass, gbps: int) -> str:
    return f"{_name(traffic)}_{gbps}G"


def _marking(ecn: Ecn) -> Row:
    row: Row = {"ecn": "ecn_all"}
    # All packets are green without a policer; SONiC's own profiles still say all three colours.
    for colour in ("green", "yellow", "red"):
        row[f"wred_{colour}_enable"] = "true"
        row[f"{colour}_min_threshold"] = str(ecn.min_bytes)
        row[f"{colour}_max_threshold"] = str(ecn.max_bytes)
        row[f"{colour}_drop_probability"] = str(ecn.probability_pct)
    return row


def _queues(qos: Qos, carriers: tuple[tuple[str, Interface], ...]) -> Iterator[tuple[str, Row]]:
    for traffic in qos.classes:
        scheduler = _name(traffic)
        for name, interface in carriers:
            row: Row = {"scheduler": scheduler}
            if interface.speed_gbps in traffic.ecn:
                row["wred_profile"] = _profile_name(traffic, interface.speed_gbps)
            yield f"{name}|{traffic.number}", row


def _watchdog(watchdog: Watchdog, names: list[str]) -> Table:
    row: Row = {
        "action": watchdog.action,
        "detection_time": str(watchdog.detect_ms),
        "restoration_time": str(watchdog.restore_ms),
    }
    rows: Table = {name: dict(row) for name in names}
    return rows | {"GLOBAL": {"POLL_INTERVAL": str(watchdog.poll_ms)}}
