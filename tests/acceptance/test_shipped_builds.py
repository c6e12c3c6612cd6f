"""The shipped sites are built whole, and to the same bytes each time, by one process or by two."""

import csv
import json

import pytest
from cumulus_factory import faults_of
from floor import lay_out

UNITS = {
    "quickstart": 8,
    "roce-256": 48,
    "ib-b200-superpod": 129,
    "clos3-64": 20,
    "planes-32": 12,
    "fat-tree-ib": 9,
    "mesh-64": 12,
    "torus-ib": 14,
    "dragonfly-ib": 13,
    "mixed-400-800": 10,
    "explicit-32": 10,
    "four-fabrics": 23,
}
"""Switches and hosts; of InfiniBand hosts and subnet managers, whose switches take no configuration."""
ARTIFACTS = {
    "eos": {"eos.cfg"},
    "sonic": {"config_db.json", "frr.conf"},
    "cumulus": {"startup.yaml"},
    "ufm": {"ufm.json", "opensm.conf", "partitions.conf", "qos-policy.conf", "topology.topo"},
}


def built(floor, name, *options):
    """Build into a folder; return every file of it by name."""
    out = floor.root / name
    ended = floor.here("build", floor.intent, "-o", out, *options)
    assert ended.code == 0, ended.talk
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.mark.parametrize("site", UNITS)
def test_a_shipped_site_is_built_whole_and_the_same_each_time(tmp_path, site):
    floor = lay_out(tmp_path, site)
    first = built(floor, "first", "--jobs", "1")
    assert built(floor, "second", "--jobs", "2") == first
    assert built(floor, "first", "--jobs", "2") == first, "over an older build, too"
    manifest = json.loads(first["manifest.json"])
    assert len(manifest["units"]) == UNITS[site]
    for unit, about in manifest["units"].items():
        files = {name.partition("/")[2] for name in first if name.startswith(f"{unit}/")}
        assert files == set(about["artifacts"])
        assert files >= ARTIFACTS.get(about["platform"], set())
        assert files
        if about["platform"] == "cumulus":
            assert faults_of(first[f"{unit}/startup.yaml"].decode()) == []
    assert len(list(csv.DictReader(first["cables.csv"].decode().splitlines()))) > 0
