"""The units of a revision, kept."""

from __future__ import annotations

import os

import pytest

from fabric.cli import bases
from fabric.plan.review import gone

UNITS = {"leaf1": gone("leaf1", "eos", "leaf", 64)}
BASE = bases.Base(UNITS, {"leaf1": "0a0b"})
NAME = bases.name_of("tree", "intents/a", "program")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "fabric" / "bases"


def test_what_is_kept_comes_back(cache):
    assert bases.kept(NAME) is None
    bases.keep(NAME, BASE)
    assert bases.kept(NAME) == BASE
    assert (cache / NAME).stat().st_mode & 0o777 == 0o600


def test_another_tree_intent_or_program_is_another_name():
    names = {
        NAME,
        bases.name_of("x", "intents/a", "program"),
        bases.name_of("tree", "intents/b", "program"),
    }
    assert len(names | {bases.name_of("tree", "intents/a", "x")}) == 4


@pytest.mark.parametrize("change", [lambda raw: raw[:-1], lambda raw: raw[:-1] + b"x", lambda _: b""])
def test_a_damaged_file_is_not_used(cache, change):
    bases.keep(NAME, BASE)
    (cache / NAME).write_bytes(change((cache / NAME).read_bytes()))
    assert bases.kept(NAME) is None


def test_a_link_is_not_followed(cache, tmp_path):
    bases.keep(NAME, BASE)
    (cache / NAME).rename(tmp_path / "elsewhere")
    (cache / NAME).symlink_to(tmp_path / "elsewhere")
    assert bases.kept(NAME) is None


def test_a_folder_that_cannot_be_made_keeps_nothing(cache):
    cache.parent.mkdir(parents=True)
    cache.write_text("a file stands there")
    bases.keep(NAME, BASE)
    assert bases.kept(NAME) is None


def test_the_ones_not_used_for_longest_go(cache):
    for number in range(bases.MOST_KEPT + 3):
        bases.keep(f"{number:064d}", BASE)
        os.utime(cache / f"{number:064d}", (number, number))
    bases.keep(NAME, BASE)
    left = {file.name for file in cache.iterdir()}
    assert len(left) == bases.MOST_KEPT
    assert NAME in left
    assert f"{0:064d}" not in left
