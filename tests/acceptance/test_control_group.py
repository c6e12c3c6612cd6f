"""A changed device is compared with those that are not changed yet; SONiC is asked over SSH too."""

import json

import pytest
from floor import lay_out
from gated import NAMES, gated
from judges import tally

pytestmark = pytest.mark.judge("prometheus")
DONE, ROLLED_BACK = 0, 6
ONE_LEAF, EVERY_LEAF = "match: pod1-leaf2, platform: sonic", 'match: "pod1-leaf*", platform: sonic'
GATES = """rollout:
  waves: [canary, rest]
  soak: 1 s
  constraints: lab
  gates:
    traffic: {frames: 1000}
    prometheus:
      url: URL
      ca: trust/prometheus.pem
      username: fabric
      password: secret:env/PROMETHEUS_PASSWORD
      queries:
        - {name: drops, query: 'drops{device="$device"}', condition: value <= 2 * control, at: [wave]}
    tasks:
      - {name: ports, task: "gates.ports:are_up", at: [wave]}
"""
PORTS = """import paramiko
from nornir.core.task import Result


def are_up(task):
    host = task.host
    if host.platform != "sonic":
        return Result(host=host, result="not asked")
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
    client.connect(host.hostname, host.port, host.username, host.password, allow_agent=False)
    _, said, _ = client.exec_command("show interfaces status")
    up = sum(" up " in line for line in said.read().decode().splitlines())
    client.close()
    return Result(host=host, result=f"{up} ports up", failed=up == 0)
"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory, prometheus):
    made = lay_out(tmp_path_factory.mktemp("compared"))
    made.edit(ONE_LEAF, EVERY_LEAF)
    with gated(made, prometheus, GATES, {"ports.py": PORTS}):
        yield made


def evidence(floor, gate):
    ended = floor.here("audit", "evidence", "--state", floor.state)
    tally.count("prometheus")
    found = [json.loads(line)["seen"] for line in ended.out.splitlines()]
    return [one for one in found if one["gate"] == gate]


def bases(floor):
    """Return what of ours every device ran when the plan was made."""
    plan = json.loads(floor.plan_file.read_text())
    return {name: device["base_fingerprint"] for name, device in plan["devices"].items()}


def shows(prometheus, **drops):
    for name, value in drops.items():
        prometheus.shows(f'drops{{device="{name.replace("_", "-")}"}}', value)


@pytest.mark.proof
def test_a_canary_that_is_worse_than_the_unchanged_takes_the_rollout_back(floor, prometheus):
    before = bases(floor)
    first = json.loads(floor.plan_file.read_text())["waves"][0]["devices"]
    leaf = next(name for name in first if "leaf" in name)
    other = next(name for name in NAMES[:2] if name != leaf)
    shows(prometheus, spine1=10, spine2=10, **{leaf.replace("-", "_"): 900, other.replace("-", "_"): 10})
    ended = floor.here("apply", floor.plan_file, *floor.devices)
    assert ended.code == ROLLED_BACK, ended.talk
    last = [one for one in evidence(floor, "drops") if one["device"] == leaf][-1]
    assert (last["verdict"], last["value"]) == ("fail", 900)
    assert other in json.dumps(last["control"])
    assert floor.plan().code in (0, 2)
    assert bases(floor) == before


@pytest.mark.proof
def test_one_that_is_as_good_goes_through_and_sonic_was_asked_itself(floor, prometheus):
    shows(prometheus, spine1=10, spine2=10, pod1_leaf1=12, pod1_leaf2=10)
    assert floor.plan().code in (0, 2)
    ended = floor.here("apply", floor.plan_file, *floor.devices)
    assert ended.code == DONE, ended.talk
    asked = {one["device"]: one for one in evidence(floor, "ports")}
    assert all("ports up" in json.dumps(asked[name]) for name in NAMES[:2])
    counted = {one["device"] for one in evidence(floor, "traffic")}
    assert counted == set(NAMES)
    assert floor.drift().code == 0
