"""Gates of a site's own through `fabric apply` on simulated switches, a real Prometheus behind them."""

import json
import re

import pytest
from floor import lay_out
from gated import NAMES, gated
from judges import tally
from judges.prometheus_server import NAME, PASSWORD

from fabric.lab import control

pytestmark = pytest.mark.judge("prometheus")
DONE, REFUSED, CHANGES, STALE, ROLLED_BACK, PAUSED = 0, 1, 2, 4, 6, 8
TOKEN = "agrees-canary-99b1"
GATES = """rollout:
  waves: [canary, rest]
  soak: 1 s
  constraints: lab
  gates:
    interval: 1 s
    traffic: {frames: 1000}
    prometheus:
      url: URL
      ca: trust/prometheus.pem
      username: fabric
      password: secret:env/PROMETHEUS_PASSWORD
      deadline: 1 s
      queries:
        - {name: power, query: 'power{device="$device"}', condition: value > 0, at: [pre]}
        - {name: drops, query: 'drops{device="$device"}', condition: value <= 5, at: [post]}
        - name: load
          query: load{device="$device"}
          condition: value <= 1.2 * baseline
        - {name: storms, query: 'sum(storms{device=~"$devices"})', condition: value == 0, at: [soak]}
    commands:
      - {name: agrees, command: [sh, gates/agrees.sh], at: [wave], environment: [AGREES]}
    tasks:
      - {name: optics, task: "gates.optics:in_range", at: [wave]}
"""
AGREES = """cat >>asked.jsonl; echo >>asked.jsonl
echo "the token is $AGREES"
exit 0
"""
OPTICS = """from nornir.core.task import Result


def in_range(task):
    with open("asked.txt", "a") as file:
        print(task.host.name, task.host.hostname, bool(task.host.password), file=file)
    return Result(host=task.host, result="in range")
"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory, prometheus):
    made = lay_out(tmp_path_factory.mktemp("gates"))
    made.environment["AGREES"] = TOKEN
    with gated(made, prometheus, GATES, {"agrees.sh": AGREES, "optics.py": OPTICS}):
        yield made


@pytest.fixture(autouse=True)
def healthy(prometheus):
    """All is well, until a test says otherwise."""
    for what, value in (("power", 1), ("drops", 0), ("load", 50), ("storms", 0)):
        prometheus.exporter.series |= {f'{what}{{device="{name}"}}': value for name in NAMES}
    prometheus.shows("settled", prometheus.exporter.series.get("settled", 0) + 1)


def applied(floor):
    return floor.here("apply", floor.plan_file, *floor.devices)


def evidence(floor, gate):
    """Return what the journal kept of a gate in the latest rollout."""
    ended = floor.here("audit", "evidence", "--state", floor.state)
    found = [json.loads(line)["seen"] for line in ended.out.splitlines()]
    tally.count("prometheus")
    return [one for one in found if one["gate"] == gate]


def waves(floor):
    return [wave["devices"] for wave in json.loads(floor.plan_file.read_text())["waves"]]


def test_nothing_of_the_gates_runs_before_a_rollout(floor):
    for command in ("validate", "build", "diff"):
        more = {"build": ("-o", floor.root / "out"), "diff": ("--against", floor.root / "out")}
        assert floor.here(command, floor.intent, *more.get(command, ())).code in (DONE, CHANGES)
    shown = floor.here("show", floor.plan_file)
    assert "Gate agrees (wave), command: sh gates/agrees.sh" in shown.out
    assert "Gate optics (wave), task: gates.optics:in_range" in shown.out
    assert not (floor.root / "asked.jsonl").exists()
    assert not (floor.root / "asked.txt").exists()


def test_a_plan_whose_gates_are_not_what_was_signed_is_refused(floor):
    file = floor.root / "trust" / "prometheus.pem"
    before = file.read_bytes()
    file.write_bytes(before + b"# another authority\n")
    ended = applied(floor)
    file.write_bytes(before)
    assert ended.code == REFUSED
    assert "ROL-011" in ended.talk
    assert "`trust/prometheus.pem` is not what the plan was made with" in ended.talk
    assert floor.commits() == ()


def test_a_plan_without_its_secret_does_not_begin(floor):
    ended = floor.here("apply", floor.plan_file, *floor.devices, PROMETHEUS_PASSWORD="")
    assert ended.code == REFUSED
    assert "`secret:env/PROMETHEUS_PASSWORD` is empty or not there" in ended.talk
    assert floor.commits() == ()


def test_a_failing_metric_of_the_second_device_takes_everything_back(floor, prometheus):
    bad = waves(floor)[0][1]
    prometheus.shows(f'drops{{device="{bad}"}}', 900)
    ended = applied(floor)
    assert ended.code == ROLLED_BACK, ended.talk
    assert "drops fail: `value <= 5` does not hold: value 900" in ended.talk
    last = [one for one in evidence(floor, "drops") if one["device"] == bad][-1]
    assert (last["moment"], last["verdict"], last["value"]) == ("post", "fail", 900)
    assert last["query"] == f'drops{{device="{bad}"}}'
    assert last["time"] > 0


def test_a_metric_that_cannot_be_had_holds_the_rollout_until_it_can(floor, prometheus):
    ended = applied(floor)
    assert ended.code == STALE, "the plan that was taken back is not begun a second time"
    assert "was this plan's: make a new one" in ended.talk
    assert floor.plan().code == 0
    first = waves(floor)[0][0]
    prometheus.shows(f'power{{device="{first}"}}', None)
    ended = applied(floor)
    assert ended.code == PAUSED, ended.talk
    assert f"`{first}`: power unknown: no data" in ended.talk
    assert [one["verdict"] for one in evidence(floor, "power") if one["device"] == first] == ["unknown"]
    prometheus.shows(f'power{{device="{first}"}}', 1)
    ended = floor.here("rollout", "resume", *floor.devices)
    assert ended.code == DONE, ended.talk
    assert {one["verdict"] for one in evidence(floor, "storms")} == {"pass"}
    counted = evidence(floor, "traffic")
    assert {one["verdict"] for one in counted} == {"pass"}
    assert {one["device"] for one in counted} == set(NAMES)
    load = [one for one in evidence(floor, "load") if one["moment"] == "wave"]
    assert {one["device"] for one in load} == set(NAMES)
    assert {one["baseline"] for one in load} == {50}
    assert floor.here("audit", "verify", "--state", floor.state).code == DONE
    asked = [json.loads(line) for line in (floor.root / "asked.jsonl").read_text().splitlines()]
    assert [(one["moment"], one["device"], one["devices"]) for one in asked] == [
        ("wave", "", wave) for wave in waves(floor)
    ]
    assert {one["plan"] for one in asked} == {json.loads(floor.plan_file.read_text())["digest"]}
    called = (floor.root / "asked.txt").read_text().split("\n")
    assert {line.split()[0] for line in called if line} == set(NAMES)
    assert all(line.endswith(" True") for line in called if line)


def test_the_password_is_nowhere(floor):
    files = [path for path in floor.root.rglob("*") if path.is_file() and path.name != "environment"]
    holding = [path for path in files if PASSWORD.encode() in path.read_bytes()]
    assert holding == []
    assert [path for path in files if TOKEN.encode() in path.read_bytes()] == []
    assert NAME in floor.plan_file.read_text()


def test_a_playbook_sees_whether_a_drained_device_still_carries_traffic(floor):
    file = floor.root / "quiet.yaml"
    asked = "{devices: [pod1-leaf1, spine1], lasting: 1 s, within: 3 s}"
    file.write_text(f"summary: a test\nsteps:\n  - quiet: {asked}\n")
    loud = floor.here("playbook", "run", file, floor.intent, *floor.devices)
    assert "still carries" in loud.talk
    assert loud.code == REFUSED
    for name in NAMES:
        control.clear(floor.lab, name)
    name = re.search(r"playbook ([0-9a-f]{8})", loud.talk)[1]
    quiet = floor.here("playbook", "resume", name, "--state", floor.state)
    assert quiet.code == DONE, quiet.talk
