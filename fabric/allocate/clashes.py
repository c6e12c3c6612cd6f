"""What links written by hand can make clash: two ends in one AS, two ports with one address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fabric.allocate.numbers import Numbers
    from fabric.topology import Fabric, Port

OF_LEAVES = frozenset({"host-leaf", "leaf-leaf", "leaf-spine", "leaf-core"})
"""Classes of links whose ends never share an AS: each leaf has its own."""


def sessions_within_a_system(fabric: Fabric, numbers: Numbers) -> Iterator[Diagnostic]:
    """Yield links between switches of one AS: eBGP would drop the routes that it learns over them."""
    for link in fabric.links:
        if link.kind in OF_LEAVES or not link.written:
            continue
        low, high = fabric.devices[link.a.device], fabric.devices[link.b.device]
        if numbers.asn(low) == numbers.asn(high):
            summary = f"`{low.name}` and `{high.name}` are linked and both in AS {numbers.asn(low)}"
            hint = "put them into pods of their own, or give each switch its own: `systems: per-switch`"
            yield error("ALC-020", summary, link.written, hint)


def shared_addresses(fabric: Fabric, slot_of: Callable[[Port], int]) -> Iterator[Diagnostic]:
    """Yield host ports of a leaf that would have one address: ports of different sizes are counted apart."""
    links = [link for link in fabric.links if link.kind == "host-leaf"]
    if len({link.b.port.lanes for link in links}) < 2:  # noqa: PLR2004 - ports of one size never meet
        return
    taken: dict[tuple[str, int], Port] = {}
    for link in links:
        leaf, port = link.b
        first = taken.setdefault((leaf, slot_of(port)), port)
        if first != port:
            summary = f"host ports `{first}` and `{port}` of `{leaf}` would have one address"
            hint = "hosts on a leaf whose ports differ in lanes need other cages: move one of the two"
            yield error("ALC-021", summary, link.written or fabric.devices[leaf].path, hint)
