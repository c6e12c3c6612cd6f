"""The 256-GPU site on live switches: rolled out, tuned, and grown by a pod while it runs.

Eight leaves of EOS and SONiC, eight spines of Cumulus, as shipped.
"""

import json

import pytest
import yaml
from floor import lay_out

from fabric.cli.compiling import compiled
from fabric.cli.live import fetch_all, live
from fabric.lab.sonic import startup_text

AUTO, BY_HAND = "ecn: auto", "ecn: {min: 150 KB, max: 700 KB, probability: 20 %}"
POD1 = "  pod1: {count: 32, model: hgx-h200, nics: {backend: {model: connectx-7, count: 8}}}"
TUNED = ("random-detect ecn", "_max_threshold", "congestion-control")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Eight leaves, two of them SONiC, and eight spines, factory-fresh."""
    floor = lay_out(tmp_path_factory.mktemp("site"), "roce-256")
    floor.edit("soak: 10 min, constraints: default", "soak: 0 s, constraints: lab")
    floor.boot()
    yield floor
    floor.close()


def planned(floor):
    """Plan, and return the change of each device."""
    ended = floor.plan("--format", "json")
    assert ended.code == 0, ended.talk
    groups = json.loads(ended.out)["groups"]
    return {device["name"]: group for group in groups for device in group["devices"]}


def rolled_out(floor):
    ended = floor.here("apply", floor.plan_file, *floor.devices)
    assert ended.code == 0, ended.talk
    drift = floor.drift()
    assert drift.code == 0, drift.out
    assert planned(floor) == {}, "a second plan has nothing to do"


def edits(device):
    return [" > ".join(edit["path"]) for edit in device["edits"]]


def test_a_site_is_rolled_out_then_tuned_then_grown(site):
    assert len(planned(site)) == 16
    rolled_out(site)

    site.edit(AUTO, BY_HAND)
    tuned = planned(site)
    assert len(tuned) == 16
    assert {device["class"] for device in tuned.values()} == {"tuning"}
    assert all(any(word in path for word in TUNED) for d in tuned.values() for path in edits(d))
    rolled_out(site)

    grown = with_a_second_pod(site)
    try:
        bigger = planned(grown)
        assert not [name for name in bigger if name.startswith("pod1-leaf")], "no leaf that is there changes"
        assert {edit["kind"] for name in bigger if "spine" in name for edit in bigger[name]["edits"]} == {
            "add"
        }
        rolled_out(grown)
    finally:
        grown.close()


def with_a_second_pod(site):
    """Add a pod to the intent and to the inventory, number it, and cable it to the switches that run."""
    site.edit(POD1, f"{POD1}\n{POD1.replace('pod1', 'pod2')}")
    ledger = site.root / "inventory/roce-256/allocations.yaml"
    before = ledger.read_text()
    hosts = site.root / "inventory/roce-256/hosts.yaml"
    hosts.write_text(hosts.read_text() + "".join(row(number) for number in range(1, 9)))
    allocated = site.here("allocate", site.intent)
    assert allocated.code == 0, allocated.talk
    assert before.splitlines()[-1] in ledger.read_text(), "no number of the first pod moved"
    running = startups(site)
    site.close()
    grown = type(site)(site.root, site.name)
    grown.boot(running)
    return grown


def row(number):
    serial, mac = f"JPE2412010{number}", f"28:99:3a:01:0{number}:00"
    data = {"management": f"172.22.1.{number}/22", "serial": serial, "mac": mac}
    return yaml.safe_dump({f"pod2-leaf{number}": {"groups": ["eos"], "data": data}})


def startups(floor):
    """Return what every switch runs, in the form that it boots from."""
    build = compiled(str(floor.intent), inventory=str(floor.inventory))
    side = live(build)
    old = type(side)(build, side.secrets, tuple(u for u in side.units if "pod2" not in u[1].name), ())
    seen_by_name, unread = fetch_all(old)
    assert not unread
    return {name: startup_of(seen.running) for name, seen in seen_by_name.items()}


def startup_of(running):
    if "eos.cfg" in running:
        return running["eos.cfg"]
    if "startup.yaml" in running:
        return json.dumps([{"set": json.loads(running["startup.yaml"])}])
    return startup_text(running["config_db.json"], running["frr.conf"])
