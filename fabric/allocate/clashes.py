"""What links written by hand can make clash: two ends in one AS, two ports with one address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.topology import HOST_LINK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fabric.allocate.numbers import Numbers
    from fabric.topology import End, Fabric, Link, Port

OF_LEAVES = frozenset({HOST_LINK, "leaf-leaf", "leaf-spine", "leaf-core"})
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
    links = [link for link in fabric.links if link.kind == HOST_LINK]
    for link, first, port in _twice(links, lambda link: link.b, slot_of):
        summary = f"host ports `{first}` and `{port}` of `{link.b.device}` would have one address"
        hint = "hosts on a leaf whose ports differ in lanes need other cages: move one of the two"
        yield error("ALC-021", summary, link.written or fabric.devices[link.b.device].path, hint)


def shared_link_addresses(
    fabric: Fabric, owner_of: Callable[[Link], End], slot_of: Callable[[Port], int]
) -> Iterator[Diagnostic]:
    """Yield ports of a switch whose numbered links to others would have one network."""
    links = [link for link in fabric.links if link.kind != HOST_LINK]
    for link, first, port in _twice(links, owner_of, slot_of):
        name = owner_of(link).device
        summary = f"links on `{first}` and `{port}` of `{name}` would have one network"
        hint = (
            "links of a switch whose ports differ in lanes need other cages, or `underlay: ebgp-unnumbered`"
        )
        yield error("ALC-022", summary, link.written or fabric.devices[name].path, hint)


def _twice(
    links: Sequence[Link], end_of: Callable[[Link], End], slot_of: Callable[[Port], int]
) -> Iterator[tuple[Link, Port, Port]]:
    """Yield a link whose slot is taken, the port that has it, and its own."""
    if len({end_of(link).port.lanes for link in links}) < 2:  # noqa: PLR2004 - ports of one size never meet
        return
    taken: dict[tuple[str, int], Port] = {}
    for link in links:
        switch, port = end_of(link)
        first = taken.setdefault((switch, slot_of(port)), port)
        if first != port:
            yield link, first, port
