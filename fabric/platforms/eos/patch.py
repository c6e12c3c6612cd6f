"""Two trees of EOS to the lines of one configure session.

Order: what only one block may hold is let go first; then things are written, the defined before their users;
then the rest goes, users before the defined. A session commits its net result whatever the order, but the
lines are read in review and refused one by one, so they are right line by line too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fabric.core.names import natural
from fabric.core.tree import diff
from fabric.platforms.eos.change import classify, owned
from fabric.platforms.eos.grammar import UNOWNED, Kind, Rule, rule_at
from fabric.platforms.eos.lines import removed, stays, written
from fabric.platforms.eos.rules import ROOT
from fabric.platforms.form import ChangeClass, Patch, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from fabric.core.tree import Edit, Path, Tree

_LET_GO, _WRITE, _REMOVE = range(3)
_INDENT = " " * 3


class _Line(NamedTuple):
    """A line to send. It sorts by phase, then by the order of what it defines."""

    phase: int
    order: tuple[Any, ...]
    block: Path
    text: str


@dataclass(frozen=True, slots=True)
class _Change:
    """The two trees, and what takes the lines below it, or those of its kin, along."""

    running: Tree
    target: Tree
    blocks: frozenset[Path]
    heads: frozenset[Path]

    def header(self, block: Path) -> str:
        """Return the line that opens a block."""
        value = self.target.get(block) or self.running.get(block) or ""
        return f"{block[-1]} {value}".rstrip()

    def is_implied(self, path: Path) -> bool:
        """Whether a line goes, or is written anew, with another: its block, the head of its neighbour."""
        if self.blocks and any(path[:length] in self.blocks for length in range(1, len(path))):
            return True
        if not self.heads:
            return False
        kin = path[-1].split()[:2]
        return any(
            path != head and head[-1].split()[:2] == kin and path[: len(head) - 1] == head[:-1]
            for head in self.heads
        )

    def below(self, block: Path) -> Iterator[tuple[Path, str]]:
        """Yield the intended lines inside a block."""
        size = len(block)
        return (
            (path, value) for path, value in self.target.items() if len(path) > size and path[:size] == block
        )


def patch(running: Tree, target: Tree) -> Patch:
    """Return the change from `running` to `target` within what is ours."""
    found = _without_accounts(diff(running, target, owned), target)
    edits = tuple(edit for edit in found if not stays(edit, rule_at(ROOT, edit.path), running))
    if not edits:
        return Patch((), (), ChangeClass.COSMETIC)
    text = "\n".join(session_lines(edits, running, target)) + "\n"
    return Patch(edits, (Step("session", text),), max(map(classify, edits)))


def _without_accounts(edits: tuple[Edit, ...], target: Tree) -> tuple[Edit, ...]:
    """Leave the accounts of a device alone where the intent names none: removing all locks everybody out."""
    others = tuple(edit for edit in edits if not edit.path[0].startswith(("username ", "aaa root")))
    if len(others) == len(edits) or any(path[0].startswith("username ") for path in target):
        return edits
    return others


def session_lines(edits: Sequence[Edit], running: Tree, target: Tree) -> tuple[str, ...]:
    """Return the indented lines that bring the edits about, every block closed by `exit`."""
    gone = [(edit, rule_at(ROOT, edit.path)) for edit in edits if edit.old is not None]
    change = _Change(
        running,
        target,
        blocks=frozenset(edit.path for edit, rule in gone if rule is not None and rule.kind is Kind.BLOCK),
        heads=frozenset(
            edit.path for edit, rule in gone if rule is not None and rule.members and edit.new is None
        ),
    )
    lines = {
        line: None for edit in edits if not change.is_implied(edit.path) for line in _of_edit(edit, change)
    }
    return tuple(_nested(sorted((*lines, *_maps(edits))), change.header))


def _maps(edits: Iterable[Edit]) -> tuple[_Line, ...]:
    """Return one line per value of a map. It is total: a code point goes back to its default, not away."""
    codes: dict[tuple[str, str], list[int]] = {}
    for edit in edits:
        rule = rule_at(ROOT, edit.path)
        if rule is not None and rule.kind is Kind.MAP and edit.new is not None:
            codes.setdefault((rule.pattern, edit.new), []).append(int(edit.path[-1].split()[-1]))
    return tuple(
        _line(_WRITE, (f"{key} {found[0]}",), f"{key} {' '.join(map(str, sorted(found)))} {value}")
        for (key, value), found in codes.items()
    )


def _of_edit(edit: Edit, change: _Change) -> Iterator[_Line]:
    path, rule = edit.path, rule_at(ROOT, edit.path)
    if rule is not None and rule.kind is Kind.MAP:
        return
    if rule is not None and rule.kind is Kind.BLOCK:
        yield from _of_block(edit, change)
    elif rule is not None and rule.kind is Kind.SET:
        yield from _of_set(edit, rule, change)
    elif edit.new is None:
        exclusive = rule is not None and rule.exclusive
        yield _line(
            _LET_GO if exclusive else _REMOVE, path, removed(path, edit.old or "", rule, change.running)
        )
    else:
        if edit.old is not None and rule is not None and rule.kind is Kind.NUMBERED:
            yield _line(_LET_GO, path, removed(path, edit.old, rule, change.running))
        yield _line(_WRITE, path, written(path, edit.new, rule, change.target))


def _of_block(edit: Edit, change: _Change) -> Iterator[_Line]:
    path = edit.path
    if edit.old is not None:
        header = f"{path[-1]} {edit.old}".rstrip()
        yield _line(_REMOVE if edit.new is None else _LET_GO, path, f"no {header}")
    if edit.new is None:
        return
    inside = tuple(change.below(path))
    if not inside:
        yield _line(_WRITE, path, "")._replace(block=path)
    if edit.old is not None:
        # Written anew under its new value: every line of the block, not only those that differ.
        for below, value in inside:
            rule = rule_at(ROOT, below)
            if not below[-1].startswith(UNOWNED) and not (rule is not None and rule.is_block):
                yield _line(_WRITE, below, written(below, value, rule, change.target))


def _of_set(edit: Edit, rule: Rule, change: _Change) -> Iterator[_Line]:
    """Edit a list by its members, so that those that stay are never gone."""
    *head, last = edit.path
    if not last.isdigit():
        text = (
            removed(edit.path, "", rule, change.running)
            if edit.new is None
            else written(edit.path, "", rule, change.target)
        )
        yield _line(_WRITE if edit.new is not None else _REMOVE, edit.path, text)
    elif tuple(head) in change.running and tuple(head) in change.target:
        word, phase = ("remove", _REMOVE) if edit.new is None else ("add", _WRITE)
        text = f"{head[-1]} {word} {last}"
        yield _line(phase, (*head[:-1], text), text)


def _line(phase: int, path: Path, text: str) -> _Line:
    return _Line(phase, _order(path, -1 if phase == _REMOVE else 1), path[:-1], text)


@lru_cache(maxsize=65536)
def _order(path: Path, sign: int) -> tuple[Any, ...]:
    """Return where a path stands among the definitions: of its block, then its own."""
    if not path:
        return ()
    rule = rule_at(ROOT, path)
    place = (sign * rule.rank, sign * rule.position) if rule else (0, 0)
    return (*_order(path[:-1], sign), *place, natural(path[-1]))


def _nested(lines: Iterable[_Line], header: Callable[[Path], str]) -> Iterator[str]:
    """Print lines with their blocks around them; a block is left by `exit`, and entered again when needed."""
    at: Path = ()
    for _, _, block, text in lines:
        if block != at:
            yield from _between(at, block, header)
            at = block
        if text:
            yield _INDENT * len(at) + text
    yield from _between(at, (), header)


def _between(at: Path, block: Path, header: Callable[[Path], str]) -> Iterator[str]:
    """Yield the lines that lead from one block into another."""
    same = 0
    while same < min(len(at), len(block)) and at[same] == block[same]:
        same += 1
    yield from (_INDENT * depth + "exit" for depth in range(len(at), same, -1))
    yield from (_INDENT * depth + header(block[: depth + 1]) for depth in range(same, len(block)))
