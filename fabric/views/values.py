"""Every value of a unit's configuration by name, each with its origin."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from ipaddress import IPv6Address
from typing import TYPE_CHECKING

from fabric.device import DpuConfig, HostConfig, Origin, Secret, SwitchConfig
from fabric.device.interfaces import length_origin
from fabric.topology import MANAGEMENT, far_end
from fabric.topology.chosen import open_class
from fabric.views.arithmetic import derived
from fabric.views.light import physical_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.diagnostic import Path
    from fabric.device import Design, HostNic, Interface, Neighbor, Qos, SubnetManagerConfig, UnitConfig
    from fabric.intent.base import Model
    from fabric.topology import Link, Port

    Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]

UNEXPLAINED = frozenset({"origins", "port", "name", "role", "platform", "release", "model", "hwsku", "mac"})
"""Fields that the place of a device says already."""
OF_CABLE = frozenset({"speed_gbps", "cable_m"})
"""Fields of a headroom that the cable of the port says already."""
OF_CLASS = {
    "number": "traffic_class",
    "dscp": "dscp",
    "lossless": "lossless",
    "strict": "strict",
    "bandwidth_pct": "bandwidth",
}
"""Fields of a class in the words of the intent."""
OF_FLAT = ("fabric", "transport")
"""Where a site with a single fabric writes its transport."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value and where it comes from."""

    field: str
    """Name with its parts: `ecn.roce.min_bytes`."""
    value: Plain
    origin: Origin


def of_unit(design: Design, config: UnitConfig) -> Iterator[Value]:
    """Yield what a unit does as a whole; values of its ports are left to `of_port`."""
    if isinstance(config, SwitchConfig):
        found: Iterable[Value] = _of_switch(design, config)
    elif isinstance(config, HostConfig):
        found = _of_host(design, config)
    elif isinstance(config, DpuConfig):
        found = _of_dpu(config)
    else:
        found = _of_manager(design, config)
    for value in found:
        yield replace(value, origin=derived(design, config.name, value.origin))


def of_port(design: Design, name: str, link: Link, config: UnitConfig | None) -> tuple[Value, ...]:
    """Return what is known of a port: its cable, and what its unit does on it, if the device is one."""
    found = {value.field: value for value in _of_cable(design, name, link)}
    more: Iterable[Value] = ()
    if isinstance(config, SwitchConfig):
        port = next(port for port in config.interfaces if port.port == _port_of(link, name))
        more = _of_interface(design, config, port)
    elif isinstance(config, HostConfig):
        nics = config.on(design.fabric.name).nics
        more = _of_nic(design, name, nics[design.fabric.links_of[name].index(link)])
    found |= {value.field: value for value in more}
    return tuple(replace(value, origin=derived(design, name, value.origin, link)) for value in found.values())


def _port_of(link: Link, name: str) -> Port:
    return link.a.port if link.a.device == name else link.b.port


def _walk(
    part: object, prefix: str, fallback: Origin, leave: frozenset[str] = UNEXPLAINED
) -> Iterator[Value]:
    """Yield the fields of a part with their origins; what has none of its own has that of the whole."""
    origins: Mapping[str, Origin] = getattr(part, "origins", {})
    for one in fields(part):  # type: ignore[arg-type]
        value = getattr(part, one.name)
        if one.name in leave | {"origins"}:
            continue
        origin = origins.get(one.name, fallback)
        if is_dataclass(value) and not isinstance(value, Secret):
            yield from _walk(value, f"{prefix}{one.name}.", origin, frozenset())
        else:
            yield Value(prefix + one.name, plain(value), origin)


def plain(value: object) -> Plain:
    """Return a value as JSON can hold it; references stay references."""
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return [plain(part) for part in value]
    if is_dataclass(value) and not isinstance(value, Secret):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value) if one.name != "origins"}
    return str(value)


def _of_switch(design: Design, config: SwitchConfig) -> Iterator[Value]:
    routing, topology = design.intent.routing, Origin("topology", design.intent.topology.loc())
    tacacs = Origin("intent", design.site.services.aaa.loc("tacacs"))
    for value in _walk(config.system, "system.", topology):
        outside = value.field.startswith("system.tacacs") and value.origin == topology
        yield replace(value, origin=tacacs) if outside else value
    yield Value("loopback", str(config.loopback), config.bgp.origins["router_id"])
    yield from _walk(config.bgp, "bgp.", Origin("routing.underlay", routing.loc("underlay")),
                     frozenset({"neighbors"}))  # fmt: skip
    yield Value("bgp.sessions", len(config.bgp.neighbors), config.bgp.origins["neighbors"])
    yield from _walk(config.ecmp, "ecmp.", _written(routing, "ecmp", topology))
    yield from _walk(config.lldp, "lldp.", Origin("lldp.default"))
    yield from _of_monitoring(design, config)
    if config.access is not None:
        yield from _walk(config.access, "access.", topology)
    if config.qos is not None:
        yield from _of_qos(design, config.qos)
        asic = design.catalog.switch(config.model).asic
        yield from _walk(config.qos.buffers, "buffers.", Origin("catalog", (), (f"asics/{asic}",)))


