"""The composition: the same each time, a digest over everything that matters, all fabrics of a site."""

from __future__ import annotations

import pytest
from cases.repositories import (
    LEDGER,
    ROOT,
    SHIPPED,
    base_text,
    base_with,
    compiled,
    edited,
    findings,
    shipped,
    with_texts,
)

from fabric.catalog import load_catalog
from fabric.core.diagnostic import FabricError
from fabric.core.source import Folder
from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of this stage
from fabric.platforms.eos import PLATFORM as EOS


def test_a_build_knows_its_fabrics_and_units():
    build = shipped("quickstart")
    assert list(build.designs) == ["backend"]
    assert [unit.name for _, unit in build.units()] == [
        "pod1-leaf1", "pod1-leaf2", "spine1", "spine2", *(f"pod1-host{n}" for n in range(1, 5)),
    ]  # fmt: skip


@pytest.mark.parametrize("intent", SHIPPED)
def test_the_digest_is_the_same_each_time(intent):
    again = compile(at(Folder(ROOT), f"intents/{intent}"), registry())
    assert again.digest == shipped(intent).digest


@pytest.mark.parametrize(
    "files",
    [
        {"site/site.yaml": base_text() + "# a word\n"},
        {LEDGER: edited(base_text(LEDGER), ("spine2: 4", "spine2: 5"))},
        {"inventory/site/hosts.yaml": edited(base_text("inventory/site/hosts.yaml"), ("S0001", "S0009"))},
        {"templates/eos/device.j2": "other\n"},
        {"inventory/catalog/own.yaml": "support: []\n"},
    ],
    ids=["intent", "ledger", "inventory", "template", "catalog"],
)
def test_the_digest_changes_with_everything_a_build_is_made_from(files):
    assert compiled(with_texts(files)).digest != compiled(base_with()).digest


def test_the_digest_changes_with_the_registry():
    source = base_with()
    fewer = compile(at(source, "site"), registry(checks=registry().checks[1:]))
    assert fewer.digest != compiled(source).digest


def test_a_platform_that_is_not_registered_is_refused():
    with pytest.raises(FabricError, match="TOP-016"):
        compile(at(base_with(), "site"), registry(platforms=(EOS,)))


def test_mistakes_of_all_fabrics_are_told_at_once():
    two = edited(
        (ROOT / "tests/cases/bad/INT-010-two-fabrics-with-one-pool/site/site.yaml").read_text(),
        ("loopbacks: 10.1.0.0/16", "loopbacks: 10.1.0.0/16, hosts: 100.0.0.0/12"),
        ("uplinks: 4", "uplinks: 5"),
    )
    found = findings(with_texts({"site/site.yaml": two}))
    assert [(one.code, one.path[:2]) for one in found] == [
        ("TOP-007", ("fabrics", "backend")),
        ("TOP-007", ("fabrics", "storage")),
    ]


def test_what_a_platform_lacks_words_for_is_told_with_what_the_rules_find():
    sonic = edited(
        base_text(),
        ('platform: cumulus, release: "5.16"}', 'platform: sonic, release: "202505"}'),
        ("both: 800G-2xDR4, fibre: os2-mpo12-apc", "both: 800G-2xDR4, fibre: os2-lc"),
        ('platform: cumulus, release: "5.16", per', "platform: cumulus, release: newest, per"),
    )
    found = findings(with_texts({"site/site.yaml": sonic}))
    errors = [(one.code, one.path) for one in found if one.severity == "error"]
    assert errors == [
        ("CAP-003", ("topology", "leaf")),
        ("OPT-005", ("physical", "links", "leaf-spine", "fibre")),
        ("SON-004", ("topology", "spine")),
    ]
    (profile,) = [one for one in found if one.code == "SON-004"]
    assert profile.hint.startswith("add `hwsku`: the model has ")
    model = load_catalog().switch("nvidia-sn5600").id
    assert all(f"`{name}`" in profile.hint for name in load_catalog().hwskus(model))


def test_equal_units_make_one_finding_of_one_mistake():
    found = findings(with_texts({"site/site.yaml": (ROOT / "tests/cases/PFC-005/bad.yaml").read_text()}))
    assert [one.code for one in found].count("PFC-005") == 1


def test_a_build_stays_what_it_was_when_compiled_again():
    build = shipped("quickstart")
    texts = [a.text for _, unit in build.units() for a in build.artifacts(unit)]
    again = compile(at(Folder(ROOT), "intents/quickstart"), registry())
    assert texts == [a.text for _, unit in again.units() for a in again.artifacts(unit)]
