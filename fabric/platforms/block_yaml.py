"""A small block YAML: one reading and one writing that every YAML reader agrees on.

YAML 1.1 readers turn `on` into true, `44:38:39:22:01:01` into 34715383261 and `10:20` into 620; YAML 1.2
readers do not. What `write` prints means the same to both. `read` follows YAML 1.2 (as NVUE and netplan
do) and keeps every key a text. Documents in the plain block form that our templates print are read line
by line, four times faster than by libyaml; anything else goes to libyaml, with the same result.
"""

from __future__ import annotations

import json
import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeAlias, cast

import yaml

from fabric.core.names import natural

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"

_LINE = re.compile(
    r"(?P<indent> *)(?P<dash>- )?"
    r"""(?:(?:'(?P<quoted>[^']*)'|(?P<plain>[A-Za-z0-9_./@+-](?:[^\s:#"']|:(?=\S)|(?<=\S)\#)*)):"""
    r"(?: +(?P<value>\S.*?))?|(?<=- )(?P<item>\S.*?)) *"
)
_WORD = re.compile(r"[A-Za-z0-9_./+-](?:[^\s:#]|:(?=\S)|(?<=\S)#| (?=[^\s#]))*")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
# Safe in both versions of YAML: words that no resolver claims, addresses, and numbers with a unit letter.
_SAFE = re.compile(
    r"[A-Za-z_/](?:[\w./()+,=-]|:(?=[\w/-])| (?=[\w(/]))*|\d+(?:\.\d+){3}(?:/\d+)?|\d+[GMKTgmktx]", re.ASCII
)
_CLAIMED = re.compile(r"(?:y|n|yes|no|on|off|true|false|null|nan|inf)", re.IGNORECASE)


class _Irregular(Exception):  # noqa: N818 -- a signal between two readers, never an error of the caller
    """The text is not in the plain block form."""


def read(text: str) -> Value:
    """Read one YAML document. Raises ValueError on malformed text and on a key that stands twice."""
    try:
        return _Lines(text).document()
    except _Irregular:
        return _read_any(text)


@lru_cache(maxsize=65536)
def _resolve(text: str) -> str | int | float | bool | None:
    """Return what a plain scalar means in the core schema of YAML 1.2."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INT.fullmatch(text):
        return int(text, 0) if text[:2] in {"0o", "0x"} else int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


class _Line(NamedTuple):
    """One line of the plain block form."""

    indent: int
    dash: bool
    key: str | None
    """None for an item that is a scalar."""
    value: Value | _Below


class _Below(Enum):
    """What stands after a key is on the lines below, or is an empty mapping of its own."""

    NEXT_LINES = 1
    EMPTY_MAPPING = 2
    EMPTY_LIST = 3


@lru_cache(maxsize=65536)
def _line(text: str) -> _Line | None:
    """Read a line; None for a blank one or a comment. Ports differ little, so most lines are known."""
    bare = text.lstrip(" ")
    if not bare or bare.startswith("#"):
        return None
    match = _LINE.fullmatch(text)
    if match is None or bare.startswith("---"):
        raise _Irregular
    key = match["plain"] if match["quoted"] is None else match["quoted"]
    value = match["item"] if key is None else match["value"]
    read = _Below.NEXT_LINES if value is None else _scalar(value)
    return _Line(len(match["indent"]), match["dash"] is not None, key, read)


class _Lines:
    """Reader of the plain block form: a key and a scalar, or `{}`, or nothing, on each line."""

    def __init__(self, text: str) -> None:
        body = text.replace("\n", "")
        if not (body.isascii() and body.isprintable()):
            raise _Irregular
        lines = [line for line in map(_line, text.split("\n")) if line is not None]
        self.lines = lines
        self.count = len(lines)
        self.at = 0

    def document(self) -> Value:
        if not self.lines or self.lines[0].indent:
            raise _Irregular
        found = self.block(0)
        if self.at < self.count:
            raise _Irregular
        return found

    def block(self, least: int) -> Value:
        """Read what stands from here on at an indent of at least this: a sequence, a mapping, or nothing."""
        if self.at >= self.count or self.lines[self.at].indent < least:
            return None
        line = self.lines[self.at]
        return self.sequence(line.indent) if line.dash else self.mapping(line.indent)

    def sequence(self, indent: int) -> list[Value]:
        """Read items of which each is a scalar, or a mapping that begins on the line of its dash."""
        found: list[Value] = []
        while self.at < self.count and (line := self.lines[self.at]).indent == indent and line.dash:
            if line.key is None:
                self.at += 1
                found.append(_fresh(line.value))
            else:
                self.lines[self.at] = line._replace(indent=indent + 2, dash=False)
                found.append(self.mapping(indent + 2))
        return found

    def mapping(self, indent: int) -> dict[str, Value]:
        """Read the lines that stand at this indent."""
        found: dict[str, Value] = {}
        while self.at < self.count:
            at, dash, key, value = self.lines[self.at]
            if at != indent or dash:
                break
            if key is None or key in found:
                raise ValueError(f"the key `{key}` stands twice")
            self.at += 1
            if value is not _Below.NEXT_LINES:
                found[key] = _fresh(value)
            elif self.at < self.count and self.lines[self.at].dash:
                found[key] = self.block(indent)
            else:
                found[key] = self.block(indent + 1)
        return found


def _fresh(value: Value | _Below) -> Value:
    """Return the value, empty collections new: a line that is remembered must not share them."""
    if value is _Below.EMPTY_MAPPING:
        return {}
    if value is _Below.EMPTY_LIST:
        return []
    return cast("Value", value)


def _scalar(text: str) -> Value | _Below:
    """Read a scalar that stands on one line. Raises _Irregular for flow collections, tags and the like."""
    if text == "{}":
        return _Below.EMPTY_MAPPING
    if text == "[]":
        return _Below.EMPTY_LIST
    if text[0] == "'" and text[-1] == "'" and len(text) > 1 and "'" not in text[1:-1]:
        return text[1:-1]
    if _WORD.fullmatch(text) and not text.startswith(("- ", "---")) and text != "-":
        return _resolve(text)
    raise _Irregular


class _Loader(yaml.CSafeLoader):
    """YAML 1.2 core schema, keys as text, no key twice."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 -- the base class declares it so

    def construct_scalar(self, node: yaml.ScalarNode) -> str | int | float | bool | None:  # type: ignore[override]
        """Resolve plain scalars ourselves, so that both readers mean the same."""
        text = str(node.value)
        return text if node.style else _resolve(text)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[str, Value]:  # type: ignore[override] # noqa: ARG002, FBT001, FBT002 -- signature of the base class
        """Build a mapping with text keys."""
        found: dict[str, Value] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if not isinstance(key_node, yaml.ScalarNode) or key in found:
                raise ValueError(f"the key `{key}` stands twice or is no text")
            found[key] = self.construct_object(value_node, deep=True)
        return found