def _of_monitoring(design: Design, config: SwitchConfig) -> Iterator[Value]:
    observability = design.site.observability
    if config.snmp is not None:
        yield from _walk(config.snmp, "snmp.", Origin("intent", design.site.services.loc("snmp")))
    if config.gnmi is not None:
        yield from _walk(config.gnmi, "gnmi.", Origin("intent", observability.loc("gnmi")))
    yield from _walk(config.telemetry, "telemetry.", Origin("intent", observability.loc()))
    if config.collectors:
        where = Origin("intent", observability.loc("collectors"))
        yield Value("collectors", [f"{one.address}:{one.port}" for one in config.collectors], where)


def _of_qos(design: Design, qos: Qos, speed_gbps: int | None = None) -> Iterator[Value]:
    """Yield classes and watchdog; marking at one port speed in Gb/s, or at all that the switch has."""
    intent = design.intent.qos
    written = {found.name: found for found in intent.classes} if intent else {}
    given: Path = intent.loc("classes") if intent else ()
    fallback = Origin("qos.total-map", given)
    yield Value("pfc.priorities", list(qos.lossless), Origin("pfc.of-lossless", given))
    yield Value("qos.dscp_to_class", list(qos.dscp_to_class), qos.origins.get("dscp_to_class", fallback))
    for found in qos.classes:
        of_class, prefix = written[found.name], f"class.{found.name}."
        for field, word in OF_CLASS.items():
            origin = found.origins.get(field, Origin("intent", of_class.loc(word)))
            yield Value(prefix + word, plain(getattr(found, field)), origin)
    for found in qos.classes:
        for speed, marks in found.ecn.items():
            at = f"ecn.{found.name}." if speed_gbps else f"ecn.{found.name}.{speed}G."
            if speed_gbps in {None, speed}:
                yield from _walk(marks, at, fallback)
    if qos.watchdog is not None:
        yield from _walk(qos.watchdog, "watchdog.", fallback)
    if qos.trimming is not None:
        yield from _walk(qos.trimming, "trimming.", fallback)


def _of_interface(design: Design, config: SwitchConfig, port: Interface) -> Iterator[Value]:
    given = _written(design.intent, "qos", Origin("topology", design.intent.topology.loc()))
    yield from _walk(port, "", given, frozenset({"port", "peer", "rail"}))
    for session in (found for found in config.bgp.neighbors if found.port == port.port):
        yield from _of_session(design, config, session)
    if config.qos is None or not port.lossless:
        return
    yield from _of_qos(design, config.qos, port.speed_gbps)
    for row in config.qos.headroom:
        if (row.speed_gbps, row.cable_m) == (port.speed_gbps, port.cable_m):
            yield from _walk(row, "headroom.", row.origins["xoff_bytes"], OF_CABLE)


def _of_session(design: Design, config: SwitchConfig, session: Neighbor) -> Iterator[Value]:
    at = "session6." if isinstance(session.address, IPv6Address) else "session."
    origin = Origin("routing.underlay", design.intent.routing.loc("underlay"))
    yield from _walk(session, at, origin, frozenset({"port", "asn"}))
    yield Value(f"{at}asn", session.asn, derived(design, session.peer, config.bgp.origins["asn"]))
    if config.bgp.bfd is not None:
        yield from _walk(config.bgp.bfd, f"{at}bfd.", config.bgp.origins["bfd"])


def _of_host(design: Design, config: HostConfig) -> Iterator[Value]:
    """Yield a host's part of one of its fabrics."""
    part = config.on(design.fabric.name)
    fallback = Origin("intent", design.intent.loc("transport") if design.intent.loc() else OF_FLAT)
    hosts = _written(design.intent.addressing, "hosts", fallback)
    for value in _walk(part, "", fallback, UNEXPLAINED | {"nics", "qos"}):
        yield replace(value, origin=hosts) if value.field == "fabric_networks" else value
    for field in ("collective", "network", "emits_lldp"):
        yield Value(field, getattr(config, field), config.origins[field])
    if part.qos is not None:
        yield from _of_qos(design, part.qos)


