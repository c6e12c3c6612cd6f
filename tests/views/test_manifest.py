"""The manifest names every artifact by its digest, and the cable list every cable with both its ends."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from hashlib import sha256

import pytest
from cases.repositories import SHIPPED, shipped

from fabric.pipeline.rendering import rendered
from fabric.topology import Role
from fabric.views.manifest import CABLE_COLUMNS, cables, manifest


def digests(build):
    found = defaultdict(dict)
    for artifact in rendered(build):
        found[artifact.unit][artifact.name] = artifact.digest
    return found


@pytest.mark.parametrize("intent", SHIPPED)
def test_the_manifest_names_every_artifact_of_every_unit(intent):
    build = shipped(intent)
    found = json.loads(manifest(build, digests(build)))
    assert set(found["units"]) == {unit.name for _, unit in build.units()}
    for _, unit in build.units():
        row = found["units"][unit.name]
        assert row["platform"] == unit.platform
        assert row["artifacts"] == {
            a.name: sha256(a.text.encode()).hexdigest() for a in build.artifacts(unit)
        }
    assert (found["schema"], found["intent"]) == ("fabric-manifest/1", build.digest)


@pytest.mark.parametrize("intent", SHIPPED)
def test_the_cable_list_has_a_row_for_each_cable_and_no_other(intent):
    build = shipped(intent)
    rows = list(csv.DictReader(io.StringIO(cables(build))))
    links = [link for design in build.designs.values() for link in design.fabric.links]
    assert [(r["a_device"], r["a_port"], r["b_device"], r["b_port"]) for r in rows] == [
        (link.a.device, str(link.a.port), link.b.device, str(link.b.port)) for link in links
    ]
    assert tuple(rows[0]) == CABLE_COLUMNS


@pytest.mark.parametrize("intent", SHIPPED)
def test_no_port_name_is_on_two_cables(intent):
    rows = list(csv.DictReader(io.StringIO(cables(shipped(intent)))))
    ends = [(row[f"{end}_device"], row[f"{end}_name"]) for row in rows for end in "ab"]
    assert len(set(ends)) == len(ends)


def test_names_in_the_cable_list_are_those_in_the_configuration():
    build = shipped("roce-256")
    rows = list(csv.DictReader(io.StringIO(cables(build))))
    named = {
        name: {row["b_name"] for row in rows if row["b_device"] == name} for name in ("pod1-leaf1", "spine1")
    }
    for _, unit in build.units():
        if unit.name in named and unit.role in {Role.LEAF, Role.SPINE}:
            (artifact,) = build.artifacts(unit)
            assert [name for name in named[unit.name] if name not in artifact.text] == []
