"""SONiC's models refuse mutants of a config_db.json; who survives is listed and read in review."""

from __future__ import annotations

import json

import pytest

from judges import yang
from judges.mutate import Mutant, hunt, replaced, tree_mutants

pytestmark = pytest.mark.judge("yang")


@pytest.fixture(scope="module")
def leaf(shared):
    """Return 8 of the 128 ports of a leaf: the mistakes are the same and found faster."""
    config = json.loads((shared / "sonic-yang/samples/th5-o128-leaf-hwsku-defaults.json").read_text())
    kept = {f"Ethernet{4 * n}" for n in range(8)}
    return {table: shortened(rows, kept) for table, rows in config.items()}


def shortened(rows: dict, kept: set[str]) -> dict:
    """Return the rows of a table, and their fields, that speak of no port or of a kept one."""
    return {
        key: shortened(row, kept) if isinstance(row, dict) else row
        for key, row in rows.items()
        if not key.startswith("Ethernet") or key.split("|")[0] in kept
    }


def overlaps(config):
    """Two ports on one lane, two ports of one name: the ways in which a CONFIG_DB can use a thing twice."""
    first, second = list(config["PORT"])[:2]
    for field in ("lanes", "alias", "index"):
        value = config["PORT"][first][field]
        yield Mutant("overlap", f"PORT/{second}/{field}", replaced(config, ("PORT", second, field), value))


def test_the_short_leaf_is_accepted(leaf):
    assert yang.findings(leaf, "202511") == ()


def test_mutants_are_refused_but_for_the_listed(leaf, golden):
    mutants = (*tree_mutants(leaf), *overlaps(leaf))
    golden("survivors/yang.txt", hunt("yang", mutants, lambda config: bool(yang.findings(config, "202511"))))
