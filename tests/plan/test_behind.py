"""GPUs behind links, each counted once."""

from __future__ import annotations

import pytest
from cases.repositories import shipped

from fabric.plan.behind import behind, gpus_of_pods, united

GPUS = {"quickstart": 32, "roce-256": 256, "clos3-64": 64, "planes-32": 32}


def design(name):
    return next(iter(shipped(name).designs.values()))


@pytest.mark.parametrize("intent", sorted(GPUS))
def test_everything_is_behind_all_links_but_nothing_twice(intent):
    made = design(intent)
    whole = sum(gpus_of_pods(made).values())
    assert whole == GPUS[intent]
    links = [link for link in made.fabric.links if link.kind != "host-leaf"]
    rails = made.intent.topology.rails
    attached = sum(link.kind == "host-leaf" for link in made.fabric.links) // _planes(made)
    assert united(behind(made, [link]) for link in links) == min(whole, attached)
    assert rails


def _planes(made):
    return len({device.plane for device in made.fabric.devices.values() if device.plane}) or 1


def test_a_link_of_a_host_has_one_gpu_behind_it_on_rails():
    made = design("roce-256")
    link = next(link for link in made.fabric.links if link.kind == "host-leaf")
    assert united([behind(made, [link])]) == 1


def test_both_ends_of_a_link_have_the_same_gpus_behind_them():
    made = design("roce-256")
    uplink = next(link for link in made.fabric.links if link.kind == "leaf-spine")
    one = behind(made, [uplink])
    assert united([one, one]) == united([one]) == 32


def test_hosts_on_one_leaf_have_their_own_gpus_behind_them():
    made = design("roce-256")
    of = {}
    for link in made.fabric.links:
        if link.kind == "host-leaf":
            of.setdefault(link.a.device, []).append(link)
    assert united(behind(made, links) for links in of.values()) == 256
    two = [behind(made, of[name]) for name in ("pod1-host1", "pod1-host2")]
    assert united(two) == 16
    leaf = [link for link in made.fabric.links if link.kind == "leaf-spine" and link.a.device == "pod1-leaf1"]
    assert united([*two, behind(made, leaf)]) == 32 + 14


def test_a_pod_takes_its_parts_along():
    assert united([{"pod1": 64}, {"pod1/leaf1": 8, "pod2/leaf1": 8}]) == 72
