"""The own words of devices."""

from __future__ import annotations

from cases.repositories import shipped

from fabric.core.tree import Edit
from fabric.plan.variables import abstract, own_words, used, variables
from fabric.topology import Port


def own(name, intent="roce-256"):
    return variables(next(iter(shipped(intent).designs.values())), name)


def test_a_switch_owns_its_name_its_numbers_and_those_of_its_neighbours():
    words = own("pod1-leaf1")
    assert words["pod1-leaf1"] == "{hostname}"
    assert words["pod1-host7"] == "{pod}-host7"
    assert words["swp1s0"] == "{peer port}"
    assert {"{loopback}", "{asn}", "{peer asn}", "{address}", "{peer address}"} <= set(words.values())


def test_a_spine_is_named_as_it_is_so_that_wrong_cabling_differs():
    assert "spine1" not in own("pod1-leaf1")


def test_equal_changes_of_two_leaves_are_equal_without_their_own_words():
    edits = [
        abstract(Edit(("interface Ethernet1/1", "description"), None, f"{leaf} to pod1-host1"), own(leaf))
        for leaf in ("pod1-leaf1", "pod1-leaf2")
    ]
    assert edits[0] == edits[1]
    assert edits[0].new == "{hostname} to {pod}-host1"


def test_a_host_that_went_leaves_equal_changes_at_its_leaves():
    design = next(iter(shipped("roce-256").designs.values()))

    def gone(leaf):
        port = Port(20, 1, 4)  # nobody is there now
        near, far = design.numbers.host_link(leaf, port)
        edit = Edit((f"INTERFACE|{near}",), None, f"{far.ip} 192.0.2.1 10.0.0.999")
        return abstract(edit, own_words(design, leaf, [edit]))

    assert gone("pod1-leaf1") == gone("pod1-leaf2")
    assert gone("pod1-leaf1") == Edit(("INTERFACE|{address}",), None, "{peer address} 192.0.2.1 10.0.0.999")


def test_the_port_that_an_edit_speaks_of_stays():
    words = {"Ethernet1/1": "{peer port}", "leaf1": "{hostname}"}
    edit = Edit(("interface Ethernet1/1", "description"), "Ethernet1/1", "leaf1")
    assert abstract(edit, words) == Edit(
        ("interface Ethernet1/1", "description"), "{peer port}", "{hostname}"
    )


def test_an_address_is_found_before_its_mask_and_only_as_a_whole_word():
    words = {"10.0.0.1": "{loopback}", "leaf1": "{hostname}"}
    assert abstract(Edit(("a",), "10.0.0.1/32", "10.0.0.11 leaf10"), words).old == "{loopback}/32"
    assert abstract(Edit(("a",), None, "10.0.0.11 leaf10"), words).new == "10.0.0.11 leaf10"


def test_only_words_that_occur_are_kept():
    words = {"leaf1": "{hostname}", "10.0.0.1": "{loopback}", "64512": "{asn}"}
    edits = (Edit(("router bgp",), "64511", "64512"), Edit(("ip address",), None, "10.0.0.1/32"))
    assert used(words, edits) == {"10.0.0.1": "{loopback}", "64512": "{asn}"}
