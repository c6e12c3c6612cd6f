"""UFM's REST: methods and paths to what they do. Paths stand without the prefix of the login."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabric.lab.faults import Kind
from fabric.lab.ufm.partitions import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.lab.ufm.device import Cable, Job, UfmDevice

TESTS = ("CheckSubnetManager", "CheckRouting", "CheckLinks", "CheckPartitionKey", "CheckLids")
_LIFE_S = 315360000


@dataclass(frozen=True, slots=True)
class Call:
    """One request."""

    method: str
    path: str
    query: Mapping[str, str]
    body: bytes
    user: str
    said: str
    """All of it in one line, for faults to match."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back."""

    body: Any = None
    status: int = 200
    location: str = ""


def answered(device: UfmDevice, call: Call) -> Answer:
    """Do what a request asks. Raises RefusalError."""
    for method, shape, handler in _ROUTES:
        match = re.fullmatch(shape, call.path)
        if match and method == call.method:
            return handler(device, call, *match.groups())
    raise RefusalError(404, "Not Found")


def _json(call: Call) -> dict[str, Any]:
    try:
        body = json.loads(call.body)
    except ValueError as wrong:
        raise RefusalError(400, "Bad Request: the body is not JSON") from wrong
    if not isinstance(body, dict):
        raise RefusalError(400, "Bad Request: the body is no object")
    return body


def _version(device: UfmDevice, _call: Call) -> Answer:
    return Answer({"ufm_release_version": device.lab.release})


def _token(device: UfmDevice, call: Call) -> Answer:
    token = secrets.token_urlsafe(24)
    device.tokens[token] = call.user
    body = {"access_token": token, "revoked": False, "expires_in": _LIFE_S, "username": call.user}
    return Answer(body)


def _smconf(device: UfmDevice, call: Call) -> Answer:
    name = call.query.get("param_name")
    return Answer({name: device.smconf.get(name)} if name else device.smconf)


def _pkeys(device: UfmDevice, call: Call) -> Answer:
    return Answer(device.partitions.listed(call.query))


def _pkey(device: UfmDevice, call: Call, key: str) -> Answer:
    return Answer(device.partitions.one(key, call.query))


def _add(device: UfmDevice, call: Call) -> Answer:
    device.record("open", device.partitions.add_empty(_json(call)), call.user)
    return Answer(status=201)


def _join(device: UfmDevice, call: Call) -> Answer:
    device.record("load", device.partitions.add_members(_json(call)), call.user)
    return Answer({})


def _put(device: UfmDevice, call: Call) -> Answer:
    partly = device.world.faults.take(device.lab.name, call.said, Kind.PARTIAL) is not None
    device.record("load", device.partitions.set_members(_json(call), partly=partly), call.user)
    return Answer({})


def _qos(device: UfmDevice, call: Call) -> Answer:
    device.record("load", device.partitions.set_qos(_json(call)), call.user)
    return Answer({})


def _leave(device: UfmDevice, call: Call, key: str, guids: str) -> Answer:
    device.record("load", device.partitions.remove_members(key, guids.split(",")), call.user)
    return Answer({})


def _delete(device: UfmDevice, call: Call, key: str) -> Answer:
    device.record("delete", device.partitions.delete(key), call.user)
    return Answer({})


def _systems(device: UfmDevice, call: Call) -> Answer:
    """Return the server's own system, which is all that is asked for by address here."""
    lab = device.lab
    guid = "f" * 16 if device.impostor() else lab.serial
    own = {
        "system_guid": guid, "guid": guid, "name": guid, "ip": lab.address, "type": "host",
        "system_name": "somebody-else" if device.impostor() else lab.name, "model": lab.model,
    }  # fmt: skip
    return Answer([own] if call.query.get("ip", lab.address) == lab.address else [])


def _links(device: UfmDevice, _call: Call) -> Answer:
    return Answer([_link(cable) for cable in device.cables if device.up(cable)])


def _link(cable: Cable) -> dict[str, Any]:
    a, b = cable.ends
    return {
        "source_guid": cable.a, "source_port": cable.port_a, "destination_guid": cable.b,
        "destination_port": cable.port_b, "width": "4x", "severity": "Info", "name": f"{a}:{b}",
    }  # fmt: skip


def _alarms(device: UfmDevice, _call: Call) -> Answer:
    down = (cable for cable in device.cables if not device.up(cable))
    return Answer(
        [{"id": n, "severity": "Critical", "description": c.ends[0]} for n, c in enumerate(down, 1)]
    )


def _unhealthy(_device: UfmDevice, _call: Call) -> Answer:
    return Answer([])


def _tests(_device: UfmDevice, _call: Call) -> Answer:
    return Answer(list(TESTS))


def _run_test(device: UfmDevice, call: Call, name: str) -> Answer:
    if name not in TESTS:
        raise RefusalError(404, "Not Found")
    if any(device.status_of(job) == "Running" for job in device.jobs.values()):
        raise RefusalError(409, "another test is running")
    failed = device.world.faults.take(device.lab.name, f"job {name}", Kind.ERROR) is not None
    job = device.begin(name, failed=failed)
    prefix = call.said.split("/")[1]
    return Answer(None, 202, f"/{prefix}/jobs/{job.number}")


def _jobs(device: UfmDevice, _call: Call, numbers: str) -> Answer:
    """Return jobs; those that UFM does not know are left out, without an error."""
    wanted = [int(number) for number in numbers.split(",") if number.isdigit()]
    return Answer([_shown(device, device.jobs[n]) for n in wanted if n in device.jobs])


def _shown(device: UfmDevice, job: Job) -> dict[str, Any]:
    status = device.status_of(job)
    progress = 50 if status == "Running" else 100
    summary = "failed" if job.failed else ""
    return {
        "ID": str(job.number), "Status": status, "Progress": progress, "Operation": job.operation,
        "Summary": summary,
    }  # fmt: skip


_ROUTES: tuple[tuple[str, str, Callable[..., Answer]], ...] = (
    ("GET", "app/ufm_version", _version),
    ("POST", "app/tokens", _token),
    ("GET", "app/smconf", _smconf),
    ("GET", "app/alarms", _alarms),
    ("GET", "app/unhealthy_ports", _unhealthy),
    ("GET", "resources/pkeys", _pkeys),
    ("POST", "resources/pkeys/add", _add),
    ("POST", "resources/pkeys", _join),
    ("PUT", "resources/pkeys", _put),
    ("PUT", "resources/pkeys/qos_conf", _qos),
    ("GET", "resources/pkeys/(0x[0-9A-Fa-f]+)", _pkey),
    ("DELETE", "resources/pkeys/(0x[0-9A-Fa-f]+)", _delete),
    ("DELETE", "resources/pkeys/(0x[0-9A-Fa-f]+)/guids/([0-9a-f,]+)", _leave),
    ("GET", "resources/systems", _systems),
    ("GET", "resources/links", _links),
    ("GET", "fabricValidation/tests", _tests),
    ("POST", r"fabricValidation/tests/(\w+)", _run_test),
    ("GET", "jobs/([0-9,]+)", _jobs),
)
