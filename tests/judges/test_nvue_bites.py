"""NVUE's schema refuses mutants of a startup.yaml; who survives is listed and read in review."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from judges import nvue
from judges.mutate import Mutant, hunt, replaced, tree_mutants

pytestmark = pytest.mark.judge("nvue")

LEAF = yaml.safe_load((Path(__file__).parent / "samples/nvue-leaf.yaml").read_text())
HEADER, BODY = LEAF[0], LEAF[1]["set"]


def refused(body) -> bool:
    return bool(nvue.findings(yaml.safe_dump([HEADER, {"set": body}]), "5.16"))


def overlaps(body):
    """One port set under two keys."""
    ports = {**body["interface"], "swp39-48": body["interface"]["swp33-40"]}
    yield Mutant("overlap", "interface/swp39-48", replaced(body, ("interface",), ports))


def test_the_leaf_is_accepted_after_a_round_trip():
    assert not refused(BODY)


def test_mutants_are_refused_but_for_the_listed(golden):
    golden("survivors/nvue.txt", hunt("nvue", (*tree_mutants(BODY), *overlaps(BODY)), refused))
