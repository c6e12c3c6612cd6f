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
        settings=_settings(part, qos, tos),
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
