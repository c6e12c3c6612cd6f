"""Fabrics with cables between equals as text, and how they grow: torus, mesh and dragonfly+."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cases.repositories import Texts
from cases.shapes import SWITCH
from hypothesis import strategies as st

from fabric.topology.torus import places

FIRST_UPLINK_CAGE = 9
"""Few ports for hosts, so that they fill several leaves: 16 of 400G."""


@dataclass(frozen=True)
class Web:
    """A fabric to be."""

    kind: str
    pods: tuple[tuple[int, int], ...] = ((1, 2),)
    """(number, hosts) in the order written."""
    links: int = 1
    """Between neighbours; of a dragonfly+, between two groups."""
    leaves: int = 2
    """Of a pod; a torus has its own size."""
    across: tuple[int, ...] = (3,)
    """Size of a torus in all dimensions but the last."""
    wrap: bool = True
    spines: int = 2
    nics: int = 2
    overrides: tuple[str, ...] = ()
    extra: str = ""
    """Further lines of the topology."""

    @property
    def size(self) -> tuple[int, ...]:
        return (*self.across, len(self.pods))

    @property
    def text(self) -> str:
        nics = f"{{backend: {{model: connectx-7, count: {self.nics}}}}}"
        hosts = "".join(f"  pod{n}: {{count: {c}, model: hgx-h200, nics: {nics}}}\n" for n, c in self.pods)
        exceptions = "".join(f"    - {{match: '{match}', release: '5.15'}}\n" for match in self.overrides)
        return (
            "schema: fabric/1\nname: made\nfabric: {name: backend, transport: roce}\n"
            f"hosts:\n{hosts}topology:\n  kind: {self.kind}\n{self._tiers}"
            + (f"  overrides:\n{exceptions}" if exceptions else "")
        )

    @property
    def _tiers(self) -> str:
        first = f"first_uplink_cage: {FIRST_UPLINK_CAGE}"
        if self.kind == "torus":
            size = f"  size: [{', '.join(map(str, self.size))}]\n  wrap: {str(self.wrap).lower()}\n"
            return f"{size}  leaf: {{{SWITCH}, links: {self.links}, {first}}}\n"
        if self.kind == "mesh":
            return f"  leaf: {{{SWITCH}, count: {self.leaves}, links: {self.links}, {first}}}\n"
        return (
            f"  leaf: {{{SWITCH}, count: {self.leaves}, uplinks: {self.spines * 2}, {first}}}\n"
            f"  spine: {{{SWITCH}, count: {self.spines}, global_links: {self.links}, {first}}}\n"
        )

    def but(self, **changes) -> Web:
        return replace(self, **changes)


def _pods(draw, numbers):
    return tuple((number, draw(st.integers(1, 4))) for number in draw(st.permutations(numbers)))


@st.composite
def webs(draw):
    """Plans that fit, and still fit after four steps of growth."""
    kind = draw(st.sampled_from(["torus", "mesh", "dragonfly-plus"]))
    spines = draw(st.sampled_from([1, 2, 4, 6]))
    links = draw(st.integers(1, 2))
    if kind == "dragonfly-plus":
        links = draw(st.sampled_from([n for n in range(1, spines + 1) if spines % n == 0] + [spines * 2]))
    if kind == "torus":
        numbers = list(range(1, draw(st.integers(2, 5)) + 1))
    else:
        numbers = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4, unique=True))
    return Web(
        kind,
        _pods(draw, numbers),
        links,
        leaves=draw(st.sampled_from([2, 4])),
        across=tuple(draw(st.lists(st.integers(2, 4), min_size=1, max_size=2))),
        wrap=draw(st.booleans()),
        spines=spines,
    )


def _more_hosts(draw, web: Web) -> Web:
    which, more = draw(st.integers(0, len(web.pods) - 1)), draw(st.integers(1, 3))
    return web.but(
        pods=tuple((n, count + more * (index == which)) for index, (n, count) in enumerate(web.pods))
    )


def _another_pod(draw, web: Web) -> Web:
    free = sorted(set(range(1, 11)) - {number for number, _ in web.pods})
    number = free[0] if web.kind == "torus" else draw(st.sampled_from(free))
    pods = list(web.pods)
    pods.insert(draw(st.integers(0, len(pods))), (number, draw(st.integers(1, 4))))
    return web.but(pods=tuple(pods))


def _another_order(draw, web: Web) -> Web:
    return web.but(pods=tuple(draw(st.permutations(web.pods))))


def _an_override(draw, web: Web) -> Web:
    return web.but(overrides=(*web.overrides, draw(st.sampled_from(["pod*leaf1*", "*"]))))


WAYS = (_more_hosts, _another_pod, _another_order, _an_override)


@st.composite
def web_histories(draw):
    """A plan and what it grows to, step by step."""
    steps = [draw(webs())]
    for _ in range(draw(st.integers(1, 4))):
        steps.append(draw(st.sampled_from(WAYS))(draw, steps[-1]))
    return steps


QUANTUM = "model: nvidia-qm9700, platform: unmanaged"


def torus_repository(size: tuple[int, ...], *, wrap: bool = True, levels: str = "") -> Texts:
    """Return a torus on InfiniBand with a host of two NICs in each pod, and GUIDs for everything."""
    pods = range(1, size[-1] + 1)
    hosts = "".join(
        f"  pod{n}: {{count: 1, model: dgx-b200, nics: {{compute: {{model: connectx-7, count: 2}}}}}}\n"
        for n in pods
    )
    site = (
        "schema: fabric/1\nname: grid\nfabric: {name: compute, transport: infiniband}\n"
        f"hosts:\n{hosts}topology:\n  kind: torus\n  size: {list(size)}\n  wrap: {str(wrap).lower()}\n"
        f"  leaf: {{{QUANTUM}, links: 2, first_uplink_cage: 3}}\n"
        f'subnet:\n  release: "6.19"\n  routing_engine: torus-2QoS\n  ports: 1\n{levels}'
    )
    rows = [
        f"pod{place[-1]}-leaf{'-'.join(map(str, place[:-1]))}: {{data: {{guid: '{number:016x}'}}}}"
        for number, place in enumerate(places(size), 0x1000)
    ]
    rows += [f"pod{n}-host1: {{data: {{guids: ['{0x3000 + n:016x}', '{0x4000 + n:016x}']}}}}" for n in pods]
    rows.append(f"ufm1: {{hostname: 192.0.2.1, data: {{guids: ['{0x5000:016x}']}}}}")
    return Texts({"site/site.yaml": site, "inventory/site/hosts.yaml": "\n".join(rows) + "\n"})
