"""Programs of the user end in time, say no more than is read, and leave nothing behind."""

import time

import pytest

from fabric.core.program import MOST, Call, plain_environment, run

ENVIRONMENT = {"PATH": "/usr/bin:/bin"}


def ended(tmp_path, *words, given="", deadline_s=10.0):
    return run(Call(words, tmp_path, given, ENVIRONMENT, deadline_s))


@pytest.mark.parametrize("code", [0, 1, 7])
def test_a_program_leaves_with_its_code(tmp_path, code):
    assert ended(tmp_path, "sh", "-c", f"echo out; echo talk >&2; exit {code}").code == code


def test_it_runs_in_its_place_with_what_it_is_given(tmp_path):
    found = ended(tmp_path, "sh", "-c", "cat; pwd; env | grep -v PWD", given="{}\n")
    assert found.out.splitlines()[:2] == ["{}", str(tmp_path)]
    assert "PATH=/usr/bin:/bin" in found.out


def test_it_need_not_read_what_it_is_given(tmp_path):
    assert ended(tmp_path, "true", given="x" * 1_000_000).code == 0


def test_no_shell_reads_its_arguments(tmp_path):
    assert ended(tmp_path, "echo", "$(id)", ";", "*").out == "$(id) ; *"


def test_one_that_takes_too_long_is_ended_with_its_children(tmp_path):
    begun = time.monotonic()
    found = ended(tmp_path, "sh", "-c", "(sleep 1; touch late) & sleep 30", deadline_s=0.3)
    assert found.code is None
    assert "within 0.3 s" in found.talk
    assert time.monotonic() - begun < 10
    time.sleep(1.2)
    assert not (tmp_path / "late").exists()


def test_one_that_leaves_a_child_behind_is_not_waited_for(tmp_path):
    begun = time.monotonic()
    assert ended(tmp_path, "sh", "-c", "sleep 30 & echo done").out == "done"
    assert time.monotonic() - begun < 10


def test_one_that_talks_without_end_is_cut_at_a_line(tmp_path):
    found = ended(tmp_path, "sh", "-c", "yes word | head -c 3000000")
    assert found.code == 0
    assert len(found.out) <= MOST
    assert set(found.out.splitlines()) == {"word"}


def test_one_that_is_not_there_is_told(tmp_path):
    found = ended(tmp_path, "./gates/none.sh")
    assert found.code is None
    assert "it cannot be run" in found.talk


def test_an_environment_with_secrets_is_not_passed_on():
    assert plain_environment({"PATH": "/bin", "LEAF_PASSWORD": "x", "LANG": "C"}) == {
        "PATH": "/bin",
        "LANG": "C",
    }


def test_one_that_is_no_longer_wanted_is_ended(tmp_path):
    begun = time.monotonic()
    found = run(
        Call(("sleep", "30"), tmp_path, "", ENVIRONMENT, 60.0, lambda: time.monotonic() > begun + 0.2)
    )
    assert (found.code, found.talk) == (None, "the rollout was stopped")
    assert time.monotonic() - begun < 10
