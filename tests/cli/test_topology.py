"""`fabric topology`: measures and pictures."""

from __future__ import annotations

import json

import pytest
from cli.repository import lay_out, said


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


def test_measures_are_data(site, capsys):
    found = said(capsys, "topology", site, "--format", "json")
    assert (found.code, found.err) == (0, "")
    (fabric,) = json.loads(found.out)["fabrics"]
    assert (fabric["hosts"], [tier["switches"] for tier in fabric["tiers"]]) == (2, [2, 2])
