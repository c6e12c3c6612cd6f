"""Every origin of every unit of the shipped intents speaks of a field that exists, at a place that exists."""

from __future__ import annotations

import pytest
from cases.origins import homeless, origins, resolve
from cases.repositories import SHIPPED, shipped

RULES_WITHOUT_INTENT = {"bgp.graceful-restart", "lldp.default", "catalog"}


def configurations(intent):
    build = shipped(intent)
    return build, [build.config(unit) for _, unit in build.units()]


@pytest.mark.parametrize("intent", SHIPPED)
def test_the_intent_has_every_field_that_an_origin_names(intent):
    build, configs = configurations(intent)
    found = {origin.intent for config in configs for _, origin in origins(config) if origin.intent}
    assert len(found) >= 5
    for path in found:
        resolve(build.site, path)  # raises for a path that nobody could write


@pytest.mark.parametrize("intent", SHIPPED)
def test_every_origin_has_a_place_in_the_document(intent):
    build, configs = configurations(intent)
    found = {origin.intent for config in configs for _, origin in origins(config)}
    assert [path for path in found if build.document.place(path) is None] == []


@pytest.mark.parametrize("intent", SHIPPED)
def test_an_origin_belongs_to_a_field_of_its_part(intent):
    _, configs = configurations(intent)
    astray = {path[-1] for config in configs for path in homeless(config)}
    assert astray <= {"device"}  # the device behind a headroom row, which is no value of the row


@pytest.mark.parametrize("intent", SHIPPED)
def test_only_rules_of_the_house_have_no_place_in_the_intent(intent):
    _, configs = configurations(intent)
    bare = {origin.rule for config in configs for _, origin in origins(config) if not origin.intent}
    assert bare <= RULES_WITHOUT_INTENT


@pytest.mark.parametrize("intent", SHIPPED)
def test_what_comes_straight_from_the_intent_is_equal_to_it(intent):
    build, configs = configurations(intent)
    for config in configs:
        for path, origin in origins(config):
            if origin.rule == "intent" and path[-1] in {
                "mtu",
                "max_paths",
                "domain",
                "cable_m",
                "strict",
                "lossless",
            }:
                here = config
                for part in path:
                    here = (
                        here[part] if isinstance(part, int) or isinstance(here, dict) else getattr(here, part)
                    )
                assert here == resolve(build.site, origin.intent)
