"""What is known beside intent and devices: what we last applied, and what people wanted to keep."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.core.masking import MASK
from fabric.core.names import listing, shortened
from fabric.inventory.adopted import NAME, Kept, read_adopted
from fabric.plan.drift import foreign
from fabric.plan.make import waiting
from fabric.plan.redact import redacted
from fabric.views.review_words import counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from fabric.core.tree import Edit, Tree
    from fabric.pipeline import Build
    from fabric.plan import Plan
    from fabric.plan.make import Target
    from fabric.platforms.form import Platform

FAIL, OVERWRITE, ADOPT = "fail", "overwrite", "adopt"
POLICIES = (OVERWRITE, FAIL, ADOPT)
"""What becomes of what somebody else changed since the last rollout."""


@dataclass(frozen=True, slots=True)
class Known:
    """The third way of a comparison, and exceptions from the first."""

    bases: Mapping[str, Tree] = field(default_factory=dict)
    """What each device was last brought to."""
    kept: Mapping[str, tuple[Kept, ...]] = field(default_factory=dict)
    """What people changed on devices and wanted to keep."""
    journal: str = ""
    """Hash of the last record of the journal; empty where there is none."""


def known_of(build: Build, fabric: str, state: Path) -> Known:
    """Return what a state folder and the repository know. Raises FabricError and StateError."""
    kept = read_adopted(build.project.source, folder_of(build))
    _refuse_strangers(build, kept)
    if not state.exists():  # what follows loads a database library
        return Known(kept=kept)
    from fabric.rollout.applied import last_applied, last_record

    bases = last_applied(state, f"{build.site.name}/{fabric}", _parser(build))
    return Known(bases, kept, last_record(state))


def _refuse_strangers(build: Build, kept: Mapping[str, tuple[Kept, ...]]) -> None:
    names = [unit.name for _, unit in build.units()]
    unknown = sorted(kept.keys() - set(names))
    if unknown:
        hint = nearest(unknown[0], names) or "remove its entries"
        summary = f"`{NAME}` keeps lines of `{shortened(unknown[0])}`, which is no device"
        raise FabricError(error("PLN-003", summary, hint=hint))


def folder_of(build: Build) -> str:
    """Return the folder that holds the ledger and what was adopted."""
    return build.project.ledger.rpartition("/")[0]


def _parser(build: Build) -> Callable[[str, Mapping[str, str]], Tree]:
    def parse(platform: str, texts: Mapping[str, str]) -> Tree:
        form = build.registry.platforms[platform]
        return form.parse(texts) if form.parse else {}

    return parse


def adopting(plan: Plan, known: Known, platforms: Mapping[str, Platform], reason: str = "") -> Known:
    """Return what is known when all that others changed and can be kept is kept."""
    kept = dict(known.kept)
    for name, device in plan.devices.items():
        platform = platforms[device.platform]
        edits = (device.patch.edits[number] for number in device.outside)
        new = tuple(Kept(edit.path, edit.old, reason) for edit in edits if not never_kept(edit, platform))
        if new:
            kept[name] = (*kept.get(name, ()), *new)
    return replace(known, kept=kept)


def never_kept(edit: Edit, platform: Platform) -> str:
    """Say why a line cannot stay as somebody made it, and what to do instead; empty for one that can."""
    if any(MASK in text for text in (*edit.path, edit.old or "")):
        return "a secret stands in no file: give the new one under its reference, and plan again"
    if platform.whole is not None and platform.whole(edit.path):
        return "its file is pushed whole: write it into a template, or leave `routing` unmanaged"
    return ""


def changed_by_others(plan: Plan) -> Iterator[Diagnostic]:
    """Yield the devices that somebody else changed, for those who want a plan to stop there."""
    for name, device in plan.devices.items():
        paths = [" > ".join(device.patch.edits[number].path) for number in device.outside]
        if paths:
            summary = f"somebody else changed {listing(paths, 3)} on `{name}` since the last rollout"
            hint = "`fabric adopt` keeps it, `--outside overwrite` undoes it"
            yield error("PLN-002", summary, hint=hint)


@dataclass
class LeftAlone:
    """What devices run that a comparison leaves alone, collected while they pass by: none is parsed twice."""

    lines: list[str] = field(default_factory=list)
    """What others changed since the last rollout in what is not ours, in one line each device."""
    unread: list[tuple[str, Exception]] = field(default_factory=list)
    """Devices whose configuration no reader understands, and why."""
    edits: Counter[str] = field(default_factory=Counter)
    devices: Counter[str] = field(default_factory=Counter)

    def seen(self, targets: Iterable[Target], broken: tuple[type[Exception], ...] = ()) -> Iterator[Target]:
        """Yield devices with what they run parsed. One of which that raises one of `broken` is left out."""
        for target in targets:
            form = target.platform
            try:
                tree = form.parse(target.running) if form.parse else {}
            except broken as fault:
                self.unread.append((target.name, fault))
                continue
            parsed = replace(target, tree=tree)
            if target.base is not None and form.owned is not None:
                found = foreign(target.base, tree, form.owned, form.unreadable)
                self.lines += _foreign(target.name, found)
            behind = waiting(parsed)
            self.edits.update(behind)
            self.devices.update(behind.keys())
            yield parsed

    @property
    def features(self) -> Iterator[str]:
        """Yield what is left alone since the intent says so, feature by feature."""
        for name in sorted(self.edits):
            edits, devices = self.edits[name], self.devices[name]
            what = f"{counted(edits, 'edit')} of {counted(devices, 'device')}"
            yield f"`{name}` is not managed: {what} {'is' if edits == 1 else 'are'} left out"


def _foreign(name: str, edits: Sequence[Edit]) -> Iterator[str]:
    if edits:
        paths = [printable(" > ".join(redacted(edit).path)) for edit in edits]
        yield f"{name}: {len(edits)} changed in what is not managed, left alone: {listing(paths, 3)}"
