"""YAML that every reader agrees on: one reading by YAML 1.2, one writing that 1.1 and 1.2 read alike.

YAML 1.1 readers turn `on` into true, `44:38:39:22:01:01` into 34715383261 and `10:20` into 620; YAML 1.2
readers do not. What `write` prints means the same to both. `read` follows YAML 1.2 (as NVUE and netplan
do) and keeps every key a text.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TypeAlias, cast

import yaml

from fabric.core.names import natural
from fabric.core.plain_flow import Unusual
from fabric.core.plain_yaml import read_plain

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"

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


@lru_cache(maxsize=65536)
def resolve(text: str) -> str | int | float | bool | None:
    """Return what a plain scalar means in the core schema of YAML 1.2."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INT.fullmatch(text):
        return int(text, 0) if text[:2] in {"0o", "0x"} else int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


class _Loader(yaml.CSafeLoader):
    """YAML 1.2 core schema, keys as text, no key twice."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 -- the base class declares it so

    def construct_scalar(self, node: yaml.ScalarNode) -> str | int | float | bool | None:  # type: ignore[override]
        """Resolve plain scalars ourselves, by the core schema of YAML 1.2."""
        text = str(node.value)
        return text if node.style else resolve(text)

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


def read(text: str) -> Value:
    """Read one YAML document. Raises ValueError on malformed text and on a key that stands twice."""
    try:
        return cast("Value", read_plain(text, resolve))
    except Unusual:
        return read_any(text)


def read_any(text: str) -> Value:
    """Read one YAML document of any form; `read` is quicker and means the same."""
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
