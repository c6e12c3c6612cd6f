"""Design rules: each a function from a design to findings."""

from collections.abc import Callable, Iterable

from fabric.check import (
    capability,
    capacity,
    headroom,
    identity,
    lossless,
    marking,
    optics,
    paths,
    routing_mode,
    subnet,
    watching,
)
from fabric.core.diagnostic import Diagnostic
from fabric.device import Design

Check = Callable[[Design], Iterable[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    *identity.CHECKS,
    *capacity.CHECKS,
    *capability.CHECKS,
    *routing_mode.CHECKS,
    *optics.CHECKS,
    *lossless.CHECKS,
    *headroom.CHECKS,
    *marking.CHECKS,
    *paths.CHECKS,
    *subnet.CHECKS,
    *watching.CHECKS,
)

__all__ = ["CHECKS", "Check"]
