"""What a group is about, in few words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cases import busy_change

from fabric.core.tree import Edit
from fabric.plan.groups import Shown, grouped
from fabric.plan.impact import Impact
from fabric.plan.review import Turn
from fabric.platforms.form import ChangeClass
from fabric.views.review_subject import subject
from fabric.views.review_words import headline, total_words, turn_word


@pytest.fixture(scope="module")
def review():
    return busy_change.review()


def test_a_group_says_how_much_of_what_changes(review):
    assert [subject(group, review.groups) for group in review.groups] == [
        "8 changes: ports 3, qos 2, addresses 1, descriptions 1, routing 1",
        "1 change: qos",
        "the same as group 1, and 21 more changes: qos 18, ports 2, buffers 1",
        "the same as group 1, and 1 more change: qos",
        "",
    ]


def test_a_platform_without_features_says_how_much(review):
    (first, *_) = review.groups[0].members
    edits = (
        Shown(Edit(("a",), None, "b"), ChangeClass.TUNING),
        Shown(Edit(("c",), "d", None), ChangeClass.TUNING),
    )
    (group,) = grouped([replace(first, platform="host", shown=edits)])
    assert subject(group, (group,)) == "2 changes"


@pytest.mark.parametrize(
    ("impact", "words"),
    [
        (Impact(sessions=("swp1",), behind={"pod1": 4}), "4 GPUs behind ports that lose their session"),
        (Impact(stalls=("swp1",), behind={"pod1": 4}), "4 GPUs behind ports that stall"),
        (
            Impact(flaps=("swp1",), sessions=("swp2",), behind={"pod1": 1}),
            "1 GPU behind ports that flap or lose their session",
        ),
    ],
)
def test_only_what_happens_is_said_of_traffic(review, impact, words):
    (first, *_) = review.groups[0].members
    only = replace(review, groups=grouped([replace(first, impact=impact)]))
    assert total_words(only) == words


def test_the_groups_that_traffic_notices_are_named_among_several(review):
    assert headline(review).endswith("; 2 groups that traffic notices (3-4)")
    third = grouped(review.groups[2].members)
    assert headline(replace(review, groups=third)).endswith("; 1 group that traffic notices")


def test_few_devices_of_a_wave_are_named():
    few = Turn(1, "canary", ("pod1-leaf1", "spine1"), soak_s=600, most_s=700)
    assert turn_word(few) == "1 `canary`: 2 devices (pod1-leaf1, spine1), soak 10 min"
    many = Turn(2, "rest", tuple(f"leaf{n}" for n in range(5)), soak_s=0, most_s=700)
    assert turn_word(many) == "2 `rest`: 5 devices"
