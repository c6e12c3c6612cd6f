"""Files and REST answers become one tree; only the managed partitions and our own options are ours."""

from __future__ import annotations

import json

import pytest
from platforms.ufm.test_words import artifacts, subnet

from fabric.core.tree import Edit, diff
from fabric.platforms.form import ChangeClass
from fabric.platforms.ufm import PLATFORM

GUID = "0000000000003000"


def test_members_and_levels_are_leaves():
    tree = PLATFORM.parse(artifacts(subnet()))
    assert tree["ufm.json", "pkeys", "0x10", "guids", GUID] == "full"
    assert tree["ufm.json", "pkeys", "0x10", "qos_conf", "service_level"] == "1"
    assert tree["partitions.conf", "0x0010", "member", "0x0000000000003001"] == "limited"
    assert tree["qos-policy.conf", "any, pkey 0x0010"] == "1"
    assert tree["topology.topo", "leaf1", "P1"] == "HCA host1 P1"
    assert tree["opensm.conf", "routing_engine"] == "ar_updn"


def test_what_ufm_answers_differs_in_nothing_but_the_change():
    wanted = artifacts(subnet())["ufm.json"]
    answer = json.loads(wanted)
    answer["pkeys"]["0x10"]["guids"][0]["membership"] = "limited"
    answer["pkeys"]["0x10"]["qos_conf"] |= {"mtu_limit": 4, "rate_limit": 200}
    answer["pkeys"]["0x7fff"] = {"partition": "management", "ip_over_ib": True, "guids": []}
    answer["smconf"] |= {"m_key": "0x7", "routing_engine_active": "ar_updn"}
    running = PLATFORM.parse({"ufm.json": json.dumps(answer)})
    edits = PLATFORM.patch(running, PLATFORM.parse({"ufm.json": wanted})).edits
    assert edits == (Edit(("ufm.json", "pkeys", "0x10", "guids", GUID), "limited", "full"),)


def test_options_that_ufm_patched_in_are_not_ours():
    text = artifacts(subnet())["opensm.conf"]
    running = PLATFORM.parse({"opensm.conf": "log_flags 0x7\nsome_new_key 1\n" + text})
    assert diff(running, PLATFORM.parse({"opensm.conf": text}), PLATFORM.owned) == ()


def test_every_option_we_print_is_ours():
    assert all(map(PLATFORM.owned, PLATFORM.parse({"opensm.conf": artifacts(subnet())["opensm.conf"]})))


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit(("ufm.json", "pkeys", "0x10", "guids", GUID), None, "full"), ChangeClass.ADDITIVE),
        (Edit(("ufm.json", "pkeys", "0x10", "guids", GUID), "full", None), ChangeClass.SESSION_RESET),
        (Edit(("partitions.conf", "0x0010", "sl"), "0", "1"), ChangeClass.TUNING),
        (Edit(("opensm.conf", "sm_priority"), "1", "2"), ChangeClass.TUNING),
        (Edit(("opensm.conf", "qos_sl2vl"), "0", "1"), ChangeClass.TUNING),
        (Edit(("opensm.conf", "max_op_vls"), "1", "2"), ChangeClass.LINK_FLAP),
        (Edit(("opensm.conf", "routing_engine"), "updn", "ar_updn"), ChangeClass.RESTART),
        (Edit(("opensm.conf", "cc_key"), "1", "2"), ChangeClass.RESTART),
        (Edit(("opensm.conf", "ar_sl_mask"), "0x0000", "0xffff"), ChangeClass.RESTART),
        (Edit(("ufm.json", "smconf", "subnet_prefix"), "0x1", "0x2"), ChangeClass.IDENTITY),
        (Edit(("root_guid.conf", "0x1"), None, ""), ChangeClass.SESSION_RESET),
        (Edit(("topoconfig.conf", "x"), "", None), ChangeClass.LINK_FLAP),
        (Edit(("topology.topo", "leaf1", "P1"), "a", "b"), ChangeClass.COSMETIC),
        (Edit(("qos-policy.conf", "default"), "0", "1"), ChangeClass.TUNING),
    ],
)
def test_a_change_disturbs_as_much_as_it_does(edit, expected):
    assert PLATFORM.classify(edit) is expected
