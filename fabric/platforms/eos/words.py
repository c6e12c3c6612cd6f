"""The words of EOS for one switch: what its templates print."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fabric.catalog import cages_of, port_name
from fabric.core.names import natural
from fabric.platforms.eos import words_management, words_qos
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.device import Bgp, Interface, Neighbor, SwitchConfig, UnitConfig

_NRZ_LANE_GBPS = 25
"""Up to 25 Gb/s a lane FEC is a choice and has to be said; above, it is Reed-Solomon by the standard."""
_TWISTED_PAIR = "RJ45"
_UDP_HEADER = 8
_QUEUE_PAIR = (5, 6, 7)
"""Bytes of the destination queue pair in the base transport header (InfiniBand specification 1, 9.2)."""
_ETHER_TYPE = {"ipv4": "IPv4", "ipv6": "IPv6"}
"""As user-defined fields name them (aristanetworks/avd 6.4.0, `load_balance_trident_udf`)."""
_FEC = {
    "rs": "error-correction encoding reed-solomon",
    "fc": "error-correction encoding fire-code",
    "none": "no error-correction encoding",
}


def context(config: UnitConfig) -> Mapping[str, Any]:
    """Return the words of a switch beside `device`."""
    switch: SwitchConfig = config  # type: ignore[assignment]
    qos = words_qos.words(switch)
    return {
        "ports": tuple(_port(switch, interface) for interface in switch.interfaces),
        "neighbors": tuple(
            (
                str(neighbor.address or port_name(switch.hardware, "eos", neighbor.port)),
                neighbor.group,
                neighbor.asn,
            )
            for neighbor in _in_order(switch.bgp)
        ),
        "families": tuple((family, sorted(switch.bgp.groups_in(family))) for family in switch.bgp.families),
        "routes_ipv6": "ipv6" in switch.bgp.families or not switch.bgp.numbered,
        "prefixes": tuple(_prefixes(switch.bgp, "ipv4")),
        "prefixes6": tuple(_prefixes(switch.bgp, "ipv6")),
        "prepended": " ".join([str(switch.bgp.asn)] * switch.bgp.prepends),
        # Above leaves: others carry traffic until it knows all ways. A leaf is the only way to its hosts
        # (AVD's spine_bgp_defaults and leaf_bgp_defaults differ in this line).
        "waits": switch.role is not Role.LEAF,
        "lldp_hold_s": switch.lldp.interval_s * switch.lldp.hold_multiplier,
        **_hashing(switch),
        **words_management.words(switch),
        **qos,
    }


def _hashing(switch: SwitchConfig) -> Mapping[str, Any]:
    """Return which bytes are hashed beside the five-tuple: from the UDP header on, or of its payload."""
    wanted = "dst-qp" in switch.ecmp.fields
    families = tuple(_ETHER_TYPE[family] for family in switch.bgp.families)
    return {
        "udf": tuple((family, _UDP_HEADER + byte) for family in families for byte in _QUEUE_PAIR)
        if wanted and not switch.asic.voq
        else (),
        "payload": f"{_QUEUE_PAIR[0]}-{_QUEUE_PAIR[-1]}" if wanted and switch.asic.voq else "",
    }


def _in_order(bgp: Bgp) -> Sequence[Neighbor]:
    """Return the sessions as EOS prints them: those between addresses by address."""
    return sorted(bgp.neighbors, key=_place) if bgp.numbered else bgp.neighbors


def _place(neighbor: Neighbor) -> tuple[bool, tuple[int | str, ...]]:
    address = str(neighbor.address)
    return ":" in address, natural(address)


def _port(switch: SwitchConfig, interface: Interface) -> tuple[str | int | None, ...]:
    """Return what a port prints, in the order of its template; empty where a line is left out."""
    return (
        port_name(switch.hardware, "eos", interface.port),
        interface.description,
        interface.mtu,
        _speed(switch, interface),
        _fec(switch, interface),
        str(interface.address or ""),
        str(interface.address6 or ""),
        interface.unnumbered,
        words_qos.profile_name(interface) if switch.qos and interface.lossless else "",
        interface.vlan,
    )


def _twisted_pair(switch: SwitchConfig, interface: Interface) -> bool:
    """Whether a port is a jack: 1000BASE-T always negotiates (IEEE 802.3, 40.5.1) and has no FEC to set."""
    return cages_of(switch.hardware, interface.port).form_factor == _TWISTED_PAIR


def _speed(switch: SwitchConfig, interface: Interface) -> str:
    if _twisted_pair(switch, interface):
        return f"auto {interface.speed_gbps}gfull"
    return speed(interface.speed_gbps, interface.port.lanes)


@lru_cache(maxsize=64)
def speed(gbps: int, lanes: int) -> str:
    """Return a speed as EOS names it: `400g-4`, `1.6t-8`; one lane of NRZ is not counted: `25g`."""
    terabit = 1000
    if lanes == 1 and gbps <= _NRZ_LANE_GBPS:
        return f"{gbps}g"
    return f"{gbps / terabit:g}t-{lanes}" if gbps > terabit else f"{gbps}g-{lanes}"


def _fec(switch: SwitchConfig, interface: Interface) -> str:
    if _twisted_pair(switch, interface):
        return ""
    if interface.speed_gbps > _NRZ_LANE_GBPS * interface.port.lanes and interface.fec == "rs":
        return ""
    return _FEC[interface.fec]


def _prefixes(bgp: Bgp, family: str) -> Iterator[tuple[int, str]]:
    """Yield the entries of the prefix list of what is advertised of a family: number and match."""
    for place, (network, shortest, longest) in enumerate(bgp.advertised_in(family), start=1):
        yield 10 * place, f"permit {network}{_lengths(network.prefixlen, shortest, longest)}"


def _lengths(own: int, shortest: int, longest: int) -> str:
    if shortest == longest:
        return "" if shortest == own else f" eq {shortest}"
    least = "" if shortest == own else f" ge {shortest}"
    return f"{least} le {longest}"
