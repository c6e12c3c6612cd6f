"""What the user says of an imported network beside the file: `--model`, `--set`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error, nearest
from fabric.core.names import listing
from fabric.topology.names import matcher

if TYPE_CHECKING:
    from collections.abc import Iterable

OF_SWITCH = ("role", "model", "platform", "release", "hwsku", "routing_mode")
OF_NETWORK = ("host", "nic", "speed", "fabric", "subnet")
"""Model of hosts and NICs, speed of every link, name of the fabric, release of the subnet manager."""
_WORD = re.compile(r"(?P<field>[a-z_]+)(?::(?P<match>[^=]+))?=(?P<value>[\x20-\x7e]{1,200})")


@dataclass(frozen=True, slots=True)
class Given:
    """Facts by field: (pattern of names, value), in order."""

    facts: tuple[tuple[str, str, str], ...]

    def of_switch(self, name: str, field: str) -> str:
        """Return what was said of a switch, the last that fits; empty for nothing."""
        fitting = [value for known, match, value in self.facts if known == field and matcher(match)(name)]
        return fitting[-1] if fitting else ""

    def of_network(self, field: str, pod: str = "") -> str:
        """Return what was said last of the network, or of one of its pods; empty for nothing."""
        fitting = [v for known, match, v in self.facts if known == field and (not pod or matcher(match)(pod))]
        return fitting[-1] if fitting else ""

    def missed(self, switches: Iterable[str]) -> None:
        """Raise FabricError for patterns that hit no switch."""
        own = tuple(switches)
        for field, match, _ in self.facts:
            if field in OF_SWITCH and own and not any(map(matcher(match), own)):
                hint = nearest(match, own) or f"switches here: {listing(own)}"
                raise FabricError(error("IMP-003", f"`{match}` matches no switch", hint=hint))


def given(models: Iterable[str], words: Iterable[str]) -> Given:
    """Read `[PATTERN=]MODEL` and `FIELD[:PATTERN]=VALUE`. Raises FabricError."""
    facts: list[tuple[str, str, str]] = []
    for text in models:
        match, _, value = text.rpartition("=")
        facts.append(("model", match or "*", value))
    for text in words:
        found = _WORD.fullmatch(text)
        known = (*OF_SWITCH, *OF_NETWORK)
        if found is None or found["field"] not in known:
            hint = f"write `platform=eos` or `release:leaf*=5.16`; fields: {listing(known, len(known))}"
            raise FabricError(error("IMP-004", f"`{text}` says nothing", hint=hint))
        facts.append((found["field"], found["match"] or "*", found["value"]))
    return Given(tuple(facts))
