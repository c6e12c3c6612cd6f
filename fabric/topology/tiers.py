"""The switches of every tier, named by their places."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.topology.model import Device, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.intent.tiers import Switches
    from fabric.topology.pods import Pod
    from fabric.topology.shape import Shape


def switches(shape: Shape, prefix: str, pods: Sequence[Pod]) -> Iterator[Device]:
    """Return the switches, lower tiers first."""
    yield from _leaves(shape, prefix, pods)
    yield from _spines(shape, prefix, pods)
    yield from _cores(shape, prefix)


def _planes(shape: Shape) -> Iterator[tuple[int | None, str]]:
    """Yield the NIC planes with their part of a name; one alone has none."""
    if shape.nic_planes == 1:
        yield None, ""
        return
    yield from ((plane, f"plane{plane}-") for plane in range(1, shape.nic_planes + 1))


def _leaves(shape: Shape, prefix: str, pods: Sequence[Pod]) -> Iterator[Device]:
    made = switch(Role.LEAF, shape.leaf)
    for pod in pods:
        for plane, part in _planes(shape):
            for index in range(1, shape.leaves + 1):
                name = f"{prefix}{pod.name}-{part}leaf{index}"
                rail = (index - 1) % shape.rails + 1 if shape.rails and shape.rails_of_leaf == 1 else None
                yield replace(made, name=name, pod=pod.name, index=index, rail=rail, plane=plane)


def _spines(shape: Shape, prefix: str, pods: Sequence[Pod]) -> Iterator[Device]:
    made = switch(Role.SPINE, shape.spine)
    for pod in [pod.name for pod in pods] if shape.spines_of_pods else [""]:
        for plane, part in _planes(shape):
            for index in range(1, shape.spine.count + 1):
                name = f"{prefix}{pod}-{part}spine{index}" if pod else f"{prefix}{part}spine{index}"
                yield replace(made, name=name, pod=pod, index=index, plane=plane)


def _cores(shape: Shape, prefix: str) -> Iterator[Device]:
    if shape.core is not None:
        made = switch(Role.CORE, shape.core)
        for plane, part in _planes(shape):
            for index in range(1, shape.core.count + 1):
                yield replace(made, name=f"{prefix}{part}core{index}", index=index, plane=plane)


def switch(role: Role, tier: Switches) -> Device:
    """Return a switch of a tier, still without a name."""
    return Device(
        "", role, tier.model, tier.platform, tier.release, tier.hwsku or "",
        path=tier.loc(), routing_mode=tier.routing_mode,
    )  # fmt: skip
