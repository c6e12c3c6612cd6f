"""The lab's own log."""

import json

import pytest

from fabric.lab.commits import CommitLog, read_commits


@pytest.fixture
def log(tmp_path):
    opened = CommitLog(tmp_path / "commits.jsonl", clock=lambda: 12.5)
    yield opened
    opened.close()


def test_each_entry_is_a_line_of_json(log, tmp_path):
    log.append("leaf1", "commit", token="t1", user="u", digest="d")
    assert json.loads((tmp_path / "commits.jsonl").read_text()) == {
        "time": 12.5,
        "device": "leaf1",
        "verb": "commit",
        "token": "t1",
        "user": "u",
        "digest": "d",
    }


def test_entries_come_back_in_order(log, tmp_path):
    log.append("leaf1", "open", token="t1")
    log.append("leaf1", "abort", token="t1")
    assert [entry.verb for entry in read_commits(tmp_path / "commits.jsonl")] == ["open", "abort"]


def test_a_line_torn_by_a_crash_is_left_out(log, tmp_path):
    log.append("leaf1", "save")
    with (tmp_path / "commits.jsonl").open("a") as file:
        file.write('{"time": 1')
    assert len(read_commits(tmp_path / "commits.jsonl")) == 1


def test_a_verb_that_nobody_agreed_on_is_refused(log):
    with pytest.raises(ValueError, match="unknown verb"):
        log.append("leaf1", "frobnicate")


def test_no_log_is_an_empty_one(tmp_path):
    assert read_commits(tmp_path / "none") == ()
