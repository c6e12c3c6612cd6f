"""What must be allowed in so many words: to take something away, and to change who a device is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.core.names import listing
from fabric.platforms.form import ChangeClass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from fabric.plan.groups import Group, Shown

DELETE, IDENTITY = "delete", "identity"
WORDS = {DELETE: "takes away", IDENTITY: "changes who a device is:"}
NAMED = 2
"""Paths that a refusal names."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """One kind of change that somebody has to allow."""

    kind: str
    devices: tuple[str, ...]
    paths: tuple[str, ...]
    """What it is about, each once."""

    @property
    def flag(self) -> str:
        """The option that allows it."""
        return f"--allow-{self.kind}"


def wanted(groups: Iterable[Group]) -> tuple[Allowance, ...]:
    """Return what the change needs to be allowed, in order of danger."""
    found: dict[str, tuple[dict[str, None], dict[str, None]]] = {DELETE: ({}, {}), IDENTITY: ({}, {})}
    for group in groups:
        for kind, path in _kinds(group):
            found[kind][0].update(dict.fromkeys(group.devices))
            found[kind][1][path] = None
    return tuple(
        Allowance(kind, tuple(devices), tuple(paths)) for kind, (devices, paths) in found.items() if devices
    )


def refusals(needed: Iterable[Allowance], allowed: Collection[str]) -> tuple[Diagnostic, ...]:
    """Return the findings for what was not allowed."""
    return tuple(_refusal(one) for one in needed if one.kind not in allowed)


def _refusal(one: Allowance) -> Diagnostic:
    summary = f"the change of {listing(one.devices, 3)} {WORDS[one.kind]} {listing(one.paths, NAMED)}"
    return error("PLN-001", summary, hint=f"if that is meant, say so: add `{one.flag}`")


def _kinds(group: Group) -> Iterator[tuple[str, str]]:
    for one in group.shown:
        if one.change_class is ChangeClass.IDENTITY and one.edit.kind != "add":
            yield IDENTITY, _path(one)
        elif one.edit.kind == "remove" and one.change_class > ChangeClass.ADDITIVE:
            yield DELETE, _path(one)


def _path(one: Shown) -> str:
    return " > ".join(one.edit.path)
