"""Files in memory, and what of them a power cut takes."""

from __future__ import annotations

import pytest

from fabric.lab.sonic.files import WRITEBACK_S, Files, may_write


class Hand:
    time = 100.0

    def now(self) -> float:
        return self.time


def written(*, synced: bool = False) -> tuple[Files, Hand]:
    hand = Hand()
    files = Files(hand.now)
    files.write("/etc/a", "old")
    files.sync()
    files.write("/etc/a", "new")
    files.write("/etc/b", "b")
    if synced:
        files.sync()
    return files, hand


def test_a_power_cut_takes_what_was_written_last():
    files, _ = written()
    files.lose_power()
    assert files.text("/etc/a") == "old"
    assert not files.is_file("/etc/b")


def test_a_deletion_that_was_not_synced_is_undone():
    files, _ = written(synced=True)
    files.remove("/etc/b")
    files.lose_power()
    assert files.text("/etc/b") == "b"


def test_what_is_old_enough_or_synced_stays():
    for synced, seconds in ((True, 0.0), (False, WRITEBACK_S + 1)):
        files, hand = written(synced=synced)
        hand.time += seconds
        files.lose_power()
        assert files.text("/etc/a") == "new"


def test_memory_file_systems_are_empty_after_a_boot():
    files, _ = written()
    files.write("/tmp/x", "x")
    files.sync()
    files.lose_power()
    assert not files.is_file("/tmp/x")


def test_folders_must_be_there():
    files, _ = written()
    with pytest.raises(FileNotFoundError):
        files.write("/etc/none/x", "x")
    files.make_folder("/etc/none/deeper")
    files.write("/etc/none/x", "x")
    assert files.names("/etc/none") == ["deeper", "x"]
    files.remove_tree("/etc/none")
    assert not files.is_folder("/etc/none/deeper")


def test_a_login_writes_in_tmp_and_root_everywhere():
    assert may_write("/tmp/x", root=False)
    assert not may_write("/etc/sonic/x", root=False)
    assert may_write("/etc/sonic/x", root=True)
