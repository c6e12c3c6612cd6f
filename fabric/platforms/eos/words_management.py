"""The words of EOS for who may manage a switch and who may watch it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from ipaddress import IPv4Network

    from fabric.device import SwitchConfig

MANAGEMENT = "FABRIC-MANAGEMENT"
GNMI = "FABRIC-GNMI"
"""Access list of the gNMI server, where collectors stand outside the networks that may do the rest."""


def words(switch: SwitchConfig) -> Mapping[str, Any]:
    """Return access lists by name, and the name of each service's; empty where everybody may come in."""
    allow = switch.system.allow
    lists = {MANAGEMENT: tuple(_entries(allow))} if allow else {}
    of_gnmi = MANAGEMENT if allow else ""
    if switch.gnmi is not None and switch.gnmi.allow not in ((), allow):
        of_gnmi = GNMI
        lists[GNMI] = tuple(_entries(switch.gnmi.allow))
    return {
        "access_lists": dict(sorted(lists.items())),
        "of_gnmi": of_gnmi,
        "ssl_profiles": tuple(_profiles(switch)),
    }


def _profiles(switch: SwitchConfig) -> Iterator[tuple[str, str, str]]:
    """Yield the SSL profiles of gNMI and of the API: name, certificate and CA of the clients."""
    gnmi = switch.gnmi
    if gnmi is not None and (gnmi.certificate or gnmi.client_ca):
        yield "FABRIC", gnmi.certificate, gnmi.client_ca
    if switch.system.api_certificate:
        yield "FABRIC-API", switch.system.api_certificate, ""


def _entries(networks: Iterable[IPv4Network]) -> Iterator[tuple[int, str]]:
    for place, network in enumerate(networks, start=1):
        yield 10 * place, f"permit {_source(network)}"


def _source(network: IPv4Network) -> str:
    """Return a network as EOS prints it."""
    if network.prefixlen == network.max_prefixlen:
        return f"host {network.network_address}"
    return str(network) if network.prefixlen else "any"
