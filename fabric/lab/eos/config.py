"""A configuration as EOS holds it: a tree of keyed lines, changed line by line and printed in EOS's order."""

from __future__ import annotations

import base64
import difflib
import hashlib
import itertools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.lab.eos.forms import INTERFACE
from fabric.lab.eos.lines import Line, Miss, interface_name, understand

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

INDENT = "   "
INDENTS = {"mmu-profile": "    "}
"""Modes whose lines stand further in, as pyavd 6.4.0 prints them."""
HEREDOC_END = "EOF"
ROOT = "config"
_CLEAR_SECRET = re.compile(
    r"(?P<start>username \S+(?: privilege \d+)?(?P<role> role \S+)?) secret (?:0 )?(?P<clear>\S+)"
)

_SNMP_USER = re.compile(
    r"(?P<start>snmp-server user \S+ \S+ v3) (?P<how>auth \S+) (?P<auth>\S+) (?P<then>priv \S+) (?P<priv>\S+)"
)


class RejectedError(Exception):
    """EOS does not take the line; `token` is the number of the wrong word, `word` the word or empty."""

    def __init__(self, token: int, word: str, line: str) -> None:
        last = line.split()[token] if token < len(line.split()) else ""
        reason = "Invalid input" if word else "Incomplete command"
        super().__init__(f"{reason} (at token {token}: '{word or last}')")


@dataclass(slots=True)
class Entry:
    """One stored line, with what stands in the mode it opens."""

    line: Line
    text: str
    block: Block | None = None


@dataclass(slots=True)
class Block:
    """The lines of one mode, by key."""

    mode: str = ROOT
    entries: dict[str, Entry] = field(default_factory=dict)
    comment: tuple[str, ...] = ()

    def copy(self) -> Block:
        """Return a copy that shares nothing that can change."""
        entries = {
            key: Entry(entry.line, entry.text, entry.block.copy() if entry.block else None)
            for key, entry in self.entries.items()
        }
        return Block(self.mode, entries, self.comment)

    def at(self, *keys: str) -> Block | None:
        """Return the block under these keys, if there is one."""
        block: Block | None = self
        for key in keys:
            entry = block.entries.get(key) if block else None
            block = entry.block if entry else None
        return block

    def texts(self) -> Iterator[str]:
        """Return the lines of this block alone, in no order."""
        return (entry.text for entry in self.entries.values())


def enter(stack: list[Block], text: str) -> list[Block]:
    """Apply a line in the innermost mode that takes it; return the modes open afterwards.

    EOS tries the mode it is in and then each parent: a line valid in both lands in the inner one.
    Raises RejectedError.
    """
    furthest: Miss | None = None
    for depth in range(len(stack) - 1, -1, -1):
        line = understand(stack[depth].mode, text)
        if isinstance(line, Line):
            opened = _apply(stack[depth], line)
            return [*stack[: depth + 1], *opened]
        furthest = line if furthest is None or line.token > furthest.token else furthest
    found = furthest or Miss(0, text)
    raise RejectedError(found.token, found.word, text)


def load(text: str, base: Block) -> tuple[Block, tuple[str, ...]]:
    """Apply a whole text to a copy of `base`; return it and the lines that were not taken."""
    root = base.copy()
    stack, refused = [root], []
    lines = iter(text.splitlines())
    for raw in lines:
        line = raw.strip()
        if line in {"", "end"} or (line.startswith("!") and not line.startswith("!!")):
            continue
        try:
            stack = _entered(stack, line, lines)
        except RejectedError:
            refused.append(line)
    return root, tuple(refused)


def heredoc(stack: list[Block], text: str, body: str) -> list[Block]:
    """Set a banner, which EOS prints on lines of its own up to `EOF`. Raises RejectedError."""
    root = stack[0]
    line = understand(root.mode, text)
    if not isinstance(line, Line) or line.key != text:
        raise RejectedError(0, text.partition(" ")[0], text)
    root.entries[line.key] = Entry(line, "\n".join((text, *body.splitlines(), HEREDOC_END)))
    return [root]


def comment(stack: list[Block], text: str) -> list[Block]:
    """Set the `!!` comment of the current mode, or add to it."""
    stack[-1].comment = (*stack[-1].comment, *text.splitlines())
    return stack


def printed(block: Block) -> list[str]:
    """Return the configuration as `show running-config` prints it, from the first section to `end`."""
    out: list[str] = []
    before: Entry | None = None
    for entry in _ordered(block):
        if (
            before is None
            or before.block
            or entry.block
            or before.line.form.section != entry.line.form.section
        ):
            out.append("!")
        out.extend(_text(entry).split("\n"))
        if entry.block:
            out.extend(_inner(entry.block, INDENTS.get(entry.block.mode, INDENT)))
        before = entry
    return [*out, "!", "end"]


def commands(block: Block) -> dict[str, object]:
    """Return the JSON form of `show running-config`: line -> null or its own commands."""
    return {
        entry.text: {"comments": list(entry.block.comment), "cmds": commands(entry.block)}
        if entry.block
        else None
        for entry in _ordered(block)
    }


def diff(running: Block, session: Block, name: str) -> str:
    """Return what `show session-config diffs` prints: a unified diff with 3 lines of context, or nothing."""
    before, after = printed(running), printed(session)
    if before == after:
        return ""
    lines = difflib.unified_diff(
        before, after, "system:/running-config", f"session:/{name}-session-config", lineterm=""
    )
    return "\n".join(lines) + "\n"


