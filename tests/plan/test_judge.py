"""Classes of edits in the light of what a device carried."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fabric.core.tree import Edit
from fabric.plan.judge import classes_of, is_fresh, judged
from fabric.platforms.form import ChangeClass, Patch

OLD = {("port1", "mtu"): "1500", ("name",): "a"}
KINDS = {"mtu": ChangeClass.LINK_FLAP, "lanes": ChangeClass.RESTART, "name": ChangeClass.IDENTITY}


@pytest.fixture
def ports(toy):
    return replace(
        toy,
        classify=lambda edit: KINDS[edit.path[-1]],
        port_of=lambda path: path[0] if path[0].startswith("port") else None,
        busy=lambda tree: frozenset(path[0] for path in tree if path[0].startswith("port")),
    )


def patch(*paths):
    return Patch(tuple(Edit(path, None, "1") for path in paths), (), ChangeClass.TUNING)


def test_a_change_has_the_class_of_its_worst_edit(ports):
    found = judged(ports, OLD, patch(("port1", "mtu"), ("name",)))
    assert found.classes == (ChangeClass.LINK_FLAP, ChangeClass.IDENTITY)
    assert found.change_class is ChangeClass.IDENTITY


def test_an_edit_on_a_port_that_carried_nothing_is_an_addition(ports):
    assert judged(ports, OLD, patch(("port2", "mtu"))).change_class is ChangeClass.ADDITIVE


def test_what_takes_the_whole_device_does_so_on_an_idle_port_too(ports):
    assert judged(ports, OLD, patch(("port2", "lanes"))).change_class is ChangeClass.RESTART


def test_everything_is_an_addition_on_a_device_that_carried_nothing(ports):
    bare = {("name",): "a"}
    assert is_fresh(ports, bare)
    assert not is_fresh(ports, OLD)
    assert judged(ports, bare, patch(("port1", "lanes"), ("name",))).change_class is ChangeClass.ADDITIVE


def test_without_words_for_ports_every_edit_counts(ports):
    blind = replace(ports, busy=None)
    assert judged(blind, {}, patch(("port2", "mtu"))).change_class is ChangeClass.LINK_FLAP
    assert not is_fresh(blind, {})


def test_edits_that_were_not_judged_have_the_class_of_the_whole(toy):
    plain = Patch((Edit(("a",), "1", "2"),), (), ChangeClass.TUNING)
    assert judged(replace(toy, classify=None), {}, plain) is plain
    assert classes_of(plain) == (ChangeClass.TUNING,)
