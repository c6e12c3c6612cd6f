"""What the fabrics on a host may not share: names of interfaces, routing tables, adapters.

Nothing here is chosen by the order of fabrics: what a host has stays when it comes to another fabric.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.core.names import listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.intent.site import HostGroup, Site

LONGEST_WORD = 13
"""Linux takes names of 15 characters (IFNAMSIZ without its end); a host has at most 64 ports on a fabric."""
MOST_PORTS = 64
"""Tables kept for each fabric, so that more ports on a host never meet those of another fabric."""
OF_KERNEL = range(253, 256)
"""Tables `default`, `main` and `local` (iproute2, `rt_tables`)."""


def problems(site: Site) -> Iterator[Diagnostic]:
    """Yield every contradiction on the hosts of a site."""
    yield from _out_of_band_alone(site)
    yield from _long_names(site)
    yield from _tables_of_the_kernel(site)
    pairs = dict.fromkeys(
        pair for group in site.hosts.values() for pair in combinations(_fabrics(site, group), 2)
    )
    for first, second in pairs:
        yield from _equal_names(site, first, second)
        yield from _equal_tables(site, first, second)
    for pod, group in site.hosts.items():
        yield from _adapters(pod, group)
        yield from _pci_addresses(pod, group)
        for first, second in combinations(_fabrics(site, group), 2):
            yield from _equal_adapters(pod, group, first, second)


def _fabrics(site: Site, group: HostGroup) -> tuple[str, ...]:
    return tuple(
        name for name, fabric in site.fabrics.items() if name in group.nics and not fabric.out_of_band
    )


def _out_of_band_alone(site: Site) -> Iterator[Diagnostic]:
    for pod, group in site.hosts.items():
        known = [name for name in group.nics if name in site.fabrics]
        if known and not _fabrics(site, group):
            hint = "add NICs on a fabric that carries traffic, or leave out `out_of_band`"
            yield error("INT-018", f"hosts of `{pod}` are on out-of-band fabrics alone", group.loc(), hint)


def _long_names(site: Site) -> Iterator[Diagnostic]:
    for name, fabric in site.fabrics.items():
        word = fabric.interface_word(name)
        if len(word) > LONGEST_WORD:
            hint = f"add `host_interfaces` with a word of at most {LONGEST_WORD} characters"
            summary = f"`{word}1` is too long a name for an interface of a host"
            yield error("INT-011", summary, fabric.loc(), hint)


def _equal_names(site: Site, first: str, second: str) -> Iterator[Diagnostic]:
    """Yield words that make one name, such as `net` and `net1`, whose ports 11 and 1 are both `net11`."""
    one, other = (site.fabrics[name].interface_word(name) for name in (first, second))
    short, long = sorted((one, other), key=len)
    rest = long.removeprefix(short)
    if long.startswith(short) and (not rest or rest.isdigit()):
        summary = f"ports of `{second}` would be called like those of `{first}` on the same hosts"
        free = f"{second[: LONGEST_WORD - 1]}-" if second[-1].isdigit() else second[:LONGEST_WORD]
        hint = f"add `host_interfaces` to the newer one, such as `host_interfaces: {free}`"
        yield error("INT-011", summary, site.fabrics[second].loc("host_interfaces"), hint)


def _equal_tables(site: Site, first: str, second: str) -> Iterator[Diagnostic]:
    one, other = site.fabrics[first], site.fabrics[second]
    base, further = one.addressing.host_table, other.addressing.host_table
    if "infiniband" not in {one.transport, other.transport} and abs(base - further) < MOST_PORTS:
        summary = (
            f"`{first}` and `{second}` would both use table {max(base, further) + 1} of the hosts they share"
        )
        hint = (
            f"add `addressing: {{host_table: ...}}` to the newer one, {MOST_PORTS} or more away, such as 300"
        )
        yield error("INT-012", summary, other.addressing.loc("host_table"), hint)


def _tables_of_the_kernel(site: Site) -> Iterator[Diagnostic]:
    for name, fabric in site.fabrics.items():
        base = fabric.addressing.host_table
        ports = max(
            (group.nics[name].count for group in site.hosts.values() if name in group.nics), default=0
        )
        taken = [str(number) for number in OF_KERNEL if base < number <= base + ports]
        if taken and fabric.transport != "infiniband":
            summary = (
                f"tables {base + 1} to {base + ports} of `{name}` hold the kernel's own, {listing(taken)}"
            )
            hint = "take another `host_table`, such as 300"
            yield error("INT-012", summary, fabric.addressing.loc("host_table"), hint)


def _adapters(pod: str, group: HostGroup) -> Iterator[Diagnostic]:
    for fabric, nics in group.nics.items():
        if len(nics.adapter_numbers) != nics.count:
            given = len(nics.adapter_numbers)
            summary = (
                f"hosts of `{pod}` have {nics.count} ports on `{fabric}` and {given} adapter numbers for them"
            )
            yield error("INT-013", summary, nics.loc("adapters"), "name one adapter for each port")


def _pci_addresses(pod: str, group: HostGroup) -> Iterator[Diagnostic]:
    owner: dict[str, str] = {}
    for fabric, nics in group.nics.items():
        if nics.pci is None:
            continue
        if len(nics.pci) != nics.count:
            summary = (
                f"hosts of `{pod}` have {nics.count} ports on `{fabric}` and {len(nics.pci)} PCI addresses"
            )
            yield error("INT-021", summary, nics.loc("pci"), "name one address for each port")
        for address in nics.pci:
            if address in owner:
                summary = f"`{owner[address]}` and `{fabric}` both take `{address}` of the hosts of `{pod}`"
                hint = "`readlink /sys/class/net/PORT/device` tells where a port is"
                yield error("INT-021", summary, nics.loc("pci"), hint)
            owner[address] = fabric


def _equal_adapters(pod: str, group: HostGroup, first: str, second: str) -> Iterator[Diagnostic]:
    one, other = group.nics[first].adapter_numbers, group.nics[second].adapter_numbers
    if both := sorted(set(one) & set(other)):
        free = max(one) + 1
        numbers = f"{free}-{free + len(other) - 1}" if len(other) > 1 else str(free)
        summary = (
            f"`{first}` and `{second}` both take adapter {listing([str(number) for number in both])} "
            f"of the hosts of `{pod}`"
        )
        hint = f"number them as the hosts do, such as `adapters: [{numbers}]`"
        yield error("INT-013", summary, group.nics[second].loc("adapters"), hint)
