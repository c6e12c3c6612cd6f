"""What one command has rendered the next one does not, and nothing else is taken for it."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from cases.repositories import ROOT, base_with, compiled, everything, shipped
from cli.repository import said
from cli.test_against import CHANGES

from fabric.cli import packs
from fabric.core.source import Folder
from fabric.pipeline import at, compile  # noqa: A004 - the verb of that stage


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "fabric" / "builds"


@pytest.fixture(scope="module")
def build():
    return compiled(base_with())


def texts(build, *names):
    return {unit.name: build.artifacts(unit) for _, unit in build.units() if not names or unit.name in names}


def test_what_was_rendered_is_read_and_is_the_same(build, cache):
    first = packs.with_pack(build)
    made = texts(first)
    packs.keep(first)
    again = replace(packs.with_pack(build), registry=None)  # which renders nothing
    assert texts(again) == made == texts(build)
    packs.keep(again)
    (file,) = cache.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_units_are_added_to_those_that_are_kept(build, cache):
    for name in ("leaf", "spine1"):
        some = packs.with_pack(build)
        texts(some, "pod1-leaf1" if name == "leaf" else name)
        packs.keep(some)
    both = packs.pack_of(packs.name_of(build))
    known = [unit.name for _, unit in build.units() if both.of(unit.name) is not None]
    assert known == ["pod1-leaf1", "spine1"]
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("what", CHANGES)
def test_another_build_has_another_name(build, what):
    assert (packs.name_of(compiled(CHANGES[what])) == packs.name_of(build)) == (what == "nothing")


def test_who_goes_around_what_is_part_of_the_name():
    project, known = at(Folder(ROOT), "intents/quickstart"), everything()
    plain, around = (compile(project, known, drained=names) for names in ((), ("spine2",)))
    assert texts(plain, "spine2") != texts(around, "spine2")
    assert packs.name_of(plain) != packs.name_of(around)


@pytest.mark.parametrize("change", [lambda raw: raw[:-1], lambda raw: raw[:-1] + b"x", lambda _: b""])
def test_a_damaged_pack_is_not_used(build, cache, change):
    made = packs.with_pack(build)
    texts(made, "spine1")
    packs.keep(made)
    (file,) = cache.iterdir()
    file.write_bytes(change(file.read_bytes()))
    assert packs.pack_of(file.name).of("spine1") is None


def test_a_link_is_not_followed(build, cache, tmp_path):
    made = packs.with_pack(build)
    texts(made, "spine1")
    packs.keep(made)
    (file,) = cache.iterdir()
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert packs.pack_of(file.name).of("spine1") is None


def test_a_folder_that_cannot_be_made_keeps_nothing(build, cache):
    cache.parent.mkdir(parents=True)
    cache.write_text("a file stands there")
    made = packs.with_pack(build)
    texts(made, "spine1")
    packs.keep(made)
    assert packs.pack_of(packs.name_of(build)).of("spine1") is None


def test_the_ones_not_used_for_longest_go(cache):
    for number in range(packs.MOST_KEPT + 3):
        pack = packs.Pack(f"{number:064d}")
        pack.add("leaf1", {"eos.cfg": "hostname leaf1\n"})
        pack.keep()
        os.utime(cache / pack.name, (number, number))
    assert f"{0:064d}" not in {file.name for file in cache.iterdir()}
    assert len(list(cache.iterdir())) == packs.MOST_KEPT


def test_build_diff_and_drift_share_a_pack(cache, tmp_path, capsys):
    site = ROOT / "intents" / "quickstart"
    assert said(capsys, "build", site, "-o", tmp_path / "built").code == 0
    (file,) = cache.iterdir()
    before = file.stat().st_ino
    running = tmp_path / "running"
    for _, unit in shipped("quickstart").units():
        if unit.platform != "host":
            (running / unit.name).mkdir(parents=True)
            for artifact in (tmp_path / "built" / unit.name).iterdir():
                (running / unit.name / artifact.name).write_text(artifact.read_text())
    assert said(capsys, "drift", site, "--running", running).code == 0
    assert said(capsys, "diff", site, "--against", tmp_path / "built").code == 0
    assert [(one.name, one.stat().st_ino) for one in cache.iterdir()] == [(file.name, before)]
