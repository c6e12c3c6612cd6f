"""Limits from the topology, and whether a device may be taken out."""

from __future__ import annotations

import pytest
from cases.repositories import SITE, base_text, compiled, shipped, with_texts

from fabric.core.diagnostic import FabricError
from fabric.intent.rollout import Rollout
from fabric.plan import jobs
from fabric.plan.constraints import PROFILES
from fabric.plan.draining import asked
from fabric.plan.jobs import Job, Provider, read_jobs, run_provider
from fabric.plan.limits import constraints_of, every_limit, lane
from fabric.topology import Role


@pytest.fixture(scope="module")
def design():
    return compiled(with_texts({SITE: base_text()})).designs["backend"]


@pytest.fixture(scope="module")
def hosts(design):
    return tuple(d.name for d in design.fabric.devices.values() if d.role is Role.HOST)


def answer(design, devices, jobs=(), out=(), **instead):
    constraints = constraints_of(Rollout.model_validate({"constraints": instead}))
    return asked(every_limit(design, constraints, jobs), devices, frozenset(out))


def test_a_job_keeps_every_leaf_of_its_rails_and_every_spine(design, hosts):
    job = Job("train7", hosts[:1])
    found = answer(design, ("pod1-leaf1",), (job,))
    assert not found.safe
    assert found.shares[0].limit.startswith("job `train7` on rail ")
    assert not answer(design, ("spine1",), (job,)).safe
    assert answer(design, ("pod1-leaf1",), (Job("train7", hosts[:1], tolerant=True),)).safe
    assert answer(design, ("pod1-leaf1",)).safe


def test_a_job_that_may_lose_a_share_lets_one_device_go(design, hosts):
    job = (Job("train7", hosts),)
    share = {"job": {"max_capacity_loss": "50 %"}}
    assert answer(design, ("spine1",), job, **share).safe
    assert not answer(design, ("spine1", "spine2"), job, **share).safe


def test_a_device_that_is_down_counts(design):
    assert answer(design, ("spine2",)).safe
    found = answer(design, ("spine2",), out=("spine1",))
    assert not found.safe
    assert "100 % out" in str(found.shares[0])


def test_a_set_of_leaves_below_the_same_hosts_never_goes_as_a_whole():
    rollout = Rollout.model_validate({"constraints": {"redundancy_group": {"max_unavailable": 16}}})
    design = shipped("four-fabrics").designs["storage"]
    limits = every_limit(design, constraints_of(rollout))
    sets = [one for one in limits if one.name.startswith("leaves of ")]
    assert sets
    assert all(one.most == len(one.weights) - 1 for one in sets)


def test_uplinks_of_a_pod_are_shared_by_its_leaves_and_the_spines(design):
    limit = next(
        one for one in every_limit(design, PROFILES["default"]) if one.name == "uplinks of pod `pod1`"
    )
    whole = sum(taken for name, taken in limit.weights.items() if name.startswith("pod1"))
    assert whole == sum(taken for name, taken in limit.weights.items() if name.startswith("spine"))
    assert limit.most == int(whole * 12.5 / 100)


def test_leaves_change_rail_by_rail(design):
    assert lane(design, "pod1-leaf1") != lane(design, "pod1-leaf2")
    assert lane(design, "spine1") == ""


def test_what_an_intent_leaves_out_is_that_of_its_profile():
    said = Rollout.model_validate({"constraints": {"profile": "lab", "in_flight": {"most": 7}}})
    found = constraints_of(said)
    assert (found.max_in_flight, found.group_share) == (7, PROFILES["lab"].group_share)
    assert constraints_of(Rollout()) == PROFILES["default"]


def test_jobs_come_as_json_with_patterns(hosts):
    text = f'{{"jobs": [{{"name": "a", "hosts": ["{hosts[0]}"], "tolerant": true}}]}}'
    assert read_jobs(text, "file", hosts) == (Job("a", (hosts[0],), tolerant=True),)


@pytest.mark.parametrize("text", ["[]", "{", '{"jobs": [{"name": "a", "hosts": ["nobody"]}]}'])
def test_what_is_no_list_of_jobs_is_refused(text, hosts):
    with pytest.raises(FabricError, match="ROL-006"):
        read_jobs(text, "file", hosts)


def test_a_hook_that_fails_is_said_with_its_own_words():
    assert run_provider(Provider(["echo", "{}"])) == "{}"
    with pytest.raises(FabricError, match="out of luck"):
        run_provider(Provider(["sh", "-c", "echo out of luck >&2; exit 1"]))
    with pytest.raises(FabricError, match="ROL-006"):
        run_provider(Provider(["/nowhere/hook"]))


def test_a_hook_that_never_stops_talking_is_not_listened_to_without_end(monkeypatch):
    monkeypatch.setattr(jobs, "LARGEST", 2**20)
    with pytest.raises(FabricError, match="it prints more than 1 MiB"):
        run_provider(Provider(["sh", "-c", "head -c 3000000 /dev/zero"]))


def test_a_hook_whose_child_keeps_the_pipe_holds_nobody_up():
    assert run_provider(Provider(["sh", "-c", "sleep 600 & echo '{}'"])) == "{}"


def test_a_hook_gets_no_secret_of_a_device_but_what_is_named_and_says_no_value_of_that(monkeypatch):
    monkeypatch.setenv("FABRIC_PASSWORD", "password-of-a-switch")
    monkeypatch.setenv("SCHEDULER_TOKEN", 'token "of" it')
    whole = run_provider(Provider(["env"], ["SCHEDULER_TOKEN", "NOT_THERE"]))
    assert "password-of-a-switch" not in whole
    assert 'SCHEDULER_TOKEN=token "of" it' in whole
    assert "PATH=" in whole
    with pytest.raises(FabricError, match="no entry for <secret>"):
        run_provider(
            Provider(["sh", "-c", 'echo "no entry for $SCHEDULER_TOKEN" >&2; exit 1'], ["SCHEDULER_TOKEN"])
        )
