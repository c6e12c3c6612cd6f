"""Configuration text to eAPI commands: blocks closed explicitly, multi-line input bundled."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterator


class WithInput(TypedDict):
    """A command that reads lines after it."""

    cmd: str
    input: str


Command = str | WithInput


def commands(text: str) -> tuple[Command, ...]:
    """Return the commands for indented configuration text.

    EOS falls back to the parent mode when a line is unknown in the present one, so a line that is valid in
    both lands in the child (napalm #506: `router multicast` after `router bgp` became `router-id`). Every
    block that the indentation closes is therefore left with `exit`; explicit `exit` lines are respected.
    """
    result: list[Command] = []
    opened: list[int] = []
    last = 0
    rows = iter(text.splitlines())
    for row in rows:
        line, indent = row.strip(), len(row) - len(row.lstrip())
        if _skipped(line):
            continue
        if indent > last:
            opened.append(last)
        explicit = line == "exit"
        while _closes(opened, indent, explicit=explicit):
            opened.pop()
            result.append("exit")
        last = opened.pop() if explicit and opened else indent
        result.append(_command(line, rows))
    return tuple(result)


def _closes(opened: list[int], indent: int, *, explicit: bool) -> bool:
    """Say whether the innermost block ends before a line; an explicit `exit` closes one block by itself."""
    if explicit:
        return len(opened) > 1 and indent < opened[-1]
    return bool(opened) and indent <= opened[-1]


def _skipped(line: str) -> bool:
    return not line or line == "end" or (line.startswith("!") and not line.startswith("!!"))


def _command(line: str, rows: Iterator[str]) -> Command:
    if line.startswith("!! "):
        return {"cmd": "comment", "input": line[3:]}
    if line.startswith(("banner login", "banner motd")):
        return {"cmd": line, "input": "\n".join(_until_eof(rows))}
    return line


def _until_eof(rows: Iterator[str]) -> Iterator[str]:
    for row in rows:
        if row.strip() == "EOF":
            return
        yield row


def words(command: Command) -> str:
    """Return a command as people type it."""
    return command if isinstance(command, str) else command["cmd"]
