"""NVUE files as text and as trees: the canonical `startup.yaml`, its flat tree, and what of it is ours."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from fabric.platforms import block_yaml
from fabric.platforms.nvue.normal import said_anyway
from fabric.platforms.nvue.secret_keys import MARK, masked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.tree import Path, Tree
    from fabric.platforms.block_yaml import Value

ARTIFACT = "startup.yaml"
_RANGE = re.compile(r"(.*?)(\d+)-(\d+)(\D.*)?")
_RANGED = frozenset(
    ("interface", "neighbor", "member", "dscp", "pcp", "switch-priority", "traffic-class", "priority-group",
     "vlan", "rule")
)  # fmt: skip
"""Keys whose children NVUE folds into ranges such as `swp1-4,swp7`. Names elsewhere may hold a dash."""

_OWNED: tuple[tuple[str, ...], ...] = (
    ("system", "hostname"), ("system", "aaa"), ("system", "api"), ("system", "config", "auto-save"),
    ("system", "dns"), ("system", "forwarding", "ecmp-hash"), ("system", "forwarding", "hash-seed"),
    ("system", "lldp"), ("system", "ntp"), ("system", "syslog"), ("system", "snmp-server"),
    ("system", "gnmi-server"), ("system", "telemetry", "state"), ("system", "telemetry", "enable"),
    ("system", "telemetry", "export"), ("system", "telemetry", "interface-stats"),
    ("system", "telemetry", "buffer-stats"), ("system", "telemetry", "ai-ethernet-stats"),
    ("system", "telemetry", "histogram", "export"), ("system", "telemetry", "histogram", "egress-buffer"),
    ("system", "timezone"), ("system", "date-time"), ("system", "message"), ("system", "wjh"),
    ("system", "control-plane", "acl", "acl-default-dos"),
    ("system", "control-plane", "acl", "acl-default-whitelist"),
    ("service", "dns"), ("service", "lldp"), ("service", "ntp"), ("service", "syslog"),
    ("service", "snmp-server"),
    ("bridge", "domain", "br_default"), ("interface",), ("qos",), ("router", "adaptive-routing"),
    ("router", "bfd"), ("router", "bgp"), ("router", "policy"), ("vrf", "default", "router", "bgp"),
)  # fmt: skip
_NAMED = ((("router", "policy"), 3), (("acl",), 1), (("system", "control-plane", "acl"), 3))
"""Objects that others have beside ours, and the place of the name in their paths."""
_OURS = "FABRIC-"
"""How lists and maps of our template are called."""
_HISTOGRAM = ("telemetry", "histogram", "egress-buffer")
"""Below an interface: ours, while other telemetry of it is not."""
_FOREIGN = frozenset(("acl", "telemetry", "evpn", "ptp"))
"""Below an interface: not rendered here, and left as they are."""
SECRETS = frozenset(("hashed-password", "password", "secret"))
"""NVUE stores secrets encrypted (`system.security.encryption`): what is read is not what was written."""


def canonical(text: str) -> str:
    """Return the one form of a startup file. Raises ValueError when it is none.

    The file is a list of `header` and `set` items. Every block of our template prints an item of its own;
    here they become one, a later value taking the place of an earlier. NVUE gives no order to several.
    """
    header: dict[str, Value] = {}
    merged: dict[str, Value] = {}
    for part, value in _items(block_yaml.read(text)):
        _merge(header if part == "header" else merged, value)
    if not header:
        raise ValueError("no `header`: NVUE cannot tell for which release the file is written")
    return block_yaml.write([{"header": header}, {"set": merged}])


def _items(document: Value) -> Iterator[tuple[str, dict[str, Value]]]:
    if not isinstance(document, list):
        raise ValueError("a startup file is a list of `header` and `set`")  # noqa: TRY004 -- of the text
    for item in document:
        if not isinstance(item, dict) or not item.keys() <= {"header", "set"}:
            raise ValueError(f"only `header` and `set` may stand here, not `{item}`")
        for part, value in item.items():
            if value is not None and not isinstance(value, dict):
                raise ValueError(f"`{part}` holds keys and values")
            yield part, value or {}


def _merge(into: dict[str, Value], value: dict[str, Value]) -> None:
    """Merge a tree into another, which takes over its inner parts."""
    for key, item in value.items():
        known = into.get(key)
        if isinstance(known, dict) and isinstance(item, dict):
            _merge(known, item)
        elif item is None:
            raise ValueError(f"`{key}` has no value; an empty one is `{{}}`")
        else:
            into[key] = item


def parse(artifacts: Mapping[str, str]) -> Tree:
    """Return the tree of a startup file, of `nv config show`, or of NVUE's REST object (YAML or JSON).

    Range keys are expanded, and what NVUE adds or leaves out at will is left out. The header too: a device
    does not send it back.
    """
    return {path: value for path, value in as_written(artifacts).items() if not said_anyway(path, value)}


def as_written(artifacts: Mapping[str, str]) -> Tree:
    """Return the tree with all that the text says, defaults too."""
    text = artifacts[ARTIFACT]
    document: Value = json.loads(text) if text.lstrip().startswith("{") else block_yaml.read(text)
    return masked({path: spelled(value) for path, value in leaves(document).items()})


def body(text: str) -> dict[str, Value]:
    """Return the object that REST takes for a startup file or an object, YAML or JSON. Raises ValueError."""
    document: Value = json.loads(text) if text.lstrip().startswith("{") else block_yaml.read(text)
    merged: dict[str, Value] = {}
    for root in _roots(document):
        _merge(merged, root)
    return merged


def leaves(document: Value) -> dict[Path, Value]:
    """Return every leaf of a document as it stands there, ranges expanded."""
    found: dict[Path, Value] = {}
    for root in _roots(document):
        _flatten(root, (), found)
    return found


def _roots(document: Value) -> Iterator[dict[str, Value]]:
    if isinstance(document, dict):
        inner = document.get("set", document)
        yield (
            {key: value for key, value in inner.items() if key != "header"} if isinstance(inner, dict) else {}
        )
    elif document is not None:
        yield from (value for part, value in _items(document) if part == "set")


def _flatten(value: dict[str, Value], path: Path, tree: dict[Path, Value]) -> None:
    ranged = bool(path) and path[-1] in _RANGED
    for key, item in value.items():
        for name in expand(key) if ranged else (key,):
            here = (*path, name)
            if isinstance(item, dict) and item:
                _flatten(item, here, tree)
            else:
                tree[here] = item


def spelled(item: Value) -> str:
    """Return a leaf as the tree holds it."""
    if isinstance(item, list):
        return ",".join(str(member) for member in item)
    if isinstance(item, dict) or item is None:
        return ""
    return json.dumps(item) if isinstance(item, bool) else str(item)


@lru_cache(maxsize=65536)
def expand(key: str) -> tuple[str, ...]:
    """Return the names a range key stands for: `swp1-2,swp7` is swp1, swp2 and swp7; `10,20-21` has three."""
    names: list[str] = []
    prefix = ""
    for part in key.split(","):
        match = _RANGE.fullmatch(part)
        if match:
            prefix = match[1] or prefix
            rests = expand(match[4]) if match[4] else ("",)
            numbers = range(int(match[2]), int(match[3]) + 1)
            names += [f"{prefix}{number}{rest}" for number in numbers for rest in rests]
        else:
            names.append(prefix + part if part.isdigit() else part)
            prefix = names[-1].rstrip("0123456789")
    return tuple(names)


def unreadable(path: Path) -> bool:
    """Whether a path holds a secret of ours: what reads back is salted or encrypted, and proves nothing."""
    return path[-1] in SECRETS and any(path[: len(root)] == root for root in _OWNED)


def owned(path: Path) -> bool:
    """Whether a path is ours to change: what our template can print, secrets excepted."""
    if (
        path[-1] in SECRETS
        or path[-1] == MARK
        or (path[0] == "interface" and path[2:3] and path[2] in _FOREIGN and path[2:5] != _HISTOGRAM)
    ):
        return False
    for root, place in _NAMED:
        if path[: len(root)] == root and len(path) > place and path[place].startswith(_OURS):
            return True
    return any(path[: len(root)] == root for root in _OWNED)
