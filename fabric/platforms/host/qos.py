"""The NIC's half of a lossless class: what mlnx_qos, mlxconfig and the RDMA stack are told.

A class that the NIC does not share is a broken class: its trust, its map of code points, its PFC and the
code point of its CNPs are made here from the same values as the switches'.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.device import HostFabric, Qos, TrafficClass

_PRIORITIES = range(8)
_ECT0 = 0b10
"""ECN field of a sender that heeds marking; without it switches drop where they would mark."""
_ALL = 100
_ALL_PRIORITIES = 255
_SPECTRUM_X = (
    ("ROCE_ADAPTIVE_ROUTING_EN", 1),
    ("USER_PROGRAMMABLE_CC", 1),
    ("TX_SCHEDULER_LOCALITY_MODE", 2),
)
"""Every profile of nic-configuration-operator, RA1.3 to RA2.2."""
_ACCELERATIONS = (
    ("roce_adp_retrans_en", 1),
    ("roce_tx_window_en", 1),
    ("roce_slow_restart_en", 0),
    ("roce_slow_restart_idle_en", 0),
    ("adaptive_routing_forced_en", 1),
)
"""The runtime part of the same profiles, in the words of `mlxreg`."""
_NIC_MODE = (("INTERNAL_CPU_MODEL", 1), ("INTERNAL_CPU_OFFLOAD_ENGINE", 1))
"""What the same profiles add for BlueField-3: its Arm cores stay out of the way of packets."""


@dataclass(frozen=True, slots=True)
class NicQos:
    """Values as the tools take them."""

    map: tuple[tuple[int, int], ...]
    """(DSCP, priority) for all 64."""
    pfc: str
    """Eight flags, `0,0,0,1,0,0,0,0`."""
    priority_to_tc: str
    algorithms: str
    weights: str
    """Empty when the shares of the classes are not 100 percent in all."""
    scheduler: str
    """The same as `mlnx_qos` shows it, a traffic class to a word: class/algorithm/percent/priorities."""
    roce_tos: int
    """The byte of RoCE traffic: code point and ECN field; -1 when the intent has none."""
    roce_priority: int
    cnp_dscp: int
    """-1 when the intent has none."""
    cnp_priority: int
    dcqcn: int
    """1 for DCQCN, 0 for none."""
    spectrum_x: bool
    """Spectrum-X rules: its own profile turns DCQCN off, and NVIDIA's program sets the rest of it."""
    accelerations: tuple[tuple[str, int], ...]
    """Fields of register ROCE_ACCL and their values, for Spectrum-X: packets out of order are no loss."""
    settings: dict[str, object]
    """For nic.json."""


def nic_qos(part: HostFabric, qos: Qos) -> NicQos:
    """Return the words for the QoS of a host on a RoCE fabric."""
    tc_of = _tc_of(qos)
    shares = {c.number: 0 if c.strict else c.bandwidth_pct or 0 for c in qos.classes}
    strict = {c.number for c in qos.classes if c.strict} | (set(_PRIORITIES) - shares.keys())
    algorithms = ["strict" if number in strict else "ets" for number in _PRIORITIES]
    heeds = _ECT0 if part.dcqcn or part.spectrum_x else 0
    tos = -1 if part.roce_dscp is None else part.roce_dscp << 2 | heeds
    return NicQos(
        map=tuple(enumerate(qos.dscp_to_class)),
        pfc=_listed(int(priority in qos.lossless) for priority in _PRIORITIES),
        priority_to_tc=_listed(tc_of),
        algorithms=",".join(algorithms),
        weights=_listed(shares.get(n, 0) for n in _PRIORITIES) if sum(shares.values()) == _ALL else "",
        scheduler=" ".join(_shown(c, tc_of) for c in qos.classes),
        roce_tos=tos,
        roce_priority=-1 if part.roce_dscp is None else qos.dscp_to_class[part.roce_dscp],
        cnp_dscp=-1 if part.cnp_dscp is None else part.cnp_dscp,
        cnp_priority=-1 if part.cnp_dscp is None else qos.dscp_to_class[part.cnp_dscp],
        dcqcn=int(part.dcqcn),
        spectrum_x=part.spectrum_x,
        accelerations=_ACCELERATIONS if part.spectrum_x else (),
        settings=_settings(part, qos, tos),
    )


def firmware(qos: NicQos, *, dpu: bool) -> tuple[tuple[str, int], ...]:
    """Return what the firmware keeps for a QoS: DCQCN or Spectrum-X, never both."""
    notices = (("CNP_DSCP_P$port", qos.cnp_dscp), ("CNP_802P_PRIO_P$port", qos.cnp_priority))
    return (
        *(notices if qos.cnp_dscp >= 0 else ()),
        *(_SPECTRUM_X if qos.spectrum_x else ()),
        *(_NIC_MODE if qos.spectrum_x and dpu else ()),
        *((("ROCE_CC_PRIO_MASK_P$port", _ALL_PRIORITIES),) if qos.dcqcn else ()),
    )


def _tc_of(qos: Qos) -> tuple[int, ...]:
    """Return the traffic class of each priority; one without a class of its own goes with DSCP 0."""
    known = {traffic.number for traffic in qos.classes}
    return tuple(priority if priority in known else qos.dscp_to_class[0] for priority in _PRIORITIES)


def _shown(traffic: TrafficClass, tc_of: tuple[int, ...]) -> str:
    """Return a traffic class as our reading of `mlnx_qos -i IF` joins its lines."""
    priorities = _listed(priority for priority, number in enumerate(tc_of) if number == traffic.number)
    share = "strict/" if traffic.strict else f"ets/{traffic.bandwidth_pct or 0}%"
    return f"{traffic.number}/{share}/{priorities}"


def _settings(part: HostFabric, qos: Qos, tos: int) -> dict[str, object]:
    return {
        "trust": "dscp",
        "dscp_to_priority": list(qos.dscp_to_class),
        "pfc": list(qos.lossless),
        "classes": {
            str(c.number): {"name": c.name, "strict": c.strict, "bandwidth_pct": c.bandwidth_pct or 0}
            for c in qos.classes
        },
        "roce_dscp": part.roce_dscp,
        "roce_traffic_class": tos,
        "cnp_dscp": part.cnp_dscp,
        "dcqcn": part.dcqcn,
        **({"spectrum_x": True} if part.spectrum_x else {}),
    }


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))
