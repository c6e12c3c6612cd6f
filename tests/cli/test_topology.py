"""`fabric topology`: measures and pictures."""

from __future__ import annotations

import json

import pytest
from cli.repository import lay_out, said


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


def test_a_picture_is_svg_and_nothing_is_written_under_another_name(site, tmp_path, capsys):
    found = said(capsys, "topology", site, "-o", tmp_path / "fabric.pdf")
    assert found.code == 64
    assert "does not end in `.svg`" in found.err
    assert not (tmp_path / "fabric.pdf").exists()


def test_measures_are_data(site, capsys):
    found = said(capsys, "topology", site, "--format", "json")
    assert (found.code, found.err) == (0, "")
    (fabric,) = json.loads(found.out)["fabrics"]
    assert (fabric["hosts"], [tier["switches"] for tier in fabric["tiers"]]) == (2, [2, 2])


def test_a_picture_is_written_instead(site, tmp_path, capsys):
    found = said(capsys, "topology", site, "-o", tmp_path / "new" / "small.svg")
    assert (found.code, found.out) == (0, "")
    assert (tmp_path / "new" / "small.svg").read_text().startswith("<svg ")


def test_a_picture_is_the_same_each_time(site, tmp_path, capsys):
    for name in ("one.svg", "two.svg"):
        said(capsys, "topology", site, "-o", tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
