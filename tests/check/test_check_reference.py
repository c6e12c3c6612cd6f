"""The rules that were collected from papers, vendors and incidents: each has a check here, or a reason."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from cases.repositories import CASES, ROOT

from fabric.catalog import load_catalog, tables
from fabric.views.codes import meanings

OURS = yaml.safe_load((Path(__file__).parent / "reference_rules.yaml").read_text())
CHECKED = {rule: row["codes"] for rule, row in OURS.items() if "codes" in row}


def test_every_rule_of_the_reference_is_accounted_for(shared):
    theirs = yaml.safe_load((shared / "reference" / "roce_lint_rules.yaml").read_text())["rules"]
    assert {row["id"] for row in theirs} == OURS.keys()
    assert len(OURS) == len(theirs) == 36


def test_a_rule_is_checked_or_says_why_not():
    assert all(("codes" in row) != ("why" in row) for row in OURS.values())
    assert len(CHECKED) >= 30


@pytest.mark.parametrize("rule", sorted(CHECKED))
def test_the_codes_of_a_rule_are_shown_to_find_something(rule):
    cases = {folder.name[:7] for folder in CASES.glob("bad/*")} | {folder.name for folder in CASES.iterdir()}
    elsewhere = "".join(
        (ROOT / "tests" / "check" / f"test_{name}.py").read_text() for name in ("along", "paths")
    )
    for code in CHECKED[rule]:
        assert code in meanings()
        assert code in cases or f'"{code}"' in elsewhere


def test_the_page_of_rules_is_current(golden):
    golden("../../docs/rules.md", page())


def page():
    """Return docs/rules.md."""
    lines = [
        "# Rules for RoCE",
        "",
        "Rules collected from papers, vendors and incidents, and the codes that check them here;",
        "`fabric explain CODE` prints rule, reason and remedy. Made from `tests/check/reference_rules.yaml`:",
        "`pytest --update-golden`.",
        "",
        "| rule | checked by |",
        "| --- | --- |",
    ]
    for rule, row in OURS.items():
        codes = "; ".join(f"{code}: {meanings()[code].sentence}" for code in row.get("codes", ()))
        lines.append(f"| {rule} | {codes or 'no check: ' + row['why']} |")
    missed = (ROOT / "tests" / "golden" / "survivors" / "faults.txt").read_text().splitlines()
    lines += [
        "",
        "## What is missed",
        "",
        "Of 5,000 values that the proof changes one at a time in artifacts of shipped intents, nothing finds",
        "these: sizes and thresholds of SONiC's buffer profiles beside headroom, of which no intent speaks.",
        "",
        *(f"- `{line}`" for line in missed),
    ]
    return "\n".join(lines) + "\n"


def test_no_shipped_pause_ends_where_it_began():
    rows = load_catalog().entries(tables.HEADROOM)
    assert [row for row in rows if not row.xon_bytes and not row.xon_offset_bytes] == []


def test_the_model_works_with_the_mtu_that_is_rendered():
    (default,) = (row for row in load_catalog().entries(tables.NVIDIA) if row.table == "default")
    pattern = (ROOT / "fabric/platforms/sonic/words_buffers.py").read_text()
    assert f'"mtu": "{default.lossless_mtu_bytes}"' in pattern
    assert f'"small_packet_percentage": "{default.small_packet_pct}"' in pattern
    assert default.port_mtu_bytes >= 9214
