"""A live fabric becomes an intent that changes nothing: what it cannot say yet is not managed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cases.repositories import ROOT, Texts, everything
from cases.running_sites import OURS, SCHEMES, by_hall, by_place, by_rack, foreign_site, running_texts

from fabric.catalog import load_catalog
from fabric.core.source import Folder
from fabric.pipeline import at, compile  # noqa: A004 - the verb of that stage
from fabric.pipeline.exclusions import unmanaged
from fabric.plan.make import Target, planned_device
from fabric.plan.model import ExpectedIdentity
from fabric.views.imports_config import read_running
from fabric.views.imports_fit import settled
from fabric.views.imports_given import given
from fabric.views.imports_running import site_of
from fabric.views.imports_taken import shares_text, taken

FOREIGN = Folder(ROOT / "tests" / "cases" / "running")
HOSTS = ("host=hgx-h200", "nic=connectx-7")
SHAPES = {
    "quickstart": "rail-optimised",
    "roce-256": "rail-optimised",
    "mixed-400-800": "rail-optimised",
    "explicit-32": "explicit",
    "clos3-64": "clos3",
    "planes-32": "multi-plane",
    "mesh-64": "mesh",
}
WITH_LEDGER = ("quickstart", "roce-256", "clos3-64")
assert load_catalog()


def imported(source, models=(), words=(), **options):
    known = everything()
    running = read_running(source, known.platforms, dict)
    site = site_of(running, "new", given(models, words), known.platforms, **options)
    return running, site, taken(at(Texts({}), "intents/new"), site, running, known)


def changes(running, made):
    """Return what a plan of the written site would change on the running devices, by name."""
    build = compile(at(Texts(dict(made.files)), "intents/new"), everything())
    found = {}
    for _, unit in build.units():
        one = next((one for one in running if one.name == unit.name), None)
        if one is not None:
            artifacts = {artifact.name: artifact.text for artifact in build.artifacts(unit)}
            platform = everything().platforms[unit.platform]
            left = unmanaged(build.site.unmanaged, unit.name)
            target = Target(
                unit.name,
                platform,
                "",
                "",
                ExpectedIdentity(unit.name),
                artifacts,
                one.artifacts,
                unmanaged=left,
            )
            found[unit.name] = planned_device(target)
    return found


FOREIGN_NAMES = (
    ("quickstart", by_rack),
    ("mixed-400-800", by_place),
    ("planes-32", by_hall),
    ("mesh-64", by_place),
)
SLOW = [(site, scheme) for site in sorted(OURS) for scheme in SCHEMES if (site, scheme) not in FOREIGN_NAMES]


@pytest.mark.parametrize(
    ("site", "scheme"), [*FOREIGN_NAMES, *(pytest.param(*case, marks=pytest.mark.proof) for case in SLOW)]
)
def test_a_fabric_whose_switches_have_other_names_is_imported_in_its_shape_with_them(site, scheme):
    texts, models, words = foreign_site(site, scheme)
    known = everything()
    running = read_running(Texts(texts), known.platforms, dict)
    draft = site_of(running, "new", given(models, words), known.platforms)
    found = settled(at(Texts({}), "intents/new"), draft, running, known)
    assert (found.taken.refused, found.site.left_out) == ((), ())
    assert [share.waiting for share in found.taken.shares] == [{}] * len(running)
    assert f"kind: {SHAPES[site]}\n" in found.taken.files["intents/new/site.yaml"]
    assert not any(changes(running, found.taken).values())


def test_hosts_that_are_called_alike_are_of_one_pod_if_they_share_leaves():
    texts, models, words = foreign_site("mesh-64", by_hall)
    host = re.compile(r"pod(\d)-host(\d)")
    texts = {
        path: host.sub(lambda found: f"gpu-n{int(found[1]) * 4 + int(found[2]) - 4:03}", text)
        for path, text in texts.items()
    }
    known = everything()
    running = read_running(Texts(texts), known.platforms, dict)
    draft = site_of(running, "new", given(models, words), known.platforms)
    found = settled(at(Texts({}), "intents/new"), draft, running, known)
    text = found.taken.files["intents/new/site.yaml"]
    assert (found.taken.refused, "kind: mesh\n" in text, text.count("{count: 4, ")) == ((), True, 2)
    assert {*draft.draft.names} >= {"gpu-n001", "gpu-n008"}
    assert {feature for share in found.taken.shares for feature in share.waiting} == {"descriptions"}


@pytest.mark.parametrize("site", sorted(OURS))
def test_a_fabric_that_runs_our_artifacts_is_imported_whole_and_in_its_shape(site):
    known = everything()
    running = read_running(Texts(running_texts(site)), known.platforms, dict)
    draft = site_of(running, "new", given(*OURS[site]), known.platforms)
    found = settled(at(Texts({}), "intents/new"), draft, running, known)
    made, text = found.taken, found.taken.files["intents/new/site.yaml"]
    assert (made.refused, found.site.left_out) == ((), ())
    assert [share.waiting for share in made.shares] == [{}] * len(running)
    assert f"kind: {SHAPES[site]}\n" in text
    assert ("intents/new/links.csv" in made.files) == (SHAPES[site] == "explicit")
    assert "unmanaged" not in text
    assert set(changes(running, made).values()) == {None}
    if site in WITH_LEDGER:
        ledger = Path(ROOT, "inventory", site, "allocations.yaml").read_text()
        assert made.files["inventory/new/allocations.yaml"] == ledger


def test_a_foreign_fabric_keeps_what_it_has_and_nothing_of_it_changes():
    running, site, made = imported(FOREIGN, (), HOSTS, with_qos=False)
    leaf, spine = shares_text(made)
    assert re.match(
        r"p1-leaf1 \(eos\): \d+ entries understood, \d+ not ours; not managed yet: accounts \d+, ", leaf
    )
    assert [set(share.waiting) for share in made.shares] == [
        {"accounts", "addresses", "buffers", "descriptions", "qos", "routing", "services"},
        {"accounts", "addresses", "descriptions", "ports", "qos", "routing", "services"},
    ]
    assert ", ports 1, " in spine
    assert site.left_out == ("p1-spine1:Ethernet64/1 to `p1-spine9`, of which there is no configuration",)
    assert changes(running, made) == {"p1-leaf1": None, "p1-spine1": None}
    build = compile(at(Texts(dict(made.files)), "intents/new"), everything())
    design = build.designs["backend"]
    numbers = {name: design.numbers.asn(design.device(name)) for name in ("p1-leaf1", "p1-spine1")}
    assert numbers == {"p1-leaf1": 4200000001, "p1-spine1": 65100}
    assert str(design.numbers.loopback("p1-spine1")) == "10.0.0.9"


def test_a_feature_is_taken_over_by_removing_its_line():
    running, _, made = imported(FOREIGN, (), HOSTS, with_qos=False)
    name = "intents/new/site.yaml"
    text = made.files[name].replace("features: [accounts, services, ", "features: [accounts, ")
    assert text != made.files[name]
    files = {**made.files, name: text}
    found = changes(running, type(made)(files, made.shares))
    feature = everything().platforms["eos"].feature
    for share in made.shares:
        edits = found[share.name].patch.edits
        assert {feature(edit.path) for edit in edits} == {"services"}
        assert len(edits) == share.waiting["services"]


def test_what_does_not_compile_yet_is_not_managed_at_all():
    running, site, made = imported(FOREIGN, (), HOSTS[1:])
    assert [one.code for one in made.refused][:1] == ["INT-003"]
    assert any(one.startswith("model of the hosts (`--set host=MODEL`)") for one in site.draft.unsaid)
    every = "accounts, services, system, descriptions, ports, addresses, routing, qos, buffers"
    assert f'match: "*", features: [{every}]' in made.files["intents/new/site.yaml"]
    assert all(line.endswith("nothing is managed yet") for line in shares_text(made))
    assert len(running) == len(made.shares)


def test_exclusions_are_of_the_switches_that_need_them():
    texts = running_texts("roce-256")
    for name in ("pod1-leaf3/eos.cfg", "pod1-leaf4/eos.cfg"):
        texts[name] = texts[name].replace("lldp timer 10", "lldp timer 5")
    texts["spine1/startup.yaml"] = texts["spine1/startup.yaml"].replace(
        '"max-threshold": 6', '"max-threshold": 7'
    )
    running, _, made = imported(Texts(texts), *OURS["roce-256"])
    assert made.files["intents/new/site.yaml"].endswith(
        'unmanaged:\n  - {match: "pod1-leaf[3-4]", features: [services]}\n'
        '  - {match: "spine1", features: [qos]}\n'
    )
    assert set(changes(running, made).values()) == {None}
