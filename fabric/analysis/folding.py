"""Devices folded into boxes, so that a picture of any fabric fits on a page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.analysis.legs import direct, legs, passive_rank
from fabric.analysis.weave import NONE, RANK, Bundle, in_order, weave
from fabric.core.names import natural
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.analysis.weave import Weave
    from fabric.topology import Device, Fabric

MOST = 16
"""Boxes that a row may have before equal devices share one."""
ROLES = tuple(sorted(RANK, key=lambda role: -RANK[role]))
"""Rows of a picture from the top."""
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """Devices that are drawn as one."""

    role: Role
    names: tuple[str, ...]
    """In natural order."""
    models: tuple[tuple[str, int], ...]
    """How many of each model, the most first."""
    pods: tuple[str, ...]
    rails: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Strand:
    """Everything between two boxes."""

    lower: int
    upper: int
    """Numbers of the boxes; equal for links inside one."""
    bundle: Bundle
    pairs: int
    """Pairs of devices that it joins."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A fabric as boxes in rows, from the top, and what joins them."""

    fabric: str
    boxes: tuple[Box, ...]
    rows: tuple[tuple[int, ...], ...]
    """Numbers of boxes by row; rows without a box are left out."""
    strands: tuple[Strand, ...]


def fold(fabric: Fabric, most: int = MOST) -> Folded:
    """Return a fabric folded so far that no row has more than `most` boxes; linear in links.

    A row is folded by steps: each device alone; those of a pod with the same neighbours above or below;
    those that lie alike in all pods; all of a model.
    """
    woven = weave(fabric)
    home: dict[str, int] = {}
    boxes: list[Box] = []
    rows: list[tuple[int, ...]] = []
    for role in _roles(fabric):
        groups = _passive(fabric, most) if role is Role.CIRCUIT else _groups(fabric, woven, role, home, most)
        if groups:
            rows.append(tuple(range(len(boxes), len(boxes) + len(groups))))
        for names in groups:
            home |= dict.fromkeys(names, len(boxes))
            boxes.append(_box(fabric, role, names))
    return Folded(fabric.name, tuple(boxes), tuple(rows), _strands(fabric, home))


def _roles(fabric: Fabric) -> tuple[Role, ...]:
    """Return the rows of a picture from the top, passive devices between the tiers that they join."""
    if not fabric.passive:
        return ROLES
    height = {**RANK, Role.CIRCUIT: passive_rank(fabric)}
    return tuple(sorted(height, key=lambda role: -height[role]))


def _passive(fabric: Fabric, most: int) -> list[tuple[str, ...]]:
    names = sorted(fabric.passive, key=natural)
    return _by(names, lambda name: name if len(names) <= most else fabric.passive[name].model)


def _groups(
    fabric: Fabric, woven: Weave, role: Role, home: Mapping[str, int], most: int
) -> list[tuple[str, ...]]:
    names = in_order(fabric, role)
    devices = fabric.devices

    def alone(name: str) -> Key:
        return (name,)

    def of_pod(name: str) -> Key:
        # What has nothing above lies like others with the same below, but leaves never have the same hosts.
        below = {} if role in (Role.HOST, Role.LEAF) else woven.down.get(name, {})
        around = woven.up.get(name) or below
        return devices[name].pod, devices[name].model, frozenset(around)

    def alike(name: str) -> Key:
        above = frozenset(home[other] for other in woven.up.get(name, {}))
        return devices[name].model, above, _rail_of(devices[name], role)

    def of_kind(name: str) -> Key:
        return devices[name].model, frozenset(home[other] for other in woven.up.get(name, {}))

    steps: list[Callable[[str], Key]] = [of_pod, alike, of_kind, lambda name: (devices[name].model,)]
    if role is not Role.HOST:
        steps.insert(0, alone)
    for step in steps:
        found = _by(names, step)
        if len(found) <= most:
            return found
    return [tuple(names)]


def _rail_of(device: Device, role: Role) -> object:
    return device.rail if role is Role.LEAF else None


def _by(names: list[str], key: Callable[[str], Key | str]) -> list[tuple[str, ...]]:
    groups: dict[Key | str, list[str]] = {}
    for name in names:
        groups.setdefault(key(name), []).append(name)
    return [tuple(group) for group in groups.values()]


def _box(fabric: Fabric, role: Role, names: tuple[str, ...]) -> Box:
    devices = [fabric.devices.get(name) or fabric.passive[name] for name in names]
    models = Counter(device.model for device in devices)
    rails = sorted({device.rail for device in devices if device.rail is not None})
    pods = sorted({device.pod for device in devices if device.pod}, key=natural)
    return Box(role, names, tuple(models.most_common()), tuple(pods), tuple(rails))


def _strands(fabric: Fabric, home: Mapping[str, int]) -> tuple[Strand, ...]:
    woven = weave(direct(fabric))
    found: dict[tuple[int, int], tuple[Bundle, int]] = {}

    def add(low: str, high: str, bundle: Bundle) -> None:
        key = (home[low], home[high])
        before, pairs = found.get(key, (NONE, 0))
        found[key] = (before.and_also(bundle), pairs + 1)

    for low, row in woven.up.items():
        for high, bundle in row.items():
            add(low, high, bundle)
    for one, row in woven.peers.items():
        for other, bundle in row.items():
            if (home[one], natural(one)) < (home[other], natural(other)):
                add(one, other, bundle)
    for low, high, bundle in legs(fabric):
        add(low, high, bundle)
    return tuple(Strand(*key, bundle, pairs) for key, (bundle, pairs) in sorted(found.items()))
