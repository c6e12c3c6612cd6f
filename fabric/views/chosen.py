"""What `media: auto` chose for the links of each class, and why, in the words of the intent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.device import Design


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice."""

    fabric: str
    links: str
    """Class of the links, with its pod where the class is a pod's, and their speed."""
    parts: str
    why: str


def chosen(designs: Mapping[str, Design]) -> tuple[Chosen, ...]:
    """Return the choices of every fabric, in the order of the intent; the class is what its path names."""
    return tuple(
        Chosen(name, f"{_class(path)} {gbps}G", choice.option.name, choice.why())
        for name, design in designs.items()
        for (path, gbps), choice in design.fabric.choices.items()
        if choice.option is not None
    )


def _class(path: tuple[str | int, ...]) -> str:
    """Return `leaf-spine` of `physical.links.leaf-spine.media`, after its pod where a pod has its own."""
    *_, place, kind, _ = path
    return str(kind) if place == "links" else f"{place} {kind}"
