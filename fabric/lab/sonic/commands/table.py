"""Tables as SONiC's commands print them (python-tabulate, `simple` format)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the text of a table with a line of dashes under its head."""
    widths = [max(len(str(row[n])) for row in (head, *rows)) for n in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return "".join(
        "  ".join(str(cell).ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() + "\n"
        for line in lines
    )
