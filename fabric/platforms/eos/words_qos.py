"""The words of EOS for queues, flow control and buffers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fabric.core.diagnostic import FabricError, error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.device import Headroom, Interface, Qos, SwitchConfig, TrafficClass, Watchdog

_ACTIONS = {"drop": "drop", "alert": "notify-only"}
"""EOS has no action that goes on forwarding in a storm (EOS manual: drop, errdisable, notify-only)."""
_GUARANTEED = "1"
"""Of the port, in per cent: the least there is, for it only has to be there."""
_MS = 1000
_LEAST_SHARE, _GREATEST_SHARE = -7, 3
"""Exponents of the shares of the pool EOS takes: 1/128 to 8."""


class Queue(NamedTuple):
    """A transmit queue of a profile; empty where a line is left out."""

    number: int
    strict: bool
    bandwidth: str
    guaranteed: str
    """Per cent that strict queues leave it: the watchdog looks at no queue that may be starved instead."""
    ecn: str


class Mmu(NamedTuple):
    """The queue profile of the MMU, in bytes and shares of the pool."""

    headroom: int
    resume: int
    threshold: str
    reserved: int
    lossless: tuple[int, ...]
    pool: int


def words(switch: SwitchConfig) -> Mapping[str, Any]:
    """Return the words of QoS; empty ones for a switch without."""
    qos, voq = switch.qos, switch.asic.voq
    if qos is None:
        return {"queue_word": "", "profiles": (), "dscp_map": (), "watchdog": (), "mmu": ()}
    speeds = sorted({interface.speed_gbps for interface in switch.interfaces if interface.lossless})
    return {
        # Where the ASIC has virtual output queues, EOS names its queues differently.
        "queue_word": "tx-queue" if voq else "uc-tx-queue",
        "profiles": tuple(
            (_named(gbps), qos.lossless, tuple(_queues(qos, gbps, voq=voq))) for gbps in speeds
        ),
        "dscp_map": tuple(_dscp_map(qos)),
        "watchdog": _watchdog(qos.watchdog) if qos.watchdog else (),
        "mmu": () if voq else _mmu(qos),
    }


def profile_name(interface: Interface) -> str:
    """Return the QoS profile of a port: thresholds of marking go with the speed."""
    return _named(interface.speed_gbps)


@lru_cache(maxsize=64)
def _named(gbps: int) -> str:
    return f"FABRIC-{gbps}G"


def _queues(qos: Qos, gbps: int, *, voq: bool) -> Iterator[Queue]:
    for traffic in qos.classes:
        bandwidth = "" if traffic.strict or traffic.bandwidth_pct is None else str(traffic.bandwidth_pct)
        watched = qos.watchdog is not None and traffic.number in qos.lossless
        guaranteed = _GUARANTEED if watched else ""
        yield Queue(traffic.number, traffic.strict, bandwidth, guaranteed, _ecn(traffic, gbps, voq=voq))


def _ecn(traffic: TrafficClass, gbps: int, *, voq: bool) -> str:
    ecn = traffic.ecn.get(gbps)
    if ecn is None:
        return ""
    # Weight 0 marks by the depth of the moment; VoQ families take no weight.
    weight = "" if voq else " weight 0"
    return (
        f"minimum-threshold {ecn.min_bytes} bytes maximum-threshold {ecn.max_bytes} bytes"
        f" max-mark-probability {ecn.probability_pct}{weight}"
    )


def _dscp_map(qos: Qos) -> Iterator[tuple[str, int]]:
    """Yield the code points of each class: the whole map, for the defaults of releases are hearsay."""
    codes: dict[int, list[str]] = {}
    for code, number in enumerate(qos.dscp_to_class):
        codes.setdefault(number, []).append(str(code))
    for number in sorted(codes):
        yield " ".join(codes[number]), number


def _watchdog(watchdog: Watchdog) -> tuple[str, str, str, str]:
    """Return timeout, recovery time, polling interval in seconds, and action.

    EOS polls at most at half the shorter time (EOS manual, PFC watchdog).
    """
    if watchdog.action not in _ACTIONS:
        raise FabricError(
            error(
                "EOS-002", f"EOS has no PFC watchdog action `{watchdog.action}`", hint="use `drop` or `alert`"
            )
        )
    polling = min(watchdog.poll_ms, watchdog.detect_ms // 2, watchdog.restore_ms // 2)
    return (
        f"{watchdog.detect_ms / _MS:.2f}",
        f"{watchdog.restore_ms / _MS:.2f}",
        f"{polling / _MS:.3f}",
        _ACTIONS[watchdog.action],
    )


def _mmu(qos: Qos) -> Mmu | tuple[()]:
    """Return the MMU profile: one for all ports, so the deepest headroom in use rules."""
    if qos.buffers.computed_by_device or not qos.headroom:
        return ()
    deepest: Headroom = max(qos.headroom, key=lambda row: row.xoff_bytes)
    return Mmu(
        headroom=deepest.xoff_bytes,
        resume=deepest.xon_offset_bytes,
        threshold=share(deepest.dynamic_threshold),
        # A size that counts the headroom in is no reservation beside it (SONiC's tables do both).
        reserved=deepest.size_bytes if deepest.size_bytes < deepest.xoff_bytes else 0,
        lossless=qos.lossless,
        pool=qos.buffers.headroom_pool_bytes or 0,
    )


def share(exponent: int) -> str:
    """Return a share of the pool as EOS writes it: 2 to the exponent, from 1/128 to 8."""
    if not _LEAST_SHARE <= exponent <= _GREATEST_SHARE:
        raise FabricError(error("EOS-003", f"EOS has no MMU threshold of 2 to the power of {exponent}"))
    return str(2**exponent) if exponent >= 0 else f"1/{2**-exponent}"
