"""A commit that changes one ECN threshold: the review shows exactly what changes, and where."""

import json
import subprocess

import pytest
from floor import lay_out

AUTO = "ecn: auto"
BY_HAND = "ecn: {min: 150 KB, max: 700 KB, probability: 20 %}"
EOS_LINE = "qos profile FABRIC-400G > uc-tx-queue 3 > random-detect ecn"
CHANGED, UNCHANGED, FAILED = 2, 0, 1


def git(folder, *words):
    who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A scratch clone of a repository whose last commit writes down what was automatic, one of it changed."""
    origin = lay_out(tmp_path_factory.mktemp("origin"), "roce-256")
    git(origin.root, "init", "-q", "-b", "main")
    git(origin.root, "add", ".")
    git(origin.root, "commit", "-q", "-m", "site: as it is")
    origin.edit(AUTO, BY_HAND)
    git(origin.root, "commit", "-q", "-a", "-m", "qos: mark later")
    root = tmp_path_factory.mktemp("clone") / "site"
    git(origin.root, "clone", "-q", str(origin.root), str(root))
    return type(origin)(root, "roce-256")


def diff(clone, against, *options):
    ended = clone.here("diff", "intents/roce-256", "--against", against, *options)
    assert git(clone.root, "status", "--porcelain") == "", "the work tree is left alone"
    return ended


def test_one_threshold_changes_exactly_these_devices_and_lines(clone, golden):
    ended = diff(clone, "HEAD~1")
    assert ended.code == CHANGED
    assert ended.talk == ""
    golden("roce-256/diff-of-one-threshold.txt", ended.out)


def test_every_switch_changes_and_no_host(clone):
    found = json.loads(diff(clone, "HEAD~1", "--format", "json").out)
    text = json.dumps(found)
    assert all(f"pod1-leaf{number}" in text for number in range(1, 9))
    assert all(f"spine{number}" in text for number in range(1, 9))
    assert "pod1-host" not in text


def test_a_summary_has_groups_and_waves_and_goes_to_a_file(clone, tmp_path):
    ended = diff(clone, "HEAD~1", "--summary", "-o", tmp_path / "review.txt")
    assert (ended.code, ended.out) == (CHANGED, "")
    text = (tmp_path / "review.txt").read_text()
    assert text.count("tuning") == 3
    assert "random-detect" not in text
    assert ended.talk == f"{tmp_path}/review.txt: {text.splitlines()[-1].removeprefix('Changes: ')}\n"


def test_the_last_commit_is_what_a_change_is_compared_with(clone):
    assert clone.here("diff", "intents/roce-256").code == UNCHANGED


def test_nothing_changed_is_nothing_to_say(clone):
    ended = diff(clone, "HEAD")
    assert (ended.code, ended.talk) == (UNCHANGED, "")


def test_what_is_not_committed_yet_is_compared_too(clone):
    text = (clone.intent / "site.yaml").read_text()
    (clone.intent / "site.yaml").write_text(text.replace(BY_HAND, AUTO))
    try:
        back = clone.here("diff", "intents/roce-256", "--against", "HEAD~1")
        there = clone.here("diff", "intents/roce-256", "--against", "HEAD")
    finally:
        (clone.intent / "site.yaml").write_text(text)
    assert (back.code, there.code) == (UNCHANGED, CHANGED)


def test_the_folder_of_a_build_is_compared_as_a_revision_is(clone, tmp_path):
    assert clone.here("build", "intents/roce-256", "-o", tmp_path / "out").code == 0
    assert diff(clone, str(tmp_path / "out")).code == UNCHANGED


@pytest.mark.parametrize("revision", ["no-such-branch", "HEAD~9", "0123456789abcdef", "--help", "HEAD:"])
def test_an_unknown_revision_is_one_error(clone, revision):
    ended = diff(clone, revision)
    assert (ended.code, ended.out) == (FAILED, "")
    assert ended.talk.count("error[") == 1


def test_a_folder_that_is_no_repository_is_one_error(tmp_path):
    bare = lay_out(tmp_path, "roce-256")
    ended = bare.here("diff", "intents/roce-256", "--against", "HEAD")
    assert (ended.code, ended.out) == (FAILED, "")
    assert ended.talk.count("error[") == 1


def test_an_intent_that_was_renamed_is_compared_with_what_it_was(clone, tmp_path):
    root = tmp_path / "moved"
    git(tmp_path, "clone", "-q", str(clone.root), str(root))
    for folder in ("intents", "inventory"):
        git(root, "mv", f"{folder}/roce-256", f"{folder}/gpu-east")
    moved = type(clone)(root, "gpu-east")
    ended = moved.here("diff", "intents/gpu-east", "--against", "HEAD", "--format", "json")
    assert (ended.code, json.loads(ended.out)["groups"]) == (UNCHANGED, []), ended.talk


def test_a_revision_is_compiled_once_and_a_second_look_says_the_same(clone, tmp_path):
    cache = {"XDG_CACHE_HOME": str(tmp_path)}
    first = clone.here("diff", "intents/roce-256", "--against", "HEAD~1", **cache)
    (kept,) = (tmp_path / "fabric" / "bases").iterdir()
    made = kept.stat().st_mtime_ns, kept.read_bytes()
    second = clone.here("diff", "intents/roce-256", "--against", "HEAD~1", **cache)
    assert (first.code, first.out) == (second.code, second.out)
    assert kept.read_bytes() == made[1]
    assert kept.stat().st_mtime_ns > made[0], "it was used"
