"""Switches with cages of several kinds: hosts on the slow ones, uplinks on the fast ones."""

from __future__ import annotations

from cases.repositories import shipped

from fabric.topology import Port


def test_hosts_take_the_copper_ports_and_uplinks_the_fast_cages_behind_them():
    links = shipped("four-fabrics").designs["oob"].fabric.links_of["oob-pod1-leaf1"]
    hosts = [link.b.port for link in links if link.kind == "host-leaf"]
    uplinks = [link.a.port for link in links if link.kind == "leaf-spine"]
    assert hosts == [Port(cage, 1, 1) for cage in range(1, 9)]
    assert uplinks == [Port(49, 1, 4), Port(50, 1, 4)]


def test_a_spine_of_the_same_model_takes_its_fast_cages():
    links = shipped("four-fabrics").designs["oob"].fabric.links_of["oob-spine1"]
    assert [link.b.port for link in links] == [Port(49, 1, 4)]
