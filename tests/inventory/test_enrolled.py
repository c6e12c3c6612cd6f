"""What devices showed when they were met."""

from __future__ import annotations

import pytest
from cases.repositories import Texts
from hypothesis import given
from hypothesis import strategies as st

from fabric.core.diagnostic import FabricError
from fabric.inventory.enrolled import Enrolled, enrolled_text, read_enrolled
from fabric.inventory.reader import read_inventory

NAME = "inventory/site/enrolled.yaml"
HOSTS = "inventory/site/hosts.yaml"
MAC = "00:1c:73:00:00:01"
PIN = ":".join(["ab"] * 32)


def read(text):
    return read_enrolled(Texts({NAME: text}), "inventory/site")


def test_without_the_file_nobody_was_met():
    assert read_enrolled(Texts({}), "inventory/site") == {}


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("leaf1: {}\n", "", "does not say which schema"),
        ("enrolled: fabric/1\nleaf1: {mac: 2899.3a00.0100}\n", ":2:14", "looks like `02:00:00:00:00:01`"),
        ("enrolled: fabric/1\nleaf1: {fingerprint: 00}\n", ":2:22", "is needed"),
        ("enrolled: fabric/1\nleaf1: {trust: me}\n", ":2:16", "extra inputs"),
    ],
)
def test_a_mistake_is_told_with_its_place(text, place, words):
    with pytest.raises(FabricError) as refused:
        read(text)
    (found,) = refused.value.diagnostics
    assert found.code == "ENR-001"
    assert words in found.summary
    assert str(found.place or "").endswith(place)


WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029\ufeff"), max_size=20
)


@given(
    st.dictionaries(
        st.sampled_from(["leaf1", "leaf2", "leaf10"]), st.builds(Enrolled, serial=WORDS.filter(bool))
    )
)
def test_what_is_written_is_read_back(known):
    assert read(enrolled_text(known)) == known


def test_a_line_of_a_persons_holds_over_it_and_it_over_groups():
    files = {
        HOSTS: "leaf1: {groups: [eos], data: {serial: BY-HAND}}\n",
        "inventory/groups.yaml": f"eos: {{data: {{fingerprint: '{PIN}', ca_file: ca.pem}}}}\n",
        NAME: f"enrolled: fabric/1\nleaf1: {{serial: MET, mac: '{MAC}', fingerprint: '{PIN[::-1]}'}}\n",
    }
    data = read_inventory(Texts(files), "inventory/site").rows["leaf1"].data
    assert (data.serial, data.mac) == ("BY-HAND", MAC)
    assert (data.fingerprint, data.ca_file) == (PIN[::-1], "ca.pem")


def test_a_mistake_in_it_stops_whoever_reads_the_inventory():
    files = {HOSTS: "leaf1: {}\n", NAME: "enrolled: fabric/1\nleaf1: {host_key: yes}\n"}
    with pytest.raises(FabricError):
        read_inventory(Texts(files), "inventory/site")
