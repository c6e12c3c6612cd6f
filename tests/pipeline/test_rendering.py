"""All artifacts of a build: the same bytes with one process or two, and all failures at once."""

from __future__ import annotations

import pytest
from cases.repositories import BASE, ROOT, SHIPPED, base_with, compiled

from fabric.core.diagnostic import FabricError
from fabric.core.source import Folder
from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of this stage
from fabric.pipeline.rendering import rendered


def made(intent, jobs):
    build = compile(at(Folder(ROOT), f"intents/{intent}"), registry())
    return [(a.unit, a.name, a.text) for a in rendered(build, jobs)]


@pytest.mark.parametrize("intent", SHIPPED)
def test_the_bytes_are_the_same_twice_and_with_two_processes(intent):
    once = made(intent, 1)
    assert once == made(intent, 1)
    assert once == made(intent, 2)


def test_artifacts_come_in_the_order_of_the_units():
    build = compile(at(Folder(BASE), "site"), registry())
    units = list(dict.fromkeys(artifact.unit for artifact in rendered(build)))
    assert units == [unit.name for _, unit in build.units()]


def test_all_units_that_fail_are_told():
    build = compiled(base_with(**{"templates/cumulus/system.j2": "{{ nothing }}"}))
    with pytest.raises(FabricError) as caught:
        list(rendered(build))
    assert [found.summary.split("`")[3] for found in caught.value.diagnostics] == [
        "pod1-leaf1", "pod1-leaf2", "spine1", "spine2",
    ]  # fmt: skip


def test_nothing_is_given_behind_a_failure():
    """A reader that streams artifacts to disk must not take half a build for a whole one."""
    build = compiled(
        base_with(**{"templates/cumulus/system.j2": "{% if device.name == 'spine2' %}{{ x }}{% endif %}"})
    )
    given = []
    with pytest.raises(FabricError):
        given.extend(rendered(build))
    assert {artifact.unit for artifact in given} <= {"pod1-leaf1", "pod1-leaf2", "spine1"}
