"""The files of a host in their one form, and as one tree."""

from __future__ import annotations

import json
import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.source import digest
from fabric.core.tree import everything
from fabric.platforms import block_yaml
from fabric.platforms.host import ini
from fabric.platforms.host.network import LINK, NETPLAN, NETWORK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.core.tree import Path, Tree
    from fabric.platforms.block_yaml import Value

_VARIABLE = re.compile(r"(?P<name>[A-Z][A-Z0-9_]*)=(?P<value>[\w=:,.^/-]*)")
"""A line that a shell, systemd and NCCL's own configuration file read alike: no quotes, no blanks."""

SHOWN = 16
"""Letters of a digest that tell two texts of a script apart."""

owned = everything


def variables(text: str) -> dict[str, str]:
    """Read an environment file. Raises ValueError for a line that its readers would take differently."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        match = _VARIABLE.fullmatch(line.strip())
        if match is None or match["name"] in found:
            raise ValueError(f"`{line}` is no variable, or stands twice")
        found[match["name"]] = match["value"]
    return found


def _variables(text: str) -> str:
    return "".join(f"{name}={value}\n" for name, value in sorted(variables(text).items()))


def _json(text: str) -> str:
    return json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n"


def _yaml(text: str) -> str:
    return block_yaml.write(block_yaml.read(text))


def _script(text: str) -> str:
    if not text.startswith("#!/"):
        raise ValueError("a script names its shell in the first line")
    return _lines(text)


def _lines(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"


CANONICAL: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "nic.json": _json,
        NETPLAN: _yaml,
        NETWORK: ini.write,
        LINK: ini.write,
        "nccl.env": _variables,
        "apply.sh": _script,
        "report.sh": _script,
        "fabric-nic.service": _lines,
    }
)


def parse(artifacts: Mapping[str, str]) -> Tree:
    """Return the tree of the files that are there. A script is one leaf: the digest of its text.

    The host's own name is no part of that digest, `nic.json` has it: equal changes of scripts are equal.
    """
    tree: dict[Path, str] = {}
    own = _own_name(artifacts.get("nic.json", "{}"))
    for name, text in artifacts.items():
        if name == "nic.json":
            tree.update(_flat(json.loads(text), (name,)))
        elif name == NETPLAN:
            tree.update(_flat(block_yaml.read(text), (name,)))
        elif name.endswith((".network", ".link")):
            tree.update({(name, *path): value for path, value in ini.flat(text).items()})
        elif name == "nccl.env":
            tree.update({(name, key): value for key, value in variables(text).items()})
        else:
            tree[name,] = digest(own.sub("{hostname}", text))[:SHOWN]
    return tree


def _own_name(described: str) -> re.Pattern[str]:
    """Return what finds the name of a host in its scripts; nothing is found without a name."""
    name = json.loads(described).get("host", "")
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])" if name else r"(?!)")


def _flat(value: Value, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the leaves. A list is one leaf with its order, unless it holds mappings."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _flat(item, (*path, key))
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for number, item in enumerate(value):
            yield from _flat(item, (*path, str(number)))
    else:
        yield path, "" if value == {} else value if isinstance(value, str) else json.dumps(value)
