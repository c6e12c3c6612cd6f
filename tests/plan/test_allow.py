"""What must be allowed in so many words."""

from __future__ import annotations

import pytest

from fabric.core.tree import Edit
from fabric.plan.allow import DELETE, IDENTITY, refusals, wanted
from fabric.plan.groups import Member, Shown, grouped
from fabric.platforms.form import ChangeClass


def needed(edit, kind):
    return wanted(grouped([Member("leaf1", "eos", "leaf", shown=(Shown(edit, kind),), change_class=kind)]))


@pytest.mark.parametrize(
    ("edit", "kind", "wants"),
    [
        (Edit(("router bgp",), "65001", "65002"), ChangeClass.IDENTITY, [IDENTITY]),
        (Edit(("hostname",), None, "leaf1"), ChangeClass.IDENTITY, []),
        (Edit(("neighbor",), "1", None), ChangeClass.SESSION_RESET, [DELETE]),
        (Edit(("ecn",), "1", None), ChangeClass.TUNING, [DELETE]),
        (Edit(("ntp server",), "1", None), ChangeClass.COSMETIC, []),
        (Edit(("ecn",), "1", "2"), ChangeClass.TUNING, []),
    ],
)
def test_consent_is_wanted_for_taking_away_and_for_identities(edit, kind, wants):
    assert [one.kind for one in needed(edit, kind)] == wants


def test_the_refusal_names_devices_paths_and_the_option():
    (found,) = refusals(needed(Edit(("router bgp", "neighbor"), "1", None), ChangeClass.SESSION_RESET), ())
    assert found.code == "PLN-001"
    assert found.summary == "the change of `leaf1` takes away `router bgp > neighbor`"
    assert found.hint == "if that is meant, say so: add `--allow-delete`"


def test_what_is_allowed_is_not_refused():
    assert refusals(needed(Edit(("a",), "1", None), ChangeClass.TUNING), [DELETE]) == ()