def _entered(stack: list[Block], line: str, following: Iterator[str]) -> list[Block]:
    if line.startswith("!!"):
        return comment(stack, line.lstrip("! "))
    if line in {"banner login", "banner motd"}:
        return heredoc(
            stack, line, "\n".join(itertools.takewhile(lambda text: text != HEREDOC_END, following))
        )
    return enter(stack, line)


def _ordered(block: Block) -> Iterable[Entry]:
    return sorted(block.entries.values(), key=lambda entry: entry.line.order)


def _text(entry: Entry) -> str:
    # EOS 4.36 prints a space after a few lines (batfish/lab-validation snapshots); the form knows which.
    return entry.text + " " if entry.line.form.spaced else entry.text


def _inner(block: Block, indent: str) -> Iterator[str]:
    yield from (f"{indent}!! {text}" for text in block.comment)
    for entry in _ordered(block):
        if entry.line.form.fenced:
            yield f"{indent}!"
        yield indent + _text(entry)
        if entry.block:
            yield from _inner(entry.block, indent + INDENT)


def _apply(block: Block, line: Line) -> list[Block]:
    if line.verb == "set":
        return _set(block, line)
    if line.verb == "no" and (line.form.usually_on or line.form.echoed) and line.complete:
        block.entries[line.key] = Entry(line, f"no {line.key}")
        return []
    _remove(block, line)
    return []


def _set(block: Block, line: Line) -> list[Block]:
    form = line.form
    if form.opens:
        entry = block.entries.setdefault(line.key, Entry(line, line.text, Block(form.opens)))
        return [entry.block] if entry.block else []
    if form.usually_on or (form.default and line.text == f"{line.key} {form.default}"):
        block.entries.pop(line.key, None)
        return []
    if _swallowed(block, line):
        return []
    for single in _each_interface(line):
        block.entries[single.key] = Entry(single, _hashed(single.text))
    return []


def _swallowed(block: Block, line: Line) -> bool:
    """Handle `ip routing ipv6 interfaces`, which stands for `ip routing` too; say if the line goes under."""
    for start in _swallowers(line):
        if start in block.entries:
            return True
    if line.form.swallows:
        block.entries.pop(line.text.removesuffix(" ipv6 interfaces"), None)
    return False


def _swallowers(line: Line) -> tuple[str, ...]:
    return (f"{line.text} ipv6 interfaces",) if line.text.startswith("ip routing") else ()


def _remove(block: Block, line: Line) -> None:
    gone = block.entries.pop(line.key, None)
    if gone is not None and gone.text.endswith(
        " peer group"
    ):  # with the group goes all that was said about it
        start = gone.text.removesuffix("peer group")
        _drop(block, start)
    if line.form.words[:2] == ("ip", "routing"):
        block.entries.pop(f"{line.text} ipv6 interfaces", None)
    if not line.complete:
        _drop(block, f"{line.text} ")


def _drop(block: Block, start: str) -> None:
    for key in [key for key, entry in block.entries.items() if entry.text.startswith(start)]:
        del block.entries[key]


def _each_interface(line: Line) -> list[Line]:
    """Spell out `neighbor interface Et1-2 peer-group P`: EOS stores one line per interface."""
    ranged = next(
        (w for w in line.text.split() if INTERFACE.fullmatch(w) and ("-" in w[5:] or "," in w)), None
    )
    if "<IFRANGE>" not in line.form.words or ranged is None:
        return [line]
    names = _span(ranged)
    found = (understand("router-bgp", line.text.replace(ranged, name)) for name in names)
    return [single for single in found if isinstance(single, Line)]


def _span(ranged: str) -> list[str]:
    """Return the names of a range of plain numbers: `Ethernet1-3,7`."""
    kind = re.match(r"[A-Za-z-]+?(?=\d)", ranged)
    start = interface_name(kind[0] if kind else "")
    names: list[str] = []
    for part in ranged[len(start) :].split(","):
        first, _, last = part.partition("-")
        if last and first.isdigit() and last.isdigit():
            names += [f"{start}{n}" for n in range(int(first), int(last) + 1)]
        else:
            names.append(f"{start}{first}")
    return names


def _localized(text: str) -> str:
    """Store a user of SNMP as EOS prints one: its passphrases become keys of this engine."""
    found = _SNMP_USER.fullmatch(text)
    if found is None:
        return text
    auth, privacy = (hashlib.sha1(found[key].encode()).hexdigest() for key in ("auth", "priv"))  # noqa: S324
    return f"{found['start']} localized f5717f444ca8 {found['how']} {auth} {found['then']} {privacy}"


def _hashed(text: str) -> str:
    """Store a clear password as EOS prints it; the digest only looks like SHA-crypt, nobody logs in by it."""
    found = _CLEAR_SECRET.fullmatch(text)
    if found is None:
        return _localized(text)
    digest = base64.b64encode(hashlib.sha512(found["clear"].encode()).digest()).decode().rstrip("=")
    role = "" if found["role"] else " role network-admin"
    return f"{found['start']}{role} secret sha512 $6$fabriclab$" + digest.replace("+", ".")
