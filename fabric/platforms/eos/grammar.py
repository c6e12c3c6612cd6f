"""How a line of EOS configuration splits into key and value, and what changing it means: types and look-up.

The tables are data in `rules_*.py`. A pattern is a row of words: a literal, `*` for any word, `PREFIX*` for a
word that begins so, `@` for an IP address or a number. The key of a line is the words its pattern takes, the
value the rest. When several patterns match, the more literal one wins, then the longer, then the earlier.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fabric.platforms.form import ChangeClass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fabric.core.tree import Path

UNOWNED = "!"
"""A path element that begins so is never compared: it is kept for printing alone."""
SECRET = "!secret"  # noqa: S105 - the name of a path element
"""Below a line with a secret: its value as our artifact has it, with the placeholder."""
NEGATED = "no"
"""Value of a flag that is printed as `no KEY`."""


class Kind(Enum):
    """What a pattern's lines are."""

    VALUE = "one value per key"
    FLAG = "stands as `KEY` or as `no KEY`"
    BLOCK = "opens a block"
    PORT = "opens the block of a port, which is always there"
    NUMBERED = "a numbered entry: cannot be edited in place, so removed and written again"
    SET = "a comma-separated list, edited member by member"
    MAP = "many keys to one value: `KEY a b c to VALUE`"
    SECRET = "a value that ends in a secret, which the device shows in its own form"  # noqa: S105 - not a secret
    HEREDOC = "lines up to EOF"


_PLAIN = (Kind.VALUE, Kind.FLAG, Kind.NUMBERED)
MANY_PORTS = "neighbor interface "
"""How a line begins that speaks of several ports at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One pattern of a block."""

    pattern: str
    change: ChangeClass = ChangeClass.TUNING
    """When the value changes or the line goes."""
    add: ChangeClass = ChangeClass.ADDITIVE
    kind: Kind = Kind.VALUE
    owned: bool = True
    """Whether it is ours; what a rule does not own is never touched."""
    default: str | None = None
    """A value EOS does not print or prints unasked; such lines are dropped on both sides."""
    undo: str = "no {key}"
    """How the line is taken back: of `key`, `value`, `secret`, `second` and `last` word of the key."""
    rank: int = 0
    """Order of definition at the top: a thing is written after those of a lower rank, removed before them.

    Inside a block the order of the table says the same."""
    exclusive: bool = False
    """The line holds something only one block may hold, so it is removed before anything is added."""
    shared: bool = False
    """Others have lines in the block too: it may come with ours, and never goes."""
    members: bool = False
    """Removing the line removes every line of the block that begins with its first two words."""
    children: tuple[Rule, ...] = ()
    position: int = field(init=False, repr=False, default=0)
    is_block: bool = field(init=False, repr=False)
    """Whether lines may stand under it."""
    is_plain: bool = field(init=False, repr=False)
    """Whether a line is one entry of the tree, its key to its value."""
    by_word: dict[str, Choice] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        groups: dict[str, list[Rule]] = {}
        for position, rule in enumerate(self.children):
            object.__setattr__(rule, "position", position)
            groups.setdefault(rule.pattern.split()[0], []).append(rule)
        choices = {word: _choice(sorted(rules, key=_precision)) for word, rules in groups.items()}
        object.__setattr__(self, "by_word", choices)
        object.__setattr__(self, "is_block", self.kind in (Kind.BLOCK, Kind.PORT))
        plain = self.kind in _PLAIN and not self.pattern.startswith(MANY_PORTS)
        object.__setattr__(self, "is_plain", plain)


class Choice(NamedTuple):
    """Rules whose patterns begin with one word, as one regular expression: a group each, the best first."""

    match: Callable[[str], re.Match[str] | None]
    rules: tuple[Rule, ...]


class Found(NamedTuple):
    """A line, split. `rule` is None for a line no pattern matches: then the whole line is the key."""

    rule: Rule | None
    key: str
    value: str


_WEIGHTS = {"*": 0.0, "@": 0.5}


def _precision(rule: Rule) -> tuple[float, int]:
    words = rule.pattern.split()
    weight = sum(_WEIGHTS.get(word, 0.75 if word.endswith("*") else 1) for word in words)
    return -weight, -len(words)


def _choice(rules: Sequence[Rule]) -> Choice:
    patterns = (r"\s+".join(map(_word, rule.pattern.split())) for rule in rules)
    return Choice(re.compile("|".join(rf"({words})(?!\S)" for words in patterns)).match, tuple(rules))


def _word(pattern: str) -> str:
    """Return the regular expression of one word of a pattern."""
    if pattern == "@":
        return r"(?:\d\S*|\S*:\S*)"
    return re.escape(pattern[:-1]) + r"\S*" if pattern[-1] == "*" else re.escape(pattern)


@lru_cache(maxsize=65536)
def find(parent: Rule, line: str) -> Found:
    """Split a line that stands in the block of `parent`, without spaces around it."""
    positive = line[3:].lstrip() if line.startswith("no ") else line
    choice = parent.by_word.get(positive.split(None, 1)[0]) or parent.by_word.get("@")
    match = choice.match(positive) if choice else None
    if choice is None or match is None:
        return Found(None, line, "")
    rule, value = choice.rules[(match.lastindex or 1) - 1], positive[match.end() :].lstrip()
    if len(positive) < len(line):
        if rule.kind is not Kind.FLAG or value:
            return Found(None, line, "")
        value = NEGATED
    key = match[0]
    return Found(rule, " ".join(key.split()) if "  " in key or "\t" in key else key, value)


@lru_cache(maxsize=65536)
def rule_at(root: Rule, path: Path) -> Rule | None:
    """Return the rule a path of the tree came from; None for lines no pattern matches."""
    if path[-1].startswith(UNOWNED):
        return None
    block = rule_at(root, path[:-1]) if len(path) > 1 else root
    return find(block, path[-1]).rule if block is not None and block.is_block else block
