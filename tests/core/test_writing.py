"""A full disk: the file is named, nothing half-written stays."""

import errno
import resource

import pytest

from fabric.core.writing import writing
from fabric.plan.file import write_whole
from fabric.rollout.statedir import open_state


def fill(path, draft):
    with writing(path, draft):
        draft.write_text("half")
        raise OSError(errno.ENOSPC, "No space left on device")


def test_the_file_is_named_and_its_draft_goes(tmp_path):
    with pytest.raises(OSError, match="No space left") as raised:
        fill(tmp_path / "file", tmp_path / ".draft")
    assert raised.value.filename == str(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def small_disk():
    """No file becomes larger than 4 KiB, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_plan_and_a_kept_text_are_whole_or_not_there(tmp_path, small_disk):
    del small_disk
    (tmp_path / "change.plan").write_text("old")
    with pytest.raises(OSError, match="too large") as raised:
        write_whole(tmp_path / "change.plan", b"x" * 9000, 0o600)
    assert raised.value.filename == str(tmp_path / "change.plan")
    assert (tmp_path / "change.plan").read_text() == "old"
    state = open_state(tmp_path / "state")
    with pytest.raises(OSError, match="too large"):
        state.keep("x" * 9000)
    assert [
        one for one in (tmp_path / "state").rglob("*") if one.is_file() and one.stat().st_size == 4096
    ] == []
