"""What is the same is not rendered again, and nothing else is taken for it."""

from __future__ import annotations

import pytest
from cases.repositories import base_with, compiled, shipped

from fabric.cli.against import base_of, texts_of

TEMPLATE = """\
{% extends "builtin/cumulus/device.j2" %}
{% block qos %}{{ super() }}
- set: {system: {message: {post-login: hello}}}
{% endblock %}
"""
CHANGES = {
    "nothing": base_with(),
    "a threshold": base_with(("ecn: auto", "ecn: {min: 1 MB, max: 2 MB}")),
    "a time server": base_with(("ntp: [10.20.0.2]", "ntp: [10.20.0.2, 10.20.0.3]")),
    "a host more": base_with(("pod1: {count: 2,", "pod1: {count: 3,")),
    "another release": base_with(('release: "5.16", per: rail', 'release: "5.15", per: rail')),
    "a longer cable": base_with(("length: 10 m", "length: 50 m")),
    "a drained switch": base_with(("routing:", "routing:\n  drained: [spine2]")),
    "what a template includes": base_with(
        **{"templates/cumulus/device.j2": TEMPLATE, "templates/banner.txt": "hello"}
    ),
    "a template": base_with(**{"templates/cumulus/device.j2": TEMPLATE}),
}


class Counting:
    """A build that counts the units it renders."""

    def __init__(self, build):
        self.build, self.rendered = build, []

    def __getattr__(self, name):
        return getattr(self.build, name)

    def artifacts(self, unit):
        self.rendered.append(unit.name)
        return self.build.artifacts(unit)


@pytest.fixture(scope="module")
def base():
    return base_of(compiled(base_with()))


@pytest.mark.parametrize("what", CHANGES)
def test_texts_are_those_of_a_build_without_a_base(base, what):
    build = compiled(CHANGES[what])
    assert texts_of(build, base) == texts_of(build)


def test_only_what_changed_is_rendered(base):
    build = Counting(compiled(CHANGES["a drained switch"]))
    texts_of(build, base)
    assert build.rendered == ["spine2"]


def test_a_base_without_digests_helps_nobody_and_harms_nobody(base):
    build = Counting(compiled(base_with()))
    assert texts_of(build, type(base)(base.texts, base.units)) == base.texts
    assert len(build.rendered) == len(base.texts)


def test_a_shipped_site_against_itself_renders_nothing():
    build = shipped("four-fabrics")
    made = base_of(build)
    counted = Counting(build)
    assert texts_of(counted, made) == made.texts
    assert counted.rendered == []
