"""Ends of cables as written: which device, which port, and where the intent says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fabric.core.diagnostic import Diagnostic, error, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.diagnostic import Path
    from fabric.intent.explicit import Cable
    from fabric.topology.model import Device


class Tip(NamedTuple):
    """An end of a cable as written."""

    device: Device
    port: str
    path: Path
    media: str | None
    """Module that the cable names for this end."""
    said: Path
    """Where it does."""


def unknown(cable: Cable, field: str, devices: Mapping[str, Device]) -> Diagnostic | None:
    """Return the finding for an end whose device there is not."""
    name = str(getattr(cable, field)).partition(":")[0]
    if name in devices:
        return None
    hint = nearest(name, devices) or "name a switch of `topology.switches`, or a host such as `pod1-host1`"
    return error("TOP-060", f"there is no device `{name}`", cable.loc(field), hint)


def tips(cable: Cable, devices: Mapping[str, Device]) -> tuple[Tip, Tip]:
    """Return both ends of a cable."""
    base = cable.loc()
    return _tip(cable, "a", devices, base), _tip(cable, "b", devices, base)


def _tip(cable: Cable, field: str, devices: Mapping[str, Device], base: Path) -> Tip:
    name, _, port = str(getattr(cable, field)).partition(":")
    media, own = f"media_{field}", getattr(cable, f"media_{field}")
    said = (*base, "media" if own is None else media)
    return Tip(devices[name], port, (*base, field), own or cable.media, said)
