"""The judge of startup.yaml knows the dialect of each release."""

from __future__ import annotations

from pathlib import Path

import pytest

from judges import nvue

pytestmark = pytest.mark.judge("nvue")

LEAF = (Path(__file__).parent / "samples/nvue-leaf.yaml").read_text()


def test_a_leaf_of_its_release_is_accepted():
    assert nvue.judge(LEAF, "5.16") == ()


def test_a_newer_dialect_is_refused_for_an_older_release():
    assert any(
        finding.where.startswith("interface.eth0.ipv4") and "unknown key in NVUE 5.9" in finding.why
        for finding in nvue.findings(LEAF, "5.9")
    )
