"""YAML as an editor sees it, in version 1.2: `off` is a word and `4.30` a number."""

from __future__ import annotations

import json
import re
from functools import cache

import yaml
from jsonschema import Draft202012Validator

from fabric.views.schema import schema_text

MODELINE = re.compile(r"^# yaml-language-server: \$schema=(\S+)$", re.MULTILINE)
TAG = "tag:yaml.org,2002:"


class Loader(yaml.BaseLoader):
    """Types plain scalars by the core schema; a quoted one is a text."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 - pyyaml's own name for it

    def construct_scalar(self, node):
        return CORE.get(node.tag, str)(super().construct_scalar(node))


def whole(text):
    return int(text, {"0x": 16, "0o": 8}.get(text[:2], 10))


CORE = {
    f"{TAG}null": lambda _: None,
    f"{TAG}bool": lambda text: text.lower() == "true",
    f"{TAG}int": whole,
    f"{TAG}float": float,
}
for name, pattern in {
    "null": r"(null|Null|NULL|~|)$",
    "bool": r"(true|True|TRUE|false|False|FALSE)$",
    "int": r"([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$",
    "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$",
}.items():
    Loader.add_implicit_resolver(f"{TAG}{name}", re.compile(pattern), None)


def seen(text: str):
    """Return a YAML text as an editor types it."""
    return yaml.load(text, Loader)


@cache
def validator(kind: str) -> Draft202012Validator:
    """Return a validator of the schema that `fabric schema` prints."""
    return Draft202012Validator(json.loads(schema_text(kind)))


def schema_beside(file):
    """Return the file that a YAML file names as its schema for editors."""
    (found,) = MODELINE.findall(file.read_text())
    return (file.parent / found).resolve()


def refusals(kind: str, text: str) -> list[str]:
    """Return what an editor underlines in a text."""
    return [f"{error.json_path}: {error.message}" for error in validator(kind).iter_errors(seen(text))]
