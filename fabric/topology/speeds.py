"""Speed and media of the links, from the modules and NICs the intent names."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.core.names import listing
from fabric.intent.explicit import Explicit
from fabric.intent.topology import MultiPlane
from fabric.topology.media import misnamed, port_gbps, ports_served
from fabric.topology.model import HOST_LINK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.catalog import Catalog
    from fabric.core.diagnostic import Path
    from fabric.intent import Fabric
    from fabric.intent.physical import KindOfPod, LinkMedia, LinkOverride
    from fabric.intent.topology import LinkKind
    from fabric.topology.pods import Pod

SPINES: LinkKind = "leaf-spine"
CORES: LinkKind = "spine-core"
AS_FAST_AS: Mapping[LinkKind, LinkKind] = MappingProxyType(
    {
        "leaf-leaf": HOST_LINK,
        SPINES: HOST_LINK,
        "spine-spine": SPINES,
        "leaf-core": SPINES,
        CORES: SPINES,
        "core-core": CORES,
    }
)
"""Classes of links between switches, and which one gives them its speed where they have none of their own."""


OF_PODS: tuple[KindOfPod, ...] = ("leaf-spine", "spine-core")
"""Classes of the uplinks that a pod may have of its own."""


@dataclass(frozen=True, slots=True)
class LinkClass:
    """What all links of one kind have in common."""

    kind: str
    speed_gbps: int
    media_a: str = ""
    media_b: str = ""
    fibre: str = ""
    length_m: float = 0.0
    per_cage_a: int | None = None
    """Ports that a cage at the lower end holds; None: as many as its lanes make."""
    per_cage_b: int | None = None
    """The same at the upper end."""
    given: Mapping[str, Path] = field(default_factory=dict, compare=False)
    """Where the intent says what: by `speed`, `host`, `switch`, `fibre`, `length`, `ports_per_cage`."""


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of the links of a fabric."""

    shared: Mapping[str, LinkClass]
    """By kind, for pods that have none of their own; ports of what pods share follow from them."""
    of_pods: Mapping[tuple[str, str], LinkClass]
    """By kind and pod."""

    def __getitem__(self, kind: str) -> LinkClass:
        """Return the class that pods share."""
        return self.shared[kind]

    @property
    def alike(self) -> bool:
        """Whether every pod has the classes that all share."""
        return all(cls == self.shared[kind] for (kind, _), cls in self.of_pods.items())

    def of(self, kind: str, pod: str) -> LinkClass:
        """Return the class of the links of a pod."""
        return self.of_pods.get((kind, pod), self.shared[kind])


def link_classes(fabric: Fabric, pods: tuple[Pod, ...], catalog: Catalog) -> Classes:
    """Return speed and media by kind of link and pod. Raises FabricError for what does not fit together."""
    physical = fabric.physical
    of_pods = (media for own in physical.pods.values() for media in own.values())
    named: list[LinkMedia | LinkOverride] = [*physical.links.values(), *of_pods, *physical.overrides]
    problems = [found for media in named for found in misnamed(media, catalog)]
    problems += _mute(fabric, pods, catalog)
    problems += _undivided(fabric, pods, catalog)
    problems += _no_such_pod(fabric, pods)
    if problems:
        raise FabricError(*problems)
    made = _Making(fabric, pods, catalog)
    shared = made.shared()
    classes = Classes(shared, dict(made.of_pods(shared)))
    problems += _no_uplink_speed(fabric, pods, classes)
    problems += _too_fast(fabric, pods, classes, catalog)
    problems += _too_many_in_a_cage(classes, catalog)
    if problems:
        raise FabricError(*problems)
    return classes


@dataclass(frozen=True, slots=True)
class _Making:
    """What classes are made from."""

    fabric: Fabric
    pods: tuple[Pod, ...]
    catalog: Catalog

    def shared(self) -> dict[str, LinkClass]:
        links, gbps = (
            self.fabric.physical.links,
            min(nic_gbps(self.fabric, pod, self.catalog) for pod in self.pods),
        )
        found: dict[LinkKind, LinkClass] = {
            HOST_LINK: link_class(HOST_LINK, links.get(HOST_LINK), gbps, self.catalog)
        }
        for kind, like in AS_FAST_AS.items():
            found[kind] = link_class(kind, links.get(kind), found[like].speed_gbps, self.catalog)
        return {str(kind): cls for kind, cls in found.items()}

    def of_pods(self, shared: Mapping[str, LinkClass]) -> Iterator[tuple[tuple[str, str], LinkClass]]:
        physical = self.fabric.physical
        for pod in self.pods:
            own = physical.pods.get(pod.name, {})
            media = own.get(HOST_LINK, physical.links.get(HOST_LINK))
            gbps = nic_gbps(self.fabric, pod, self.catalog)
            yield (HOST_LINK, pod.name), link_class(HOST_LINK, media, gbps, self.catalog)
            for kind in OF_PODS:
                if kind in own:
                    made = link_class(kind, own[kind], shared[kind].speed_gbps, self.catalog)
                    yield (kind, pod.name), made


def _no_such_pod(fabric: Fabric, pods: tuple[Pod, ...]) -> Iterator[Diagnostic]:
    known = [pod.name for pod in pods]
    for name in fabric.physical.pods:
        if name not in known:
            hint = nearest(name, known) or f"pods on this fabric: {listing(known)}"
            summary = f"`{name}` has links of its own and is no pod of this fabric"
            yield error("TOP-040", summary, fabric.physical.loc("pods", name), hint)


