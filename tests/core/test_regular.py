"""Only regular files of a bounded size are read, and nothing waits for a pipe."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from fabric.core.regular import NotRegularError, TooLargeError, read_regular, read_regular_itself


def open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


BOTH = pytest.mark.parametrize("read", [read_regular, read_regular_itself])


@BOTH
def test_a_file_is_read_up_to_its_last_byte(tmp_path, read):
    place = tmp_path / "file"
    place.write_bytes(b"12345")
    assert read(place, 5) == b"12345"


@BOTH
def test_a_file_of_a_byte_too_many_is_refused(tmp_path, read):
    place = tmp_path / "file"
    place.write_bytes(b"12345")
    with pytest.raises(TooLargeError) as refused:
        read(place, 4)
    assert refused.value.size == 5


def test_a_file_that_says_it_has_no_bytes_is_counted_as_it_is_read():
    with pytest.raises(TooLargeError):
        read_regular(Path("/proc/self/status"), 10)


@BOTH
def test_a_pipe_without_a_writer_is_refused_at_once(tmp_path, read):
    place = tmp_path / "pipe"
    os.mkfifo(place)
    with pytest.raises(NotRegularError):
        read(place, 5)


@BOTH
def test_a_folder_is_refused(tmp_path, read):
    with pytest.raises(NotRegularError):
        read(tmp_path, 5)


@BOTH
def test_a_socket_cannot_be_opened(tmp_path, read, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        with pytest.raises(OSError, match="No such device"):
            read(tmp_path / "socket", 5)


def test_a_link_is_followed_or_refused_as_the_reader_says(tmp_path):
    (tmp_path / "file").write_bytes(b"1")
    (tmp_path / "link").symlink_to("file")
    assert read_regular(tmp_path / "link", 5) == b"1"
    with pytest.raises(OSError, match="symbolic links"):
        read_regular_itself(tmp_path / "link", 5)


@BOTH
def test_nothing_stays_open(tmp_path, read):
    os.mkfifo(tmp_path / "pipe")
    before = open_files()
    for _ in range(3):
        with pytest.raises(NotRegularError):
            read(tmp_path / "pipe", 5)
    assert open_files() == before
