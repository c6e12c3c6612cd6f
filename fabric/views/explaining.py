"""Where the values of a device or port come from: rule, line of the intent, formula, facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error, nearest
from fabric.core.names import listing
from fabric.device import UNMANAGED, Origin, build
from fabric.intent.explicit import Explicit
from fabric.topology import MANAGEMENT_PORT, Role, far_end, near_end
from fabric.topology.names import matcher
from fabric.views.values import Value, of_port, of_unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.device import Design, UnitConfig
    from fabric.pipeline import Build
    from fabric.topology import Device, Link

OF_TIER = ("model", "platform", "release", "hwsku")


@dataclass(frozen=True, slots=True)
class Cabled:
    """A port in the list of a device."""

    name: str
    place: str
    speed_gbps: int
    peer: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of a device, or of one of its ports."""

    fabric: str
    device: str
    port: str
    """Name of the port; empty for the device as a whole."""
    where: tuple[Value, ...]
    """Its place: role, pod, rail, model, release, number."""
    values: tuple[Value, ...]
    ports: tuple[Cabled, ...]
    """The ports of a device as a whole."""


def explain(made: Build, subject: str) -> tuple[Explanation, ...]:
    """Explain `DEVICE`, `DEVICE:PORT`, `DEVICE:PORT:FIELD` or `DEVICE:FIELD`, once for each of its fabrics.

    Raises FabricError with the nearest name for what does not exist.
    """
    name, _, rest = subject.partition(":")
    port, _, field = rest.partition(":")
    designs = _designs(made, name)
    found = [
        _of_port(made, design, name, link)
        for design in (*designs, *_managing(made, name))
        for link in (*design.fabric.links_of.get(name, ()), *design.fabric.management_of.get(name, ()))
        if port and port.lower() in _words(design, name, link)
    ]
    if not found:
        whole = [_of_device(made, design, name) for design in designs]
        if port and not field and any(_matching(one.values, port) for one in whole):
            field, port = port, ""
        if port:
            raise _no_port(designs, name, port)
        found = whole
    return tuple(_narrowed(found, field, subject)) if field else tuple(found)


def _managing(made: Build, name: str) -> Iterator[Design]:
    """Yield the design of the fabric that a switch of another one is managed through."""
    yield from (design for design in made.designs.values() if name in design.fabric.managed)


def _designs(made: Build, name: str) -> list[Design]:
    held = {fabric: (*d.fabric.devices, *d.fabric.dpus) for fabric, d in made.designs.items()}
    designs = [made.designs[fabric] for fabric, devices in held.items() if name in devices]
    if not designs:
        known = [device for devices in held.values() for device in devices]
        hint = nearest(name, known) or f"names here run from `{known[0]}` to `{known[-1]}`"
        raise FabricError(error("EXP-001", f"`{made.site.name}` has no device `{name}`", hint=hint))
    return designs


def _words(design: Design, name: str, link: Link) -> tuple[str, str]:
    """Return the words by which a port is meant: the vendor's name and its place."""
    end = near_end(link, name)
    return design.port_name(end).lower(), str(end.port)


def _no_port(designs: Sequence[Design], name: str, port: str) -> FabricError:
    ends = [(d, near_end(link, name)) for d in designs for link in d.fabric.links_of.get(name, ())]
    known = [design.port_name(end) for design, end in ends]
    places = [str(end.port) for _, end in ends]
    hint = nearest(port, [*known, *places]) or f"ports with a cable: {listing(known) or 'none'}"
    return FabricError(error("EXP-002", f"`{name}` has no port `{port}` with a cable", hint=hint))


def _narrowed(found: Sequence[Explanation], field: str, subject: str) -> Iterator[Explanation]:
    chosen = [(one, _matching(one.values, field)) for one in found]
    if not any(values for _, values in chosen):
        fields = [value.field for one in found for value in one.values]
        parts = [part for name in fields for part in name.split(".")]
        hint = nearest(field, [*fields, *parts]) or "leave it out to see every value"
        raise FabricError(error("EXP-003", f"`{subject.rpartition(':')[0]}` has no `{field}`", hint=hint))
    for one, values in chosen:
        if values:
            yield Explanation(one.fabric, one.device, one.port, (), values, ())


