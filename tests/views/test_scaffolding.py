"""A new fabric has as many switches and links as it needs, and no more."""

from __future__ import annotations

import pytest

from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of that stage
from fabric.topology import Role
from fabric.views.scaffolding import Plan, Texts, repository


@pytest.mark.parametrize(
    ("hosts", "rails", "pods", "spines", "uplinks"),
    [
        (4, 2, [4], 2, 4),
        (1, 1, [1], 2, 2),
        (33, 3, [32, 1], 2, 32),
        (40, 8, [32, 8], 4, 32),
        (512, 8, [32] * 16, 32, 32),
    ],
)
def test_a_plan_follows_from_hosts_and_rails(hosts, rails, pods, spines, uplinks):
    plan = Plan("dc1", hosts, rails, "eos")
    assert [pod.hosts for pod in plan.pods] == pods
    assert (plan.spines, plan.uplinks) == (spines, uplinks)


def test_the_files_compile_to_the_hosts_that_were_asked_for():
    files = repository(Plan("dc1", 40, 2, "sonic"))
    made = compile(at(Texts(files), "intents/dc1"), registry())
    design = made.designs["backend"]
    assert len(design.fabric.of_role(Role.HOST)) == 40
    assert design.numbers.missing == ()
    assert all(design.inventory.data(d.name).management for d in design.fabric.of_role(Role.LEAF, Role.SPINE))


def test_the_same_question_gives_the_same_bytes():
    assert repository(Plan("dc1", 4, 2, "eos")) == repository(Plan("dc1", 4, 2, "eos"))


def test_files_that_are_not_written_are_a_source():
    source = Texts({"a/b": "1", "a/c/d": "2", "e": "3"})
    assert source.files("a") == ("a/b", "a/c/d")
    assert source.has("e")
    assert not source.has("a")
    assert source.read("a/c/d") == "2"
