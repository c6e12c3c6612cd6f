"""What a new repository is asked to be: by options, or by questions at a terminal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from cases.editor import refusals

from fabric.cli import run
from fabric.cli.exits import Exit

ROOT, PROGRAM = str(Path(__file__).parents[2]), "from fabric.cli import main; main()"


@pytest.mark.parametrize(
    "asked",
    [
        "--kind leaf-spine --rails 4 --gpus 300 --vendor cumulus",
        "--kind clos3 --rails 8 --gpus 520 --vendor sonic",
        "--kind clos3 --rails 1 --gpus 1",
        "--transport infiniband --rails 8 --gpus 512",
        "--transport infiniband --rails 1 --gpus 8",
        "--transport infiniband --kind leaf-spine --rails 2",
    ],
)
def test_every_shape_and_transport_builds(tmp_path, asked, capsys):
    assert run(["init", str(tmp_path / "net"), *asked.split()]) == Exit.DONE
    capsys.readouterr()
    assert run(["validate", str(tmp_path / "net/intents/dc1"), "--frozen", "--format", "json"]) == Exit.DONE
    codes = {found["code"] for found in json.loads(capsys.readouterr().out)["findings"]}
    assert not codes & {"TOP-017", "TOP-018", "TOP-024", "SUB-005"}
    schema = refusals("intent", (tmp_path / "net/intents/dc1/site.yaml").read_text())
    assert schema == []


def test_gpus_are_eight_to_a_host(tmp_path):
    assert run(["init", str(tmp_path / "net"), "--gpus", "33"]) == Exit.DONE
    assert "pod1: {count: 5," in (tmp_path / "net/intents/dc1/site.yaml").read_text()


def test_three_tiers_on_infiniband_are_asked_for_elsewhere(tmp_path, capsys):
    assert run(["init", str(tmp_path), "--transport", "infiniband", "--kind", "clos3"]) == Exit.USAGE
    assert "fat-tree" in capsys.readouterr().err


def test_a_terminal_is_asked_for_what_no_option_says(tmp_path):
    terminal, other = pty.openpty()
    os.write(terminal, b"lab1\n64\n4\n\nleaf-spine\n")
    command = [sys.executable, "-c", PROGRAM, "init", str(tmp_path / "net"), "--vendor", "sonic"]
    done = subprocess.run(
        command,
        stdin=other,
        stderr=other,
        stdout=subprocess.PIPE,
        check=False,
        env=os.environ | {"PYTHONPATH": ROOT},
    )
    shown = os.read(terminal, 100_000).decode()
    assert done.returncode == 0, shown
    assert done.stdout == b""
    assert "What leaves and spines run" not in shown
    text = (tmp_path / "net/intents/lab1/site.yaml").read_text()
    for words in (
        "pod1: {count: 8,",
        "kind: leaf-spine",
        "platform: sonic",
        "transport: roce",
        "count: 4}}}",
    ):
        assert words in text
