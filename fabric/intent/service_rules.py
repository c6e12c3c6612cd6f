"""Rules about management services that a site must keep, whatever its fabrics are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.intent.site import Site


def problems(site: Site) -> Iterator[Diagnostic]:
    """Yield contradictions of management network, SNMP and telemetry."""
    network, snmp, gnmi = site.services.management, site.services.snmp, site.observability.gnmi
    if network is not None and network.gateway not in network.network:
        summary = f"gateway {network.gateway} is not in {network.network}"
        yield error("INT-006", summary, network.loc("gateway"), "name an address of the management network")
    if snmp is not None and snmp.community is None and not snmp.users:
        hint = "add `users`, or a `community`, or leave `snmp` out"
        yield error("SVC-003", "SNMP has neither a community nor users: nobody may ask", snmp.loc(), hint)
    if site.observability.monitoring and gnmi is None:
        summary = "monitoring files are asked for, and no switch has a gNMI server to ask"
        hint = "add `gnmi`, or leave `monitoring` out"
        yield error("OBS-004", summary, site.observability.loc("monitoring"), hint)
    if gnmi is not None and gnmi.client_ca is not None and gnmi.certificate is None:
        summary = "clients are to show a certificate to a server that has none of yours"
        yield error("OBS-003", summary, gnmi.loc("client_ca"), "add `certificate`, or leave `client_ca` out")
