"""The files of a host in one form and as one tree, and what a change of a leaf disturbs."""

from __future__ import annotations

import json

import pytest
from platforms.host.hosts import host
from platforms.host.test_words import artifacts

from fabric.core.tree import Edit, diff
from fabric.platforms.form import ChangeClass
from fabric.platforms.host import PLATFORM
from fabric.platforms.host.formats import CANONICAL


@pytest.mark.parametrize("text", ["A='1'\n", "A=1 2\n", "export A=1\n", "a=1\n", "A=1\nA=2\n"])
def test_an_environment_that_readers_would_take_differently_is_refused(text):
    with pytest.raises(ValueError, match="is no variable"):
        CANONICAL["nccl.env"](text)


def test_an_environment_is_sorted_and_loses_its_comments():
    assert CANONICAL["nccl.env"]("# x\nB=2\n\nA==1:2,3\n") == "A==1:2,3\nB=2\n"


def test_a_script_names_its_shell():
    with pytest.raises(ValueError, match="names its shell"):
        CANONICAL["apply.sh"]("set -eu\n")


def test_a_changed_code_point_is_one_leaf_and_the_script():
    before, after = (PLATFORM.parse(artifacts(config)) for config in (host(), host(cnp_dscp=47)))
    assert [edit.path for edit in diff(before, after, PLATFORM.owned)] == [
        ("apply.sh",),
        ("nic.json", "fabrics", "backend", "qos", "cnp_dscp"),
    ]


def test_the_name_of_a_host_alone_makes_no_script_another():
    def told(name):
        described = json.dumps({"host": name})
        return PLATFORM.parse({"nic.json": described, "report.sh": f"#!/bin/sh\necho {name}\n"})

    one, other = told("pod1-host1"), told("pod1-host2")
    assert one["report.sh",] == other["report.sh",]
    longer = PLATFORM.parse(
        {"nic.json": '{"host": "pod1-host1"}', "report.sh": "#!/bin/sh\necho pod1-host11\n"}
    )
    assert longer["report.sh",] != one["report.sh",]


def test_routes_and_rules_are_leaves():
    tree = PLATFORM.parse(artifacts(host()))
    base = ("netplan.yaml", "network", "ethernets", "rail1")
    assert tree[*base, "routes", "1", "via"] == "10.16.0.0"
    assert tree[*base, "addresses"] == '["10.16.0.1/31"]'
    assert tree["nccl.env", "NCCL_IB_TC"] == "106"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("nic.json", "host"), ChangeClass.IDENTITY),
        (("nic.json", "fabrics", "backend", "qos", "cnp_dscp"), ChangeClass.RESTART),
        (("nic.json", "fabrics", "backend", "qos", "pfc"), ChangeClass.BUFFER_REPROGRAM),
        (("nic.json", "fabrics", "backend", "nics", "rail1", "peer"), ChangeClass.COSMETIC),
        (("nic.json", "fabrics", "backend", "nics", "rail1", "mtu"), ChangeClass.LINK_FLAP),
        (("nic.json", "fabrics", "backend", "nics", "rail1", "address"), ChangeClass.SESSION_RESET),
        (("netplan.yaml", "network", "ethernets", "rail1", "mtu"), ChangeClass.LINK_FLAP),
        (("netplan.yaml", "network", "ethernets", "rail1", "addresses"), ChangeClass.SESSION_RESET),
        (("70-fabric-rail1.network", "Link", "MTUBytes"), ChangeClass.LINK_FLAP),
        (("70-fabric-rail1.network", "Route", "Table"), ChangeClass.SESSION_RESET),
        (("70-fabric-rail1.link", "Match", "Path"), ChangeClass.RESTART),
        (("nccl.env", "NCCL_IB_TC"), ChangeClass.TUNING),
        (("apply.sh",), ChangeClass.COSMETIC),
    ],
)
def test_a_change_disturbs_as_much_as_it_does(path, expected):
    assert PLATFORM.classify(Edit(path, "a", "b")) is expected
