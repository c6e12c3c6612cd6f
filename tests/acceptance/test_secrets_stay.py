"""A secret appears in no file, no output and no argument list, from validation to rollback.

The simulated switches hold secrets, as real ones do, so their own folder is not looked at.
"""

import time
from pathlib import Path

import pytest
import yaml
from floor import lay_out

from fabric.lab import control
from fabric.lab.faults import Fault, Kind

MARKS = {
    "FABRIC_ADMIN_HASH": "$6$marksalt$MARKHASH0123456789abcdefghijkl",
    "FABRIC_TACACS_KEY": 'MARK"TACACS\\KEY',
    "FABRIC_PASSWORD": "fabric-lab",
    "FABRIC_SNMP_COMMUNITY": "MARKCOMMUNITY",
    "FABRIC_SNMP_AUTH": "MARKAUTH-0",
    "FABRIC_SNMP_PRIVACY": "MARKPRIVACY-0",
}
FRAGMENTS = (
    "marksalt",
    "MARKHASH",
    "MARKCOMMUNITY",
    "MARKAUTH",
    "MARKPRIVACY",
    "TACACS\\KEY",
    "TACACS\\\\KEY",
    "TACACS\\\\\\\\KEY",
    "fabric-lab",
)
ARGUMENTS_EVERY_S = 0.05
FINDINGS = ("human", "json", "sarif", "github", "gitlab", "junit")
REVIEWS = ("human", "json", "markdown", "html")


ADMIN = '      - {name: admin, password: "secret:env/FABRIC_ADMIN_HASH"}\n'
TACACS = '    tacacs: {servers: [172.20.0.6], key: "secret:env/FABRIC_TACACS_KEY"}\n'
SNMP = (
    '  snmp: {community: "secret:env/FABRIC_SNMP_COMMUNITY", users: [{name: poller,'
    ' auth: "secret:env/FABRIC_SNMP_AUTH", privacy: "secret:env/FABRIC_SNMP_PRIVACY"}]}\n'
)


@pytest.fixture
def floor(tmp_path):
    """The small site with the secrets of a large one, every one a mark: hash, key, login, and SNMP's."""
    made = lay_out(tmp_path)
    made.environment = dict(MARKS)
    made.edit(ADMIN, ADMIN + TACACS + SNMP)
    made.edit("soak: 1 s", "soak: 0 s")
    made.boot()
    rows = yaml.safe_load((made.inventory / "hosts.yaml").read_text())
    for row in rows.values():
        if "password" in row:
            row["password"] = "secret:env/FABRIC_PASSWORD"
    (made.inventory / "hosts.yaml").write_text(yaml.safe_dump(rows))
    (made.inventory / "password").unlink()
    try:
        yield made
    finally:
        made.close()


def test_a_secret_appears_in_no_file_and_in_no_output(floor):
    said = [
        *(floor.here("validate", floor.intent, "--format", form) for form in FINDINGS),
        floor.here("build", floor.intent, "-o", floor.root / "out"),
        floor.here("export", floor.intent, "netbox", "-o", floor.root / "netbox"),
        floor.here("explain", floor.intent, "pod1-leaf2", "--format", "json"),
        floor.plan(),
        *(floor.here("show", floor.plan_file, "--format", form) for form in REVIEWS),
        floor.here("apply", "-v", floor.plan_file, *floor.devices),
        floor.drift(),
    ]
    assert [ended.code for ended in said] == [0] * len(said), said[-2].talk
    assert "MARKHASH" in running(floor), "the switches got the real one"
    assert "TACACS\\\\KEY" in running(floor), "in JSON"
    assert running(floor).count("MARKCOMMUNITY") == len(floor.digests()), "as a key, too"
    floor.edit("ecn: auto", "ecn: {min: 1 MB, max: 2 MB, probability: 5 %}")
    before = floor.digests()
    again = [
        floor.plan(),
        floor.here("apply", floor.plan_file, *floor.devices),
        floor.here("rollout", "rollback", "-v", *floor.devices),
        floor.here("rollout", "status", "--state", floor.state),
        floor.here("rollout", "status", "--state", floor.state, "--format", "json"),
        floor.here("rollout", "watch", "--state", floor.state),
        floor.here("audit", "verify", "--state", floor.state),
        floor.here("audit", "export", "--state", floor.state),
        floor.here("audit", "evidence", "--state", floor.state),
        floor.here("enrol", floor.intent, "--inventory", floor.inventory, "--state", floor.state),
        floor.run("drift", floor.intent, "--inventory", floor.inventory),
        *(changed(floor, form) for form in REVIEWS[1:]),
    ]
    assert [ended.code for ended in again] == [0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 2, 2, 2, 2]
    assert floor.digests() == before, "what was stored without secrets is restored with them"
    for ended in (*said, *again):
        assert not [mark for mark in FRAGMENTS if mark in ended.out + ended.talk]
    assert {path: found for path in written(floor) if (found := marks_in(path))} == {}


def test_a_refusal_does_not_repeat_the_secret_of_the_line(floor):
    """EOS quotes the line it refuses, which is masked on its way to us."""
    assert floor.plan().code == 0
    control.fault(floor.lab, "spine1", Fault(Kind.ERROR, match="username admin", count=9))
    ended = floor.run("apply", floor.plan_file, *floor.devices)
    assert ended.code == 6
    assert "username admin" in ended.talk
    assert not [mark for mark in FRAGMENTS if mark in ended.out + ended.talk]
    assert {path: found for path in written(floor) if (found := marks_in(path))} == {}


def test_a_secret_appears_in_no_argument_list(floor):
    assert floor.plan().code == 0
    applying = floor.start("apply", floor.plan_file, *floor.devices)
    seen = set()
    while applying.poll() is None:
        seen |= argument_lists()
        time.sleep(ARGUMENTS_EVERY_S)
    applying.communicate()
    assert applying.returncode == 0
    assert any(str(floor.plan_file) in line for line in seen)
    assert not [line for line in seen for mark in FRAGMENTS if mark in line]


def changed(floor, form):
    """Compare with the devices, in one of the formats."""
    return floor.here("drift", floor.intent, "--inventory", floor.inventory, "--format", form)


def running(floor):
    """Return what every switch runs, as one text."""
    return "".join(control.running(floor.lab, name) for name in floor.digests())


def written(floor):
    """Return every file under the site but the switches' own."""
    return [path for path in floor.root.rglob("*") if path.is_file() and floor.lab not in path.parents]


def marks_in(path):
    content = path.read_bytes()
    return [mark for mark in FRAGMENTS if mark.encode() in content]


def argument_lists():
    """Return how every process of this machine was called."""
    lines = set()
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.add(process.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return lines
