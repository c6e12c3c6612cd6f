"""Switches by the names that people gave them: by patterns of their places, or one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.core.names import listing
from fabric.intent.called import FIELD
from fabric.topology.explicit import prefixed
from fabric.topology.hosts import host_devices
from fabric.topology.managers import manager_devices

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fabric.core.diagnostic import Path
    from fabric.intent.called import SwitchNames
    from fabric.topology.ground import Ground
    from fabric.topology.model import Device, Role


@dataclass(frozen=True, slots=True)
class Places:
    """What the places of switches are counted by."""

    pods: Mapping[str, int]
    """Numbers of pods."""
    sizes: Mapping[Role, int]
    """Switches of each tier in the largest pod, or in all; of each plane."""

    def of(self, device: Device) -> dict[str, int]:
        """Return the numbers of a switch by the words of patterns; nothing for what it is in none of."""
        pod = self.pods.get(device.pod, 0)
        before = (pod - 1) * self.sizes[device.role] if pod else 0
        found = {
            "pod": pod,
            "number": device.index,
            "place": before + device.index,
            "rail": device.rail or 0,
            "plane": device.plane or 0,
        }
        return {word: number for word, number in found.items() if number}


def places(devices: Iterable[Device], pods: Mapping[str, int]) -> Places:
    """Return what the places of some switches are counted by."""
    found = Counter((device.role, device.pod, device.plane) for device in devices)
    sizes: dict[Role, int] = {}
    for (role, _, _), count in found.items():
        sizes[role] = max(count, sizes.get(role, 0))
    return Places(pods, sizes)


def called(switches: Iterable[Device], ground: Ground) -> list[Device]:
    """Return switches by the names that the intent gives them. Raises FabricError."""
    made = [*switches]
    given: SwitchNames | None = getattr(ground.intent.topology, "names", None)
    if given is None:
        return made
    counted = places(made, {pod.name: pod.number for pod in ground.pods})
    problems = [*_strangers(given, made), *_wordless(given, made, counted)]
    if problems:
        raise FabricError(*problems)
    renamed = [_renamed(device, given, counted) for device in made]
    found = dict(renamed)
    problems = [*prefixed(ground, found)] or [*_twice(renamed, ground)]
    if problems:
        raise FabricError(*problems)
    return [replace(device, name=name) for device, (name, _) in zip(made, renamed, strict=True)]


def name_by(pattern: str, numbers: Mapping[str, int]) -> str:
    """Return the name that a pattern gives. Raises KeyError for a word that stands for nothing."""
    return FIELD.sub(
        lambda found: f"{numbers[found['word']] - len(found['zero']):0{found['width'] or 1}}", pattern
    )


def _renamed(device: Device, given: SwitchNames, counted: Places) -> tuple[str, Path]:
    own = (given.switches or {}).get(device.name)
    if own is not None:
        return own, given.loc("switches", device.name)
    pattern = getattr(given, device.role)
    return (device.name, device.path) if pattern is None else (
        name_by(pattern, counted.of(device)),
        given.loc(device.role),
    )  # fmt: skip


def _strangers(given: SwitchNames, made: Sequence[Device]) -> Iterator[Diagnostic]:
    """Yield the single names of switches that are not there."""
    names = [device.name for device in made]
    for name in (given.switches or {}).keys() - set(names):
        hint = nearest(name, names) or f"by default they are called from `{names[0]}` to `{names[-1]}`"
        yield error("TOP-082", f"no switch would be called `{name}`", given.loc("switches", name), hint)


def _wordless(given: SwitchNames, made: Sequence[Device], counted: Places) -> Iterator[Diagnostic]:
    """Yield the words of patterns that stand for nothing in their tier."""
    for role in counted.sizes:
        numbers = counted.of(next(device for device in made if device.role is role))
        missing = [
            f"{{{word}}}"
            for word in dict.fromkeys(found["word"] for found in FIELD.finditer(getattr(given, role) or ""))
            if word not in numbers
        ]
        if missing:
            known = listing([f"{{{word}}}" for word in numbers])
            summary = f"{listing(missing)} stands for nothing in the name of a {role} of this fabric"
            yield error("TOP-083", summary, given.loc(role), f"it has {known}")


def _twice(renamed: Sequence[tuple[str, Path]], ground: Ground) -> Iterator[Diagnostic]:
    """Yield names that several devices would have."""
    others = {device.name for pod in ground.pods for device in host_devices(pod)} | {*manager_devices(ground)}
    counts = Counter(name for name, _ in renamed)
    told: set[Path] = set()
    for name, path in renamed:
        if (counts[name] > 1 or name in others) and path not in told:
            told.add(path)
            whose = "a switch and another device" if name in others else f"{counts[name]} switches"
            single = "switches" in path
            hint = (
                "give one of them another name"
                if single
                else "a pattern needs `{number}`, and `{pod}` in pods"
            )
            yield error("TOP-084", f"{whose} would be called `{name}`", path, hint)
