"""The form a vendor fills in: everything that can be known about a platform without a device."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Flag, IntEnum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fabric.core.tree import Edit, Path, Tree
    from fabric.device import UnitConfig
    from fabric.device.facts import Facts
    from fabric.device.hop import Hop
    from fabric.platforms.router import Router


class ChangeClass(IntEnum):
    """How much an edit disturbs, from nothing to everything."""

    COSMETIC = 0
    ADDITIVE = 1
    TUNING = 2
    SESSION_RESET = 3
    LINK_FLAP = 4
    BUFFER_REPROGRAM = 5
    RESTART = 6
    IDENTITY = 7


class Effect(Flag):
    """What traffic notices of an edit, on the port it speaks of or on the whole device."""

    NONE = 0
    RESETS = auto()
    """Sessions go down and come up again."""
    FLAPS = auto()
    """Ports go down and come up again."""
    STALLS = auto()
    """Buffers are programmed anew: a lossless class may drop or pause meanwhile."""


EFFECTS: Mapping[ChangeClass, Effect] = MappingProxyType(
    {
        ChangeClass.SESSION_RESET: Effect.RESETS,
        ChangeClass.LINK_FLAP: Effect.FLAPS | Effect.RESETS,
        ChangeClass.BUFFER_REPROGRAM: Effect.STALLS,
        ChangeClass.RESTART: Effect.FLAPS | Effect.RESETS | Effect.STALLS,
        ChangeClass.IDENTITY: Effect.RESETS,
    }
)
"""What a class does to traffic where a platform says nothing else."""
WHOLE = frozenset({ChangeClass.RESTART, ChangeClass.IDENTITY})
"""Classes that take the whole device, whatever port their path speaks of."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing a driver does to bring a change in: what `body` means is between platform and driver."""

    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class Patch:
    """A change of one device: the edits a reader sees and the steps a driver takes."""

    edits: tuple[Edit, ...]
    steps: tuple[Step, ...]
    change_class: ChangeClass
    classes: tuple[ChangeClass, ...] = ()
    """Of each edit, in their order; empty where edits were not judged one by one."""


class Canonical(Protocol):
    """Turns rendered text into its one canonical form; raises ValueError when it is malformed."""

    def __call__(self, text: str, /) -> str:
        """Return the canonical form of a text."""


@dataclass(frozen=True, slots=True)
class Platform:
    """A vendor's words. Pure: no network library, no clock, no device."""

    name: str
    templates: Mapping[str, str]
    """Artifact name to template, such as `{"eos.cfg": "eos/device.j2"}`."""
    canonical: Mapping[str, Canonical]
    """Artifact name to its canonical form."""
    context: Callable[[UnitConfig], Mapping[str, Any]]
    """The vendor's words for a unit, beside `device` in the template."""
    profiled: bool = False
    """Whether a switch comes up only with the hardware profile (HwSKU) that its intent names."""
    without: Callable[[UnitConfig], frozenset[str]] | None = None
    """Names of the artifacts that a unit does not have; None where each has all of them."""
    each: Callable[[UnitConfig], Mapping[str, tuple[str, ...]]] | None = None
    """Artifact with a `*` in its name to what stands there, once each: one file for each port."""
    parse: Callable[[Mapping[str, str]], Tree] | None = None
    """Artifacts, or what a device answers for them, to one normalised tree; None where nothing is pushed."""
    owned: Callable[[Path], bool] | None = None
    """Whether a path of that tree is ours to change."""
    unreadable: Callable[[Path], bool] | None = None
    """Whether a path holds a secret of ours that devices show in a form of their own: nobody can compare it;
    None where trees have no such paths."""
    feature: Callable[[Path], str] | None = None
    """The feature, as `unmanaged` of the intent calls it, that a path belongs to."""
    access: Callable[[Path], bool] | None = None
    """Whether a path is of the way in: accounts, who may manage it, its management port, its certificates."""
    classify: Callable[[Edit], ChangeClass] | None = None
    beyond: Callable[[Edit], bool] | None = None
    """Whether no step brings an edit into effect: it needs a reload with the whole configuration."""
    by_hand: str = "drain it, give it its artifacts from `fabric build` as startup configuration, reload it"
    """What people do for what is beyond."""
    recognised: Callable[[str], str | None] | None = None
    """The artifact that a stranger's text is, if it is one; raises ValueError for a text that is cut off."""
    facts: Callable[[Mapping[str, str]], Facts] | None = None
    """What a running configuration says of its network; raises ValueError for a value that is none."""
    patch: Callable[[Tree, Tree], Patch] | None = None
    """(running, intended) to the change that turns one into the other within owned paths."""
    unlike: Callable[[Mapping[str, str], Sequence[Edit], str], tuple[Edit, ...]] | None = None
    """(what it runs, edits of the plan, its own diff of the candidate) to where the last two differ, as edits
    from planned to told; raises ValueError for a text that is no such diff. None where devices make none."""
    hop: Callable[[Mapping[str, str]], Hop] | None = None
    """Artifacts to what their unit does with packets; raises ValueError for a value that is none."""
    router: Callable[[Mapping[str, str]], Router] | None = None
    """Artifacts to what Linux and FRR do in the place of their unit; None where its words are not FRR's."""
    port_of: Callable[[Path], str | None] | None = None
    """The port that a path speaks of; None where it speaks of the whole device."""
    whole: Callable[[Path], bool] | None = None
    """Whether a path is of a file that is pushed as it stands, so that nothing in it can be kept apart."""
    busy: Callable[[Tree], frozenset[str]] | None = None
    """Ports that carry something in a configuration: what happens to the others disturbs nobody."""
    effects: Mapping[ChangeClass, Effect] = field(default_factory=lambda: EFFECTS)
