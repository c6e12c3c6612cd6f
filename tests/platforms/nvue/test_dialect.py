"""Each release finds the newest dialect that it speaks."""

from __future__ import annotations

import pytest

from fabric.core.diagnostic import FabricError
from fabric.platforms.nvue.dialect import CURRENT, DIALECTS, LEGACY, dialect_of, version


@pytest.mark.parametrize(
    ("release", "since"),
    [("5.9", (5, 9)), ("5.10.1", (5, 10)), ("5.11", (5, 11)), ("5.12", (5, 12)), ("5.14", (5, 13)),
     ("5.15", (5, 15)), ("5.16.1", (5, 15)), ("5.99", (5, 15))],
)  # fmt: skip
def test_a_release_speaks_the_newest_dialect_not_after_it(release, since):
    assert dialect_of(release).since == since


@pytest.mark.parametrize("release", ["5.8", "4.4", "6.0", "5", "five", "5.16-rc1", ""])
def test_a_release_without_a_dialect_is_refused(release):
    with pytest.raises(FabricError, match="CUM-003"):
        dialect_of(release)


def test_a_patch_release_counts():
    assert version("5.16.1") == (5, 16, 1)
    assert version("5.16") == (5, 16, 0)


def test_dialects_stand_newest_first():
    assert sorted(DIALECTS, key=lambda dialect: dialect.since, reverse=True) == list(DIALECTS)
    assert (DIALECTS[0], DIALECTS[-1]) == (CURRENT, LEGACY)
