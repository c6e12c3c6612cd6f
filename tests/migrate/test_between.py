"""An intent between two others is written as people write intents, and read back as the same."""

from __future__ import annotations

from cases.repositories import base_text
from migrate.ways import LEAVES, SPINES, TWO, build, way

from fabric.core.document import read_document
from fabric.migrate.between import Between, between
from fabric.migrate.moves import moves
from fabric.views.scaffolding import Texts


def test_nothing_taken_is_the_earlier_intent():
    old = build(TWO)
    text = between(old, build(TWO, SPINES), ())
    assert read_document(Texts({"x/site.yaml": text}), "x").data == old.document.data


def test_scalars_are_written_as_they_were_read():
    text = between(build(TWO), build(TWO, LEAVES), ())
    assert "release: 5.16" in text
    assert "ecn: auto" in text
    assert "count: 2" in text


def test_exceptions_are_folded_and_those_that_were_there_stay():
    changed = ("uplinks: 4}\n", 'uplinks: 4}\n  overrides: [{match: "*-leaf2", release: "5.15"}]\n')
    old, new = build(TWO, changed), build(TWO, changed, SPINES)
    one, _ = moves(old, new)
    text = between(old, new, (one,))
    assert "- {match: spine1, model: arista-7060x6-64pe, platform: eos, release: 4.34.1F}" in text
    assert "- {match: 'pod[1-2]-leaf2', release: 5.15}" in text


def test_a_repository_with_another_intent_has_all_its_other_files():
    held = {"site/site.yaml": base_text(), "site/more.yaml": "", "site/links.csv": "a", "inventory/x": "b"}
    made = Between(Texts(held), "site", "schema: fabric/1\n")
    assert made.files("site") == ("site/links.csv", "site/site.yaml")
    assert made.files("inventory") == ("inventory/x",)
    assert (made.read("site/site.yaml"), made.read("site/links.csv")) == ("schema: fabric/1\n", "a")
    assert [made.has(f"site/{name}") for name in ("site.yaml", "more.yaml", "links.csv", "none")] == [
        True, False, True, False,
    ]  # fmt: skip


def test_what_others_go_around_already_is_kept():
    extra = ("routing:\n", "routing:\n  drained: [spine2]\n")
    old, new = build(TWO, extra), build(TWO, extra, SPINES)
    one, _ = moves(old, new)
    assert "drained: [spine2, spine1]" in between(old, new, (), (one,))


def test_every_text_of_a_way_is_read_back_as_it_was_compiled():
    for step in way(SPINES)[2][:-1]:
        source = Texts({"x/site.yaml": step.text})
        assert read_document(source, "x").data == step.build.document.data
