"""What one command has rendered the next one does not, and nothing else is taken for it."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from cases.repositories import ROOT, base_with, kept_build, shipped
from cli.repository import said

from fabric.cli import shelf
from fabric.core.source import Folder
from fabric.pipeline import at
from fabric.pipeline.rendering import rendered

TEMPLATE = """\
{% extends "builtin/cumulus/device.j2" %}
{% block qos %}{{ super() }}
- set: {system: {message: {post-login: hello}}}
{% endblock %}
"""
CHANGES = {
    "nothing": base_with(),
    "a threshold": base_with(("ecn: auto", "ecn: {min: 1 MB, max: 2 MB}")),
    "a time server": base_with(("ntp: [10.20.0.2]", "ntp: [10.20.0.2, 10.20.0.3]")),
    "a host more": base_with(("pod1: {count: 2,", "pod1: {count: 3,")),
    "another release": base_with(('release: "5.16", per: rail', 'release: "5.15", per: rail')),
    "a longer cable": base_with(("length: 10 m", "length: 50 m")),
    "a drained switch": base_with(("routing:", "routing:\n  drained: [spine2]")),
    "what a template includes": base_with(
        **{"templates/cumulus/device.j2": TEMPLATE, "templates/banner.txt": "hello"}
    ),
    "a template": base_with(**{"templates/cumulus/device.j2": TEMPLATE}),
}


@pytest.fixture(autouse=True)
def database(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "fabric" / "artifacts.sqlite"


def texts(build, *names):
    return {unit.name: build.artifacts(unit) for _, unit in build.units() if not names or unit.name in names}


def without(build):
    """Return the build as it is with nothing kept."""
    return replace(build, kept=None)


def unable(build):
    """Return the build without what it needs to render."""
    return replace(build, registry=None)


@pytest.mark.parametrize("what", CHANGES)
def test_artifacts_are_those_of_a_build_with_nothing_kept(what):
    texts(kept_build(base_with()))
    build = kept_build(CHANGES[what])
    assert texts(build) == texts(without(build))
    assert texts(unable(kept_build(CHANGES[what]))) == texts(without(build))


def test_only_what_changed_is_rendered():
    texts(kept_build(base_with()))
    build = kept_build(CHANGES["a drained switch"])
    assert [unit.name for _, unit in build.units() if build.kept.of(unit.name) is None] == ["spine2"]


@pytest.mark.parametrize("intent", ["four-fabrics", "roce-256"])
def test_a_shipped_site_renders_nothing_twice(intent, database):
    site = at(Folder(ROOT), f"intents/{intent}")
    first = texts(kept_build(site))
    assert texts(unable(kept_build(site))) == first
    assert database.stat().st_mode & 0o777 == 0o600


def test_two_processes_render_what_is_not_kept_and_it_is_kept_then():
    site = at(Folder(ROOT), "intents/quickstart")
    texts(kept_build(site), "leaf1", "spine2")
    build = kept_build(site)
    made = list(rendered(build, 2))
    assert made == list(rendered(without(build)))
    assert made == list(rendered(unable(kept_build(site)), 2))


def test_who_goes_around_what_is_no_other_key_for_all_others():
    site = at(Folder(ROOT), "intents/quickstart")
    plain, around = (kept_build(site, drained=names) for names in ((), ("spine2",)))
    differs = {name for name, key in plain.kept.made_of.items() if around.kept.made_of[name] != key}
    assert differs == {"spine2"}


@pytest.mark.parametrize("body", ["substr(body, 2)", "zeroblob(40)", "zeroblob(0)", "'text'"])
def test_a_damaged_artifact_is_rendered_again(database, body):
    made = texts(kept_build(base_with()))
    with sqlite3.connect(database) as now:
        now.execute(f"UPDATE unit SET body = {body}")
    build = kept_build(base_with())
    assert build.kept.of("spine1") is None
    assert texts(build) == made
    assert texts(unable(kept_build(base_with()))) == made


@pytest.mark.parametrize("raw", [b"no database at all" * 100, b"\0" * 9000])
def test_a_file_that_is_no_database_makes_room_for_one(database, raw):
    database.parent.mkdir(parents=True)
    database.write_bytes(raw)
    made = texts(kept_build(base_with()))
    assert texts(unable(kept_build(base_with()))) == made


def test_a_database_with_broken_pages_is_begun_anew(database):
    made = texts(kept_build(base_with()))
    raw = database.read_bytes()
    database.write_bytes(raw[:4096] + b"\xff" * (len(raw) - 4096))
    assert texts(kept_build(base_with())) == made
    assert texts(kept_build(base_with())) == made
    assert texts(unable(kept_build(base_with()))) == made


def test_a_database_of_other_tables_is_not_used(database):
    database.parent.mkdir(parents=True)
    with sqlite3.connect(database) as now:
        now.execute("CREATE TABLE unit (what TEXT)")
    assert texts(kept_build(base_with())) == texts(without(kept_build(base_with())))


def test_a_link_is_not_followed(database, tmp_path):
    texts(kept_build(base_with()))
    database.rename(tmp_path / "elsewhere")
    database.symlink_to(tmp_path / "elsewhere")
    assert kept_build(base_with()).kept.of("spine1") is None


def test_a_folder_that_cannot_be_made_keeps_nothing(database):
    database.parent.parent.mkdir(parents=True)
    database.parent.write_text("a file stands there")
    build = kept_build(base_with())
    assert texts(build) == texts(without(build))
    assert build.kept.of("spine1") is None


def test_a_database_that_another_holds_keeps_nothing(database, monkeypatch):
    monkeypatch.setattr(shelf, "PATIENCE_S", 0)
    texts(kept_build(base_with()), "spine1")
    build = kept_build(base_with())
    with sqlite3.connect(database, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert texts(build, "spine2") == texts(without(build), "spine2")
        other.execute("ROLLBACK")
    assert kept_build(base_with()).kept.of("spine2") is None


def test_the_ones_not_used_for_longest_go(database, monkeypatch):
    old = texts(kept_build(base_with()))
    with sqlite3.connect(database) as now:
        now.execute("UPDATE unit SET used = used - 900000")
    drained = kept_build(CHANGES["a drained switch"])
    assert texts(drained) != old  # all but the drained spine are used now
    monkeypatch.setattr(shelf, "MOST_BYTES", 1)
    again = kept_build(base_with())
    assert [unit.name for _, unit in again.units() if again.kept.of(unit.name) is None] == ["spine2"]


def test_tables_of_facts_are_part_of_the_program():
    registry = shipped("quickstart").registry
    before = shelf.program(registry)
    table = Path(shelf.__file__).parents[1] / "catalog" / "data" / "headroom.csv"
    known = table.stat()
    os.utime(table, ns=(known.st_atime_ns, known.st_mtime_ns + 1_000_000_000))
    try:
        assert shelf.program(registry) != before
    finally:
        os.utime(table, ns=(known.st_atime_ns, known.st_mtime_ns))


def test_build_diff_and_drift_share_what_was_rendered(tmp_path, capsys, monkeypatch):
    site = ROOT / "intents" / "quickstart"
    assert said(capsys, "build", site, "-o", tmp_path / "built").code == 0
    running = tmp_path / "running"
    for _, unit in shipped("quickstart").units():
        if unit.platform != "host":
            (running / unit.name).mkdir(parents=True)
            for artifact in (tmp_path / "built" / unit.name).iterdir():
                (running / unit.name / artifact.name).write_text(artifact.read_text())
    monkeypatch.setattr("fabric.pipeline.build.render", None)  # nobody renders any more
    assert said(capsys, "drift", site, "--running", running).code == 0
    assert said(capsys, "diff", site, "--against", tmp_path / "built").code == 0
    assert said(capsys, "build", site, "-o", tmp_path / "again").code == 0
