"""Where files come from: a folder and a git revision show the same files, and say what they cannot read."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from fabric.core.diagnostic import FabricError
from fabric.core.source import LARGEST_FILE, Folder, GitTree, digest, shipped

FILES = {
    "site/a.yaml": "a: 1\n",
    "site/b.yaml": "b: Zürich\n",
    "site/below/c.yaml": "c: 3\n",
    "sitedoor/d.yaml": "d: 4\n",
    "site/.hidden/e.yaml": "e: 5\n",
    ".ci/run": "x\n",
    "root.yaml": "r: 0\n",
}
SEEN = ("site/a.yaml", "site/b.yaml", "site/below/c.yaml")


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def git(folder, *arguments):
    settings = ("-c", "user.name=t", "-c", "user.email=t@example.net", "-c", "commit.gpgsign=false")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", *settings, *arguments], cwd=folder, check=True, capture_output=True, env=clean)


@pytest.fixture
def repository(folder):
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "one")
    return folder


def code(call):
    with pytest.raises(FabricError) as caught:
        call()
    (found,) = caught.value.diagnostics
    return found.code


def sources(folder):
    return (Folder(folder), GitTree(folder, "HEAD"))


def test_folder_and_revision_list_the_same_files(repository):
    for source in sources(repository):
        assert source.files("site") == source.files("site/") == SEEN


@pytest.mark.parametrize("root", ["", "."])
def test_folder_and_revision_list_the_same_files_from_the_root(repository, root):
    for source in sources(repository):
        assert source.files(root) == ("root.yaml", *SEEN, "sitedoor/d.yaml")


def test_folder_and_revision_read_the_same_text(repository):
    for source in sources(repository):
        assert {name: source.read(name) for name in SEEN} == {name: FILES[name] for name in SEEN}


def test_a_folder_that_is_not_there_has_no_files(repository):
    for source in sources(repository):
        assert source.files("sit") == ()
        assert not source.has("site/none.yaml")
        assert source.has("site/a.yaml")


def test_a_revision_does_not_see_the_work_tree(repository):
    (repository / "site" / "a.yaml").write_text("changed: 1\n")
    (repository / "site" / "new.yaml").write_text("new: 1\n")
    tree = GitTree(repository, "HEAD")
    assert tree.read("site/a.yaml") == "a: 1\n"
    assert not tree.has("site/new.yaml")


def test_an_older_revision_is_read_as_it_was(repository):
    (repository / "site" / "a.yaml").write_text("a: 2\n")
    git(repository, "commit", "--all", "--quiet", "--message", "two")
    assert GitTree(repository, "HEAD").read("site/a.yaml") == "a: 2\n"
    assert GitTree(repository, "HEAD~1").read("site/a.yaml") == "a: 1\n"


def test_a_root_below_the_top_of_its_repository_is_read_from_there(repository):
    tree = GitTree(repository / "site", "HEAD")
    assert tree.files("") == ("a.yaml", "b.yaml", "below/c.yaml")
    assert tree.files("below") == ("below/c.yaml",)
    assert tree.read("b.yaml") == FILES["site/b.yaml"]
    assert not tree.has("root.yaml")


@pytest.mark.parametrize("revision", ["no-such-branch", "HEAD~5", "0" * 40, "--help", "-n1", ""])
def test_a_revision_that_does_not_exist_is_a_finding(repository, revision):
    assert code(lambda: GitTree(repository, revision).files("site")) == "SRC-004"


def test_a_shallow_clone_is_named(repository, tmp_path):
    (repository / "site" / "a.yaml").write_text("a: 2\n")
    git(repository, "commit", "--all", "--quiet", "--message", "two")
    git(tmp_path, "clone", "--quiet", "--depth", "1", repository.as_uri(), "shallow")
    with pytest.raises(FabricError) as refused:
        GitTree(tmp_path / "shallow", "HEAD~1").files("site")
    (found,) = refused.value.diagnostics
    assert found.summary == "`HEAD~1` is not in this shallow clone"
    assert "--unshallow" in found.hint


def test_a_folder_that_was_renamed_is_found_under_its_old_name(repository):
    git(repository, "mv", "site", "place")
    tree = GitTree(repository, "HEAD")
    assert tree.earlier_name("place") == "site"
    git(repository, "commit", "--quiet", "--message", "moved")
    assert GitTree(repository, "HEAD~1").earlier_name("place") == "site"
    assert GitTree(repository, "HEAD").earlier_name("place") == "place"


def test_a_new_folder_had_no_other_name(repository):
    (repository / "fresh").mkdir()
    (repository / "fresh" / "a.yaml").write_text("quite: different\n")
    git(repository, "add", ".")
    assert GitTree(repository, "HEAD").earlier_name("fresh") == "fresh"


def test_a_folder_without_repository_is_a_finding(tmp_path):
    assert code(lambda: GitTree(tmp_path, "HEAD").files("site")) == "SRC-004"


def test_a_machine_without_git_is_a_finding(repository):
    """In a process of its own: the search path belongs to the process."""
    program = (
        "import sys; from pathlib import Path; from fabric.core.source import GitTree\n"
        "from fabric.core.diagnostic import FabricError\n"
        "try: GitTree(Path(sys.argv[1]), 'HEAD').files('site')\n"
        "except FabricError as failure: print(failure.diagnostics[0].code)\n"
    )
    bare = {"PATH": str(repository / "none"), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program, repository], env=bare, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "SRC-005"


def test_a_file_that_is_not_there_is_a_finding(repository):
    for source in sources(repository):
        assert code(lambda source=source: source.read("site/none.yaml")) == "SRC-001"


def test_a_folder_read_as_a_file_is_a_finding(folder):
    assert code(lambda: Folder(folder).read("site")) == "SRC-001"


@pytest.mark.parametrize(
    "raw",
    [b"\xff\xfea\x00", "Zürich".encode("latin-1"), b"\xed\xa0\x80"],
    ids=["utf-16", "latin-1", "surrogate"],
)
def test_a_file_that_is_not_utf_8_is_a_finding(repository, raw):
    (repository / "site" / "a.yaml").write_bytes(raw)
    git(repository, "commit", "--all", "--quiet", "--message", "bytes")
    for source in sources(repository):
        assert code(lambda source=source: source.read("site/a.yaml")) == "SRC-002"


def test_a_file_of_ten_megabytes_is_a_finding(folder):
    (folder / "site" / "a.yaml").write_bytes(b"x" * 10_000_000)
    assert code(lambda: Folder(folder).read("site/a.yaml")) == "SRC-003"


def test_a_file_of_ten_gigabytes_is_refused_unread(folder):
    with (folder / "site" / "a.yaml").open("wb") as file:
        file.truncate(10 * 2**30)
    assert code(lambda: Folder(folder).read("site/a.yaml")) == "SRC-003"


def test_a_pipe_is_seen_and_refused_and_does_not_hang(folder):
    os.mkfifo(folder / "site" / "pipe.yaml")
    assert "site/pipe.yaml" in Folder(folder).files("site")
    assert Folder(folder).has("site/pipe.yaml")
    with pytest.raises(FabricError, match="it is no regular file"):
        Folder(folder).read("site/pipe.yaml")


def test_a_name_too_long_for_any_file_is_not_there(folder):
    assert not Folder(folder).has("x" * 5_000)
    assert code(lambda: Folder(folder).read("x" * 5_000)) == "SRC-001"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may look into every folder")
def test_a_folder_that_may_not_be_looked_into_is_told_when_it_is_read(folder):
    (folder / "site" / "below").chmod(0)
    try:
        assert Folder(folder).has("site/below/c.yaml")
        assert code(lambda: Folder(folder).read("site/below/c.yaml")) == "SRC-001"
    finally:
        (folder / "site" / "below").chmod(0o755)


def test_a_file_of_the_largest_size_is_read(folder):
    (folder / "site" / "a.yaml").write_bytes(b"x" * LARGEST_FILE)
    assert len(Folder(folder).read("site/a.yaml")) == LARGEST_FILE


def test_links_in_a_circle_do_not_hang(folder):
    (folder / "site" / "circle").symlink_to(folder / "site")
    assert Folder(folder).files("site") == SEEN


def test_what_is_shipped_is_there():
    files = Folder(shipped())
    assert files.has("intents/quickstart/site.yaml")
    assert files.has("templates/eos/device.j2")


def test_labels_are_what_people_typed(tmp_path):
    assert Folder(tmp_path).label == str(tmp_path)
    assert GitTree(tmp_path, "main~2").label == "main~2"


def test_a_digest_is_the_sha256_of_the_text():
    assert digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_link_that_leads_out_of_the_root_is_refused(tmp_path):
    (tmp_path / "secret").write_text("not yours")
    root = tmp_path / "repository"
    root.mkdir()
    (root / "site.yaml").symlink_to(tmp_path / "secret")
    with pytest.raises(FabricError) as refused:
        Folder(root).read("site.yaml")
    assert [found.code for found in refused.value.diagnostics] == ["SRC-006"]


def test_a_link_inside_the_root_is_followed(tmp_path):
    (tmp_path / "one.yaml").write_text("a: b")
    (tmp_path / "two.yaml").symlink_to("one.yaml")
    assert Folder(tmp_path).read("two.yaml") == "a: b"


@pytest.mark.parametrize("leads", ["nowhere.yaml", "a.yaml"], ids=["to nowhere", "to itself"])
def test_a_link_to_no_file_is_a_mistake_and_not_an_absent_file(folder, leads):
    (folder / "site" / "a.yaml").unlink()
    (folder / "site" / "a.yaml").symlink_to(leads)
    assert "site/a.yaml" in Folder(folder).files("site")
    assert Folder(folder).has("site/a.yaml")
    assert code(lambda: Folder(folder).read("site/a.yaml")) == "SRC-001"


def test_a_folder_with_the_name_of_a_file_is_a_mistake_and_not_an_absent_file(folder):
    (folder / "site" / "ledger.yaml").mkdir()
    assert "site/ledger.yaml" not in Folder(folder).files("site")
    assert Folder(folder).has("site/ledger.yaml")
    assert code(lambda: Folder(folder).read("site/ledger.yaml")) == "SRC-001"


def test_links_are_followed_in_a_revision_as_on_disk(repository):
    (repository / "site" / "one.yaml").symlink_to("below/two.yaml")
    (repository / "site" / "below" / "two.yaml").symlink_to("../../root.yaml")
    (repository / "site" / "out.yaml").symlink_to("../../out.yaml")
    (repository / "site" / "loop.yaml").symlink_to("loop.yaml")
    (repository / "site" / "lost.yaml").symlink_to("nowhere.yaml")
    git(repository, "add", "-A")
    git(repository, "commit", "--quiet", "--message", "links")
    for source in sources(repository):
        assert source.read("site/one.yaml") == FILES["root.yaml"]
        assert code(lambda source=source: source.read("site/out.yaml")) == "SRC-006"
        assert code(lambda source=source: source.read("site/loop.yaml")) == "SRC-001"
        assert code(lambda source=source: source.read("site/lost.yaml")) == "SRC-001"


def test_a_mistake_of_a_file_stands_in_it(folder):
    (folder / "site" / "a.yaml").write_bytes("a: 1\nstraße: ".encode() + b"\xe9\n")
    with pytest.raises(FabricError) as refused:
        Folder(folder).read("site/a.yaml")
    assert str(refused.value.diagnostics[0].place) == "site/a.yaml:2:9"
    with pytest.raises(FabricError) as refused:
        Folder(folder).read("site/none.yaml")
    assert str(refused.value.diagnostics[0].place) == "site/none.yaml:1:1"
