"""The words of SONiC for one switch: the tables of CONFIG_DB and the routing of FRR."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabric.catalog import port_name
from fabric.platforms.sonic import (
    words_buffers,
    words_management,
    words_ports,
    words_qos,
    words_routing,
    words_system,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.device import Bgp, SwitchConfig, UnitConfig
    from fabric.platforms.sonic.rows import Table


def context(config: UnitConfig) -> Mapping[str, Any]:
    """Return the words of a switch beside `device`: `tables` by name, and those of frr.conf."""
    switch: SwitchConfig = config  # type: ignore[assignment]
    names = tuple(port_name(switch.hardware, "sonic", interface.port) for interface in switch.interfaces)
    tables: dict[str, Table] = words_system.tables(switch) | words_ports.tables(switch, names)
    tables |= words_management.tables(switch)
    tables |= words_routing.tables(switch, tables)
    if switch.qos is not None:
        tables |= words_qos.tables(switch, switch.qos, names, switch.asic.family)
        tables |= words_buffers.tables(switch, switch.qos, names)
    return {
        "tables": tables,
        "neighbors": words_routing.sessions(switch),
        "families": tuple((family, sorted(switch.bgp.groups_in(family))) for family in switch.bgp.families),
        "waits_for_install": words_system.waits_for_install(switch.release),
        "prefixes": tuple(_prefixes(switch.bgp, "ipv4")),
        "prefixes6": tuple(_prefixes(switch.bgp, "ipv6")),
        "prepended": " ".join([str(switch.bgp.asn)] * switch.bgp.prepends),
    }


def _prefixes(bgp: Bgp, family: str) -> Iterator[tuple[int, str]]:
    """Yield the entries of the prefix list of what is advertised of a family: number and match."""
    for place, (network, shortest, longest) in enumerate(bgp.advertised_in(family), start=1):
        # FRR refuses `ge` equal to the own length, and drops an `le` that says nothing.
        least = "" if shortest == network.prefixlen else f" ge {shortest}"
        most = "" if longest == network.prefixlen else f" le {longest}"
        yield 10 * place, f"permit {network}{least}{most}"
