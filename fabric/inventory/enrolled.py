"""What devices showed when somebody met them and said yes: `enrolled.yaml` beside `hosts.yaml`.

    enrolled: fabric/1
    pod1-leaf1: {serial: JPE24120001, mac: "28:99:3a:00:01:00", host_key: "ssh-ed25519 AAAA..."}

A host's own line in `hosts.yaml` holds over it, and it holds over groups and defaults.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field

from fabric.core.names import natural
from fabric.inventory.written import SCHEMA, Written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.source import Source

HEAD = """\
# What devices showed when they were met. Written by `fabric enrol`; commit it.
# A device that shows another key than its line is not talked to: `fabric enrol --replace` asks again.
"""


class Enrolled(BaseModel):
    """What is known of a device since it was met."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    serial: str = ""
    """Serial number that it told."""
    mac: Annotated[str, Field(pattern=r"^(([0-9a-f]{2}:){5}[0-9a-f]{2})?$")] = ""
    """System MAC address that it told."""
    host_key: Annotated[str, Field(pattern=r"^([a-z0-9@.-]+ [A-Za-z0-9+/]+=*)?$")] = ""
    """SSH host key, as in known_hosts."""
    fingerprint: Annotated[str, Field(pattern=r"^(([0-9a-f]{2}:){31}[0-9a-f]{2})?$")] = ""
    """SHA-256 of its certificate."""

    @property
    def said(self) -> dict[str, str]:
        """The fields that are not empty."""
        return {name: value for name, value in self.model_dump().items() if value}


_FILE = Written("enrolled", "ENR-001", Enrolled.model_validate)


def path_of(folder: str) -> str:
    """Return where the file of an inventory folder stands."""
    return _FILE.place(folder)


def read_enrolled(source: Source, folder: str) -> dict[str, Enrolled]:
    """Return what is known of each device that was met; nothing without the file.

    Raises FabricError with every mistake: a trust that was half read is none.
    """
    return _FILE.read(source, folder)


def enrolled_text(known: Mapping[str, Enrolled]) -> str:
    """Return the file, devices in natural order."""
    lines = [HEAD + f"enrolled: {SCHEMA}"]
    for device in sorted(known, key=natural):
        words = (
            f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in known[device].said.items()
        )
        lines.append(f"{device}: {{{', '.join(words)}}}")
    return "\n".join(lines) + "\n"
