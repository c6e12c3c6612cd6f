"""Whether an InfiniBand fabric comes up and stays partitioned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.core.names import listing, natural
from fabric.device import port_guids
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.device import Design

SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)


def a_leaf_port_is_left_for_the_subnet_manager(design: Design) -> Iterable[Diagnostic]:
    """SUB-003: a fabric whose leaf ports all go to hosts has no subnet manager and stays dark."""
    subnet = design.intent.subnet
    if subnet is not None and not design.fabric.of_role(Role.MANAGER):
        hint = "set `ports`, and leave a host out of one pod"
        yield error("SUB-003", "no leaf port is kept for a subnet manager", subnet.loc("ports"), hint)


def subnet_managers_can_stand_in(design: Design) -> Iterable[Diagnostic]:
    """SUB-004: with one subnet manager, nothing repairs routes while it is down."""
    subnet = design.intent.subnet
    if subnet is not None and len(design.fabric.of_role(Role.MANAGER)) == 1:
        yield warning(
            "SUB-004", "the only subnet manager has no stand-in", subnet.loc("ports"), "keep 4 ports"
        )


def every_node_has_its_guids(design: Design) -> Iterable[Diagnostic]:
    """SUB-005: roots, members of partitions and cables are named by GUID; a build refuses without."""
    if design.intent.subnet is None:
        return
    known, fabric = design.inventory.data, design.fabric
    switches = [d.name for d in fabric.of_role(*SWITCHES) if not known(d.name).guid]
    adapters = [d.name for d in fabric.of_role(Role.HOST, Role.MANAGER) if not all(port_guids(design, d))]
    for names, what in ((switches, "node GUID"), (adapters, "port GUIDs, or too few,")):
        if names:
            hint = f"add them to `{design.inventory.folder}/hosts.yaml`"
            yield warning("SUB-005", f"no {what} known of {listing(names)}", design.intent.subnet.loc(), hint)


def every_host_is_full_member_of_a_partition(design: Design) -> Iterable[Diagnostic]:
    """SUB-006: hosts that are limited members only cannot talk to each other."""
    subnet = design.intent.subnet
    if subnet is None or not subnet.partitions:
        return
    full = [found for found in subnet.partitions if found.membership == "full"]
    if any(found.pods is None for found in full):
        return
    covered = {pod for found in full for pod in found.pods or ()}
    left = sorted({host.pod for host in design.fabric.of_role(Role.HOST)} - covered, key=natural)
    if left:
        hint = "add them to a partition, or leave `pods` out of one"
        summary = f"hosts of {listing(left)} are full members of no partition"
        yield warning("SUB-006", summary, subnet.loc("partitions"), hint)


CHECKS = (
    every_host_is_full_member_of_a_partition,
    a_leaf_port_is_left_for_the_subnet_manager,
    subnet_managers_can_stand_in,
    every_node_has_its_guids,
)
