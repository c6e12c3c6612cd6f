"""Whether everything the intent says reaches a device: what is not rendered yet is said, never dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, warning

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.device import Design


def collectors_are_not_rendered(design: Design) -> Iterable[Diagnostic]:
    """OBS-001: telemetry that no switch is told to send is missing on the day it is needed."""
    observability = design.site.observability
    if observability.collectors:
        summary = "collectors are not configured on any device by this release"
        hint = "configure telemetry apart until then, or leave `collectors` out"
        yield warning("OBS-001", summary, observability.loc("collectors"), hint)


CHECKS = (collectors_are_not_rendered,)
