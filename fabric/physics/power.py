"""Power of modules against what their cages feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.catalog import Cable, Media, Switch


def cage_limit_w(switch: Switch, cage: int) -> float | None:
    """Return the power limit of a cage in W; None when it is not known, which is no permission."""
    if switch.high_power and cage in switch.high_power.cages:
        return switch.high_power.watts
    return switch.cage_power_w


def module_power_w(module: Media | Cable, form_factor: str) -> float | None:
    """Return the most power a module or cable end draws in W; None when it is not known.

    A form that has no figure of its own takes the largest of the others.
    """
    power = module.power_w
    if not isinstance(power, dict):
        return power
    return power.get(form_factor, max(power.values(), default=None))


def headroom_w(limit_w: float | None, need_w: float | None) -> float | None:
    """Return what a cage has left in W, negative when a module draws too much; None if either is unknown."""
    return None if limit_w is None or need_w is None else limit_w - need_w
