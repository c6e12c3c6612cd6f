"""Inventory: groups and defaults applied as Nornir does, and identities that belong to one device."""

from __future__ import annotations

import pytest
from cases.repositories import Texts, shipped

from fabric.core.diagnostic import FabricError
from fabric.inventory import Data, read_inventory


def read(hosts, **more):
    files = {"inventory/site/hosts.yaml": hosts}
    files |= {f"inventory/{name.replace('__', '/')}.yaml": text for name, text in more.items()}
    return read_inventory(Texts(files), "inventory/site")


def refused(hosts, **more):
    with pytest.raises(FabricError) as caught:
        read(hosts, **more)
    return [
        (found.code, found.place.file.rpartition("/")[2], found.place.line)
        for found in caught.value.diagnostics
    ]


def test_no_inventory_is_an_empty_one():
    found = read_inventory(Texts({}), "inventory/site")
    assert dict(found.rows) == {}
    assert found.data("spine1") == Data()


@pytest.mark.parametrize("text", ["", "# none yet\n"])
def test_an_empty_file_is_an_empty_inventory(text):
    assert dict(read(text).rows) == {}


def test_the_own_value_comes_before_those_of_groups_and_defaults():
    rows = read(
        "a: {port: 1, groups: [x, y]}\nb: {groups: [x, y]}\nc: {groups: [y]}\nd: {}\n",
        groups="x: {port: 2}\ny: {port: 3, username: group}\n",
        defaults="{port: 4, username: default}\n",
    ).rows
    assert {name: (row.port, row.username) for name, row in rows.items()} == {
        "a": (1, "group"), "b": (2, "group"), "c": (3, "group"), "d": (4, "default"),
    }  # fmt: skip


def test_fields_of_data_are_merged_one_by_one():
    rows = read(
        "a: {groups: [x], data: {serial: S1}}\n",
        groups="x: {data: {serial: none, ca_file: ca.pem}}\n",
        defaults="{data: {host_key: k}}\n",
    ).rows
    assert (rows["a"].data.serial, rows["a"].data.ca_file, rows["a"].data.host_key) == ("S1", "ca.pem", "k")


def test_groups_beside_the_hosts_come_before_those_above():
    above, beside = "x: {port: 1}\n", "x: {port: 2}\n"
    assert read("a: {groups: [x]}\n", groups=above).rows["a"].port == 1
    assert read("a: {groups: [x]}\n", groups=above, site__groups=beside).rows["a"].port == 2


def test_a_host_without_fields_is_a_host():
    assert read("a:\nb: {}\n").rows.keys() == {"a", "b"}


@pytest.mark.parametrize(
    ("hosts", "code"),
    [
        ("a: {hostnam: x}\n", "INV-002"),
        ("a: {data: {seral: x}}\n", "INV-002"),
        ("a: {port: ssh}\n", "INV-003"),
        ("a: {port: -1}\n", "INV-003"),
        ("a: {password: hunter2}\n", "INV-003"),
        ("a: {data: {management: 10.0.0.1/33}}\n", "INV-003"),
        ("a: {data: {mac: 28-99-3a-00-01-00}}\n", "INV-003"),
        ("a: {data: {mac: 28:99:3A:00:01:00}}\n", "INV-003"),
        ("a: {data: {guid: b83fd2}}\n", "INV-003"),
        ("a: {data: {guids: [b83fd20300001001, zz]}}\n", "INV-003"),
        ("a: [x]\n", "INV-003"),
        ("a: {groups: [none]}\n", "INV-004"),
        ("a: {data: {serial: S}}\n", None),
    ],
)
def test_a_mistake_in_a_row_has_its_code_and_place(hosts, code):
    if code is None:
        assert read(hosts).rows["a"].data.serial == "S"
    else:
        assert refused(hosts) == [(code, "hosts.yaml", 1)]


@pytest.mark.parametrize(
    "hostname",
    ["10.0.0.1", "2001:db8::1", "leaf1", "leaf1.example.net", "leaf1.example.net.", "x" * 63, "1a"],
)
def test_an_address_or_a_name_is_where_a_device_is_reached(hostname):
    assert read(f'a: {{hostname: "{hostname}"}}\n').rows["a"].hostname == hostname


