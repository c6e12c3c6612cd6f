"""EOS configuration text, ours or a device's, to one normalised tree."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from fabric.platforms.eos.grammar import MANY_PORTS, SECRET, Kind, Rule, find
from fabric.platforms.eos.normal import normalise
from fabric.platforms.eos.ranges import interfaces, numbers
from fabric.platforms.eos.rules import ROOT
from fabric.platforms.eos.sessions import set_apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.tree import Path, Tree

ARTIFACT = "eos.cfg"
_SECRETS = (
    # A user of SNMP is stored with keys that belong to the engine of the switch.
    (re.compile(r"(v3)(?: localized \S+)?( auth \S+) (\S+)( priv \S+) \S+$"), r"\1\2\4 secret"),
    (re.compile(r"\b(secret|key)(?: (?:sha512|[0-9]a?))?() (\S+)$"), r"\1"),
    (re.compile(r"()()(\S+) (r[ow]\b.*)$"), r"\4 secret"),
)
"""How a value looks that holds a secret, the secret being the third group, and what is compared of it."""
_PLACEHOLDER = "@{secret:"


def parse(artifacts: Mapping[str, str]) -> Tree:
    """Return the tree of `eos.cfg`, which is a rendered artifact or the answer to `show running-config`."""
    return text_to_tree(artifacts[ARTIFACT])


def text_to_tree(text: str) -> Tree:
    """Return the normalised tree of a configuration text. Comments and separators leave no trace."""
    tree: dict[Path, str] = {}
    # Per open block: indent of its lines, path, rule. Lines of a block no pattern knows have no rule either.
    stack: list[tuple[int, Path, Rule]] = [(-1, (), ROOT)]
    rows = iter(text.splitlines())
    for row in rows:
        line = row.strip()
        if not line or line[0] == "!" or line in _ENDS:
            continue
        indent = len(row) - len(row.lstrip())
        while indent <= stack[-1][0]:
            stack.pop()
        _, path, parent = stack[-1]
        rule, key, value = find(parent, line)
        here = (*path, key)
        if rule is None:
            tree[here] = ""
            rule = _UNKNOWN
        elif not rule.is_plain or here in tree:
            _store(tree, here, (rule, value, line), rows)
        elif value != rule.default:
            tree[here] = value
        stack.append((indent, here, rule))
    normalise(tree)
    set_apart(tree)
    return tree


_ENDS = frozenset({"end", "exit"})
_UNKNOWN = Rule("unknown", kind=Kind.BLOCK, owned=False)


def _until_eof(rows: Iterator[str]) -> Iterator[str]:
    for row in rows:
        if row.strip() == "EOF":
            return
        yield row


def _store(tree: dict[Path, str], here: Path, found: tuple[Rule, str, str], rows: Iterator[str]) -> None:
    """Store a line that makes no entry or several, whose value is in the rows after it, or a second one."""
    rule, value, line = found
    key = here[-1]
    if rule.kind is Kind.HEREDOC:
        tree[here] = "\n".join(_until_eof(rows))
    elif rule.kind is Kind.PORT or value == rule.default:
        return
    elif rule.kind in _MEMBERS:
        tree.update({(*here[:-1], *below): text for below, text in _MEMBERS[rule.kind](key, value)})
    elif key.startswith(MANY_PORTS):
        tree.update({(*here[:-1], name): value for name in _expanded(key)})
    elif here in tree and rule.kind is not Kind.BLOCK:
        tree[*here[:-1], line] = ""  # a second value, such as a secondary address: its own key
    else:
        tree[here] = value


@lru_cache(maxsize=4096)
def _expanded(key: str) -> tuple[str, ...]:
    *words, ports = key.split()
    return tuple(" ".join((*words, port)) for port in interfaces(ports))


def _secret(key: str, value: str) -> Iterator[tuple[Path, str]]:
    for pattern, shown in _SECRETS:
        if (match := pattern.search(value)) is not None:
            # The device stores a salted or obfuscated form, so only that there is a secret can be compared.
            yield (key,), pattern.sub(shown, value)
            if match[3].startswith(_PLACEHOLDER):
                yield (key, SECRET), value
            return
    yield (key,), value


def _map(key: str, value: str) -> Iterator[tuple[Path, str]]:
    codes, _, target = value.partition(" to ")
    for code in numbers(codes):
        yield (f"{key} {code}",), f"to {target}"


def _set(key: str, value: str) -> Iterator[tuple[Path, str]]:
    yield (key,), ""
    for number in numbers(value):
        yield (key, str(number)), ""


_MEMBERS = {Kind.SECRET: _secret, Kind.MAP: _map, Kind.SET: _set}
