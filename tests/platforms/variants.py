"""Leaves that differ in what an operator changes, for properties."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Interface

from hypothesis import strategies as st
from platforms import samples

from fabric.device import Ecn, Watchdog

PORTS = samples.leaf().interfaces


@st.composite
def leaves(draw):
    """Return a leaf with some of the sample's ports, sessions, services and classes."""
    plain = samples.leaf()
    leaf = draw(st.sampled_from([plain, samples.watched(plain)]))
    shift = draw(st.integers(0, 20))
    return replace(
        leaf,
        qos=draw(st.one_of(st.none(), _qos(leaf.qos))),
        interfaces=draw(_interfaces(shift)),
        lldp=replace(leaf.lldp, interval_s=draw(st.sampled_from([10, 30]))),
        system=replace(
            leaf.system,
            tacacs=draw(st.sampled_from([None, leaf.system.tacacs])),
            ntp=leaf.system.ntp[: draw(st.integers(0, 2))],
        ),
        bgp=replace(
            leaf.bgp,
            asn=draw(st.sampled_from([65001, 65002])),
            groups=draw(st.sampled_from([("SPINES",), ("SPINES", "UPPER")])),
            neighbors=tuple(n for n in leaf.bgp.neighbors if n.port.cage % 3 == shift % 3),
            bfd=draw(st.sampled_from([None, leaf.bgp.bfd])),
            graceful_restart_s=draw(st.sampled_from([0, 120, 300])),
            advertised=leaf.bgp.advertised[: draw(st.integers(0, 2))],
        ),
    )


@st.composite
def _qos(draw, full):
    low, detect = draw(st.integers(1, 9)), draw(st.sampled_from([200, 400]))
    weight = draw(st.integers(1, 99))
    classes = tuple(
        replace(
            traffic,
            ecn={400: Ecn(low, 2 * low, 5)} if traffic.lossless else {},
            bandwidth_pct=None if traffic.strict else weight,
        )
        for traffic in full.classes[: 2 + low % 2]
    )
    dscp = tuple((low + code) % 7 for code in range(64))
    watchdog = draw(st.sampled_from([None, Watchdog(detect, detect, 100, "drop")]))
    return replace(full, dscp_to_class=dscp, watchdog=watchdog, classes=classes)


@st.composite
def _interfaces(draw, shift):
    kept = draw(st.integers(1, 12))
    return tuple(
        replace(
            old,
            port=new.port,
            mtu=draw(st.sampled_from([1500, 9000, 9214])),
            address=IPv4Interface(f"100.64.9.{2 * number}/31") if old.address else None,
        )
        for number, (old, new) in enumerate(zip(PORTS[shift : shift + kept], PORTS[kept:], strict=False))
    )
