"""Fabrics of any size as text, and what becomes of them: for tables and properties."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cases.repositories import Texts
from hypothesis import strategies as st

from fabric.allocate import Ledger, allocate, extended
from fabric.catalog import load_catalog
from fabric.intent import read_intent
from fabric.topology import expand

MODELS = {"leaf": "nvidia-sn5600", "spine": "nvidia-sn5600", "platform": "cumulus", "release": "5.16"}


@dataclass(frozen=True)
class Plan:
    """A fabric to be: pods by place with their hosts, and its tiers."""

    pods: tuple[tuple[int, int], ...] = ((1, 2),)
    """(number, hosts) in the order written."""
    kind: str = "rail-optimised"
    leaves: int = 2
    """Leaves of a pod; rails of a rail-optimised one."""
    nics: int = 2
    spines: int = 2
    parallel: int = 1
    """Links between a leaf and a spine."""
    overrides: tuple[str, ...] = ()
    transport: str = "roce"

    @property
    def text(self) -> str:
        nics = f"{{model: connectx-7, count: {self.nics}}}"
        hosts = "".join(
            f"  pod{number}: {{count: {count}, model: hgx-h200, nics: {{backend: {nics}}}}}\n"
            for number, count in self.pods
        )
        switch = f"model: {MODELS['leaf']}, platform: cumulus, release: '5.16'"
        leaves = "" if self.kind == "rail-optimised" else f"count: {self.leaves}, "
        rails = f"  rails: {self.leaves}\n" if self.kind == "rail-optimised" else ""
        exceptions = "".join(f"    - {{match: '{match}', release: '5.15'}}\n" for match in self.overrides)
        return (
            f"schema: fabric/1\nname: made\nfabric: {{name: backend, transport: {self.transport}}}\n"
            f"hosts:\n{hosts}topology:\n  kind: {self.kind}\n{rails}"
            f"  leaf: {{{switch}, {leaves}uplinks: {self.spines * self.parallel}}}\n"
            f"  spine: {{{switch}, count: {self.spines}}}\n"
            + (f"  overrides:\n{exceptions}" if exceptions else "")
        )

    def but(self, **changes) -> Plan:
        return replace(self, **changes)


def site_of(text: str):
    return read_intent(Texts({"site/site.yaml": text}), "site")[0]


def expanded(plan: Plan):
    return expand(site_of(plan.text), "backend", load_catalog())


def numbered(plan: Plan, ledger: Ledger | None = None):
    """Return the numbers of a fabric and the ledger that holds them."""
    site = site_of(plan.text)
    fabric = expand(site, "backend", load_catalog())
    numbers = allocate(fabric, site.fabrics["backend"], ledger or Ledger())
    return fabric, numbers, extended(ledger or Ledger(), "backend", numbers.of)


@st.composite
def plans(draw):
    """Plans that fit: up to 3 pods of up to 6 hosts, 4 leaves a pod, 4 spines."""
    kind = draw(st.sampled_from(["rail-optimised", "leaf-spine", "fat-tree"]))
    leaves = draw(st.integers(1, 4))
    nics = leaves if kind == "rail-optimised" else leaves * draw(st.integers(1, 2))
    numbers = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True))
    pods = tuple((number, draw(st.integers(1, 6))) for number in numbers)
    return Plan(pods, kind, leaves, nics, draw(st.integers(1, 4)), draw(st.integers(1, 3)))


def grown(draw, plan: Plan) -> Plan:
    """Return a plan that has grown once, in one of the ways a fabric grows."""
    way = draw(st.sampled_from(["hosts", "pod", "spines", "order", "override"]))
    if way == "hosts":
        which = draw(st.integers(0, len(plan.pods) - 1))
        more = draw(st.integers(1, 4))
        return plan.but(
            pods=tuple((n, count + more * (index == which)) for index, (n, count) in enumerate(plan.pods))
        )
    if way == "pod":
        free = sorted(set(range(1, 8)) - {number for number, _ in plan.pods})
        pods = list(plan.pods)
        pods.insert(draw(st.integers(0, len(pods))), (draw(st.sampled_from(free)), draw(st.integers(1, 6))))
        return plan.but(pods=tuple(pods))
    if way == "spines":
        return plan.but(spines=plan.spines + draw(st.integers(1, 2)))
    if way == "order":
        return plan.but(pods=tuple(draw(st.permutations(plan.pods))))
    return plan.but(overrides=(*plan.overrides, draw(st.sampled_from(["spine1", "pod*-leaf1", "*"]))))


@st.composite
def histories(draw):
    """A plan and what it grows to, step by step."""
    plan = draw(plans())
    steps = [plan]
    for _ in range(draw(st.integers(1, 4))):
        steps.append(grown(draw, steps[-1]))
    return steps