def _no_uplink_speed(fabric: Fabric, pods: tuple[Pod, ...], classes: Classes) -> Iterator[Diagnostic]:
    """Yield a finding when uplinks would be as fast as hosts that differ: another pod would change them."""
    speeds = sorted({classes.of(HOST_LINK, pod.name).speed_gbps for pod in pods})
    if len(speeds) > 1 and "speed" not in classes[SPINES].given:
        summary = f"hosts have links of {listing([f'{gbps}G' for gbps in speeds])}, uplinks have no speed"
        hint = "add `leaf-spine` with modules or `speed`"
        yield error("TOP-041", summary, fabric.physical.loc("links"), hint)


def _too_fast(
    fabric: Fabric, pods: tuple[Pod, ...], classes: Classes, catalog: Catalog
) -> Iterator[Diagnostic]:
    """Yield the pods whose links are faster than a port of their NICs."""
    for pod in pods:
        cls, most = classes.of(HOST_LINK, pod.name), nic_gbps(fabric, pod, catalog)
        if cls.speed_gbps > most:
            yield too_fast(pod, cls, most)


def _too_many_in_a_cage(classes: Classes, catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the classes that want more ports of a cage than the one module in it serves."""
    asking = dict.fromkeys((*classes.shared.values(), *classes.of_pods.values()))
    for cls in asking:
        place = cls.given.get("ports_per_cage")
        ends = (
            (cls.media_b, cls.per_cage_b),
            *(((cls.media_a, cls.per_cage_a),) if cls.kind != HOST_LINK else ()),
        )
        for media, wanted in dict.fromkeys(ends):
            served = ports_served(media, cls.speed_gbps, catalog)
            if place and served is not None and (wanted or 0) > served:
                summary = f"`{media}` serves {served} port{'s' if served > 1 else ''}, not {wanted}"
                hint = "a cage holds one module: choose one with more ports, or fewer ports to a cage"
                yield error("TOP-047", summary, place, hint)


def too_fast(pod: Pod, cls: LinkClass, most_gbps: int) -> Diagnostic:
    """Return the finding for a link that is faster than the port of a NIC."""
    summary = (
        f"a port of `{pod.nic_model}` in pod `{pod.name}` runs {most_gbps}G, its link is of {cls.speed_gbps}G"
    )
    hint = "choose modules of the speed of the NIC, for this pod alone under `physical.pods`"
    return error("TOP-042", summary, cls.given.get("speed", pod.path), hint)


def _mute(fabric: Fabric, pods: tuple[Pod, ...], catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the pods whose NICs do not speak the transport of the fabric."""
    for pod in pods:
        if fabric.transport == "infiniband" and not catalog.nic(pod.nic_model).infiniband:
            summary = f"`{pod.nic_model}` of pod `{pod.name}` does not speak InfiniBand"
            yield error("TOP-022", summary, pod.path, "choose another NIC, or make the fabric `roce`")


def _undivided(fabric: Fabric, pods: tuple[Pod, ...], catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the pods whose NICs cannot be split over the planes of the fabric."""
    for pod in pods:
        nic, planes = catalog.nic(pod.nic_model), nic_planes(fabric)
        if planes > 1 and planes not in nic.ports:
            summary = f"`{nic.id}` of pod `{pod.name}` is not split into {planes} ports"
            hint = f"choose another NIC: this one has {' or '.join(map(str, nic.ports))}"
            yield error("TOP-025", summary, pod.path, hint)


def nic_planes(fabric: Fabric) -> int:
    """Return the planes that each NIC is split over; 1 where it is in one piece."""
    return fabric.topology.planes if isinstance(fabric.topology, MultiPlane | Explicit) else 1


def nic_gbps(fabric: Fabric, pod: Pod, catalog: Catalog) -> int:
    """Return the speed of a port; those of one NIC share what it has."""
    nic = catalog.nic(pod.nic_model)
    whole = nic.ethernet_gbps if fabric.transport != "infiniband" else nic.max_port_gbps
    return min(whole, nic.max_port_gbps // nic_planes(fabric))


def link_class(kind: str, media: LinkMedia | None, default_gbps: int, catalog: Catalog) -> LinkClass:
    """Return a class of links made of what the intent names; without it, of a speed alone."""
    if media is None:
        return LinkClass(kind, default_gbps)
    lower, upper = media.host or media.both or "", media.switch or media.both or ""
    module = lower or upper
    speed = int(media.speed) if media.speed else port_gbps(module, catalog) if module else default_gbps
    per_cage = [media.ports_per_cage or ports_served(name, speed, catalog) for name in (lower, upper)]
    return LinkClass(
        kind, speed, lower, upper, media.fibre or "", media.length or 0.0, per_cage[0], per_cage[1],
        given=places(media),
    )  # fmt: skip


def places(media: LinkMedia | LinkOverride) -> Mapping[str, Path]:
    """Return where a part of the intent says what of a link."""
    found: dict[str, Path] = {}
    if getattr(media, "media", None) is not None:
        found |= dict.fromkeys(("media", "host", "switch", "fibre"), media.loc("media"))
    for field_name, ends in (("both", ("host", "switch")), ("switch", ("switch",)), ("host", ("host",))):
        if getattr(media, field_name) is not None:
            found |= dict.fromkeys((*ends, "speed"), media.loc(field_name))
    for field_name in ("fibre", "length", "speed", "ports_per_cage", "panels", "extra_loss"):
        if getattr(media, field_name, None):
            found[field_name] = media.loc(field_name)
    return MappingProxyType(found)
