"""NVUE's own diff beside the plan."""

from __future__ import annotations

import json

import pytest

from fabric.core.tree import Edit
from fabric.platforms.cumulus.foretold import leaf, unlike, written

RUNNING = {
    "startup.yaml": json.dumps(
        {
            "interface": {"swp1-2": {"link": {"mtu": 9000}}, "swp3": {"description": "to a: b"}},
            "vrf": {"x": {}},
        }
    )
}
MTU = ("interface", "swp1", "link", "mtu")
PLAN = (Edit(MTU, "9000", "9214"), Edit(("interface", "swp3", "description"), "to a: b", None))
TRUTH = """\
- interface swp1 link mtu: 9000
- interface swp3 description: to a: b
+ interface swp1 link mtu: 9214
"""


def test_a_line_holds_a_path_and_a_value_that_may_hold_anything():
    for path, value in ((MTU, "9214"), (("interface", "swp3", "description"), "a: b c"), (("vrf", "x"), "")):
        assert leaf(written(path, value)) == (path, value)


def test_a_revision_that_does_what_was_planned_differs_in_nothing():
    assert unlike(RUNNING, PLAN, TRUTH) == ()


def test_defaults_and_secrets_are_no_difference():
    more = "+ interface swp1 type: swp\n+ system aaa user a hashed-password: *\n"
    assert unlike(RUNNING, PLAN, TRUTH + more) == ()


def test_more_less_and_other_values_are_told():
    lie = TRUTH.replace("mtu: 9214", "mtu: 1500") + "+ nve vxlan state: enabled\n"
    assert unlike(RUNNING, PLAN, lie) == (
        Edit(MTU, "9214", "1500"), Edit(("nve", "vxlan", "state"), None, "enabled"),
    )  # fmt: skip
    assert unlike(RUNNING, PLAN[:1], "") == (Edit(MTU, "9214", "9000"),)


def test_a_text_that_is_no_diff_is_refused():
    with pytest.raises(ValueError, match="diff"):
        unlike(RUNNING, PLAN, "Error: not found\n")
