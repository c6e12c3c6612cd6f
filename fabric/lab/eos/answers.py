"""What a command gives back: data for the JSON form, text for the other, or an eAPI error."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Code(IntEnum):
    """Error codes of eAPI and the words EOS puts into the message."""

    FAILED = 1000
    INVALID = 1002
    UNCONVERTED = 1003
    UNAUTHORISED = 1005


REASONS = {
    Code.FAILED: "could not run command",
    Code.INVALID: "invalid command",
    Code.UNCONVERTED: "unconverted command",
    Code.UNAUTHORISED: "permission to run command denied",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one command. `data` is None where EOS has no JSON form."""

    data: Mapping[str, object] | None = field(default_factory=dict)
    text: str | None = None
    """None where the text is made from the data."""

    def as_text(self) -> str:
        """Return the text form."""
        return self.text if self.text is not None else _spelled(self.data or {})


class CommandError(Exception):
    """The device refuses a command."""

    def __init__(self, code: Code, *errors: str) -> None:
        super().__init__("; ".join(errors))
        self.code = code
        self.errors = errors


def _spelled(data: Mapping[str, object], indent: str = "") -> str:
    """Return data as indented text. EOS prints tables here; nothing of ours reads them."""
    lines = []
    for key, value in data.items():
        if isinstance(value, dict):
            lines.append(f"{indent}{key}:\n{_spelled(value, indent + '  ')}")
        else:
            lines.append(f"{indent}{key}: {value}\n")
    return "".join(lines)
