"""`unmanaged` of an intent: what of which switches is left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error, nearest
from fabric.topology.names import matcher

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.device import Design
    from fabric.intent import Site
    from fabric.intent.unmanaged import Unmanaged
    from fabric.pipeline.registry import Registry


def unmanaged(entries: Iterable[Unmanaged], name: str) -> frozenset[str]:
    """Return the features of a switch that are not ours yet."""
    return frozenset(f for entry in entries if matcher(entry.match)(name) for f in entry.features)


def idle(site: Site, designs: Iterable[Design], registry: Registry) -> Iterator[Diagnostic]:
    """Yield entries that match no switch whose features are known."""
    known = {name for name, platform in registry.platforms.items() if platform.feature is not None}
    names = [
        device.name
        for design in designs
        for device in design.fabric.devices.values()
        if device.platform in known
    ]
    for entry in site.unmanaged:
        if not any(map(matcher(entry.match), names)):
            hint = nearest(entry.match, names) or "switches whose configuration is pushed are meant"
            yield error("INT-020", f"`{entry.match}` matches no switch", entry.loc("match"), hint)
