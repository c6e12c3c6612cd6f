"""Fabrics of three tiers and of several NIC planes as text, and how they grow: for properties."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

SWITCH = "model: nvidia-sn5600, platform: cumulus, release: '5.16'"
FIRST_UPLINK_CAGE = 9
"""Few ports for hosts, so that they fill several leaves: 16 of 400G."""


@dataclass(frozen=True)
class Tree:
    """A fabric to be."""

    pods: tuple[tuple[int, int], ...] = ((1, 2),)
    """(number, hosts) in the order written."""
    kind: str = "clos3"
    rails: int = 2
    rails_of_leaf: int = 1
    leaves: int = 1
    """Of each rail in a pod."""
    spines: int = 2
    """Of a pod; of a NIC plane in a multi-plane fabric."""
    parallel: int = 1
    """Links between a leaf and a spine."""
    planes: int = 1
    cores: int = 1
    """Of a plane."""
    core_parallel: int = 1
    room: int = 2
    core_planes: int = 0
    """Groups of spines and cores in each plane of a multi-plane fabric; 0 without cores."""
    overrides: tuple[str, ...] = ()

    @property
    def multi(self) -> bool:
        return self.kind == "multi-plane"

    @property
    def two_tiers(self) -> bool:
        return self.kind == "rail-optimised" or (self.multi and not self.core_planes)

    @property
    def groups(self) -> int:
        """Planes of spines and cores; those of NICs are others."""
        return self.core_planes if self.multi else self.planes

    @property
    def nic_planes(self) -> int:
        return self.planes if self.multi else 1

    @property
    def nics(self) -> int:
        return self.rails * self.nic_planes

    @property
    def leaves_of_pod(self) -> int:
        return self.leaves * self.rails // self.rails_of_leaf

    @property
    def text(self) -> str:
        nics = f"{{backend: {{model: connectx-7, count: {self.nics}}}}}"
        hosts = "".join(f"  pod{n}: {{count: {c}, model: hgx-h200, nics: {nics}}}\n" for n, c in self.pods)
        spines = self.spines // (self.planes if self.kind == "rail-optimised" else 1)
        leaf = (
            f"per: rail, rails: {self.rails_of_leaf}, count: {self.leaves}, "
            f"uplinks: {spines * self.parallel}, first_uplink_cage: {FIRST_UPLINK_CAGE}"
        )
        upper = "" if self.two_tiers else f", uplinks: {self.cores * self.core_parallel}, room: {self.room}"
        core = "" if self.two_tiers else f"  core: {{{SWITCH}, count: {self.cores * self.groups}}}\n"
        levels = "  levels: 3\n" if self.kind == "fat-tree" else ""
        exceptions = "".join(f"    - {{match: '{match}', release: '5.15'}}\n" for match in self.overrides)
        return (
            "schema: fabric/1\nname: made\nfabric: {name: backend, transport: roce}\n"
            f"hosts:\n{hosts}topology:\n  kind: {self.kind}\n{levels}"
            f"  rails: {self.rails}\n  planes: {self.planes}\n"
            + (f"  core_planes: {self.core_planes}\n" if self.core_planes else "")
            + f"  leaf: {{{SWITCH}, {leaf}}}\n  spine: {{{SWITCH}, count: {self.spines}{upper}}}\n{core}"
            + (f"  overrides:\n{exceptions}" if exceptions else "")
        )

    def but(self, **changes) -> Tree:
        return replace(self, **changes)


@st.composite
def trees(draw):
    """Plans that fit, and still fit after four steps of growth."""
    kind = draw(st.sampled_from(["clos3", "fat-tree", "multi-plane", "rail-optimised"]))
    multi = kind == "multi-plane"
    flat = kind == "rail-optimised"  # its spines have ports for the leaves of seven pods, 400G each
    each = draw(st.sampled_from([1, 2, 4] if flat else [1, 2, 4, 8]))
    sets = draw(st.integers(1, 2))
    planes = draw(st.sampled_from([2, 4] if multi else [1, sets] if flat else [1, 2, 3]))
    core_planes = draw(st.integers(0, 2)) if multi else 0
    spines = draw(st.integers(1, 2)) * (max(core_planes, 1) if multi else planes)
    return Tree(
        pods=tuple(
            (number, draw(st.integers(1, 4)))
            for number in draw(st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True))
        ),
        kind=kind,
        rails=each * sets,
        rails_of_leaf=each,
        leaves=each * (1 if multi or flat else draw(st.integers(1, 2))),
        spines=spines,
        parallel=draw(st.integers(1, 2)),
        planes=planes,
        core_planes=core_planes,
        cores=draw(st.integers(1, 2)),
        core_parallel=draw(st.integers(1, 2)),
        room=spines + (core_planes if multi else planes) * draw(st.integers(0, 2)),
    )


def _hosts(draw, tree: Tree) -> Tree:
    which, more = draw(st.integers(0, len(tree.pods) - 1)), draw(st.integers(1, 3))
    return tree.but(
        pods=tuple((n, count + more * (index == which)) for index, (n, count) in enumerate(tree.pods))
    )


def _pod(draw, tree: Tree) -> Tree:
    free = sorted(set(range(1, 8)) - {number for number, _ in tree.pods})
    pods = list(tree.pods)
    pods.insert(draw(st.integers(0, len(pods))), (draw(st.sampled_from(free)), draw(st.integers(1, 4))))
    return tree.but(pods=tuple(pods))


def _spines(_draw, tree: Tree) -> Tree:
    """A pod has more spines for as long as its cores keep room for them."""
    more = tree.spines + max(tree.groups, 1)
    return tree.but(spines=more) if tree.two_tiers or more <= tree.room else tree


def _cores(draw, tree: Tree) -> Tree:
    return tree.but(cores=tree.cores + draw(st.integers(1, 2)))


def _order(draw, tree: Tree) -> Tree:
    return tree.but(pods=tuple(draw(st.permutations(tree.pods))))


def _override(draw, tree: Tree) -> Tree:
    return tree.but(overrides=(*tree.overrides, draw(st.sampled_from(["*spine1", "pod*leaf1", "*"]))))


WAYS = (_hosts, _pod, _spines, _cores, _order, _override)


@st.composite
def tree_histories(draw):
    """A plan and what it grows to, step by step."""
    steps = [draw(trees())]
    for _ in range(draw(st.integers(1, 4))):
        steps.append(draw(st.sampled_from(WAYS))(draw, steps[-1]))
    return steps
