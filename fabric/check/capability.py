"""Whether each platform, release and ASIC can do what the intent asks: the catalog's support rows decide."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError, Feature, Verdict
from fabric.core.diagnostic import Diagnostic, Path, error, warning
from fabric.core.names import listing
from fabric.device import UNMANAGED
from fabric.intent.tiers import UNSAID
from fabric.topology import HOST_LINK, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.catalog import Support
    from fabric.device import Design
    from fabric.intent.fabric import Ecmp
    from fabric.intent.qos import Pfc

Demand = tuple[Feature, int, Path]
"""A feature, how much of it (0 where that has no meaning), and the place of the intent that asks."""

ADVISORY = frozenset(
    {
        Feature.ECMP_HASH_SEED,
        Feature.LLDP_TIMERS,
        Feature.LOCAL_USERS,
        Feature.PFC_WATCHDOG_RESTORE,
        Feature.DNS_DOMAIN,
        Feature.TIMEZONE,
        Feature.API_CERTIFICATE,
        Feature.DROP_REASONS,
        Feature.QUEUE_DEPTHS,
        Feature.CLOUDVISION,
    }
)
"""The fabric works without: the platform's own default or its own accounts stay."""
OF_DPU = frozenset({Feature.RENDERED, Feature.BGP_UNNUMBERED, Feature.BGP_GRACEFUL_RESTART, Feature.BFD})
"""What the router on a DPU is asked; the rest of its host's NIC is the host's."""
FIVE_TUPLE = frozenset({"src-ip", "dst-ip", "protocol", "src-port", "dst-port"})
"""What every platform hashes when nobody says otherwise."""
QUEUE_PAIR = "dst-qp"
"""Beside them: which queue pair of a NIC a packet of RoCE is for."""
ANY_RELEASE = "0"
"""Rows of NICs hold whatever the release of the host."""
TRUSTED = frozenset({"high", "medium"})
"""Confidence of a row that may stop a build; a figure that is only recalled warns."""


def every_feature_is_supported(design: Design) -> Iterable[Diagnostic]:
    """CAP-001, CAP-002: what a platform cannot express is said, never left out in silence."""
    kinds: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    for device in design.fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE):
        if device.platform != UNMANAGED:
            asic = design.catalog.switch(device.model).asic
            kinds[device.platform, device.release, asic].append(device.name)
    for dpu in design.fabric.dpus.values():
        kinds[dpu.platform, dpu.release, dpu.model].append(dpu.name)
    demands = tuple(demanded(design))
    for (platform, release, asic), names in kinds.items():
        inside = names[0] in design.fabric.dpus
        own_demands = [demand for demand in demands if not inside or demand[0] in OF_DPU]
        asked = (*((names, demand) for demand in own_demands), *_of_speeds(design, names))
        for own, (feature, amount, path) in asked:
            try:
                found = design.catalog.supports(platform, release, asic, feature)
            except CatalogError as failure:
                said = f"the release of {platform} is not said" if release == UNSAID else failure.summary
                yield error("CAP-003", said, design.device(names[0]).path, failure.hint)
                break
            yield from _verdict(f"{platform} {release} on {asic}", own, (feature, amount, path), found)


def _verdict(who: str, names: list[str], demand: Demand, found: Support) -> Iterator[Diagnostic]:
    feature, amount, path = demand
    devices = listing(names)
    if found.verdict is Verdict.UNKNOWN:
        summary = f"nobody wrote down whether {who} can do `{feature}` ({devices})"
        hint = "try it in a lab, and add a `support` row with its source to `inventory/catalog/`"
        yield warning("CAP-002", summary, path, hint)
        return
    if found.verdict is Verdict.NO:
        summary = f"{who} cannot do `{feature}` ({devices})"
    elif found.verdict is Verdict.LIMIT and found.limit is not None and amount > found.limit:
        summary = f"{who} does `{feature}` up to {found.limit}, {amount} is asked ({devices})"
    else:
        return
    stops = found.confidence in TRUSTED and feature not in ADVISORY
    hint = found.note or f"known from {', '.join(found.source)}"
    yield (error if stops else warning)("CAP-001", summary, path, hint)


