"""The plan of a rollout that an older version of the program began."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from fake_fleet import memory_fleet, plan_for

from fabric.core.diagnostic import FabricError
from fabric.rollout import control
from fabric.rollout.applied import last_applied
from fabric.rollout.backend import open_backend
from fabric.rollout.kept_plan import OtherVersionError, kept_plan


@pytest.fixture
def older(tmp_path):
    """A state folder whose only rollout has a plan that lacks what plans have today."""
    state, fleet = tmp_path / "state", memory_fleet(["leaf1"])
    assert control.apply(plan_for([["leaf1"]]), state, fleet.world(), "me").exit_code == 0
    kept, start = open_backend(state), control.status(state, "")
    text = kept.read(digest := start.records[0].record.text)
    plain = json.loads(text)
    del plain["waves"]
    other = kept.keep(json.dumps(plain))
    with closing(sqlite3.connect(state / "journal.sqlite")) as journal, journal:
        journal.execute("DROP TRIGGER journal_no_update")
        journal.execute("UPDATE journal SET body = replace(body, ?, ?)", (digest, other))
    return state, other


def test_a_plan_of_another_version_is_refused_in_words(older):
    state, digest = older
    with pytest.raises(OtherVersionError, match="another version"):
        kept_plan(open_backend(state), digest)
    with pytest.raises(OtherVersionError, match="another version"):
        control.status(state, "")


def test_what_another_version_applied_is_no_known_base(older):
    state, _ = older
    assert last_applied(state, "dc1/backend", lambda _platform, texts: dict(texts)) == {}


def test_a_rollout_that_is_not_there_stays_another_mistake(older):
    state, _ = older
    with pytest.raises(FabricError, match="does not know"):
        control.status(state, "nowhere")
