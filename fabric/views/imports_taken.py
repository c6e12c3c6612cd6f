"""A draft of a live site, compiled and compared with what runs: its ledger, and what it leaves alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, get_args

from fabric.allocate import ledger_text, read_seed, seeded
from fabric.core.diagnostic import Diagnostic, FabricError, Severity
from fabric.core.names import folded, natural
from fabric.intent.unmanaged import Feature
from fabric.pipeline import compile as compiled
from fabric.pipeline import expanded
from fabric.plan.make import Target, planned_device
from fabric.plan.model import ExpectedIdentity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fabric.core.source import Source
    from fabric.pipeline import Build, Project, Registry
    from fabric.views.imports_config import Running
    from fabric.views.imports_running import Site

FEATURES: tuple[str, ...] = get_args(Feature)
SEED = "seed.csv"


@dataclass(frozen=True)
class Held:
    """Files in memory over those of a source."""

    below: Source
    held: Mapping[str, str]

    @property
    def label(self) -> str:
        """That of the source."""
        return self.below.label

    def files(self, folder: str) -> tuple[str, ...]:
        """Return the paths of all files below a folder, sorted."""
        prefix = "" if folder in {"", "."} else f"{folder}/"
        own = (path for path in self.held if path.startswith(prefix))
        return tuple(sorted({*self.below.files(folder), *own}))

    def read(self, path: str) -> str:
        """Return the text of a file."""
        return self.held[path] if path in self.held else self.below.read(path)

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return path in self.held or self.below.has(path)


@dataclass(frozen=True, slots=True)
class Share:
    """What became of the configuration of one switch."""

    name: str
    platform: str
    entries: int
    """Of its running configuration."""
    foreign: int
    """Entries that are not ours; they are never touched."""
    waiting: Mapping[str, int]
    """Edits that each feature would need if it were managed."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A site that can be written."""

    files: Mapping[str, str]
    """By path in the repository."""
    shares: tuple[Share, ...]
    refused: tuple[Diagnostic, ...] = field(default_factory=tuple)
    """Why it does not compile yet; then nothing is managed at first."""


def taken(project: Project, site: Site, running: Sequence[Running], registry: Registry) -> Taken:
    """Return a draft with its ledger, and with all that would change left alone."""
    held = beside(project, site.draft.files)
    held[f"{project.inventory}/hosts.yaml"] = site.hosts
    try:
        held[project.ledger] = _ledger(over(project, held), site.seed, registry)
        build = compiled(over(project, held), registry)
    except FabricError as failure:
        shares = tuple(_unread(one, registry) for one in running)
        found = tuple(one for one in failure.diagnostics if one.severity is Severity.ERROR)
        return Taken(_with(project, held, _entries([(FEATURES, "*")])), shares, found)
    shares = tuple(_share(build, one, site.draft.names[one.name]) for one in running)
    return Taken(_with(project, held, _exclusions(shares)), shares)


def beside(project: Project, files: Mapping[str, str]) -> dict[str, str]:
    """Return the files of an intent by their paths in the repository."""
    return {f"{project.intent}/{name}": text for name, text in files.items()}


def over(project: Project, held: Mapping[str, str]) -> Project:
    """Return a project with files in memory over its own."""
    source = Held(project.source, held)
    return replace(project, source=source, devices=source)


def _ledger(project: Project, seed: str, registry: Registry) -> str:
    build = expanded(project, registry)
    ledger = build.ledger
    for name, design in build.designs.items():
        ledger = seeded(design.fabric, design.intent, ledger, read_seed(SEED, seed, [name]))
    return ledger_text(ledger)


def _unread(one: Running, registry: Registry) -> Share:
    platform = registry.platforms[one.platform]
    tree = platform.parse(one.artifacts) if platform.parse else {}
    foreign = sum(not (platform.owned and platform.owned(path)) for path in tree)
    return Share(one.name, one.platform, len(tree), foreign, {})


def _share(build: Build, one: Running, name: str) -> Share:
    """Return what would change on a switch if all of it were managed, by feature."""
    platform = build.registry.platforms[one.platform]
    unit = next(unit for _, unit in build.units() if unit.name == name)
    artifacts = build.texts(unit)
    target = Target(name, platform, "", "", ExpectedIdentity(name), artifacts, one.artifacts)
    planned = planned_device(target)
    waiting = Counter(
        platform.feature(edit.path) for edit in (planned.patch.edits if planned else ()) if platform.feature
    )
    plain = _unread(one, build.registry)
    return replace(plain, name=name, waiting=dict(waiting))


def edits(made: Taken) -> Counter[str]:
    """Return how many edits each feature would need if it were managed."""
    return sum((Counter(share.waiting) for share in made.shares), Counter())


def _exclusions(shares: Iterable[Share]) -> str:
    """Return the section: each set of features with the switches that need it."""
    of: dict[tuple[str, ...], list[str]] = {}
    every = [share.name for share in shares]
    for feature in FEATURES:
        names = [share.name for share in shares if share.waiting.get(feature)]
        for pattern in ["*"] if names and len(names) == len(every) else folded(names):
            of.setdefault((pattern,), []).append(feature)
    rows = [(tuple(features), pattern) for (pattern,), features in of.items()]
    return _entries(sorted(rows, key=lambda row: natural(row[1])))


def _entries(rows: Sequence[tuple[Sequence[str], str]]) -> str:
    if not rows:
        return ""
    lines = [
        "",
        "# Left as it runs. Remove a feature to take it over: the next plan shows what that changes.",
    ]
    lines.append("unmanaged:")
    lines += (f'  - {{match: "{pattern}", features: [{", ".join(features)}]}}' for features, pattern in rows)
    return "\n".join(lines) + "\n"


def _with(project: Project, held: Mapping[str, str], section: str) -> dict[str, str]:
    name = f"{project.intent}/site.yaml"
    return {**held, name: held[name] + section}


def shares_text(made: Taken) -> Iterator[str]:
    """Yield a line for each switch: what was understood, what is not ours, what is left alone at first."""
    rest = "nothing is managed yet" if made.refused else "everything is managed"
    for share in made.shares:
        own = share.entries - share.foreign
        left = ", ".join(f"{name} {count}" for name, count in sorted(share.waiting.items()))
        words = f"{share.name} ({share.platform}): {own} entries understood, {share.foreign} not ours"
        yield f"{words}; not managed yet: {left}" if left else f"{words}; {rest}"
