"""Files written whole or not at all."""

from __future__ import annotations

import pytest
from cli.repository import files

from fabric.cli.files import MARK, whole_folder, write_text, write_texts
from fabric.core.diagnostic import FabricError

OLD = '{"units": {}}'


def test_a_file_is_written_with_its_mode(tmp_path):
    write_text(tmp_path / "deep" / "a.txt", "ä\n", mode=0o600)
    assert (tmp_path / "deep" / "a.txt").read_bytes() == "ä\n".encode()
    assert (tmp_path / "deep" / "a.txt").stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path):
    write_text(tmp_path / "a.txt", "old\n")
    with pytest.raises(UnicodeEncodeError):
        write_text(tmp_path / "a.txt", "\ud800")
    assert files(tmp_path) == {"a.txt": b"old\n"}


def test_files_that_belong_together_are_written_together(tmp_path):
    write_text(tmp_path / "a.txt", "old\n")
    write_texts({tmp_path / "a.txt": "new\n", tmp_path / "deep" / "b.txt": "b\n"})
    assert files(tmp_path) == {"a.txt": b"new\n", "deep/b.txt": b"b\n"}


@pytest.mark.parametrize("fault", ["text", "place", "above"])
def test_one_file_that_cannot_be_written_leaves_all_as_they_were(tmp_path, fault):
    write_text(tmp_path / "a.txt", "old\n")
    (tmp_path / "place").mkdir()
    wanted = {tmp_path / "a.txt": "new\n", tmp_path / "deep" / "er" / "b.txt": "b\n"}
    wanted |= {
        "text": {tmp_path / "c.txt": "\ud800"},
        "place": {tmp_path / "place": "c\n"},
        "above": {tmp_path / "a.txt" / "c.txt": "c\n"},
    }[fault]
    with pytest.raises((OSError, UnicodeEncodeError)):
        write_texts(wanted)
    assert files(tmp_path) == {"a.txt": b"old\n"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "place"]


def test_a_folder_appears_at_the_end(tmp_path):
    with whole_folder(tmp_path / "out") as draft:
        (draft / MARK).write_text("{}")
        assert not (tmp_path / "out").exists()
    assert files(tmp_path) == {f"out/{MARK}": b"{}"}


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_failure_leaves_the_old_folder_and_nothing_else(tmp_path, failure):
    with whole_folder(tmp_path / "out") as draft:
        (draft / MARK).write_text(OLD)
    with pytest.raises(failure), whole_folder(tmp_path / "out") as draft:  # noqa: PT012 - the body is what fails
        (draft / MARK).write_text("new")
        raise failure
    assert files(tmp_path) == {f"out/{MARK}": OLD.encode()}


def test_a_folder_of_others_is_refused_before_anything_is_written(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a").write_text("mine")
    with pytest.raises(FabricError, match="OUT-001"), whole_folder(tmp_path / "out"):
        pytest.fail("the body ran")
    assert files(tmp_path) == {"out/a": b"mine"}
