"""`fabric qos`: one table over all hops, and what differs on one of them."""

from __future__ import annotations

import json

import pytest
from cases.designs import INFINIBAND
from cli.repository import edit, lay_out, said

ONE_HOP = """\
{% extends "builtin/cumulus/device.j2" %}
{% block qos %}{{ super() }}
{% if device.name == "spine1" %}
- set: {qos: {mapping: {default-global: {dscp: {'26': {switch-priority: 0}}}}}}
{% endif %}
{% endblock %}
"""


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


def test_hops_that_agree_share_the_rows_of_one_table(site, capsys):
    found = said(capsys, "qos", site)
    assert (found.code, found.err) == (0, "0 errors, 0 warnings\n")
    assert "24-31" in found.out
    assert "`pod1-host1 at 400G`" in found.out


def test_the_table_is_data(site, capsys):
    found = said(capsys, "qos", site, "--format", "json")
    content = json.loads(found.out)
    assert content["schema"] == "fabric-qos/1"
    rows = content["fabrics"]["backend"]
    assert {(row["number"], row["queue"], row["group"], row["paused"]) for row in rows} == {
        (0, 0, 0, False),
        (3, 3, 3, True),
        (6, 6, 0, False),
    }


def test_a_template_of_the_project_that_changes_one_hop_is_found(site, capsys):
    folder = site.parent / "templates" / "cumulus"
    folder.mkdir(parents=True)
    (folder / "device.j2").write_text(ONE_HOP)
    found = said(capsys, "qos", site)
    assert found.code == 1
    assert "error[HOP-001] the artifact of `spine1` puts code points `26` into class 0" in found.err
    assert "error[HOP-002] `spine1` puts code points `26` into class 0" in found.err


def test_a_build_that_would_write_it_writes_nothing(site, capsys, tmp_path):
    folder = site.parent / "templates" / "cumulus"
    folder.mkdir(parents=True)
    (folder / "device.j2").write_text(ONE_HOP)
    found = said(capsys, "build", site, "-o", tmp_path / "out")
    assert found.code == 1
    assert "error[HOP-002] `spine1` puts code points `26` into class 0" in found.err
    assert not (tmp_path / "out").exists()


def test_a_validation_looks_at_artifacts_when_it_is_asked_to(site, capsys):
    folder = site.parent / "templates" / "cumulus"
    folder.mkdir(parents=True)
    (folder / "device.j2").write_text(ONE_HOP)
    assert said(capsys, "validate", site).code == 0
    found = said(capsys, "validate", site, "--artifacts")
    assert found.code == 1
    assert "error[HOP-002] `spine1` puts code points `26` into class 0" in found.err


def test_a_fabric_without_classes_has_no_table(site, capsys):
    (site / "site.yaml").write_text(INFINIBAND)
    found = said(capsys, "qos", site)
    assert (found.code, found.out) == (0, "")
    assert "service levels" in found.err


SN5600 = "nvidia-sn5600, platform: cumulus, "
AS_SONIC = "nvidia-sn5600, platform: sonic, hwsku: Mellanox-SN5600-O128, "


def test_the_table_says_which_queues_cut_packets_and_a_hop_that_does_not_is_found(site, capsys):
    intent = site / "site.yaml"
    edit(intent, SN5600, AS_SONIC)
    edit(intent, 'release: "5.16"', 'release: "202511"')
    edit(intent, "  dcqcn:", "  trimming: {classes: [default], to: cnp, size: 256 B}\n  dcqcn:")
    found = said(capsys, "qos", site)
    assert found.code == 0
    assert "cut to 256 B, 48 in queue 6" in found.out
    template = site.parent / "templates" / "sonic" / "config_db.j2"
    template.parent.mkdir(parents=True)
    template.write_text('{% extends "builtin/sonic/config_db.j2" %}{% block trimming %}{% endblock %}')
    found = said(capsys, "qos", site)
    assert "cuts nothing, the intent queue 0 to 256 B for queue 6 with code point 48" in found.err
