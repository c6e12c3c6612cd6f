"""A journal copied at any write reopens clean: what it holds then is a beginning of what was written.

SQLite writes frames of pages behind each other into the write-ahead log, and waits for the disk behind the
last frame of a transaction. Copies that end behind every frame, and within it, are therefore those at every
such wait and at every kill or loss of power between two. A checkpoint puts pages into the file while the log
still has them all.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import struct

import pytest
from crash_points import FakeHarness, start

from fabric.rollout import control
from fabric.rollout.journal import Kind
from fabric.rollout.states import KEPT, State

LATE = 60
"""The point at which the rollout is killed: its log has not been put into the file then."""
HEADER, FRAME = 32, 24
"""Bytes of the log's header, and of that before each page (SQLite, "WAL File Format")."""
AFTER_A_COMMIT = KEPT | {State.COMMITTED, State.CONFIRMING, State.ROLLING_BACK}


@pytest.fixture(scope="module")
def left(tmp_path_factory):
    """A state folder as SIGKILL left it."""
    folder, harness = tmp_path_factory.mktemp("torn"), FakeHarness(atomic=True)
    harness.make(folder)
    assert start(harness, folder, LATE) is None
    return folder / "state"


def page_size(file):
    return struct.unpack(">H", file.read_bytes()[16:18])[0]


def log_of(folder):
    return folder / "journal.sqlite-wal"


def copied(left, folder, log, journal=None):
    """Copy a state folder with so much of its log, and with this file."""
    shutil.copytree(left, folder, ignore=shutil.ignore_patterns("*-shm", "*-wal"))
    log_of(folder).write_bytes(log)
    if journal is not None:
        (folder / "journal.sqlite").write_bytes(journal)
    return folder


def read(folder):
    """Return the records of a journal, each with its hash, after the audit found nothing."""
    assert control.audit(folder).intact
    return [json.loads(line) for line in control.lines(folder)]


def conclusions_have_intents(records):
    committing = set()
    for record in (one["record"] for one in records if one["record"]["kind"] == Kind.DEVICE):
        key = record["device"], record.get("epoch")
        if record["state"] == State.COMMITTING:
            committing.add(key)
        elif record["state"] in AFTER_A_COMMIT:
            assert key in committing


def test_a_journal_cut_behind_any_frame_of_its_log_or_within_it_is_a_beginning_of_the_whole(left, tmp_path):
    whole, log = read(copied(left, tmp_path / "whole", log_of(left).read_bytes())), log_of(left).read_bytes()
    step = FRAME + page_size(left / "journal.sqlite")
    ends = range(HEADER, len(log) + 1, step)
    assert len(ends) > 50
    counts = []
    for end in ends:
        for torn in (0, 7, FRAME + 100):
            folder = copied(left, tmp_path / f"{end}-{torn}", log[: end + torn])
            records = read(folder)
            assert records == whole[: len(records)]
            conclusions_have_intents(records)
            counts.append(len(records))
            shutil.rmtree(folder)
    assert counts == sorted(counts)
    assert counts[-1] == len(whole)
    assert len(set(counts)) > 10, "it became longer by and by"


def test_a_checkpoint_that_was_cut_short_loses_nothing(left, tmp_path):
    log = log_of(left).read_bytes()
    whole = read(copied(left, tmp_path / "whole", log))
    before, after = (left / "journal.sqlite").read_bytes(), checkpointed(left, tmp_path / "after", log)
    size = page_size(left / "journal.sqlite")
    pages = range(0, len(after), size)
    changed = [at for at in pages if after[at : at + size] != before[at : at + size]]
    assert len(changed) > 5
    for upto in changed:
        mixed = after[:upto] + before[upto:]
        assert read(copied(left, tmp_path / f"upto-{upto}", log, mixed)) == whole


def checkpointed(left, folder, log):
    """Return the file after its log was put into it."""
    with sqlite3.connect(copied(left, folder, log) / "journal.sqlite") as raw:
        assert raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    raw.close()
    return (folder / "journal.sqlite").read_bytes()
