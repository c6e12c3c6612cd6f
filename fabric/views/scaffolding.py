"""The files of a new GitOps repository: a small fabric that validates, builds and can grow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import resources
from ipaddress import IPv4Address, IPv4Network
from typing import TYPE_CHECKING, Any, cast

import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined

from fabric import __version__
from fabric.allocate import extended, ledger_text
from fabric.check.lossless import PORTS_IN_TIME, USUAL_DETECTION_MS
from fabric.pipeline import at, compile, expanded, registry  # noqa: A004 - the verb of that stage
from fabric.topology import Role
from fabric.views.schema import schema_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.pipeline import Build
    from fabric.topology import Device

MANAGERS = {"roce": 0, "infiniband": 4}
"""Ports of a leaf that may be taken by subnet managers."""
HOSTS_OF_LEAF = 32
"""Hosts of a pod: as many as half the ports of a leaf serve when each has one uplink for each host."""
PORTS_OF_SPINE = {"roce": 128, "infiniband": 64}
"""400G ports of a spine."""
FEWEST_SPINES = 2
TWO = 2
"""Tiers of a fabric without cores."""
SUBNET = "infiniband"
MANAGEMENT = IPv4Network("172.20.0.0/24")
FIRST_ADDRESS = 11
"""Switches begin here; what is below is left to gateways and servers. 512 hosts on 8 rails need 160."""
SHORTEST_DETECTION_MS = 400
"""Of the watchdog against pause storms, on small switches too."""
SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)
EDITED = ("intent", "inventory")
"""Files that people write: each tells an editor where its schema is."""


@dataclass(frozen=True, slots=True)
class Pod:
    """Hosts that share leaves."""

    name: str
    hosts: int


def _shares(links: int, room: int) -> int:
    """Return how many switches with so many ports take all links: a power of two."""
    switches = FEWEST_SPINES
    while links > switches * room:
        switches *= 2
    return switches


@dataclass(frozen=True, slots=True)
class Plan:
    """A new fabric: what was asked for, and what follows."""

    site: str
    hosts: int
    rails: int
    platform: str
    kind: str = "rail-optimised"
    transport: str = "roce"

    @property
    def pods(self) -> tuple[Pod, ...]:
        """Full pods, then the rest."""
        most = HOSTS_OF_LEAF - MANAGERS[self.transport]
        starts = range(0, self.hosts, most)
        return tuple(
            Pod(f"pod{number}", min(most, self.hosts - start)) for number, start in enumerate(starts, 1)
        )

    @property
    def tiers(self) -> int:
        """Two, or three with cores that join the pods."""
        return 3 if self.kind == "clos3" else 2

    @property
    def spines(self) -> int:
        """As few as take every uplink: a power of two, so that uplinks are shared equally."""
        uplinks = self.rails * self._of_leaf * (len(self.pods) if self.tiers == TWO else 1)
        room = PORTS_OF_SPINE[self.transport] // (1 if self.tiers == TWO else 2)
        return _shares(uplinks, room)

    @property
    def uplinks(self) -> int:
        """One for each port of a leaf in the largest pod, rounded up to equal shares."""
        return -(-self._of_leaf // self.spines) * self.spines

    @property
    def _of_leaf(self) -> int:
        return self.pods[0].hosts + MANAGERS[self.transport]

    @property
    def spine_uplinks(self) -> int:
        """As many as a spine has links down, rounded up to equal shares of the cores."""
        return -(-self._down // self.cores) * self.cores

    @property
    def cores(self) -> int:
        """As few as take every uplink of the spines."""
        return _shares(len(self.pods) * self.spines * self._down, PORTS_OF_SPINE[self.transport])

    @property
    def _down(self) -> int:
        return self.rails * self.uplinks // self.spines

    @property
    def management(self) -> IPv4Network:
        """Network of the management ports."""
        return MANAGEMENT

    @property
    def gateway(self) -> IPv4Address:
        """Its gateway."""
        return MANAGEMENT[1]


@dataclass(frozen=True, slots=True)
class Switch:
    """A line of the inventory."""

    name: str
    address: IPv4Address | None = None
    guid: str = ""
    """Stand-in for that of an InfiniBand switch."""
    guids: tuple[str, ...] = ()
    """Stand-ins for those of the ports of an InfiniBand host."""


@dataclass(frozen=True)
class Texts:
    """Files that are not written yet, as a source."""

    texts: Mapping[str, str]
    label: str = "new"

    def files(self, folder: str) -> tuple[str, ...]:
        """Return the files below a folder."""
        return tuple(sorted(path for path in self.texts if path.startswith(f"{folder}/")))

    def read(self, path: str) -> str:
        """Return the text of a file."""
        return self.texts[path]

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return path in self.texts


def repository(plan: Plan) -> dict[str, str]:
    """Return the files of a new repository, text by path. Raises FabricError when it could not be built."""
    site = f"intents/{plan.site}"
    words = {"plan": plan, "tier": _tier(plan)}
    made = {f"{site}/site.yaml": _text("site.yaml.j2", storm=_detection(1), **words)}
    first = expanded(at(Texts(made), site), registry())
    made[f"{site}/site.yaml"] = _text("site.yaml.j2", storm=_detection(_most_ports(first)), **words)
    hosts = "guids.yaml.j2" if plan.transport == SUBNET else "hosts.yaml.j2"
    words |= {"switches": _switches(first), "line": partial(_line, plan)}
    made[f"inventory/{plan.site}/hosts.yaml"] = _text(hosts, **words)
    made[f"inventory/{plan.site}/allocations.yaml"] = _ledger(first)
    for path, template in (
        ("inventory/groups.yaml", "groups.yaml.j2"),
        (".gitignore", "gitignore.j2"),
        ("README.md", "README.md.j2"),
        (".github/workflows/fabric.yml", "workflow.yml.j2"),
    ):
        made[path] = _text(template, version=__version__, more=_more(plan), pod=plan.pods[-1], **words)
    made |= {f"docs/schema/{kind}.json": schema_text(kind) for kind in EDITED}
    compile(at(Texts(made), site), registry())
    return made


def _most_ports(build: Build) -> int:
    """Return the ports of the switch that has most."""
    found = build.designs.values()
    return max(len(one.fabric.links_of[name]) for one in found for name in one.fabric.devices)


def _detection(ports: int) -> str:
    """Return in which time a watchdog can look at so many ports."""
    return f"{max(USUAL_DETECTION_MS * -(-ports // PORTS_IN_TIME), SHORTEST_DETECTION_MS)} ms"


@dataclass(frozen=True, slots=True)
class More:
    """What a fabric grows by when it is doubled."""

    pod: str
    leaves: tuple[Switch, ...]
    spines: tuple[Switch, ...]
    previous: str
    """Release before the one that the switches run."""


def _more(plan: Plan) -> More | None:
    """Return what doubles a fabric of one pod; None where other edits would be needed."""
    if (plan.transport, plan.kind, len(plan.pods)) != ("roce", "rail-optimised", 1):
        return None
    if plan.uplinks % (2 * plan.spines):
        return None
    there = plan.rails + plan.spines
    names = [f"pod2-leaf{rail}" for rail in range(1, plan.rails + 1)]
    names += [f"spine{number}" for number in range(plan.spines + 1, 2 * plan.spines + 1)]
    new = [Switch(name, MANAGEMENT[number]) for number, name in enumerate(names, FIRST_ADDRESS + there)]
    previous = platforms()[plan.platform]["previous"]
    return More("pod2", tuple(new[: plan.rails]), tuple(new[plan.rails :]), previous)


def _line(plan: Plan, switch: Switch) -> str:
    """Return the line of a switch in the inventory."""
    address, bits = switch.address, plan.management.prefixlen
    data = f"data: {{management: {address}/{bits}}}"
    return f"{switch.name}: {{hostname: {address}, groups: [{plan.platform}], {data}}}"


def platforms() -> dict[str, dict[str, str]]:
    """Return what each platform begins with: model, release, HwSKU."""
    text = resources.files("fabric.views").joinpath("scaffold/platforms.yaml").read_text(encoding="utf-8")
    return cast("dict[str, dict[str, str]]", yaml.load(text, yaml.CSafeLoader))


def _tier(plan: Plan) -> str:
    """Return the beginning of a tier as the intent writes it."""
    if plan.transport == SUBNET:
        return "{model: nvidia-qm9700, platform: unmanaged"
    switch = platforms()[plan.platform]
    hwsku = f", hwsku: {switch['hwsku']}" if switch["hwsku"] else ""
    return f'{{model: {switch["model"]}, platform: {plan.platform}, release: "{switch["release"]}"{hwsku}'


def _text(template: str, **words: Any) -> str:
    environment = Environment(
        loader=PackageLoader("fabric.views", "scaffold"),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - YAML and Markdown, from words that were checked
    )
    return environment.get_template(template).render(words)


def _switches(build: Build) -> tuple[Switch, ...]:
    """Return a line for each switch; on InfiniBand for every device, since all are named by GUID."""
    devices = [device for design in build.designs.values() for device in design.fabric.devices.values()]
    if any(design.intent.subnet for design in build.designs.values()):
        return tuple(_with_guids(build, *place) for place in enumerate(devices, 1))
    names = [device.name for device in devices if device.role in SWITCHES]
    return tuple(Switch(name, MANAGEMENT[number]) for number, name in enumerate(names, FIRST_ADDRESS))


def _with_guids(build: Build, number: int, device: Device) -> Switch:
    if device.role in SWITCHES:
        return Switch(device.name, guid=f"02{number:012x}00")
    ports = sum(len(design.fabric.links_of.get(device.name, ())) for design in build.designs.values())
    return Switch(device.name, guids=tuple(f"02{number:012x}{port:02x}" for port in range(1, ports + 1)))


def _ledger(build: Build) -> str:
    ledger = build.ledger
    for name, design in build.designs.items():
        ledger = extended(ledger, name, design.numbers.of)
    return ledger_text(ledger)
