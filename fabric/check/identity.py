"""Whether every switch is known: in the inventory and in the ledger."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, warning
from fabric.core.names import listing, natural
from fabric.device import neighbours
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.device import Design
    from fabric.topology import Link

SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)
PROVISIONAL = "ALC-005"
"""Code of the finding that `--frozen` turns into an error."""


def every_switch_has_a_management_address(design: Design) -> Iterable[Diagnostic]:
    """INV-001: a switch without management address in the inventory gets no management port."""
    network = design.site.services.management
    if network is None or design.intent.transport == "infiniband":
        return
    names = [d.name for d in design.fabric.of_role(*SWITCHES) if not design.inventory.data(d.name).management]
    if names:
        hint = f"add `data: {{management: ...}}` to `{design.inventory.folder}/hosts.yaml`"
        yield warning("INV-001", f"no management address for {listing(names)}", network.loc(), hint)


def every_management_address_is_in_its_network(design: Design) -> Iterable[Diagnostic]:
    """INV-005: a management address outside the management network cannot reach its gateway."""
    network = design.site.services.management
    if network is None:
        return
    for device in design.fabric.of_role(*SWITCHES):
        address = design.inventory.data(device.name).management
        if address is not None and address.ip not in network.network:
            summary = f"`{device.name}` has {address} outside {network.network}"
            yield warning("INV-005", summary, network.loc("network"), "correct the inventory or the network")


def every_managed_switch_has_its_leaf_as_neighbour(design: Design) -> Iterable[Diagnostic]:
    """INV-011: a management address outside the VLAN of its out-of-band leaf reaches nobody through it."""
    far: defaultdict[str, list[Link]] = defaultdict(list)
    for link in design.fabric.management:
        address = design.inventory.data(link.a.device).management
        if address is not None and not neighbours(address, design.numbers.gateway(link.b.device)):
            far[link.b.device].append(link)
    for leaf, links in far.items():
        names, first = sorted((link.a.device for link in links), key=natural), links[0]
        block, free = design.numbers.host_block(leaf), design.numbers.host_link(leaf, first.b.port)[1]
        summary = f"management address outside {block}, the VLAN of `{leaf}`: {listing(names)}"
        hint = (
            f"each may have that of its port there, such as {free} for `{first.a.device}`"
            if free.ip in block
            else "take addresses of that block that no host has"
        )
        yield warning("INV-011", summary, design.intent.loc("manages"), hint)


def every_switch_can_be_told_apart(design: Design) -> Iterable[Diagnostic]:
    """INV-006: without serial number or MAC address nobody knows that the right device answers."""
    known = {d.name: design.inventory.data(d.name) for d in design.fabric.of_role(*SWITCHES)}
    names = [name for name, data in known.items() if not (data.serial or data.mac)]
    if names:
        folder = design.inventory.folder
        hint = (
            f"`fabric enrol` asks them, or add `serial` and `mac` to `{folder}/hosts.yaml`; rollouts need it"
        )
        yield warning("INV-006", f"no identity for {listing(names)}", design.intent.topology.loc(), hint)


def every_number_is_in_the_ledger(design: Design) -> Iterable[Diagnostic]:
    """ALC-005: a number that is not in the ledger is provisional and may still move."""
    missing = design.numbers.missing
    if missing:
        summary = f"the ledger has no number for {listing(missing)}"
        yield warning(PROVISIONAL, summary, design.intent.topology.loc(), "run `fabric allocate` and commit")


def somebody_can_log_in(design: Design) -> Iterable[Diagnostic]:
    """SVC-001: an intent without accounts and servers leaves a switch to whatever it has from the factory."""
    aaa = design.site.services.aaa
    if design.intent.transport != "infiniband" and not aaa.users and aaa.tacacs is None:
        hint = "add `services: {aaa: {users: [{name: admin, password: secret:env/ADMIN_HASH}]}}`"
        yield warning("SVC-001", "the intent names nobody who may log in", aaa.loc(), hint)


CHECKS = (
    somebody_can_log_in,
    every_switch_has_a_management_address,
    every_management_address_is_in_its_network,
    every_managed_switch_has_its_leaf_as_neighbour,
    every_switch_can_be_told_apart,
    every_number_is_in_the_ledger,
)
