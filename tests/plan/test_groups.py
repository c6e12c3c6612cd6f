"""Groups of equal changes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fabric.core.tree import Edit
from fabric.plan.groups import Member, Shown, beyond, grouped, having
from fabric.plan.impact import Impact
from fabric.platforms.form import ChangeClass

ECN = Edit(("ecn",), "150", "300")
PFC = Edit(("pfc",), None, "3")


def member(name, *edits, kind="change", wave=1, variables=(), **more):
    shown = tuple(Shown(edit, ChangeClass.TUNING) for edit in edits)
    known = {"change_class": ChangeClass.TUNING, "variables": dict(variables)} | more
    return Member(name, "eos", "leaf", kind, shown, wave=wave, **known)


def test_equal_changes_are_one_group_and_the_odd_one_is_alone():
    fleet = [member(f"leaf{n}", ECN) for n in range(1, 128)] + [member("leaf128", ECN, PFC)]
    many, odd = grouped(fleet)
    assert (len(many.members), odd.devices) == (127, ("leaf128",))
    assert (odd.like, [one.edit for one in beyond(odd, (many, odd))]) == (many.number, [PFC])
    assert having(many, (many, odd)) == (odd,)


def test_a_group_that_contains_no_other_is_shown_whole():
    many, other = grouped([member("leaf1", ECN), member("leaf2", ECN), member("leaf3", PFC)])
    assert other.like == 0
    assert beyond(other, (many, other)) == other.shown


def test_own_words_do_not_part_a_group_and_are_shown_where_all_agree():
    def leaf(number, spine):
        words = {f"leaf{number}": "{hostname}", spine: "{spine}"}
        edit = Edit(("description",), f"leaf{number}", f"leaf{number} {spine}")
        return member(f"leaf{number}", edit, variables=words)

    (apart,) = grouped([leaf(1, "spine9"), leaf(2, "spine9")])
    assert apart.shown[0].edit == Edit(("description",), "{hostname}", "{hostname} {spine}")
    (alone,) = grouped([leaf(1, "spine9")])
    assert alone.shown[0].edit.new == "leaf1 spine9"


def test_what_undoes_an_outside_change_is_a_group_of_its_own():
    outside = Member("b", "eos", "leaf", shown=(Shown(ECN, ChangeClass.TUNING, outside=True),))
    assert len(grouped([member("a", ECN), outside])) == 2


def test_devices_that_come_are_one_group_by_what_they_are():
    new = [member(f"spine{n}", kind="add", links=64) for n in (1, 2)]
    groups = grouped([*new, member("spine3", kind="add", links=32)])
    assert [(group.kind, group.devices) for group in groups] == [
        ("add", ("spine1", "spine2")),
        ("add", ("spine3",)),
    ]


def test_groups_stand_in_the_order_in_which_they_go():
    late, early = member("a", ECN, wave=2), member("b", PFC, wave=1)
    never = member("c", Edit(("x",), None, "1"), wave=0)
    assert [group.devices for group in grouped([never, late, early])] == [("b",), ("a",), ("c",)]
    assert [group.waves for group in grouped([never, late, early])] == [(1,), (2,), ()]


def test_a_group_sums_what_its_members_disturb_and_counts_gpus_once():
    hit = Impact(flaps=("e1", "e2"), sessions=("e1",), behind={"pod1/leaf1": 8}, rails=(1,), capacity=25.0)
    far = Impact(flaps=("e9",), behind={"pod1/leaf1": 8}, rails=(2,), capacity=10.0)
    (group,) = grouped([member("a", ECN, impact=hit), member("b", ECN, impact=far)])
    assert (group.flaps, group.sessions, group.gpus, group.rails, group.capacity) == (3, 1, 8, (1, 2), 25.0)


@given(st.lists(st.sets(st.sampled_from("abcd"), min_size=1), max_size=30), st.randoms(use_true_random=False))
def test_every_device_is_in_one_group_and_groups_hold_equal_changes(changes, chance):
    fleet = [
        member(f"d{n}", *(Edit((letter,), None, "1") for letter in sorted(letters)))
        for n, letters in enumerate(changes)
    ]
    groups = grouped(fleet)
    assert sorted(name for group in groups for name in group.devices) == sorted(d.name for d in fleet)
    assert all(one.shown == group.members[0].shown for group in groups for one in group.members)
    assert len({group.shown for group in groups}) == len(groups)
    chance.shuffle(fleet)
    assert grouped(fleet) == groups
