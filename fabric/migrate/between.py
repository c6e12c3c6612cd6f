"""The intent between two others: what was moved so far is the later one's, the rest the earlier one's."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from fabric.core.names import folded, natural
from fabric.migrate.moves import TIERS, WHAT, Kind, fabrics, links_of, section, what

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from fabric.core.source import Source
    from fabric.migrate.moves import Move
    from fabric.pipeline import Build

FILE = "site.yaml"
WIDTH = 120
_UNSAID = {"hwsku": "", "routing_mode": "split-unified"}
"""What a tier need not say."""


class _Plain(yaml.SafeDumper):
    """Writes scalars as they were read: an intent knows no types but text."""

    def ignore_aliases(self, _data: Any) -> bool:
        """Write what is the same twice, twice."""
        return True


_Plain.yaml_implicit_resolvers = {}


@dataclass(frozen=True)
class Between:
    """A repository in which the intent is another one; its tables and all the rest are as they were."""

    base: Source
    folder: str
    text: str

    @property
    def label(self) -> str:
        """How people call it."""
        return self.base.label

    def files(self, folder: str) -> tuple[str, ...]:
        """Return the files below a folder."""
        found = {path for path in self.base.files(folder) if not self._of_intent(path)}
        return tuple(sorted(found | ({self._file} if self._file.startswith(f"{folder}/") else set())))

    def read(self, path: str) -> str:
        """Return the text of a file. Raises FabricError."""
        return self.text if path == self._file else self.base.read(path)

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return path == self._file or (not self._of_intent(path) and self.base.has(path))

    @property
    def _file(self) -> str:
        return f"{self.folder}/{FILE}"

    def _of_intent(self, path: str) -> bool:
        return path.startswith(f"{self.folder}/") and path.endswith((".yaml", ".yml"))


def between(old: Build, new: Build, taken: Collection[Move], drained: Iterable[Move] = ()) -> str:
    """Return the intent that has so much of the later one, while others go around some switches, as text."""
    data: dict[str, Any] = deepcopy(dict(old.document.data))
    pods = {move.name for move in taken if move.kind is Kind.POD}
    for pod in sorted(pods, key=natural):
        _take_pod(data, new.document.data, pod)
    for name in fabrics(data):
        own = {move.name for move in taken if move.kind is Kind.SWITCH and move.fabric == name}
        if own:
            _name_switches(section(data, name)["topology"], old, new, name, own)
        if out := [move.name for move in drained if move.fabric == name]:
            routing = section(data, name).setdefault("routing", {})
            routing["drained"] = [*(routing.get("drained") or ()), *folded(out)]
    return yaml.dump(data, Dumper=_Plain, sort_keys=False, width=WIDTH, default_flow_style=None)


def _take_pod(data: dict[str, Any], later: Mapping[str, Any], pod: str) -> None:
    """Take what the later intent says of a pod: its hosts, and the classes of its links upward."""
    if pod in later["hosts"]:
        data["hosts"][pod] = later["hosts"][pod]
    else:
        del data["hosts"][pod]
    for name in fabrics(data):
        wanted = links_of(later, name, pod) if name in fabrics(later) and pod in later["hosts"] else {}
        if wanted and wanted != links_of(data, name, pod):
            pods = section(data, name).setdefault("physical", {}).setdefault("pods", {})
            pods[pod] = {**(pods.get(pod) or {}), **wanted}


def _name_switches(
    topology: dict[str, Any], old: Build, new: Build, fabric: str, taken: Collection[str]
) -> None:
    """Say of every switch what it is: of most by tier, of the others as exceptions."""
    before, after = old.designs[fabric].fabric.devices, new.designs[fabric].fabric.devices
    exceptions: list[dict[str, Any]] = []
    for role, tier in TIERS.items():
        if tier not in topology:
            continue
        found: dict[tuple[str, ...], list[str]] = {}
        own = (device for device in before.values() if device.role is role)
        for device in sorted(
            own, key=lambda device: device.name in taken
        ):  # on a tie the tier stays as it was
            one = what(after[device.name] if device.name in taken else device)
            found.setdefault(one, []).append(device.name)
        most = _most(found)
        said = _said(most)
        kept = {name: word for name, word in topology[tier].items() if name not in WHAT or name in said}
        topology[tier] = {**kept, **said}
        for one in (one for one in found if one != most):
            exceptions += ({"match": pattern, **_said(one, most)} for pattern in folded(found[one]))
    topology.pop("overrides", None)
    if exceptions:
        topology["overrides"] = exceptions


def _most(found: Mapping[tuple[str, ...], list[str]]) -> tuple[str, ...]:
    """Return what a tier says: what most switches are, but nothing that an exception cannot take back."""
    plain = [one for one in found if not one[WHAT.index("hwsku")]] or [*found]
    return max(plain, key=lambda one: len(found[one]))


def _said(one: tuple[str, ...], besides: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the words for what a switch is, beside what its tier says."""
    default = besides or tuple(_UNSAID.get(name, "") for name in WHAT)
    return {name: word for name, word, known in zip(WHAT, one, default, strict=True) if word != known}
