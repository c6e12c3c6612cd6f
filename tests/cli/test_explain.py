"""`fabric explain`: chains and codes on stdout, refusals on stderr with exit code 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fabric.cli import run

ROOT = Path(__file__).parents[2]
QUICKSTART = str(ROOT / "intents" / "quickstart")


def test_a_port_is_explained(capsys):
    assert run(["explain", QUICKSTART, "pod1-leaf1:Ethernet33/1:mtu"]) == 0
    said = capsys.readouterr()
    assert "mtu = 9214" in said.out
    assert said.err == ""


def test_json_is_data_alone(capsys):
    assert run(["explain", QUICKSTART, "pod1-leaf1", "--format", "json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["schema"] == "fabric-explanation/1"
    assert said.err == ""


@pytest.mark.parametrize(
    ("subject", "code", "nearest"),
    [
        ("pod1-leaf11", "EXP-001", "pod1-leaf1"),
        ("pod1-leaf1:Ethernet33/1x", "EXP-002", "Ethernet33/1"),
        ("pod1-leaf1:33/1:hedroom", "EXP-003", "headroom"),
    ],
)
def test_what_does_not_exist_is_one_clear_error(capsys, subject, code, nearest):
    assert run(["explain", QUICKSTART, subject]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert f"error[{code}]" in said.err
    assert f"did you mean `{nearest}`?" in said.err
    assert "1 error" in said.err


def test_a_code_is_explained(capsys):
    assert run(["explain", "pfc-001"]) == 0
    assert capsys.readouterr().out.startswith("error[PFC-001] the headroom table")


def test_a_code_is_explained_to_machines(capsys):
    assert run(["explain", "TOP-004", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["code"], found["severity"]) == ("fabric-code/1", "TOP-004", "error")


def test_an_unknown_code_is_refused_with_the_nearest(capsys):
    assert run(["explain", "TOP-999"]) == 1
    assert "error[EXP-004]" in capsys.readouterr().err


def test_an_intent_alone_is_refused(capsys):
    assert run(["explain", QUICKSTART]) == 1
    assert "error[EXP-005]" in capsys.readouterr().err
