"""A platform of words for the tests of plans: `key = value` lines, one step with the wanted text."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fabric.core.tree import diff
from fabric.plan.make import Target, Terms
from fabric.plan.model import ExpectedIdentity
from fabric.platforms.form import ChangeClass, Patch, Platform, Step

NOW = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)


def parse(artifacts):
    lines = (line.partition(" = ") for line in artifacts["toy.cfg"].splitlines() if line)
    return {(key,): value for key, _, value in lines}


def owned(path):
    return not path[0].startswith("foreign")


def patch(running, wanted):
    edits = diff(running, wanted, owned)
    body = "\n".join(f"{edit.path[0]} = {edit.new}" for edit in edits)
    return Patch(edits, (Step("session", body),) if edits else (), ChangeClass.TUNING)


@pytest.fixture
def toy():
    return Platform(
        name="eos",  # a plan names only platforms that there are
        templates={},
        canonical={},
        context=lambda config: {},  # noqa: ARG005
        parse=parse,
        owned=owned,
        classify=lambda edit: ChangeClass.LINK_FLAP,  # noqa: ARG005
        patch=patch,
    )


@pytest.fixture
def target(toy):
    def make(name, wanted="mtu = 9216", running="mtu = 1500", **more):
        known = {"role": "leaf", "group": "pod1", "identity": ExpectedIdentity(name, serial=f"S{name}")}
        return Target(name, toy, artifacts={"toy.cfg": wanted}, running={"toy.cfg": running}, **known | more)

    return make


@pytest.fixture
def terms():
    return Terms(site="dc1", fabric="backend", intent_digest="0" * 64, created=NOW)


@pytest.fixture
def now():
    return NOW
