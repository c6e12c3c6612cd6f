"""A new repository and the ten edits of its README, played word for word: a correct 64-GPU fabric."""

from __future__ import annotations

import re

import pytest
from artifacts.test_shipped import HOSTS, JUDGES, Rendered
from judges.verdict import listing

from fabric.catalog import load_catalog
from fabric.cli import run
from fabric.cli.init import PLATFORMS
from fabric.pipeline import compile as compile_intent
from fabric.pipeline import open_project, registry
from fabric.topology import Role

FILE = re.compile(r"`((?:intents|inventory)/[a-z0-9/]+\.yaml)`")
NAMED = {"eos": ("eos.cfg",), "sonic": ("config_db.json", "frr.conf"), "cumulus": ("startup.yaml",)}
"""Artifacts of each platform that have a judge."""


def steps(text):
    """Yield the edits of a README: number, file, old and new text; and the commands between them."""
    number, file, block = 0, "", None
    for line in text.partition("## Ten edits")[2].splitlines():
        if found := re.match(r"(\d+)\. ", line):
            number = int(found[1])
        if found := FILE.search(line):
            file = found[1]
        if line.strip().startswith("```"):
            if block is None:
                block = (line.strip()[3:], [])
                continue
            kind, lines = block
            yield (number, file, *edit(lines)) if kind == "diff" else (number, "", lines, [])
            block = None
        elif block is not None:
            block[1].append(line[3:] if number and line.startswith("   ") else line)


def edit(lines):
    """Return what stands before and after an edit; every line begins with its sign."""
    assert {line[:1] for line in lines} <= {" ", "+", "-"}
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
    return old, "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")


@pytest.fixture(scope="module", params=PLATFORMS)
def played(request, tmp_path_factory):
    """The platform, the site after its ten edits, and the number of each edit that was made."""
    root, patch = tmp_path_factory.mktemp("net"), pytest.MonkeyPatch()
    assert run(["init", str(root), "--gpus", "32", "--leaf-platform", request.param]) == 0
    patch.chdir(root)
    edits = []
    for number, file, old, new in steps((root / "README.md").read_text()):
        if not file:
            for command in old:
                assert command.startswith("fabric ")
                assert run(command.split()[1:]) == 0, command
            continue
        text = (root / file).read_text()
        assert text.count(old) == 1, f"edit {number}: {file} holds the text {text.count(old)} times:\n{old}"
        (root / file).write_text(text.replace(old, new))
        assert run(["validate", "intents/dc1"]) == 0, number
        edits.append(number)
    yield request.param, root, edits
    patch.undo()


def build_of(root):
    return compile_intent(open_project(str(root / "intents/dc1")), registry())


def test_there_are_ten(played):
    assert played[2] == list(range(1, 11))


def test_the_fabric_has_sixty_four_gpus_on_every_rail(played):
    design = build_of(played[1]).designs["backend"]
    hosts = design.fabric.of_role(Role.HOST)
    assert sum(load_catalog().host(host.model).gpus for host in hosts) == 64
    assert {len(design.fabric.links_of[host.name]) for host in hosts} == {2}
    assert len(design.fabric.of_role(Role.LEAF)) == len(design.fabric.of_role(Role.SPINE)) == 4
    assert design.numbers.missing == ()


def test_every_artifact_was_written(played):
    units = [unit.name for _, unit in build_of(played[1]).units()]
    assert {folder.name for folder in (played[1] / "build").iterdir() if folder.is_dir()} == set(units)


@pytest.mark.parametrize(
    "artifact",
    [
        pytest.param(name, marks=pytest.mark.judge(judge))
        for name, (judge, _) in JUDGES.items()
        if name not in HOSTS
    ],
)
def test_the_judges_have_no_objection(played, artifact):
    build = build_of(played[1])
    units = [Rendered(build, design, unit) for design, unit in build.units()]
    judged = {unit.name: JUDGES[artifact][1](unit) for unit in units if artifact in unit.artifacts}
    assert len(judged) == (8 if artifact in NAMED[played[0]] else 0)
    assert [f"{name}:\n{listing(verdict)}" for name, verdict in judged.items() if verdict] == []
