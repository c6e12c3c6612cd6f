"""Two sides of a comparison: only what is made of something else is read, and nothing is missed by that."""

from __future__ import annotations

import pytest
from cases.repositories import ROOT, base_with, compiled, kept_build
from cli.repository import commit, edit, git, lay_out, said

from fabric.cli.against import base_of, compared, side_of
from fabric.cli.compiling import compiled as of_folder
from fabric.cli.shelf import Shelf
from fabric.plan import changes

KINDS = ("add", "change", "remove")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "fabric"


@pytest.fixture
def site(tmp_path):
    """A repository of one commit."""
    folder = lay_out(tmp_path / "repository")
    git(folder.parent, "init", "-q")
    commit(folder.parent, "first")
    return folder


@pytest.fixture
def read(monkeypatch):
    """The keys that are asked for."""
    keys, under = [], Shelf.under
    monkeypatch.setattr(Shelf, "under", lambda shelf, key: keys.append(key) or under(shelf, key))
    return keys


def rewrite(site, old, new):
    edit(site / "site.yaml", old, new)


def test_a_side_has_the_artifacts_of_its_build():
    build = compiled(base_with())
    side = side_of(build)
    assert len(side) == len(list(side)) == len(list(build.units()))
    assert side["spine1"] == {
        made.name: made.text for _, u in build.units() if u.name == "spine1" for made in build.artifacts(u)
    }


def test_a_revision_is_rendered_once_and_only_what_changed_is_read(site, capsys, monkeypatch, read):
    assert said(capsys, "diff", site).code == 0
    rewrite(site, "routing:", "routing:\n  drained: [spine2]")
    assert said(capsys, "diff", site).code == 2
    monkeypatch.setattr("fabric.pipeline.build.render", None)  # nobody renders any more
    read.clear()
    first = said(capsys, "diff", site)
    assert (first.code, len(read)) == (2, 2)
    assert "spine2" in first.out
    commit(site.parent, "drained")
    read.clear()
    assert said(capsys, "diff", site).code == 0
    assert read == []
    again = said(capsys, "diff", site, "--against", "HEAD~1")
    assert again.out == first.out.replace("HEAD ", "HEAD~1 ")


def test_artifacts_that_went_from_the_shelf_are_rendered_again(site, cache, capsys):
    rewrite(site, "ecn: auto", "ecn: {min: 1 MB, max: 2 MB}")
    first = said(capsys, "diff", site)
    assert first.code == 2
    (cache / "artifacts.sqlite").unlink()
    assert said(capsys, "diff", site) == first
    assert (cache / "artifacts.sqlite").exists()


@pytest.mark.parametrize("edits", [("pod1: {count: 2,", "pod1: {count: 3,"), ("ecn: auto", "ecn: off")])
def test_a_comparison_finds_what_one_of_all_texts_finds(tmp_path, edits):
    before, after = compiled(base_with()), compiled(base_with(edits))
    platforms = {unit.name: after.registry.platforms[unit.platform] for _, unit in after.units()}
    all_of_it = changes(side_of(before), side_of(after), platforms)
    folder = lay_out(tmp_path / "repository")
    review = compared(_edited(tmp_path, edits), str(folder))
    names = {kind: {m.name for g in review.groups if g.kind == kind for m in g.members} for kind in KINDS}
    assert names == {
        "add": set(all_of_it.added),
        "change": set(all_of_it.changed),
        "remove": set(all_of_it.removed),
    }
    assert set(review.rewritten) == set(all_of_it.rewritten)


def _edited(tmp_path, edits):
    folder = lay_out(tmp_path / "edited")
    rewrite(folder, *edits)
    return of_folder(str(folder), keeping=True)


def test_a_build_that_keeps_nothing_is_compared_as_a_whole(tmp_path):
    folder = lay_out(tmp_path / "repository")
    assert compared(compiled(base_with()), str(folder)).empty


def test_a_base_knows_what_its_units_are_made_of():
    assert base_of(compiled(base_with())).made_of == {}
    build = kept_build(base_with())
    assert base_of(build).made_of.keys() == {unit.name for _, unit in build.units()}


def test_a_shipped_site_against_itself_reads_nothing(capsys, read):
    folder = ROOT / "intents" / "four-fabrics"
    assert said(capsys, "diff", folder, "--against", folder).code == 0
    assert read == []