def demanded(design: Design) -> Iterator[Demand]:
    """Yield what the intent asks of every switch."""
    if design.intent.transport == "infiniband":
        return
    yield Feature.RENDERED, 0, design.intent.topology.loc()
    yield from _of_routing(design)
    yield from _of_qos(design)
    yield from _of_services(design)


def _of_speeds(design: Design, names: list[str]) -> Iterator[tuple[list[str], Demand]]:
    """Yield what the ports of some switches ask, and of which: a slower pod need not run what others do."""
    for feature, speed in ((Feature.SPEED_1600G, 1600), (Feature.SPEED_800G, 800)):
        links_of = design.fabric.links_of
        own = [name for name in names if any(link.speed_gbps == speed for link in links_of.get(name, ()))]
        if own:
            yield own, (feature, 0, design.intent.physical.loc())


def _of_routing(design: Design) -> Iterator[Demand]:
    routing = design.intent.routing
    if not design.intent.numbered:
        yield Feature.BGP_UNNUMBERED, 0, routing.loc("underlay")
    yield Feature.BGP_GRACEFUL_RESTART, 0, routing.loc("underlay")
    yield Feature.MAX_ECMP, routing.ecmp.max_paths, routing.ecmp.loc("max_paths")
    yield from _of_hash(routing.ecmp)
    if routing.ecmp.seed == "per-tier":
        yield Feature.ECMP_HASH_SEED, 0, routing.ecmp.loc("seed")
    if routing.bfd is not None:
        yield Feature.BFD, 0, routing.loc("bfd")
    if routing.adaptive != "off":
        wanted = Feature.ADAPTIVE_FLOWLET if routing.adaptive == "flowlet" else Feature.ADAPTIVE_PER_PACKET
        yield wanted, 0, routing.loc("adaptive")
    if routing.adaptive == "per-packet":
        spread = (link.speed_gbps for link in design.fabric.links if link.kind != HOST_LINK)
        yield Feature.ADAPTIVE_SPEED_GBPS, max(spread, default=0), routing.loc("adaptive")


def _of_hash(ecmp: Ecmp) -> Iterator[Demand]:
    fields = frozenset(ecmp.hash)
    if fields - {QUEUE_PAIR} != FIVE_TUPLE:
        yield Feature.ECMP_HASH_FIELDS, 0, ecmp.loc("hash")
    if QUEUE_PAIR in fields:
        yield Feature.ECMP_HASH_QP, 0, ecmp.loc("hash")


def _of_qos(design: Design) -> Iterator[Demand]:
    qos = design.intent.qos
    if qos is None:
        return
    for found in qos.classes:
        if found.lossless:
            yield Feature.PFC, 0, found.loc("lossless")
        if found.ecn != "off":
            yield Feature.ECN, 0, found.loc("ecn")
    if qos.trimming is not None:
        yield Feature.PACKET_TRIMMING, 0, qos.loc("trimming")
    yield from _of_watchdog(qos.pfc)


def _of_watchdog(pfc: Pfc) -> Iterator[Demand]:
    watchdog = pfc.watchdog
    if watchdog is not None:
        yield Feature.PFC_WATCHDOG, 0, pfc.loc("watchdog")
        if watchdog.restore is not None:
            yield Feature.PFC_WATCHDOG_RESTORE, 0, watchdog.loc("restore")
        action = {"forward": Feature.PFC_WATCHDOG_FORWARD, "alert": Feature.PFC_WATCHDOG_ALERT}
        if watchdog.action in action:
            yield action[watchdog.action], 0, watchdog.loc("action")


