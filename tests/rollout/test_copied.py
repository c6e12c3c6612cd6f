"""A state folder that takes no writing is read all the same, with what a dead process had committed last."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
from contextlib import contextmanager

import pytest
from fake_fleet import memory_fleet, plan_for

from fabric.rollout import applied, asking, control, copied
from fabric.rollout.backend import open_backend, read_backend
from fabric.rollout.door import Freeze
from fabric.rollout.outcome import Outcome
from fabric.rollout.statedir import StateError

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="makes a disk that takes no writing")


@pytest.fixture
def state(tmp_path):
    """Give a folder with a rollout that ended, whose log of writes was never brought into the journal."""
    fleet, folder = memory_fleet(("leaf-1", "leaf-2")), tmp_path / "state"
    result = control.apply(plan_for((("leaf-1",), ("leaf-2",))), folder, fleet.world(clock=fleet.clock), "me")
    assert result.outcome is Outcome.DONE
    died = tmp_path / "died"
    with open_backend(folder).database.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_autocheckpoint = 0")
        asking.freeze(folder, Freeze("", "me", "asked last", ""))
        shutil.copytree(folder, died)
    died.chmod(0o700)
    (died / "journal.sqlite-shm").unlink(missing_ok=True)
    assert (died / "journal.sqlite-wal").stat().st_size
    return died


@contextmanager
def fixed(folder):
    subprocess.run(["mount", "--bind", str(folder), str(folder)], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_what_only_reads_reads_everything_and_writes_nothing(state, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = {path.name: path.read_bytes() for path in state.iterdir() if path.is_file()}
    with fixed(state):
        found = control.audit(state)
        assert (found.intact, found.records) == (True, len(list(control.lines(state))))
        assert [freeze.reason for freeze in asking.freezes(state)] == ["asked last"]
        assert control.status(state).progress.outcome == "done"
        assert applied.last_record(state) == found.head
        assert control.contains(state, found.head)
        with pytest.raises(StateError, match="cannot be written to"):
            control.ask(state, "pause", "me")
    assert {path.name: path.read_bytes() for path in state.iterdir() if path.is_file()} == before
    gc.collect()
    assert not list(tmp_path.glob("fabric-journal-*"))


def test_a_journal_that_somebody_else_writes_to_is_not_guessed(state, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    stamps = iter(range(100))
    monkeypatch.setattr(copied, "_stamp", lambda _journal: next(stamps))
    with fixed(state), pytest.raises(StateError, match="somebody else writes to it") as told:
        read_backend(state)
    assert "\n" not in str(told.value)
    assert not list(tmp_path.glob("fabric-journal-*"))


def test_a_journal_that_cannot_be_copied_is_said_to_be_that(state, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with fixed(state), pytest.raises(StateError, match="no copy of it can be read"):
        read_backend(state)


def test_a_damaged_journal_is_named_by_its_own_place(state, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (state / "journal.sqlite-wal").unlink()
    (state / "journal.sqlite").write_text("this is no database, and it is long enough\n" * 99)
    with fixed(state), pytest.raises(StateError, match="not a database") as told:
        read_backend(state)
    assert str(state / "journal.sqlite") in str(told.value)
    assert "fabric-journal-" not in str(told.value)
