"""Gates of an intent become gates of a plan, with the digests of what would run, and nothing is run."""

import hashlib
import json
from dataclasses import replace

import pytest
from cases.repositories import Texts, shipped

from fabric.intent.rollout import Rollout
from fabric.plan.make import make_plan
from fabric.plan.model import Gates, canonical, digest, from_json, to_json
from fabric.plan.own import COMMAND, METRIC, TASK, Own
from fabric.plan.owned import own_gates

FILES = {
    "gates/__init__.py": "",
    "gates/optics.py": "raise SystemExit('a plan imports no gate')\n",
    "gates/deep/limits.py": "LIMIT = 3\n",
    "gates/__pycache__/optics.pyc": "no text of anybody's",
    "gates/all-reduce.sh": "echo a plan runs no gate; exit 9\n",
    "trust/ca.pem": "CERTIFICATE\n",
    "single.py": "",
}
COMMANDS = [{"name": "all-reduce", "command": ["./gates/all-reduce.sh", "trust/ca.pem", "8"], "at": ["wave"]}]
QUERY = {"name": "drops", "query": 'drops{d="$device"}', "condition": "value <= 1.2 * control"}
SERVER = {"url": "https://prometheus:9090/p", "ca": "trust/ca.pem", "token": "secret:env/T"}


def owned(design=None, files=FILES, **gates):
    return own_gates(Rollout.model_validate({"gates": gates}), design, Texts(files))


def test_without_gates_of_its_own_a_plan_has_none():
    assert own_gates(Rollout(), None, Texts({})) == Own()


def test_a_command_is_planned_with_its_files():
    own = owned(commands=COMMANDS)
    assert [(gate.kind, gate.ask) for gate in own.gates] == [(COMMAND, tuple(COMMANDS[0]["command"]))]
    assert sorted(own.files) == ["gates/all-reduce.sh", "trust/ca.pem"]
    assert own.files["trust/ca.pem"] == hashlib.sha256(b"CERTIFICATE\n").hexdigest()


@pytest.mark.parametrize(
    ("task", "files"),
    [
        (
            "gates.optics:in_range",
            ["gates/__init__.py", "gates/all-reduce.sh", "gates/deep/limits.py", "gates/optics.py"],
        ),
        ("single:in_range", ["single.py"]),
    ],
)
def test_a_task_is_planned_with_all_of_its_package(task, files):
    own = owned(tasks=[{"name": "optics", "task": task}])
    assert own.gates[0].kind == TASK
    assert sorted(own.files) == files


def test_a_metric_that_is_compared_is_planned_with_all_devices_of_each_role():
    design = next(iter(shipped("quickstart").designs.values()))
    own = owned(design, prometheus={**SERVER, "queries": [QUERY]})
    assert own.gates[0].kind == METRIC
    assert own.roles == {"leaf": ("pod1-leaf1", "pod1-leaf2"), "spine": ("spine1", "spine2")}
    assert own.server.secret == "secret:env/T"


def test_gates_after_a_commit_have_their_time_while_its_timer_runs():
    own = owned(commands=[{**COMMANDS[0], "at": ["post", "wave"], "deadline": "40 s"}])
    assert own.post_s == 40


def test_a_plan_comes_back_with_its_gates_and_another_gate_is_another_plan(terms, target):
    own = owned(commands=COMMANDS, tasks=[{"name": "optics", "task": "gates.optics:in_range"}])
    plan = make_plan(replace(terms, gates=Gates(own=own)), [target("leaf1")])
    assert from_json(json.loads(canonical(to_json(plan)))) == plan
    other = owned(files={**FILES, "gates/all-reduce.sh": "exit 0\n"}, commands=COMMANDS)
    assert digest(replace(plan, gates=Gates(own=other))) != plan.digest


@pytest.mark.parametrize(
    ("gates", "why"),
    [
        ({"commands": [{"name": "a", "command": ["../x.sh"]}]}, "leads out of the project"),
        ({"commands": COMMANDS * 2}, "`all-reduce` is listed twice"),
        ({"tasks": [{"name": "a", "task": "gates/optics.py"}]}, "pattern"),
        ({"prometheus": {**SERVER, "url": "http://prometheus", "queries": [QUERY]}}, "no address such as"),
        ({"prometheus": {**SERVER, "url": "https://me:pw@prometheus", "queries": [QUERY]}}, "no credentials"),
        ({"prometheus": {**SERVER, "username": "me", "queries": [QUERY]}}, "belong together"),
        ({"prometheus": {**SERVER, "ca": "../ca.pem", "queries": [QUERY]}}, "leads out of the project"),
        (
            {"prometheus": {**SERVER, "queries": [{**QUERY, "query": "up"}]}},
            "`control` compares devices, so the query needs `$device`",
        ),
        (
            {"prometheus": {**SERVER, "queries": [{**QUERY, "query": "$devcie"}]}},
            "`$devcie` is none of",
        ),
        (
            {
                "prometheus": {
                    **SERVER,
                    "queries": [{**QUERY, "condition": "value < baseline", "at": ["pre"]}],
                }
            },
            "before a change there is no `baseline`",
        ),
    ],
)
def test_gates_that_make_no_sense_are_told(gates, why):
    with pytest.raises(ValueError, match="validation error") as refused:
        Rollout.model_validate({"gates": gates})
    assert why in str(refused.value)