def _of_services(design: Design) -> Iterator[Demand]:
    services = design.site.services
    asked = (
        (Feature.NTP, bool(services.ntp), "ntp"),
        (Feature.DNS, bool(services.dns), "dns"),
        (Feature.DNS_DOMAIN, "domain" in services.model_fields_set, "domain"),
        (Feature.SYSLOG, bool(services.syslog), "syslog"),
        (Feature.TIMEZONE, services.timezone is not None, "timezone"),
        (Feature.BANNER, bool(services.banner.login or services.banner.motd), "banner"),
        (Feature.API_CERTIFICATE, services.api is not None, "api"),
        (Feature.LOCAL_USERS, bool(services.aaa.users), "aaa"),
        (Feature.TACACS, services.aaa.tacacs is not None, "aaa"),
        (Feature.VRF_MANAGEMENT, services.management is not None, "management"),
    )
    for feature, wanted, field in asked:
        if wanted:
            yield feature, 0, services.loc(field)
    tacacs = services.aaa.tacacs
    if tacacs is not None and tacacs.authorize_commands:
        yield Feature.COMMAND_AUTHORIZATION, 0, tacacs.loc("authorize_commands")
    yield Feature.LLDP, 0, design.intent.topology.loc()
    yield from _of_monitoring(design)


def _of_monitoring(design: Design) -> Iterator[Demand]:
    services, observability = design.site.services, design.site.observability
    if services.snmp is not None:
        yield Feature.SNMP, 0, services.loc("snmp")
    if services.management is not None and services.management.allow:
        yield Feature.MANAGEMENT_ACL, 0, services.management.loc("allow")
    asked = (
        (Feature.TELEMETRY_GNMI, observability.gnmi is not None, "gnmi"),
        (Feature.DROP_REASONS, observability.drop_reasons, "drop_reasons"),
        (Feature.QUEUE_DEPTHS, observability.queue_depths, "queue_depths"),
        (Feature.CLOUDVISION, observability.cloudvision is not None, "cloudvision"),
    )
    for feature, wanted, field in asked:
        if wanted:
            yield feature, 0, observability.loc(field)


def nics_take_reordered_packets(design: Design) -> Iterable[Diagnostic]:
    """CAP-005: packets that take different ways arrive out of order, and a NIC must put up with it."""
    routing = design.intent.routing
    if routing.adaptive != "per-packet":
        return
    of_model: defaultdict[str, list[str]] = defaultdict(list)
    for pod, group in design.site.hosts.items():
        if nics := group.nics.get(design.fabric.name):
            of_model[nics.model].append(pod)
    for model, pods in of_model.items():
        found = design.catalog.supports("host", ANY_RELEASE, model, Feature.ADAPTIVE_PER_PACKET)
        if found.verdict is Verdict.YES:
            continue
        known = found.verdict is Verdict.NO and found.confidence in TRUSTED
        summary = (
            f"`{model}` of {listing(pods)} {'does not take' if known else 'may not take'} reordered packets"
        )
        hint = "write `adaptive: flowlet` or `off`, or use NICs that put packets back in order"
        yield (error if known else warning)("CAP-005", summary, routing.loc("adaptive"), hint)


def nics_schedule_every_class(design: Design) -> Iterable[Diagnostic]:
    """CAP-001: what a platform or a NIC cannot express is said, never left out in silence."""
    qos = design.intent.qos
    if qos is None or design.intent.transport == "infiniband":
        return
    of_model: defaultdict[str, list[str]] = defaultdict(list)
    for pod, group in design.site.hosts.items():
        if nics := group.nics.get(design.fabric.name):
            of_model[nics.model].append(pod)
    demand = (Feature.NIC_TRAFFIC_CLASSES, len(qos.classes), qos.loc("classes"))
    for model, pods in of_model.items():
        found = design.catalog.supports("host", ANY_RELEASE, model, Feature.NIC_TRAFFIC_CLASSES)
        if found.verdict is Verdict.LIMIT:
            yield from _verdict(f"`{model}`", pods, demand, found)


CHECKS = (
    every_feature_is_supported,
    nics_take_reordered_packets,
    nics_schedule_every_class,
)
