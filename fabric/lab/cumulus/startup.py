"""`/etc/nvue.d/startup.yaml` as the device reads and writes it: YAML 1.2, so that `on` stays a word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import yaml

from fabric.lab.cumulus.tree import folded, merged

if TYPE_CHECKING:
    from fabric.lab.cumulus.tree import Tree
    from fabric.lab.fleet import LabDevice

_TYPES = (
    ("swp", "swp"), ("eth", "eth"), ("lo", "loopback"), ("vlan", "svi"), ("bond", "bond"),
    ("peerlink", "peerlink"),
)  # fmt: skip
"""Start of a well-known name to the type that NVUE fills in."""


class _Loader(yaml.SafeLoader):
    """The core schema without what YAML 1.1 adds: no booleans from words, no numbers with colons."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 - the base class declares it so


_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"[-+]?[0-9]+$"), list("-+0123456789"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:~|null|)$"), ["~", "n", ""])


def read(text: str) -> Tree:
    """Return the configuration of a startup file; ranges are expanded and types filled in."""
    tree: Tree = {}
    document = yaml.load(text, _Loader) or []  # noqa: S506 - a subclass of the safe loader
    for item in document:
        tree = merged(tree, _texts(item.get("set") or {}))
    return with_types(tree)


def _texts(value: Any) -> Any:
    """Return the value with every key a text, as JSON has them."""
    return {str(k): _texts(v) for k, v in value.items()} if isinstance(value, dict) else value


def write(tree: Tree, device: LabDevice) -> str:
    """Return the startup file of a configuration."""
    header = {
        "model": device.model,
        "nvue-api-version": "nvue_v1",
        "rev-id": 1.0,
        "version": build(device.release),
    }
    return yaml.safe_dump([{"header": header}, {"set": folded(tree)}], sort_keys=True)


def build(release: str) -> str:
    """Return how a switch calls its release: always with three numbers."""
    return f"Cumulus Linux {release}{'.0' if release.count('.') == 1 else ''}"


def with_types(tree: Tree) -> Tree:
    """Return the tree with the `type` of well-known interfaces filled in."""
    interfaces = cast("Tree", tree.get("interface") or {})
    named = {
        name: {"type": kind} | content
        for name, content in interfaces.items()
        if isinstance(content, dict) and (kind := kind_of(name))
    }
    return {**tree, "interface": {**interfaces, **named}} if named else tree


def kind_of(name: str) -> str:
    """Return the type of a well-known interface name."""
    return next((kind for start, kind in _TYPES if name.startswith(start)), "")
