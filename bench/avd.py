"""Measures pyavd, Arista's own generator, on the cables of the shape: inputs validated to CLI rendered.

    python -m bench.avd DEVICES

Each device gets its own node entry alone: the least that pyavd accepts, and its best case. Making those
inputs is not counted, nor is reading YAML. pyavd makes no headroom, optics or cabling checks and no hosts.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from bench.cost import Cost, Stages, hand_over, peak_mib
from bench.shape import HOST_PORTS, RAILS, UPLINKS, Leaf, Shape, equal_fabrics, port

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PROFILE = "FABRIC-400G"
SPEED = "400g-4"
ADDED = "custom_structured_configuration_"
"""Prefix of keys that go to the EOS model past AVD's design, which has no RoCE of its own."""


def quality() -> dict[str, Any]:
    """Return what our switches have of RoCE: trust, PFC with watchdog, marking, and the whole DSCP map."""
    marking = {"units": "bytes", "min": 150000, "max": 600000, "max_probability": 20, "weight": 0}
    ecn = {"count": True, "threshold": marking}
    queues = [
        {"id": 0, "priority": "no priority", "bandwidth_percent": 20},
        {"id": 3, "priority": "no priority", "bandwidth_percent": 80, "random_detect": {"ecn": ecn}},
        {"id": 6, "priority": "priority strict"},
    ]
    pause = {"enabled": True, "priorities": [{"priority": 3, "no_drop": True}], "watchdog": {"enabled": True}}
    profile = {
        "name": PROFILE,
        "trust": "dscp",
        "priority_flow_control": pause,
        "uc_tx_queues": queues,
    }
    watchdog = {"timeout": "0.40", "recovery_time": "0.40", "polling_interval": "0.200", "action": "drop"}
    points = {3: range(24, 32), 6: (48,)}
    lossy = [point for point in range(64) if not any(point in held for held in points.values())]
    mapped = [
        f"{' '.join(map(str, held))} to traffic-class {number}"
        for number, held in ({0: lossy} | points).items()
    ]
    return {
        f"{ADDED}qos_profiles": [profile],
        f"{ADDED}qos": {"map": {"dscp": mapped}},
        f"{ADDED}priority_flow_control": {"watchdog": watchdog},
    }


def base(loopbacks: str) -> dict[str, Any]:
    """Return what every device of a fabric is told: eBGP unnumbered, BFD, ECMP, services."""
    defaults = {"platform": "default", "loopback_ipv4_pool": loopbacks}
    leaf = defaults | {
        "vtep": False,
        "evpn_role": "none",
        "max_uplink_switches": UPLINKS,
        "uplink_interface_speed": SPEED,
        "uplink_bfd": True,
    }
    return {
        "fabric_name": "BENCH",
        "underlay_routing_protocol": "ebgp",
        "overlay_routing_protocol": "none",
        "underlay_rfc5549": True,
        "p2p_uplinks_mtu": 9214,
        "p2p_uplinks_qos_profile": PROFILE,
        "bgp_maximum_paths": 64,
        "bgp_ecmp": 64,
        "mgmt_gateway": "172.16.0.1",
        "mgmt_interface": "Management1",
        "spine": {"defaults": defaults, "nodes": []},
        "l3leaf": {"defaults": leaf, "nodes": []},
        "custom_structured_configuration_prefix": [ADDED],
        **quality(),
    }


def inputs(shape: Shape) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each device with its inputs."""
    number = 10
    for leaf in shape.leaves:
        yield leaf.name, _device("l3leaf", leaf.fabric, _leaf(shape, leaf, number))
        number += 1
    for fabric, name in shape.spine_names:
        node = {"name": name, "id": number, "bgp_as": "4200000000", "mgmt_ip": _management(number)}
        yield name, _device("spine", fabric, node)
        number += 1


def _device(kind: str, fabric: int, node: dict[str, Any]) -> dict[str, Any]:
    told = base(f"10.{fabric}.0.0/16")
    told[kind]["nodes"] = [node]
    return told | {"type": kind}


def _management(number: int) -> str:
    return f"172.16.{number // 250}.{number % 250 + 1}/16"


def _leaf(shape: Shape, leaf: Leaf, number: int) -> dict[str, Any]:
    cables = tuple(shape.uplinks(leaf))
    rail = leaf.place % RAILS
    return {
        "name": leaf.name,
        "id": number,
        "bgp_as": str(4200000001 + leaf.place),
        "mgmt_ip": _management(number),
        "uplink_switches": [cable.spine for cable in cables],
        "uplink_interfaces": [cable.leaf_port for cable in cables],
        "uplink_switch_interfaces": [cable.spine_port for cable in cables],
        "l3_interfaces": [
            {
                "name": port(slot),
                "ip_address": f"100.{64 + number // 256}.{number % 256}.{2 * slot}/31",
                "peer": f"pod{leaf.place // RAILS + 1}-host{slot + 1}",
                "peer_interface": f"rail{rail}",
                "speed": SPEED,
                "qos_profile": PROFILE,
            }
            for slot in range(HOST_PORTS)
        ],
    }


def measure(shape: Shape) -> Cost:
    """Take pyavd through its pipeline. Raises ValueError when it refuses the inputs."""
    import pyavd  # noqa: PLC0415 - import time is not part of the figure
    from pyavd.api.schemas import AVDDesign  # noqa: PLC0415

    clock = Stages()
    given = dict(inputs(shape))
    with clock.stage("read"):
        valid = {name: _accepted(pyavd.validate_inputs(told)) for name, told in given.items()}
        known = {name: AVDDesign._from_dict(told) for name, told in valid.items()}  # noqa: SLF001 - as pyavd's own plug-in does
    with clock.stage("expand"):
        facts = pyavd.get_avd_facts(known)
    lines = 0
    for name, design in known.items():
        with clock.stage("build"):
            config = pyavd.get_device_structured_config(name, design, facts)
        with clock.stage("check"):
            checked = _accepted(pyavd.validate_structured_config(config._as_dict()))  # noqa: SLF001
        with clock.stage("render"):
            lines += pyavd.get_device_config(checked).count("\n")
    return Cost("pyavd", len(known), lines, sum(clock.seconds.values()), peak_mib(), clock.seconds)


def _accepted(result: Any) -> Mapping[str, Any]:
    if result.validated_data is None:
        raise ValueError(f"pyavd refuses its inputs: {result.validation_result}")
    data: Mapping[str, Any] = result.validated_data
    return data


if __name__ == "__main__":
    hand_over(measure(equal_fabrics(int(sys.argv[1]))))
