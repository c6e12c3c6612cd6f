"""Reports of hosts: read as a stranger's text, and compared with the files that the hosts should have."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabric.platforms.host.observed import LOCAL, Unknown, observed
from fabric.platforms.host.wanted import BY_HAND, wanted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SCHEMA = "fabric-host-report/1"
LARGEST = 8 << 20
"""Bytes: a report of 16 ports has less than a tenth of it."""
_REMEDIES = {
    "link": "look at the module and the cable, and at {neighbour}",
    "speed": "look at the module, and at the speed of {neighbour}",
    "neighbour": "move the cable to {neighbour}",
    "RDMA device": "correct `adapters` in the intent, or the names on the host",
    "address": "bring in its netplan.yaml or .network files",
    "routes": "bring in its netplan.yaml or .network files",
    "address6": "bring in its netplan.yaml or .network files",
    "routes6": "bring in its netplan.yaml or .network files",
    "rules6": "bring in its netplan.yaml or .network files, then run apply.sh",
    "rules": "bring in its netplan.yaml or .network files, then run apply.sh",
    BY_HAND: "set it by hand as nic.json says",
}


@dataclass(frozen=True, slots=True)
class Look:
    """What a tool said."""

    status: int
    output: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a host says of itself."""

    host: str
    machine: str
    ports: Mapping[str, Mapping[str, Look]]


@dataclass(frozen=True, slots=True)
class Difference:
    """A field of a port that is not as the intent has it, or that nobody could look at."""

    host: str
    port: str
    field: str
    expected: str
    found: str
    remedy: str
    known: bool = True


def read_report(text: str) -> Report:
    """Read a report. Raises ValueError with one sentence for a text that is none."""
    try:
        content = json.loads(text, object_pairs_hook=_once)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except json.JSONDecodeError as mistake:
        raise ValueError(f"it is no JSON: {mistake.msg} in line {mistake.lineno}") from None
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise ValueError(f"its `schema` is not `{SCHEMA}`")
    if set(content) != {"schema", "host", "machine", "ports"}:
        raise ValueError("it has not just `schema`, `host`, `machine` and `ports`")
    for key, kind, word in (("host", str, "text"), ("machine", str, "text"), ("ports", dict, "mapping")):
        if not isinstance(content[key], kind):
            raise ValueError(f"`{key}` is no {word}")  # noqa: TRY004 - one kind of mistake
    ports = {name: _looks(name, port) for name, port in content["ports"].items()}
    return Report(content["host"], content["machine"], ports)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("it has a key twice")
    return found


def _looks(name: str, port: object) -> dict[str, Look]:
    if not isinstance(port, dict):
        raise ValueError(f"`{name[:40]}` of `ports` is no mapping")  # noqa: TRY004 - one kind of mistake
    return {what: _look(f"{name[:40]}/{what[:40]}", value) for what, value in port.items()}


def _look(where: str, value: object) -> Look:
    if not isinstance(value, dict) or set(value) != {"status", "output"}:
        raise ValueError(f"`{where}` has not just `status` and `output`")
    status, output = value["status"], value["output"]
    if type(status) is not int or not isinstance(output, str):
        raise ValueError(f"`{where}` has no number as `status`, or no text as `output`")
    return Look(status, output)


def differences(artifacts: Mapping[str, str], report: Report) -> Iterator[Difference]:
    """Yield what a report shows other than the artifacts of its host want it."""
    for port, fields in wanted(artifacts).items():
        looks = report.ports.get(port)
        if looks is None:
            remedy = "run the report.sh of this intent"
            yield Difference(report.host, port, "port", "a report", "nothing", remedy, known=False)
            continue
        for field, expected in fields.items():
            found = _found(field, expected, looks)
            if isinstance(found, Unknown):
                remedy = _REMEDIES[BY_HAND] if field == BY_HAND else "install its tool, or look by hand"
                yield Difference(report.host, port, field, expected, found.why, remedy, known=False)
            elif found != expected:
                yield Difference(report.host, port, field, expected, found, _remedy(field, fields))


def _found(field: str, expected: str, looks: Mapping[str, Look]) -> str | Unknown:
    if field == BY_HAND:
        return Unknown("no tool is known for it")
    found = observed(field, looks)
    if field == "neighbour" and isinstance(found, str) and found.endswith(LOCAL):
        switch = expected.partition(":")[0]
        if found.startswith(f"{switch}:"):
            return Unknown(f"the switch calls its port by a name of its own: `{found.removesuffix(LOCAL)}`")
        return found.removesuffix(LOCAL)
    return found


def _remedy(field: str, fields: Mapping[str, str]) -> str:
    if field.startswith("firmware"):
        return "run apply.sh, then reboot or reset the NIC with mlxfwreset"
    return _REMEDIES.get(field, "run apply.sh").format(neighbour=fields["neighbour"])
