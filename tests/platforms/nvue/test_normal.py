"""A device that holds exactly our artifact differs in nothing, however NVUE prints it."""

from __future__ import annotations

import json

import pytest
from platforms.cumulus.switches import leaf, spine
from platforms.cumulus.test_words import RELEASES, startup

from fabric.core.tree import diff, fingerprint
from fabric.lab.cumulus import startup as device_file
from fabric.lab.cumulus.tree import folded, merged
from fabric.lab.fleet import LabDevice
from fabric.platforms import block_yaml
from fabric.platforms.nvue.document import leaves, owned, parse
from fabric.platforms.nvue.normal import said_anyway
from fabric.platforms.nvue.patch import patch

ADDED = {
    "acl": {},
    "bridge": {"domain": {}},
    "service": {},
    "qos": {"roce": {"mode": "lossless"}, "pfc-watchdog": {"polling-interval": 100, "robustness": 3}},
    "system": {"api": {"state": "enabled", "port": 8765, "token-expiration": 60}},
}
"""What is printed beside it: containers, and the defaults that the documentation names."""


def tree_of(text):
    return parse({"startup.yaml": text})


def printed(text):
    """Print a configuration as the lab's NVUE does: sorted, ports folded, types filled in, defaults added."""
    return json.dumps(folded(merged(ADDED, device_file.read(text))), sort_keys=True)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("make", [leaf, spine])
def test_a_device_that_holds_our_artifact_differs_in_nothing(make, release):
    text = startup(make(release=release))
    assert diff(tree_of(printed(text)), tree_of(text), owned) == ()
    assert fingerprint(tree_of(printed(text)), owned) == fingerprint(tree_of(text), owned)
    assert patch(tree_of(printed(text)), tree_of(text)).steps == ()


def test_ports_are_truly_folded_in_that_proof():
    names = json.loads(printed(startup(spine(cages=8, ways=2))))["interface"]
    assert "swp1-8" in names


def test_a_file_as_the_switch_writes_it_says_the_same():
    device = LabDevice("leaf1", "cumulus", "SN5600", "5.16", "S", "02:00:00:00:00:01", "127.0.0.1")
    text = startup(leaf())
    assert diff(tree_of(device_file.write(device_file.read(text), device)), tree_of(text), owned) == ()


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("make", [leaf, spine])
def test_of_what_we_render_only_defaults_and_types_are_passed_over(make, release):
    passed = {
        path
        for path, value in leaves(block_yaml.read(startup(make(release=release)))).items()
        if said_anyway(path, "" if value == {} else str(value))
    }
    assert {path for path in passed if path[-1] != "type"} <= {
        ("qos", "roce", "mode"),
        ("qos", "pfc-watchdog", "polling-interval"),
        ("system", "api", "state"),
        ("system", "api", "port"),
    }


def test_a_default_that_somebody_changed_is_drift_and_is_unset():
    text = startup(leaf())
    running = {**tree_of(text), ("qos", "roce", "mode"): "lossy"}
    made = patch(running, tree_of(text))
    assert [step.body for step in made.steps] == [
        '{\n  "qos": {\n    "roce": {\n      "mode": null\n    }\n  }\n}\n'
    ]
