"""Links in files beside the intent: the same as in YAML, from a folder and from a git revision alike."""

from __future__ import annotations

import os
import subprocess

import pytest
from cases.explicit import FOLDER, ROWS, TABLE, beside, by_hand, listed
from cases.repositories import Texts

from fabric.core.diagnostic import FabricError
from fabric.core.source import GitTree
from fabric.intent import read_intent


def ends(files):
    topology = read_intent(Texts(files), FOLDER)[0].fabrics["backend"].topology
    return [(cable.a, cable.b) for cable in topology.cables]


def test_a_file_says_the_same_as_a_list():
    assert ends(beside(by_hand(links="links.csv"), links=TABLE)) == ends(beside(by_hand())) == list(ROWS)


def test_a_list_may_name_files_and_links():
    head, tail = "a,b\npod1-host1:1,leaf1:1/1\npod1-host1:2,leaf2:1/1\n", "a,b\nleaf2:33/1,spine1:1/5\n"
    links = f"{listed(ROWS[2:3])}    - one.csv{listed(ROWS[3:5])}    - two.csv"
    found = ends(beside(by_hand(links=links), one=head, two=tail))
    assert found == [ROWS[2], ROWS[0], ROWS[1], ROWS[3], ROWS[4], ROWS[5]]


def test_places_are_those_of_the_file_and_of_the_yaml():
    links = f"{listed(ROWS[:1])}    - rest.csv{listed((('leaf1:33/1', 'nobody'),))}"
    with pytest.raises(FabricError) as failure:
        read_intent(Texts(beside(by_hand(links=links), rest="b,a\nleaf1:1/5,who\n")), FOLDER)
    places = sorted(str(found.place) for found in failure.value.diagnostics)
    assert places == ["site/rest.csv:2:11", "site/site.yaml:16:28"]


def test_a_site_with_several_fabrics_names_files_too():
    flat = by_hand(links="links.csv")
    body = flat.partition("topology:\n")[2]
    nested = "".join(f"    {line}\n" for line in body.splitlines())
    head = flat.partition("fabric:")[0] + flat.partition("transport: roce}\n")[2].partition("topology:")[0]
    text = f"{head}fabrics:\n  backend:\n    transport: roce\n    topology:\n{nested}"
    assert ends(beside(text, links=TABLE)) == list(ROWS)


def test_a_file_is_part_of_what_a_document_holds():
    _, document = read_intent(Texts(beside(by_hand(links="links.csv"), links=TABLE)), FOLDER)
    assert set(document.texts) == {"site/site.yaml", "site/links.csv"}


def test_a_git_revision_has_the_file_of_its_time(tmp_path):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}

    def git(*arguments):
        settings = ("-c", "user.name=t", "-c", "user.email=t@example.net", "-c", "commit.gpgsign=false")
        command = ["git", *settings, *arguments]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, env=clean)

    git("init", "-q")
    for name, text in beside(by_hand(links="links.csv"), links=TABLE).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    git("add", ".")
    git("commit", "-q", "-m", "all")
    (tmp_path / FOLDER / "links.csv").write_text("a,b\n")
    site, _ = read_intent(GitTree(tmp_path, "HEAD"), FOLDER)
    assert len(site.fabrics["backend"].topology.cables) == len(ROWS)
