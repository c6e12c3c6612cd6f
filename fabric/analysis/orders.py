"""Bill of materials: what one orders for a fabric, and the power and rack units that the catalog knows of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from fabric.analysis.cabling import fixed_cable, runs
from fabric.analysis.modules import modules
from fabric.analysis.recabling import Product, laid
from fabric.analysis.weave import planes_of
from fabric.catalog.tables import CABLES
from fabric.core.names import natural
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fabric.catalog import Cable
    from fabric.device import Design

METRES_EACH = "length of the way; the catalog knows no orderable one"


class Kind(StrEnum):
    """What an item is, in the order of a bill."""

    SWITCH = "switch"
    CIRCUIT = "optical-circuit-switch"
    MANAGER = "subnet-manager"
    NIC = "nic"
    MODULE = "module"
    CABLE = "cable"
    FIBRE = "fibre"


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a bill."""

    kind: Kind
    model: str
    """Name in the catalog; empty when the intent names none."""
    form: str
    """Mechanical form of a module; length of a cable."""
    count: int
    power_w: float | None
    """Most power of one, W; of a switch typical power without modules; None when it is not known."""
    rack_units: float | None
    """Height of one, U; 0 for what sits in something else; None when it is not known."""
    note: str = ""

    @property
    def name(self) -> str:
        """Model and form as one writes them on an order."""
        return " ".join(part for part in (self.model or "unknown", self.form) if part)


@dataclass(frozen=True, slots=True)
class Sum:
    """A total that is only as good as what is known."""

    known: float
    missing: tuple[str, ...]
    """Models that the catalog has no figure for: the total is at least `known`."""


def bill(design: Design) -> tuple[Item, ...]:
    """Return what one orders for a fabric. Hosts are not in it: several fabrics share them."""
    return (
        *_switches(design),
        *_circuits(design),
        *_managers(design),
        *_nics(design),
        *_modules(design),
        *_cables(design),
    )


def together(bills: Iterable[tuple[Item, ...]]) -> tuple[Item, ...]:
    """Return one bill for several fabrics."""
    found: dict[tuple[Kind, str, str], Item] = {}
    for item in (item for one in bills for item in one):
        key = (item.kind, item.model, item.form)
        before = found.get(key)
        found[key] = replace(item, count=item.count + before.count) if before else item
    order = list(Kind)
    return tuple(sorted(found.values(), key=lambda item: (order.index(item.kind), natural(item.name))))


def power_w(items: Iterable[Item]) -> Sum:
    """Return the power of a bill, W."""
    return _sum(items, lambda item: item.power_w)


def rack_units(items: Iterable[Item]) -> Sum:
    """Return the height of a bill, U."""
    return _sum(items, lambda item: item.rack_units)


def _sum(items: Iterable[Item], of_one: Callable[[Item], float | None]) -> Sum:
    known, missing = 0.0, dict[str, None]()
    for item in items:
        each = of_one(item)
        if each is None:
            missing[item.name] = None
        else:
            known += each * item.count
    return Sum(known, tuple(missing))


def _switches(design: Design) -> Iterator[Item]:
    models = Counter(d.model for d in design.fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE))
    for model, count in models.items():
        switch = design.catalog.switch(model)
        yield Item(Kind.SWITCH, switch.id, "", count, switch.power_w, switch.rack_units)


def _circuits(design: Design) -> Iterator[Item]:
    for model, count in Counter(device.model for device in design.fabric.passive.values()).items():
        found = design.catalog.circuit_switch(model)
        yield Item(Kind.CIRCUIT, found.id, "", count, found.power_w, found.rack_units)


def _managers(design: Design) -> Iterator[Item]:
    models = Counter(device.model for device in design.fabric.of_role(Role.MANAGER))
    for model, count in models.items():
        yield Item(Kind.MANAGER, model, "", count, None, None)


def _nics(design: Design) -> Iterator[Item]:
    if design.intent.out_of_band:
        return  # a host comes with its management controller
    models: Counter[str] = Counter()
    planes = planes_of(design.fabric)
    for host in design.fabric.of_role(Role.HOST):
        cards = {
            (link.a.port.cage - 1) // planes
            for link in design.fabric.links_of.get(host.name, ())
            if link.a.device == host.name
        }
        models[design.site.hosts[host.pod].nics[design.fabric.name].model] += len(cards)
    for model, count in models.items():
        nic = design.catalog.nic(model)
        yield Item(Kind.NIC, nic.id, "", count, None, 0, _ports(nic.ports, planes))


def _ports(ports: tuple[int, ...], planes: int) -> str:
    if planes > 1:
        return f"each with {planes} ports, one for each plane"
    several = ", ".join(str(number) for number in ports if number > 1)
    return f"counted by port; cards with {several} ports are fewer" if several else ""


def _modules(design: Design) -> Iterator[Item]:
    for (model, form), (count, power) in modules(design).items():
        yield Item(Kind.MODULE, model, form, count, power, 0)


def _cables(design: Design) -> Iterator[Item]:
    products = Counter(cable.product for cable in laid(runs(design)))
    for product, count in sorted(products.items()):
        fixed = fixed_cable(design.catalog, product.medium)
        length = f"{product.length_m:g} m" if product.length_m else ""
        if fixed is None:
            yield Item(Kind.FIBRE, product.medium, length, count, 0, 0)
            continue
        each = None if fixed.power_w is None else fixed.power_w * _plugs(fixed)
        yield Item(Kind.CABLE, fixed.id, length, count, each, 0, _note(design, fixed, product))


def _plugs(cable: Cable) -> int:
    return max(sum(end.count for end in pair) for pair in cable.ends)


def _note(design: Design, cable: Cable, product: Product) -> str:
    if product.length_m not in cable.stock_m:
        return METRES_EACH
    others = [
        other.id
        for other in design.catalog.named(CABLES).values()
        if other.id != cable.id and _serves(other, cable, product.length_m)
    ]
    return f"or {', '.join(others)}" if others else ""


def _serves(other: Cable, cable: Cable, length_m: float) -> bool:
    """Whether another cable has the plugs, the rate and the length of one."""
    same_ends = any(pair in cable.ends for pair in other.ends)
    return same_ends and other.gbps == cable.gbps and length_m in other.stock_m
