"""The mark of a change stands beside the access lists of the fabric, never in their place."""

from fabric.drivers.cumulus.marks import marked, unmarking

LISTS = {"acl": {"FABRIC-MANAGEMENT": {"type": "ipv4"}}}


def test_a_mark_comes_beside_lists_that_come():
    assert marked(LISTS, "fab-1") == {
        "acl": {"FABRIC-MANAGEMENT": {"type": "ipv4"}, "fab-1": {"type": "ipv4"}}
    }
    assert marked({}, "fab-1") == {"acl": {"fab-1": {"type": "ipv4"}}}


def test_an_old_mark_goes_beside_lists_that_go():
    gone = {"acl": {"FABRIC-MANAGEMENT": None}}
    assert unmarking(gone, ["fab-1"]) == {"acl": {"FABRIC-MANAGEMENT": None, "fab-1": None}}
    assert unmarking({}, ["fab-1"]) == {"acl": {"fab-1": None}}
    assert unmarking(gone, []) == gone


def test_when_all_lists_go_the_mark_goes_with_them():
    assert unmarking({"acl": None}, ["fab-1"]) == {"acl": None}
