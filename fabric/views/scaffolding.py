"""The files of a new GitOps repository: a small fabric that validates, builds and can grow."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from ipaddress import IPv4Address, IPv4Network
from typing import TYPE_CHECKING, Any, cast

import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined

from fabric import __version__
from fabric.allocate import extended, ledger_text
from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of that stage
from fabric.topology import Role
from fabric.views.schema import schema_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.pipeline import Build

HOSTS_OF_POD = 32
"""Hosts of a pod: as many as half the ports of a leaf serve when each has one uplink for each host."""
PORTS_OF_SPINE = 128
"""400G ports of a spine."""
FEWEST_SPINES = 2
MANAGEMENT = IPv4Network("172.20.0.0/24")
FIRST_ADDRESS = 11
"""Switches begin here; what is below is left to gateways and servers. 512 hosts on 8 rails need 160."""
SWITCHES = (Role.LEAF, Role.SPINE)
EDITED = ("intent", "inventory")
"""Files that people write: each tells an editor where its schema is."""


@dataclass(frozen=True, slots=True)
class Pod:
    """Hosts that share leaves."""

    name: str
    hosts: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A new fabric: what was asked for, and what follows."""

    site: str
    hosts: int
    rails: int
    platform: str

    @property
    def pods(self) -> tuple[Pod, ...]:
        """Full pods, then the rest."""
        starts = range(0, self.hosts, HOSTS_OF_POD)
        return tuple(
            Pod(f"pod{number}", min(HOSTS_OF_POD, self.hosts - start))
            for number, start in enumerate(starts, 1)
        )

    @property
    def spines(self) -> int:
        """As few as take every uplink: a power of two, so that uplinks are shared equally."""
        hosts = HOSTS_OF_POD if len(self.pods) > 1 else self.hosts
        spines = FEWEST_SPINES
        while len(self.pods) * self.rails * hosts > spines * PORTS_OF_SPINE:
            spines *= 2
        return spines

    @property
    def uplinks(self) -> int:
        """One for each host of the largest pod, rounded up to equal shares."""
        return -(-self.pods[0].hosts // self.spines) * self.spines

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
    address: IPv4Address


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
    made = {f"{site}/site.yaml": _text("site.yaml.j2", plan=plan, tier=_tier(plan.platform))}
    first = compile(at(Texts(made), site), registry())
    made[f"inventory/{plan.site}/hosts.yaml"] = _text("hosts.yaml.j2", plan=plan, switches=_switches(first))
    made[f"inventory/{plan.site}/allocations.yaml"] = _ledger(first)
    for path, template in (
        ("inventory/groups.yaml", "groups.yaml.j2"),
        (".gitignore", "gitignore.j2"),
        ("README.md", "README.md.j2"),
        (".github/workflows/fabric.yml", "workflow.yml.j2"),
    ):
        made[path] = _text(template, plan=plan, version=__version__)
    made |= {f"docs/schema/{kind}.json": schema_text(kind) for kind in EDITED}
    compile(at(Texts(made), site), registry())
    return made


def platforms() -> dict[str, dict[str, str]]:
    """Return what each platform begins with: model, release, HwSKU."""
    text = resources.files("fabric.views").joinpath("scaffold/platforms.yaml").read_text(encoding="utf-8")
    return cast("dict[str, dict[str, str]]", yaml.load(text, yaml.CSafeLoader))


def _tier(platform: str) -> str:
    """Return the beginning of a tier as the intent writes it."""
    switch = platforms()[platform]
    hwsku = f", hwsku: {switch['hwsku']}" if switch["hwsku"] else ""
    return f'{{model: {switch["model"]}, platform: {platform}, release: "{switch["release"]}"{hwsku}'


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
    names = [device.name for design in build.designs.values() for device in design.fabric.of_role(*SWITCHES)]
    return tuple(Switch(name, MANAGEMENT[number]) for number, name in enumerate(names, FIRST_ADDRESS))


def _ledger(build: Build) -> str:
    ledger = build.ledger
    for name, design in build.designs.items():
        ledger = extended(ledger, name, design.numbers.of)
    return ledger_text(ledger)