_Loader.add_constructor("tag:yaml.org,2002:str", _Loader.construct_scalar)
_Loader.add_constructor("tag:yaml.org,2002:map", _Loader.construct_mapping)


def _read_any(text: str) -> Value:
    try:
        found: Value = yaml.load(text, _Loader)  # noqa: S506 -- a subclass of the safe loader
    except (yaml.YAMLError, RecursionError) as failure:
        raise ValueError(f"not YAML: {failure}") from failure
    return found


def write(value: Value) -> str:
    """Write a document in the one form: block style, keys in natural order, quotes only where needed."""
    lines: list[str] = []
    if isinstance(value, list):
        _write_sequence(value, "", lines)
    elif isinstance(value, dict) and value:
        _write_mapping(value, "", lines)
    else:
        lines.append(_text(value))
    return "\n".join(lines) + "\n"


def _write_mapping(value: dict[str, Value], indent: str, lines: list[str]) -> None:
    for key in sorted(value, key=natural):
        item = value[key]
        if isinstance(item, dict) and item:
            lines.append(f"{indent}{scalar(key)}:")
            _write_mapping(item, indent + "  ", lines)
        elif isinstance(item, list) and item:
            lines.append(f"{indent}{scalar(key)}:")
            _write_sequence(item, indent + "  ", lines)
        else:
            lines.append(f"{indent}{scalar(key)}: {_text(item)}")


def _write_sequence(value: list[Value], indent: str, lines: list[str]) -> None:
    for item in value:
        if isinstance(item, dict) and item:
            first = len(lines)
            _write_mapping(item, indent + "  ", lines)
            lines[first] = f"{indent}- {lines[first][len(indent) + 2 :]}"
        elif isinstance(item, list) and item:
            raise ValueError("a list directly in a list has no canonical form here")
        else:
            lines.append(f"{indent}- {_text(item)}")


def _text(value: Value) -> str:
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, list):
        return "[]"
    text = json.dumps(value)
    return (
        text if "e" not in text or "." in text or not isinstance(value, float) else text.replace("e", ".0e")
    )


@lru_cache(maxsize=65536)
def scalar(text: str) -> str:
    """Return a text as a YAML scalar: plain where YAML 1.1 and 1.2 both read it as this text, else quoted."""
    if _SAFE.fullmatch(text) and not _CLAIMED.fullmatch(text):
        return text
    if text.isprintable() and "'" not in text:
        return f"'{text}'"
    escaped = (c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08x}" for c in text)
    return f'"{"".join(escaped)}"'
