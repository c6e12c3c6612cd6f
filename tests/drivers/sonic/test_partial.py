"""Partial files and their inverse, against a database that merges as `config load` does."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.drivers.sonic.partial import (
    Delete,
    Undo,
    difference,
    read_database,
    read_deletes,
    redis_words,
    undo,
)

VALUES = st.one_of(st.sampled_from(["1", "2"]), st.just(["a", "b"]))
ENTRIES = st.dictionaries(st.sampled_from("fg"), VALUES, max_size=2)
DATABASES = st.dictionaries(
    st.sampled_from("ST"), st.dictionaries(st.sampled_from("kl"), ENTRIES, min_size=1, max_size=2), max_size=2
)
DELETES = st.lists(
    st.builds(
        Delete, st.sampled_from("ST"), st.sampled_from("kl"), st.one_of(st.none(), st.sampled_from("fg"))
    ),
    max_size=3,
)


def applied(database, loads, deletes):
    """Merge and delete as CONFIG_DB does: an entry whose last field goes is gone, tables never stay empty.

    An entry loaded as empty keeps a marker (`NULL`) in Redis, so it does not go with its last field.
    """
    rows = {
        (t, k): dict(entry) or {"NULL": "NULL"} for t, keys in database.items() for k, entry in keys.items()
    }
    for load in loads:
        for table, keys in load.items():
            for key, entry in keys.items():
                rows.setdefault((table, key), {}).update(entry or {"NULL": "NULL"})
    for delete in deletes:
        row = rows.get((delete.table, delete.key), {})
        if delete.field is None:
            row.clear()
        row.pop(delete.field, None)
    result = {}
    for (table, key), row in rows.items():
        if row:
            result.setdefault(table, {})[key] = {f: v for f, v in row.items() if f != "NULL"}
    return result


@given(DATABASES, st.lists(DATABASES, max_size=2), DELETES)
def test_undoing_a_change_gives_the_database_from_before(running, loads, deletes):
    before = copy.deepcopy(running)
    after = applied(running, loads, deletes)
    back = undo(running, loads, deletes)
    assert applied(after, [back.load], back.deletes) == before
    assert running == before


@given(DATABASES, DATABASES)
def test_the_difference_of_two_databases_leads_from_one_to_the_other(running, base):
    back = difference(running, base)
    assert applied(running, [back.load], back.deletes) == base


@given(DATABASES)
def test_equal_databases_differ_in_nothing(running):
    back = difference(running, running)
    assert (back.load, back.deletes) == ({}, ())


def test_what_a_daemon_made_is_no_difference():
    rows = {"Ethernet0|0": {"profile": "ingress_lossy_profile"}}
    made = {"Ethernet0|3-4": {"profile": "pg_lossless_400000_5m_profile"}}
    profile = {"pg_lossless_400000_5m_profile": {"xoff": "1"}}
    without, there = {"BUFFER_PG": rows}, {"BUFFER_PG": rows | made, "BUFFER_PROFILE": profile}
    for running, base in ((there, without), (without, there)):
        assert difference(running, base) == Undo({}, ())
    assert difference({"BUFFER_PG": rows}, {"BUFFER_PG": {}}).deletes == (Delete("BUFFER_PG", "Ethernet0|0"),)


def test_rows_that_make_room_go_first_and_users_before_what_they_refer_to():
    running = {
        "PORT": {"Ethernet0": {}},
        "INTERFACE": {"Ethernet0": {}, "Ethernet0|10.0.0.1/31": {}},
        "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}},
    }
    back = difference(running, {})
    assert [one.key for one in back.first] == ["Ethernet0|3", "Ethernet0|10.0.0.1/31", "Ethernet0"]
    assert back.last == (Delete("PORT", "Ethernet0"),)


def test_the_field_of_a_list_has_its_redis_name():
    known = [{"PORT": {"Ethernet0": {"adv_speeds": ["400000"], "mtu": "9100"}}}]
    assert redis_words(Delete("PORT", "Ethernet0", "adv_speeds"), known) == (
        "HDEL",
        "PORT|Ethernet0",
        "adv_speeds@",
    )
    assert redis_words(Delete("PORT", "Ethernet0", "mtu"), known) == ("HDEL", "PORT|Ethernet0", "mtu")
    assert redis_words(Delete("BGP_NEIGHBOR", "default|Ethernet0"), known) == (
        "DEL",
        "BGP_NEIGHBOR|default|Ethernet0",
    )


@pytest.mark.parametrize("text", ["[]", '{"PORT": []}', '{"PORT": {"Ethernet0": "up"}}', "{"])
def test_what_is_no_database_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - JSON's own words or ours
        read_database(text)


@pytest.mark.parametrize("text", ["1", "[1]", '[["A"]]', '[["A", "b", "c", "d"]]'])
def test_what_are_no_deletes_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - Python's own words or ours
        read_deletes(text)
