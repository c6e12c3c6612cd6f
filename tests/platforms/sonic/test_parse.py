"""CONFIG_DB and frr.conf as one tree, whatever the switch adds by itself."""

from __future__ import annotations

import json

import pytest
from platforms import samples

from fabric.core.tree import fingerprint
from fabric.platforms.sonic import PLATFORM
from fabric.platforms.sonic.parse import parse
from fabric.render import environment, render


@pytest.fixture(scope="module")
def files():
    return {a.name: a.text for a in render(PLATFORM, samples.sonic(samples.leaf()), environment())}


def ours(tree):
    return {path: value for path, value in tree.items() if PLATFORM.owned(path)}


def with_rows(files, rows):
    database = json.loads(files["config_db.json"])
    for table, key, row in rows:
        database.setdefault(table, {}).setdefault(key, {}).update(row)
    return {**files, "config_db.json": json.dumps(database)}


NOT_OURS = {
    "a profile of buffermgrd": ("BUFFER_PROFILE", "pg_lossless_400000_40m_profile", {"size": "1"}),
    "a group of buffermgrd": ("BUFFER_PG", "Ethernet0|3-4", {"profile": "pg_lossless_400000_40m_profile"}),
    "a default of the image": ("FEATURE", "bgp", {"state": "enabled"}),
    "an interval of a counter": ("FLEX_COUNTER_TABLE", "QUEUE", {"POLL_INTERVAL": "10000"}),
    "a field a command left": ("PORT", "Ethernet0", {"dhcp_rate_limit": "300"}),
    "the base address": ("DEVICE_METADATA", "localhost", {"mac": "00:00:00:00:00:09", "timezone": "UTC"}),
    "the words of the image": (
        "BANNER_MESSAGE",
        "global",
        {"state": "disabled", "login": "Debian", "motd": "x"},
    ),
    "the way in": ("MGMT_INTERFACE", "eth0|9.9.9.9/24", {"gwaddr": "9.9.9.1"}),
    "the key as stored": ("TACPLUS", "global", {"passkey": "U2FsdGVk"}),
}


@pytest.mark.parametrize("what", NOT_OURS)
def test_what_the_switch_adds_is_not_compared(what, files):
    assert ours(parse(with_rows(files, [NOT_OURS[what]]))) == ours(parse(files))


OURS = {
    "a priority": ("PORT_QOS_MAP", "Ethernet0", {"pfc_enable": "3,4"}),
    "a port": ("PORT", "Ethernet0", {"mtu": "1500"}),
    "a server": ("NTP_SERVER", "9.9.9.9", {}),
    "a hash field": ("SWITCH_HASH", "GLOBAL", {"ecmp_hash": ["SRC_IP"]}),
}


@pytest.mark.parametrize("what", OURS)
def test_what_somebody_changed_is_seen(what, files):
    prints = {fingerprint(parse(f), PLATFORM.owned) for f in (files, with_rows(files, [OURS[what]]))}
    assert len(prints) == 2


def test_the_order_of_a_set_says_nothing(files):
    both = [("PORT_QOS_MAP", "Ethernet0", {"pfc_enable": order}) for order in ("3,4", "4,3")]
    one, other = (parse(with_rows(files, [row])) for row in both)
    assert one == other


def test_numbers_of_a_file_that_people_wrote_are_those_of_the_database(files):
    one, other = (with_rows(files, [("PORT", "Ethernet0", {"mtu": mtu})]) for mtu in (9214, "9214"))
    assert parse(one) == parse(other)


def test_a_row_without_fields_is_the_same_in_both_spellings(files):
    one, other = (with_rows(files, [("DNS_NAMESERVER", "9.9.9.9", row)]) for row in ({}, {"NULL": "NULL"}))
    assert parse(one) == parse(other)


def test_lines_sonic_puts_into_frr_conf_are_not_compared(files):
    more = {
        **files,
        "frr.conf": "frr version 10.3\n! made by hand\nfpm address 127.0.0.1\n" + files["frr.conf"],
    }
    assert ours(parse(more)) == ours(parse(files))


def test_malformed_json_is_refused(files):
    with pytest.raises(ValueError, match="Expecting"):
        parse({**files, "config_db.json": "{"})