def _matching(values: Sequence[Value], field: str) -> tuple[Value, ...]:
    """Return the values that a name means: a whole name, its beginning or a part: `ecn`, `min_bytes`."""
    return tuple(
        value
        for value in values
        if field in value.field.split(".") or f"{value.field}.".startswith(f"{field}.")
    )


def _config(made: Build, name: str) -> UnitConfig | None:
    """Return the configuration of a device; None for one that a subnet manager configures."""
    unmanaged = any(design.device(name).platform == UNMANAGED for design in _designs(made, name))
    return None if unmanaged else build(made.designs.values(), name)


def _of_device(made: Build, design: Design, name: str) -> Explanation:
    config = _config(made, name)
    values = tuple(of_unit(design, config)) if config else ()
    cabled = [(design, link) for link in design.fabric.links_of.get(name, ())]
    managing = dict.fromkeys((design.fabric.name, *(one.fabric.name for one in _managing(made, name))))
    for other in (made.designs[fabric] for fabric in managing):
        cabled += [(other, link) for link in other.fabric.management_of.get(name, ())]
    ports = tuple(_cabled(other, name, link) for other, link in cabled)
    return Explanation(design.fabric.name, name, "", tuple(_where(design, name)), values, ports)


def _cabled(design: Design, name: str, link: Link) -> Cabled:
    own, other = near_end(link, name), far_end(link, name)
    peer = f"{other.device} {design.port_name(other)}"
    return Cabled(design.port_name(own), str(own.port), link.speed_gbps, peer)


def _of_port(made: Build, design: Design, name: str, link: Link) -> Explanation:
    end = near_end(link, name)
    config = None if end.port == MANAGEMENT_PORT else _config(made, name)
    topology = Origin("topology", design.intent.topology.loc())
    where = (Value("place", str(end.port), topology), Value("role", str(design.device(name).role), topology))
    values = of_port(design, name, link, config)
    return Explanation(design.fabric.name, name, design.port_name(end), where, values, ())


def _where(design: Design, name: str) -> Iterator[Value]:
    device = design.device(name)
    topology = Origin("topology", device.path)
    yield Value("role", str(device.role), topology)
    if device.pod:
        pod = design.site.hosts.get(device.pod)
        yield Value("pod", device.pod, Origin("topology", pod.loc() if pod else device.path))
    if device.rail is not None:
        yield Value("rail", device.rail, topology)
    for field in OF_TIER:
        if value := getattr(device, field):
            yield Value(field, value, _tier(design, device, field))
    if (number := design.numbers.of.get(name)) is not None:
        ledger = () if name in design.numbers.missing else (f"ledger/{design.fabric.name}/{name}",)
        yield Value("number", number, Origin("allocate.number", (), ledger))


def _tier(design: Design, device: Device, field: str) -> Origin:
    """Return where the intent says what a device is: its last override with the field, or else its tier."""
    facts = {"model": ("switches",), "hwsku": ("hwskus",)}.get(field, ())
    if device.role is Role.HOST:
        given = design.site.hosts[device.pod].loc(field) if field == "model" else ()
        return Origin("intent" if given else "topology", given, (f"hosts/{device.model}",) if given else ())
    if device.role is Role.MANAGER:
        return Origin("topology", device.path)
    if device.role is Role.DPU:
        nics = design.site.hosts[device.pod].nics[design.fabric.name]
        part = nics if field == "model" or nics.dpu is None else nics.dpu
        return Origin("intent", part.loc(field), (f"nics/{device.model}",))
    rows = tuple(f"{table}/{getattr(device, field)}" for table in facts)
    for override in reversed(design.intent.topology.overrides):
        if getattr(override, field) is not None and matcher(override.match)(device.name):
            return Origin("intent", override.loc(field), rows)
    topology = design.intent.topology
    own = topology.switches[device.name] if isinstance(topology, Explicit) else None
    return Origin("intent", own.loc(field) if own else topology.loc(device.role, field), rows)
