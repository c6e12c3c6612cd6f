"""Every fact of the catalog says where it is from and how sure we are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

DATA = Path(__file__).parents[2] / "fabric" / "catalog" / "data"
CONFIDENCE = {"high", "medium", "low", "recalled"}
CSV_HEAD = re.compile(r"# source: \S.*; confidence: (high|medium|low)")


@pytest.mark.parametrize("file", sorted(DATA.glob("*.yaml")), ids=lambda file: file.name)
def test_every_row_has_a_source_and_a_confidence(file):
    document = yaml.load(file.read_text(), yaml.CSafeLoader)
    bare = [
        f"{section}[{number}] {row.get('id', '')}"
        for section, rows in document.items()
        for number, row in enumerate(rows)
        if not row.get("source") or row.get("confidence") not in CONFIDENCE
    ]
    assert bare == []


@pytest.mark.parametrize("file", sorted(DATA.glob("*.csv")), ids=lambda file: file.name)
def test_every_table_opens_with_its_source(file):
    with file.open() as lines:
        assert CSV_HEAD.fullmatch(next(lines).strip())