@pytest.mark.parametrize(
    "hostname",
    ["x" * 64, ".".join(["x" * 60] * 5), "a..b", ".a", "-a", "a-", "a/b", "a?b", "a#b", "a b", "u@a", "a:22",
     "[::1]", "fe80::1%eth0", "10.0.0", "10.0.0.256", "10.0.0.1/24", "ü.example", "a\\n"],
)  # fmt: skip
def test_a_place_where_no_device_can_be_is_refused(hostname):
    assert refused(f'a: {{hostname: "{hostname}"}}\n') == [("INV-003", "hosts.yaml", 1)]


def test_many_unknown_groups_among_many_are_told_without_a_search_for_the_nearest():
    hosts = "".join(f"a{n}: {{groups: [x{n}y]}}\n" for n in range(400))
    groups = "".join(f"x{n}: {{port: 1}}\n" for n in range(400))
    with pytest.raises(FabricError) as caught:
        read(hosts, groups=groups)
    assert {(found.code, found.hint) for found in caught.value.diagnostics} == {("INV-004", "")}
    with pytest.raises(FabricError) as caught:
        read("a: {groups: [x1y]}\n", groups=groups)
    assert [found.hint for found in caught.value.diagnostics] == ["did you mean `x1`?"]


def test_mistakes_of_all_files_are_told_at_once():
    found = refused("a: {hostnam: x}\n", groups="x: {port: ssh}\n", defaults="{usrname: y}\n")
    assert found == [
        ("INV-002", "hosts.yaml", 1),
        ("INV-003", "groups.yaml", 1),
        ("INV-002", "defaults.yaml", 1),
    ]


@pytest.mark.parametrize(
    "data",
    [
        "serial: S1",
        'mac: "28:99:3a:00:01:00"',
        "guid: b83fd20300001001",
        "guids: [b83fd20300001001]",
        "management: 10.0.0.1/24",
    ],
)
def test_an_identity_belongs_to_one_device(data):
    hosts = f"a: {{data: {{{data}}}}}\nb: {{data: {{{data}}}}}\n"
    assert refused(hosts) == [("INV-008", "hosts.yaml", 2)]
    assert len(read(hosts.partition("\n")[0]).rows) == 1


def test_an_address_with_another_mask_is_the_same_address():
    found = refused("a: {data: {management: 10.0.0.1/24}}\nb: {data: {management: 10.0.0.1/22}}\n")
    assert found == [("INV-008", "hosts.yaml", 2)]


def test_values_that_groups_share_are_no_identity_of_two():
    assert (
        len(read("a: {groups: [x]}\nb: {groups: [x]}\n", groups="x: {data: {ca_file: ca.pem}}\n").rows) == 2
    )


@pytest.mark.parametrize("intent", ["quickstart", "roce-256", "ib-b200-superpod"])
def test_the_shipped_inventories_know_every_switch(intent):
    build = shipped(intent)
    (design,) = build.designs.values()
    switches = [d.name for d in design.fabric.devices.values() if d.role in {"leaf", "spine"}]
    assert [name for name in switches if not design.inventory.data(name).serial] == []


def test_passwords_of_the_shipped_inventory_are_references():
    rows = shipped("roce-256").designs["backend"].inventory.rows
    assert {row.password for row in rows.values()} == {"secret:env/FABRIC_PASSWORD"}


def test_a_row_without_a_name_is_told_where_it_stands():
    assert refused("a: {}\n'': x\n") == [("INV-003", "hosts.yaml", 2)]
    assert refused("a: {}\n", defaults="port: x\n") == [("INV-003", "defaults.yaml", 1)]


def test_no_more_mistakes_of_a_file_are_told_than_anybody_reads():
    found = refused("leaf1:\n" + "".join(f"  junk{n}: 1\n" for n in range(1500)))
    assert [code for code, _, _ in found[-2:]] == ["INV-002", "YML-011"]
    assert len(found) == 1001
