"""What people changed on devices and wanted to keep: `adopted.yaml` beside the ledger.

    adopted: fabric/1
    pod1-leaf5:
      - {path: ["interface Ethernet1/1", "description"], value: "on loan until May", reason: "ticket 4711"}
      - {path: ["ntp server vrf MGMT 10.0.0.9"], reason: "gone with the old server"}

An entry without a value keeps a line away. It holds over the intent; removing it gives the line back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from fabric.core.names import natural
from fabric.inventory.written import SCHEMA, Written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.core.source import Source

NAME = "adopted.yaml"
HEAD = """\
# What people changed on devices and wanted to keep. Written by `fabric adopt`; commit it.
# It holds over what the intent says. Remove an entry, and the next plan gives the line back to the intent.
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """One entry of a configuration that stays as somebody made it."""

    path: tuple[str, ...]
    value: str | None
    """None keeps it away."""
    reason: str = ""


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    path: Annotated[list[str], Field(min_length=1)]
    value: str | None = None
    reason: str = ""


_ENTRIES = TypeAdapter(list[_Entry])


def _kept(raw: Any) -> tuple[Kept, ...]:
    rows = _ENTRIES.validate_python(raw)
    return tuple(Kept(tuple(row.path), row.value, row.reason) for row in rows)


_FILE = Written("adopted", "INV-009", _kept)


def read_adopted(source: Source, folder: str) -> dict[str, tuple[Kept, ...]]:
    """Return what is kept, by device; nothing without the file. Raises FabricError with every mistake."""
    return _FILE.read(source, folder)


def adopted_text(kept: Mapping[str, Iterable[Kept]]) -> str:
    """Return the file, devices and paths in natural order."""
    lines = [HEAD + f"adopted: {SCHEMA}"]
    for device in sorted(kept, key=natural):
        lines.append(f"{device}:")
        ordered = sorted(kept[device], key=lambda one: [natural(part) for part in one.path])
        lines += (f"  - {_entry(one)}" for one in ordered)
    return "\n".join(lines) + "\n"


def _entry(one: Kept) -> str:
    """Return an entry in flow style; JSON's strings are YAML's."""
    words = [f"path: {json.dumps(list(one.path), ensure_ascii=False)}"]
    if one.value is not None:
        words.append(f"value: {json.dumps(one.value, ensure_ascii=False)}")
    if one.reason:
        words.append(f"reason: {json.dumps(one.reason, ensure_ascii=False)}")
    return f"{{{', '.join(words)}}}"
