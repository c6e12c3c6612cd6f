"""A shape as an intent says it: its tiers, and what its links are made of."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import product, takewhile
from typing import TYPE_CHECKING, NamedTuple

from fabric.core.names import folded
from fabric.intent.physical import Physical
from fabric.topology.model import Role
from fabric.views.imports_lengths import UNKNOWN_M
from fabric.views.imports_shapes import FIELDS, PER_CAGE, kind_of, speed_of, usual_of
from fabric.views.imports_sheet import flow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.topology import Fabric, Link
    from fabric.views.imports_shapes import Counted, Shape

EXCEPTIONS = "  overrides:"
USUAL_MODE = "split-unified"
"""A routing mode that needs no word."""


class _Class(NamedTuple):
    """What most links of a class have."""

    speed: int
    length: float


def with_section(text: str, name: str, lines: Sequence[str]) -> str:
    """Return an intent with other lines below a top-level name."""
    body = "\n".join([f"{name}:", *lines]) + "\n"
    section = re.compile(rf"^{name}:\n(?:[ #].*\n)*", re.MULTILINE)
    found, count = section.subn(lambda _: body, text, count=1)
    return found if count else f"{text}\n{body}"


def without_exceptions(lines: Sequence[str]) -> list[str]:
    """Return a section without its exceptions: those name switches."""
    return [*takewhile(lambda line: line != EXCEPTIONS, lines)]


def topology_lines(shape: Shape, fabric: Fabric, called: Sequence[str] = ()) -> list[str]:
    """Return `topology`: the shape, its tiers as most of their switches are, names, and exceptions."""
    lines = [f"  kind: {shape.kind}", *(f"  {name}: {value}" for name, value in shape.head.items())]
    exceptions: list[str] = []
    for tier, counts in shape.tiers.items():
        devices = {device.name: device for device in fabric.of_role(Role(tier))}
        kinds = usual_of(devices.values())
        # Nothing takes a profile away again.
        plain = [kind for kind in kinds if not kind[FIELDS.index("hwsku")]]
        base = max(plain or kinds, key=lambda kind: kinds[kind])
        told = {one.name: one.value for one in shape.told if one.section == tier}
        own_words = {f: value for f, value in zip(FIELDS, base, strict=True) if value != USUAL_MODE}
        words = {**own_words, **counts, **told}
        lines.append(f"  {tier}: {flow({name: str(value) for name, value in words.items()})}")
        for kind in kinds:
            if kind != base:
                names = [name for name, one in devices.items() if kind_of(one) == kind]
                other = {f: own for f, own, usual in zip(FIELDS, kind, base, strict=True) if own != usual}
                exceptions += (f"    - {flow({'match': pattern, **other})}" for pattern in folded(names))
    return [*lines, *called, *([EXCEPTIONS, *exceptions] if exceptions else [])]


def physical_lines(shape: Shape, counted: Counted, mtu: int) -> list[str]:
    """Return `physical`: speed and length of each class of links, of pods that differ, and of exceptions."""
    shared: dict[str, str] = {}
    own: dict[str, list[str]] = {}
    exceptions: list[str] = []
    told = {(one.section, one.pod): one.value for one in shape.told if one.name == PER_CAGE}
    for kind, of_pods in counted.by_class.items():
        usual = _class(next(iter(of_pods.values())))
        shared[kind] = _media(usual, told.get((kind, "")))
        for pod, links in of_pods.items():
            found = _class(links)
            if found.speed != usual.speed or (pod and (kind, pod) in told):
                own.setdefault(pod, []).append(f"      {kind}: {_media(found, told.get((kind, pod)))}")
                exceptions += _exceptions(links, found)
            else:
                exceptions += _exceptions(links, usual)
    lines = ["  links:", *(f"    {kind}: {media}" for kind, media in shared.items())]
    lines += ["  pods:"] if own else []
    for pod, media in own.items():
        lines += [f"    {pod}:", *media]
    lines += [EXCEPTIONS, *exceptions] if exceptions else []
    return [*lines, *([f"  mtu: {mtu}"] if mtu != Physical().mtu else [])]


def _class(links: Sequence[Link]) -> _Class:
    return _Class(speed_of(links), Counter(link.length_m for link in links).most_common(1)[0][0])


def _media(found: _Class, per_cage: int | None) -> str:
    speed = f"{found.speed}G" if found.speed else ""
    length = f"{found.length or UNKNOWN_M:g} m"
    words = {"speed": speed, "length": length, PER_CAGE: str(per_cage or "")}
    return "{" + ", ".join(f"{name}: {value}" for name, value in words.items() if value) + "}"


def _exceptions(links: Sequence[Link], usual: _Class) -> Iterator[str]:
    """Yield the links that are unlike most of their class, those of the same two ends together."""
    pairs: dict[_Class, dict[str, set[str]]] = {}
    for link in links:
        found = _Class(link.speed_gbps, link.length_m)
        if found != usual:
            pairs.setdefault(found, {}).setdefault(link.b.device, set()).add(link.a.device)
    for found, lowers in pairs.items():
        alike: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        for upper, names in lowers.items():
            alike[folded(names)].append(upper)
        said = _Class(found.speed if found.speed != usual.speed else 0, found.length)
        for patterns, uppers in alike.items():
            for pattern, to in product(patterns, folded(uppers)):
                yield f'    - {{match: "{pattern}", to: "{to}", {_media(said, None)[1:]}'
