"""`fabric twin`: rendered files on real daemons."""

from __future__ import annotations

import json

import pytest
from cases.designs import INFINIBAND
from cases.repositories import edited
from cases.small_ethernet import ALL_SONIC
from cli.repository import lay_out, said
from judges import tally


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_a_fabric_of_switches_that_run_frr_is_rehearsed_whole(site, capsys):
    file = site / "site.yaml"
    file.write_text(edited(file.read_text(), *ALL_SONIC))
    tally.count("twin")
    found = said(capsys, "twin", site, "--format", "json")
    assert json.loads(found.out) == {
        "schema": "fabric-twin/1",
        "fabrics": [{"fabric": "backend", "nodes": 6, "sessions": 8, "probed": 16}],
        "findings": [],
    }
    assert found.code == 0


@pytest.mark.judge("opensm")
def test_a_subnet_is_routed_and_its_cables_are_counted(site, capsys):
    (site / "site.yaml").write_text(INFINIBAND)
    found = said(capsys, "twin", site)
    assert found.out == "compute: OpenSM routed 16 cables with updn\n"
    assert found.code == 0


def test_switches_that_run_no_frr_are_named(site, capsys):
    found = said(capsys, "twin", site)
    assert (found.code, found.out) == (1, "")
    assert "error: no rehearsal of `backend`: `cumulus` has no configuration of FRR" in found.err
    (result,) = json.loads(said(capsys, "twin", site, "--format", "json").out)["fabrics"]
    assert result.keys() == {"fabric", "reason"}


def test_a_fabric_that_is_not_there_is_a_mistake_of_use(site, capsys):
    found = said(capsys, "twin", site, "--fabric", "storage")
    assert found.code == 64
    assert "no fabric `storage` in this site; it has backend" in found.err