def _of_nic(design: Design, name: str, nic: HostNic) -> Iterator[Value]:
    nics = design.site.hosts[design.device(name).pod].nics[design.fabric.name]
    yield Value("nic", nic.model, Origin("intent", nics.loc("model"), (f"nics/{nic.model}",)))
    allocated = nic.origins["address"]
    leave = frozenset(
        {
            "number",
            "rail",
            "model",
            "speed_gbps",
            "peer",
            *(word for word in ("pci", "rdma") if not getattr(nic, word)),
        }
    )
    yield from _walk(nic, "", allocated, leave)


def _of_dpu(config: DpuConfig) -> Iterator[Value]:
    """Yield what a DPU does; its ports are inside the host, so that no cable of the fabric leads to them."""
    bgp = config.bgp
    yield Value("loopback", str(config.loopback), bgp.origins["router_id"])
    yield from _walk(bgp, "bgp.", bgp.origins["neighbors"], frozenset({"neighbors"}))
    yield Value("bgp.sessions", len(bgp.neighbors), bgp.origins["neighbors"])
    for port in (*config.uplinks, *config.host_ports):
        yield from _walk(port, f"{port.name}.", bgp.origins["neighbors"], UNEXPLAINED | {"peer"})


def _of_manager(design: Design, config: SubnetManagerConfig) -> Iterator[Value]:
    subnet = design.intent.subnet
    topology = Origin("topology", design.intent.topology.loc())
    leave = frozenset({"name", "fabric", "nodes", "links", "roots", "partitions", "service_levels", "torus"})
    for value in _walk(config, "", topology, leave):
        found = _written(subnet, value.field, value.origin) if subnet else value.origin
        yield replace(value, origin=config.origins.get(value.field, found))
    yield Value("roots", [node.name for node in config.roots], config.origins["roots"])
    if config.torus is not None:
        yield from _walk(config.torus, "torus.", config.origins["torus"])
    yield Value("nodes", len(config.nodes), topology)
    yield Value("links", len(config.links), topology)
    levels = _written(subnet, "service_levels", topology) if subnet else topology
    yield Value("service_levels", plain(config.service_levels), levels)
    for partition in config.partitions:
        of_partition = partition.origins["members"]
        yield Value(f"partition.{partition.name}.members", len(partition.members), of_partition)
        given = Origin("intent", of_partition.intent[:-1])
        yield from _walk(partition, f"partition.{partition.name}.", given, frozenset({"name", "members"}))


def _of_cable(design: Design, name: str, link: Link) -> Iterator[Value]:
    """Yield what the cable of a port decides."""
    topology, physical = Origin("topology", design.intent.topology.loc()), design.intent.physical
    own, other = (link.media_a, link.media_b) if link.a.device == name else (link.media_b, link.media_a)
    facts = tuple(f"optics/{module}" for module in dict.fromkeys((own, other)) if module)
    yield Value("peer", f"{far_end(link, name).device} {design.port_name(far_end(link, name))}", topology)
    yield Value("link", link.kind, topology)
    yield Value("rail", link.rail, topology)
    for one in link.via:
        yield Value(f"via.{one.device}", f"{one.near} to {one.far}", Origin("intent", link.written))
    yield Value("speed_gbps", link.speed_gbps, _of_speed(link, physical.loc(), facts))
    ends = ("host" if link.a.device == name else "switch", "switch" if link.a.device == name else "host")
    for field, module, end in (("media", own, ends[0]), ("peer_media", other, ends[1])):
        if module:
            yield Value(field, module, _of_part(design, link, end, f"optics/{module}"))
    if link.fibre:
        yield Value("fibre", link.fibre, _of_part(design, link, "fibre", f"fibres/{link.fibre}"))
    for found in physical_values(design, name, link):
        yield Value(*found)
    if link.length_m:
        yield Value("cable_m", link.length_m, length_origin(link))


def _of_part(design: Design, link: Link, field: str, fact: str) -> Origin:
    """Return where a module or fibre comes from: named in the intent, or chosen."""
    key = open_class(link)
    if key is None:
        return Origin("intent", link.given[field], (fact,))
    return Origin("media.auto", key[0], (fact,), design.fabric.choices[key].why())


def _of_speed(link: Link, otherwise: Path, facts: tuple[str, ...]) -> Origin:
    """Return where the speed of a link comes from: said outright, of its modules, or of the NIC."""
    place = link.given.get("speed")
    if place is None:
        return Origin("speed.of-management-port" if link.kind == MANAGEMENT else "speed.of-nic", otherwise)
    return Origin("intent", place) if place[-1] == "speed" else Origin("speed.of-media", place, facts)


def _written(model: Model, field: str, otherwise: Origin) -> Origin:
    """Return the origin of a field that the intent may give; otherwise another one."""
    return Origin("intent", model.loc(field)) if field in type(model).model_fields else otherwise
