"""What an intent leaves alone: by switch, and in words that every platform shares."""

from __future__ import annotations

from typing import get_args

import pytest
from cases.repositories import everything, shipped

from fabric.intent.unmanaged import Feature, Unmanaged
from fabric.pipeline.exclusions import unmanaged

NAMES = frozenset(get_args(Feature))
SITES = ("quickstart", "roce-256", "mixed-400-800", "clos3-64", "planes-32")


def test_entries_add_up_for_a_switch_that_several_match():
    entries = (
        Unmanaged(match="leaf[1-2]", features=["qos"]),
        Unmanaged(match="*", features=["accounts"]),
        Unmanaged(match="spine*", features=["buffers"]),
    )
    assert unmanaged(entries, "leaf2") == {"qos", "accounts"}
    assert unmanaged(entries, "leaf3") == {"accounts"}
    assert unmanaged((), "leaf3") == frozenset()


@pytest.mark.parametrize("site", SITES)
def test_every_line_of_an_artifact_belongs_to_a_feature(site):
    build = shipped(site)
    found = {}
    for _, unit in build.units():
        platform = everything().platforms[unit.platform]
        if platform.feature is not None:
            tree = platform.parse({a.name: a.text for a in build.artifacts(unit)})
            for path in tree:
                found.setdefault(unit.platform, set()).add(platform.feature(path))
    assert found
    for platform, features in found.items():
        assert features <= NAMES, platform
        assert features >= {"system", "ports", "addresses", "routing", "qos", "services"}, platform
