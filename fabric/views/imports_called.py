"""What switches of a live fabric are called in the words of an intent: which is which, then by patterns."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, product
from typing import TYPE_CHECKING

from fabric.intent.called import LONGEST
from fabric.topology import far_end
from fabric.topology.called import name_by, places
from fabric.topology.model import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.topology import Fabric

TIERS = (Role.LEAF, Role.SPINE, Role.CORE)
_NUMBERS = re.compile(r"(\d+)")
_WORDS = ("pod", "number", "place", "plane")
"""Of patterns that are looked for; `number` says what `rail` says."""
_SAID = re.compile(r"([a-z]*)[0-9-]*\{([a-z]+)(0?)")
MOST_TRIED = 2000
WIDEST = 4


def counterparts(wanted: Fabric, made: Fabric) -> dict[str, str]:
    """Return the switches of a shape by those of a network at the same places, tier by tier from the hosts.

    Cables of two devices are compared in the order of their ports. Most of them decide: one that leads
    elsewhere moves no name.
    """
    found = {host.name: host.name for host in made.of_role(Role.HOST) if host.name in wanted.devices}
    for tier in TIERS:
        votes: Counter[tuple[str, str]] = Counter()
        for own, theirs in found.items():
            pairs = zip(made.links_of.get(own, ()), wanted.links_of.get(theirs, ()), strict=False)
            ends = ((far_end(one, own).device, far_end(other, theirs).device) for one, other in pairs)
            votes.update(pair for pair in ends if _of_tier(made, pair[0], tier))
        taken = set(found.values())
        for (own, theirs), _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0])):
            if own not in found and theirs not in taken and _of_tier(wanted, theirs, tier):
                found[own] = theirs
                taken.add(theirs)
    return {own: theirs for own, theirs in found.items() if made.devices[own].role is not Role.HOST}


def _of_tier(fabric: Fabric, name: str, tier: Role) -> bool:
    return fabric.devices[name].role is tier


def names_lines(found: Mapping[str, str], made: Fabric, pods: Mapping[str, int]) -> list[str]:
    """Return `names` of a topology: a pattern for each tier, and those that it does not give one by one."""
    lines: list[str] = []
    single: dict[str, str] = {}
    counted = places(made.devices.values(), pods)
    for tier in TIERS:
        devices = [device for device in made.of_role(tier) if device.name in found]
        if all(found[device.name] == device.name for device in devices):
            continue
        numbers = {found[device.name]: counted.of(device) for device in devices}
        pattern = pattern_of(numbers)
        lines += [f'    {tier}: "{pattern}"'] if pattern else []
        for device in devices:
            given = name_by(pattern, counted.of(device)) if pattern else device.name
            if found[device.name] != given:
                single[device.name] = found[device.name]
    lines += ["    switches:", *(f'      {name}: "{own}"' for name, own in single.items())] if single else []
    return ["  names:", *lines] if lines else []


def pattern_of(numbers: Mapping[str, Mapping[str, int]]) -> str:
    """Return the pattern that gives most names of a tier from their numbers; empty if none gives half."""
    tried: dict[str, None] = {}
    names = list(numbers)
    for name in dict.fromkeys((names[0], names[len(names) // 2], names[-1])):
        tried |= dict.fromkeys(islice(_patterns(name, numbers[name]), MOST_TRIED))
    ways = [one for one in tried if len(one) <= LONGEST and _tells_apart(one, numbers[names[0]])]
    if not ways:
        return ""
    hits = {one: sum(name_by(one, known) == name for name, known in numbers.items()) for one in ways}
    best = min(ways, key=lambda one: (-hits[one], *_plainness(one)))
    return best if hits[best] > 1 and len(names) < hits[best] * 2 else ""


def _patterns(name: str, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield the patterns that give a name."""
    parts = _NUMBERS.split(name)
    choices = [[part] if turn % 2 == 0 else [*_readings(part, numbers)] for turn, part in enumerate(parts)]
    yield from ("".join(chosen) for chosen in product(*choices))


def _readings(digits: str, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield what some digits may stand for: themselves, a number, or one behind some of them."""
    yield digits
    for cut in range(max(len(digits) - WIDEST, 0), len(digits)):
        head, rest = digits[:cut], digits[cut:]
        heads = (head, "{pod}") if head == str(numbers.get("pod")) else (head,)  # `leaf203` of pod 2
        for word, zero in product(_WORDS, (0, 1)):
            if word in numbers and int(rest) == numbers[word] - zero:
                width = f":0{len(rest)}" if len(rest) > 1 else ""
                yield from (f"{before}{{{word}{'0' * zero}{width}}}" for before in heads)


def _tells_apart(pattern: str, numbers: Mapping[str, int]) -> bool:
    """Whether a pattern gives no name twice, in pods to come as well."""
    in_pods = "{pod" in pattern if "pod" in numbers else True
    counts = "{place" in pattern or ("{number" in pattern and in_pods)
    return counts and ("{plane" in pattern or "plane" not in numbers)


def _plainness(pattern: str) -> tuple[int, ...]:
    """Return what makes a pattern worse than another that gives as many names."""
    words = [found.groups() for found in _SAID.finditer(pattern)]
    twice = len(words) - len({word for _, word, _ in words})
    told = sum(bool(before) and word.startswith(before) for before, word, _ in words)
    places_told = sum(word == "place" for _, word, _ in words)
    from_zero = sum(bool(zero) for _, _, zero in words)
    far = sum(len(pattern) - found.end() for found in _SAID.finditer(pattern))
    return twice, -told, places_told, from_zero, pattern.count("0{"), far, len(pattern)
