"""Tables of buffers in SONiC's two models.

Traditional: buffermgrd looks headroom up by speed and cable length and writes the lossless groups itself.
Dynamic (NVIDIA): headroom and pools are computed on the switch; we only say which groups are lossless.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.platforms.sonic.rows import Row, Table, ranges

if TYPE_CHECKING:
    from fabric.device import Interface, Qos, SwitchConfig

_QUEUES = range(8)
TRIM = "q_lossy_trim_profile"
"""Of queues whose packets are cut short where others drop them."""
_PARAMETERS = "AZURE"
"""The row name buffermgrd reads."""


def tables(switch: SwitchConfig, qos: Qos, names: tuple[str, ...]) -> dict[str, Table]:
    """Return the tables of buffers. Raises FabricError when a port's cable has no length the switch knows."""
    pairs = tuple(zip(names, switch.interfaces, strict=True))
    carriers = [name for name, interface in pairs if interface.lossless]
    made = _dynamic(qos, carriers) if qos.buffers.computed_by_device else _traditional(qos, carriers)
    return {
        **made,
        **_trimming(qos, made["BUFFER_PROFILE"]),
        "BUFFER_QUEUE": _queues(qos, carriers),
        "CABLE_LENGTH": {_PARAMETERS: {name: _length(switch, qos, interface) for name, interface in pairs}},
    }


def _queues(qos: Qos, carriers: list[str]) -> Table:
    trimmed = qos.trimming.numbers if qos.trimming else ()
    spans = {
        _lossy(qos): ranges(set(_QUEUES) - {*qos.lossless, *trimmed}),
        "egress_lossless_profile": ranges(qos.lossless),
        TRIM: ranges(trimmed),
    }
    return {
        f"{name}|{span}": {"profile": profile}
        for name in carriers
        for profile, own in spans.items()
        for span in own
    }


def _lossy(qos: Qos) -> str:
    """Return the profile of lossy queues: in NVIDIA's model that of the ports reserves a share for each."""
    return "q_lossy_profile" if qos.buffers.computed_by_device else "egress_lossy_profile"


def _trimming(qos: Qos, profiles: Table) -> dict[str, Table]:
    """Return the profiles with that of queues that cut packets, which lists of ports may not hold.

    orchagent unlearns neither table (doc/packet_trimming), so queues leave the profile when it ends.
    """
    trimming = qos.trimming
    if trimming is None:
        return {}
    row: Row = {
        "size": str(trimming.size_bytes),
        "dscp_value": str(trimming.dscp),
        "queue_index": str(trimming.queue),
    }
    return {
        "SWITCH_TRIMMING": {"GLOBAL": row},
        "BUFFER_PROFILE": {**profiles, TRIM: {**profiles[_lossy(qos)], "packet_discard_action": "trim"}},
    }


def _length(switch: SwitchConfig, qos: Qos, interface: Interface) -> str:
    if not interface.lossless or not qos.lossless:
        return "0m"
    for row in qos.headroom:
        if row.speed_gbps == interface.speed_gbps and row.cable_m == interface.cable_m:
            return f"{row.key_m if row.key_m is not None else max(1, math.ceil(row.cable_m))}m"
    # An unknown length silently makes the port lossy: better no artifact than that one.
    raise FabricError(
        error(
            "SON-001",
            f"`{switch.name}` port {interface.port}: no headroom for {interface.speed_gbps}G"
            f" over {interface.cable_m:g} m",
        )
    )


def _traditional(qos: Qos, carriers: list[str]) -> dict[str, Table]:
    ingress, egress = str(qos.buffers.ingress_pool_bytes), str(qos.buffers.egress_pool_bytes)
    if qos.buffers.ingress_pool_bytes is None or qos.buffers.egress_pool_bytes is None:
        raise FabricError(error("SON-002", "the sizes of the buffer pools are not known for this HwSKU"))
    pool: Row = {"type": "ingress", "mode": "dynamic", "size": ingress}
    if qos.buffers.headroom_pool_bytes:
        pool["xoff"] = str(qos.buffers.headroom_pool_bytes)
    return {
        "BUFFER_POOL": {
            "ingress_lossless_pool": pool,
            "egress_lossless_pool": {"type": "egress", "mode": "dynamic", "size": egress},
        },
        "BUFFER_PROFILE": {
            # A lossless queue never drops: its threshold is the pool. Lossy ingress is bounded at egress.
            "egress_lossless_profile": {"pool": "egress_lossless_pool", "size": "0", "static_th": egress},
            "egress_lossy_profile": {
                "pool": "egress_lossless_pool",
                "size": str(qos.buffers.lossy_reserved_bytes or 0),
                "dynamic_th": str(qos.buffers.lossy_threshold or 0),
            },
            "ingress_lossy_profile": {"pool": "ingress_lossless_pool", "size": "0", "static_th": ingress},
        },
        "BUFFER_PG": {f"{name}|0": {"profile": "ingress_lossy_profile"} for name in carriers},
    }


def _dynamic(qos: Qos, carriers: list[str]) -> dict[str, Table]:
    egress: Row = {"type": "egress", "mode": "dynamic"}
    if qos.buffers.egress_pool_bytes is not None:
        egress["size"] = str(qos.buffers.egress_pool_bytes)
    groups: Table = {}
    for name in carriers:
        groups[f"{name}|0"] = {"profile": "ingress_lossy_profile"}
        groups |= {f"{name}|{span}": {"profile": "NULL"} for span in ranges(qos.lossless)}
    threshold = str(max((row.dynamic_threshold for row in qos.headroom), default=0))
    return {
        "BUFFER_POOL": {
            "ingress_lossless_pool": {"type": "ingress", "mode": "dynamic"},
            "ingress_lossy_pool": {"type": "ingress", "mode": "dynamic"},
            "egress_lossless_pool": egress,
            "egress_lossy_pool": {"type": "egress", "mode": "dynamic"},
        },
        "BUFFER_PROFILE": {
            "ingress_lossless_profile": {"pool": "ingress_lossless_pool", "size": "0", "dynamic_th": "7"},
            "ingress_lossy_profile": {"pool": "ingress_lossy_pool", "size": "0", "dynamic_th": "3"},
            "egress_lossless_profile": {"pool": "egress_lossless_pool", "size": "0", "dynamic_th": "7"},
            "egress_lossy_profile": {"pool": "egress_lossy_pool", "size": "9216", "dynamic_th": "7"},
            "q_lossy_profile": {"pool": "egress_lossy_pool", "size": "0", "dynamic_th": "3"},
        },
        "BUFFER_PG": groups,
        "BUFFER_PORT_INGRESS_PROFILE_LIST": {
            name: {"profile_list": "ingress_lossless_profile,ingress_lossy_profile"} for name in carriers
        },
        "BUFFER_PORT_EGRESS_PROFILE_LIST": {
            name: {"profile_list": "egress_lossless_profile,egress_lossy_profile"} for name in carriers
        },
        "DEFAULT_LOSSLESS_BUFFER_PARAMETER": {_PARAMETERS: {"default_dynamic_th": threshold}},
        # RoCE's largest MTU: the share of it that is in flight when the pause takes effect.
        "LOSSLESS_TRAFFIC_PATTERN": {_PARAMETERS: {"mtu": "4096", "small_packet_percentage": "50"}},
    }
