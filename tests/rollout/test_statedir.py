"""The state folder refuses what others could read or swap."""

import hashlib
import os
import stat

import pytest

from fabric.rollout.statedir import StateError, open_state


def test_the_folder_and_its_texts_are_for_their_owner_alone(tmp_path) -> None:
    state = open_state(tmp_path / "state")
    digest = state.keep("hostname leaf-1\n")
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "state" / "blobs" / digest).stat().st_mode) == 0o600
    assert state.read(digest) == "hostname leaf-1\n"


def test_the_same_text_is_stored_once(tmp_path) -> None:
    state = open_state(tmp_path / "state")
    assert state.keep("a\r\n") == state.keep("a\r\n")
    assert len(list((tmp_path / "state" / "blobs").iterdir())) == 1
    assert state.read(state.keep("a\r\n")) == "a\r\n"


def test_an_altered_text_is_not_handed_out(tmp_path) -> None:
    state = open_state(tmp_path / "state")
    digest = state.keep("a")
    (tmp_path / "state" / "blobs" / digest).write_text("b")
    with pytest.raises(StateError, match="does not hold"):
        state.read(digest)


def test_a_missing_text_is_said(tmp_path) -> None:
    with pytest.raises(StateError, match="cannot be read"):
        open_state(tmp_path / "state").read("0" * 64)


def test_a_text_that_is_no_text_or_no_file_is_said_with_its_place(tmp_path) -> None:
    state = open_state(tmp_path / "state")
    raw = b"hostname \xff\n"
    place = tmp_path / "state" / "blobs" / hashlib.sha256(raw).hexdigest()
    place.write_bytes(raw)
    with pytest.raises(StateError, match=f"{place}` does not hold"):
        state.read(place.name)
    pipe = tmp_path / "state" / "blobs" / ("0" * 64)
    os.mkfifo(pipe)
    with pytest.raises(StateError, match=f"{pipe}` is no regular file"):
        state.read(pipe.name)


def test_links_and_things_that_are_no_folder_are_refused(tmp_path) -> None:
    real = tmp_path / "real"
    real.mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(real)
    with pytest.raises(StateError, match="symbolic link"):
        open_state(tmp_path / "link")
    (tmp_path / "file").write_text("")
    with pytest.raises(StateError, match="not a folder"):
        open_state(tmp_path / "file")
    (real / "journal.sqlite").symlink_to(tmp_path / "file")
    with pytest.raises(StateError, match="symbolic link"):
        open_state(real)


def test_a_folder_in_place_of_the_journal_is_refused(tmp_path) -> None:
    (tmp_path / "state" / "journal.sqlite").mkdir(parents=True)
    with pytest.raises(StateError, match="not a file"):
        open_state(tmp_path / "state")


def test_a_folder_that_others_may_write_is_refused(tmp_path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state").chmod(0o777)
    with pytest.raises(StateError, match="written by others"):
        open_state(tmp_path / "state")
