"""Counters of an EOS device. They stand still unless a fault moves them: a gate sees what was injected."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.lab.eos.device import EosDevice

FRAMES_PER_EVENT = 100
"""PFC frames received for one watchdog event of a storm."""
JUMBO = 4096
"""Bytes of a frame: RDMA's usual MTU."""
QUEUES = tuple(str(queue) for queue in range(8))
LOSSLESS = "3"
"""The queue that a simulated storm hits: the usual RoCE priority."""


def storms(device: EosDevice, port: str) -> int:
    """Return the PFC watchdog events of a port."""
    return device.world.storms(device.lab.name, port)


def port_counters(device: EosDevice, port: str) -> Mapping[str, object]:
    """Return `interfaceCounters` of `show interfaces`."""
    zero = ("Octets", "UcastPkts", "MulticastPkts", "BroadcastPkts", "Discards")
    return {
        **{f"{way}{what}": 0 for way in ("in", "out") for what in zero},
        **_frames(device, port),
        "linkStatusChanges": 1 + device.world.flaps(device.lab.name, port),
        "totalInErrors": 0,
        "totalOutErrors": 0,
        "inputErrorsDetail": {
            "runtFrames": 0,
            "giantFrames": 0,
            "fcsErrors": 0,
            "alignmentErrors": 0,
            "symbolErrors": 0,
            "rxPause": storms(device, port) * FRAMES_PER_EVENT,
        },
        "outputErrorsDetail": {
            "collisions": 0,
            "lateCollisions": 0,
            "deferredTransmissions": 0,
            "txPause": 0,
        },
    }


def frames(device: EosDevice) -> Mapping[str, object]:
    """`show interfaces counters`."""
    zero = ("MulticastPkts", "BroadcastPkts")
    rest = {f"{way}{what}": 0 for way in ("in", "out") for what in zero}
    return {"interfaces": {port: {**_frames(device, port), **rest} for port in device.lab.ports}}


def _frames(device: EosDevice, port: str) -> Mapping[str, int]:
    """Return frames of a jumbo's usual size, each way."""
    count = device.world.frames(device.lab.name, port)
    return {
        f"{way}{what}": count * times
        for way in ("in", "out")
        for what, times in (("UcastPkts", 1), ("Octets", JUMBO))
    }


def pfc(device: EosDevice) -> Mapping[str, object]:
    """`show priority-flow-control counters`."""
    frames = {port: storms(device, port) * FRAMES_PER_EVENT for port in device.lab.ports}
    return {"interfaceCounters": {port: {"rxFrames": n, "txFrames": 0} for port, n in frames.items()}}


def pfc_watchdog(device: EosDevice) -> Mapping[str, object]:
    """`show priority-flow-control counters watchdog`; the key names are a guess, no capture is public."""
    return {
        "interfaceWatchdogCounters": {
            port: {
                "txQueues": {
                    LOSSLESS: {"stuckCount": storms(device, port), "recoveryCount": storms(device, port)}
                }
            }
            for port in device.lab.ports
        }
    }


def pfc_status(device: EosDevice) -> Mapping[str, object]:
    """`show priority-flow-control status`; the key names are a guess, no capture is public."""
    return {"interfaceStatuses": {port: {"enabled": _lossless(device, port)} for port in device.lab.ports}}


def _lossless(device: EosDevice, port: str) -> bool:
    """Say whether PFC is on, on the port itself or by its QoS profile."""
    block = device.tree.at(f"interface {port}")
    if block is None:
        return False
    profile = block.entries.get("service-profile")
    shared = device.tree.at(f"qos profile {profile.text.split()[-1]}") if profile else None
    return any("priority-flow-control on" in b.entries for b in (block, shared) if b is not None)


def ecn(device: EosDevice) -> Mapping[str, object]:
    """`show qos interfaces ecn counters queue`: strings, `-` where no counter is configured."""
    queues = dict.fromkeys(QUEUES, "0")
    return {"intfQueueCounters": {port: {"queueCounters": dict(queues)} for port in device.lab.ports}}


def errors(device: EosDevice) -> Mapping[str, object]:
    """`show interfaces counters errors`."""
    kinds = (
        "inErrors",
        "frameTooLongs",
        "outErrors",
        "frameTooShorts",
        "fcsErrors",
        "alignmentErrors",
        "symbolErrors",
    )
    return {"interfaceErrorCounters": {port: dict.fromkeys(kinds, 0) for port in device.lab.ports}}


def discards(device: EosDevice) -> Mapping[str, object]:
    """`show interfaces counters discards`: a tripped watchdog drops what its queue holds."""
    out = {port: storms(device, port) for port in device.lab.ports}
    return {
        "inDiscardsTotal": 0,
        "outDiscardsTotal": sum(out.values()),
        "interfaces": {port: {"inDiscards": 0, "outDiscards": n} for port, n in out.items()},
    }


def queue_drops(device: EosDevice) -> Mapping[str, object]:
    """`show interfaces counters queue detail`."""
    return {
        "egressQueueCounters": {
            "interfaces": {
                port: {"ucastQueues": {"trafficClasses": _classes(storms(device, port))}, "mcastQueues": {}}
                for port in device.lab.ports
            }
        }
    }


def _classes(dropped: int) -> Mapping[str, object]:
    return {
        f"TC{queue}": {"dropPrecedences": {"DP0": {"droppedPackets": dropped if queue == LOSSLESS else 0}}}
        for queue in QUEUES
    }


def phy(device: EosDevice) -> Mapping[str, object]:
    """`show interfaces phy detail`: FEC of every cabled port."""
    return {
        "interfacePhyStatuses": {port: {"phyStatuses": [_phy(device, port)]} for port in device.lab.ports}
    }


def _phy(device: EosDevice, port: str) -> Mapping[str, object]:
    up = device.world.port_up(device.lab.name, port)
    still = {"value": 0, "changes": 0, "lastChange": 0.0}
    return {
        "description": {"phyChipName": "lab", "location": "line"},
        "phyState": {"value": "linkUp" if up else "linkDown", "changes": 1, "lastChange": 0.0},
        "fec": {"encoding": "reedSolomon544", "correctedCodewords": still, "uncorrectedCodewords": still},
        "preFecBer": {"value": 1e-9},
        "interfaceState": {"value": "up" if up else "down", "changes": 1},
        "macFaults": {
            "macLocal": {"value": not up, "changes": 0},
            "macRemote": {"value": False, "changes": 0},
        },
    }


COUNTER_SHOWS: dict[str, Callable[[EosDevice], Mapping[str, object]]] = {
    "show priority-flow-control": pfc_status,
    "show priority-flow-control status": pfc_status,
    "show priority-flow-control counters": pfc,
    "show priority-flow-control counters watchdog": pfc_watchdog,
    "show qos interfaces ecn counters queue": ecn,
    "show interfaces counters": frames,
    "show interfaces counters errors": errors,
    "show interfaces counters discards": discards,
    "show interfaces counters queue detail": queue_drops,
    "show interfaces phy detail": phy,
}
