"""`fabric rollout can-drain` on the command line."""

import json
import shutil
from pathlib import Path

import pytest
from cases.repositories import edited

from fabric.cli import run

ROOT = Path(__file__).parents[2]
INTENT = str(ROOT / "intents/roce-256")


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    monkeypatch.chdir(ROOT)


def test_a_leaf_may_be_taken_out_and_every_limit_is_shown(capsys):
    assert run(["rollout", "can-drain", INTENT, "pod1-leaf1"]) == 0
    out = capsys.readouterr().out
    assert "`pod1-leaf1` may be taken out" in out
    assert "uplinks of pod `pod1`: 12.5 % out, 12.5 % may" in out


def test_a_spine_may_not_go_while_another_is_down(capsys):
    assert run(["rollout", "can-drain", INTENT, "spine1", "--down", "spine2", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["safe"] is False
    assert found["out"] == ["spine2"]
    assert found["shares"][0]["broken"]


def test_a_job_keeps_its_rail(capsys, tmp_path):
    (tmp_path / "jobs.json").write_text('{"jobs": [{"name": "train7", "hosts": ["pod1-*"]}]}')
    words = ["rollout", "can-drain", INTENT, "pod1-leaf1", "--jobs", str(tmp_path / "jobs.json")]
    assert run(words) == 1
    assert "no: job `train7` on rail" in capsys.readouterr().out


def test_a_device_that_there_is_not_is_said(capsys):
    assert run(["rollout", "can-drain", INTENT, "pod1-leef1"]) == 1
    assert "PRJ-004" in capsys.readouterr().err


@pytest.fixture
def managing(tmp_path, monkeypatch):
    for folder in ("intents", "inventory"):
        shutil.copytree(ROOT / folder / "four-fabrics", tmp_path / folder / "four-fabrics")
    shutil.copy(ROOT / "inventory/groups.yaml", tmp_path / "inventory")
    intent = tmp_path / "intents/four-fabrics/site.yaml"
    said = "    out_of_band: true"
    intent.write_text(edited(intent.read_text(), (said, f"    manages: [all]\n{said}")))
    monkeypatch.chdir(tmp_path)
    return ["rollout", "can-drain", str(intent.parent), "--fabric", "oob"]


def test_a_leaf_of_management_ports_says_who_cannot_be_reached_and_costs_no_gpu(capsys, managing):
    run([*managing, "oob-pod1-leaf1"])
    said = capsys.readouterr().out.splitlines()[-1]
    assert said.startswith(
        "  nobody reaches the management of 12 switches meanwhile, whose traffic goes on: `fe-"
    )
    run([*managing, "oob-spine1"])
    assert "management" not in capsys.readouterr().out


def test_whose_management_goes_is_in_the_json_too(capsys, managing):
    run([*managing, "oob-pod1-leaf1", "--format", "json"])
    found = json.loads(capsys.readouterr().out)["unmanaged"]
    assert (len(found), found[0]) == (12, "fe-pod1-leaf1")
