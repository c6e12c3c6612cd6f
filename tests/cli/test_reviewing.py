"""A review in every form, from the command line."""

from __future__ import annotations

import json

import pytest
from cli.repository import edit, lay_out, said

from fabric.cli import run
from fabric.cli.exits import Exit
from fabric.cli.reviewing import FORMS

STARTS = {
    "human": "Fabric small/", "json": "{", "markdown": "<!-- fabric:review:", "html": "<!doctype html>",
}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """An intent, and a build of what it was before."""
    intent = lay_out(tmp_path_factory.mktemp("site"))
    before = intent.parent / "before"
    assert run(["build", str(intent), "-o", str(before)]) == Exit.DONE
    edit(intent / "site.yaml", "ecn: auto", "ecn: {min: 150 KB, max: 700 KB, probability: 20 %}")
    return intent, before


@pytest.mark.parametrize("form", FORMS)
def test_a_change_is_told_in_every_form(site, form, capsys):
    intent, before = site
    found = said(capsys, "diff", intent, "--against", before, "--format", form)
    assert found.code == Exit.CHANGES
    assert found.out.startswith(STARTS[form])
    assert "pod1-leaf[1-2]" in found.out or form == "json"


def test_the_page_has_a_picture_of_the_fabric(site, capsys):
    intent, before = site
    assert "<svg " in said(capsys, "diff", intent, "--against", before, "--format", "html").out


def test_another_intent_is_compared_with_its_own_inventory(site, tmp_path, capsys):
    other = lay_out(tmp_path)
    found = said(capsys, "diff", site[0], "--against", other, "--format", "json")
    assert {one["name"] for group in json.loads(found.out)["groups"] for one in group["devices"]} == {
        "pod1-leaf1", "pod1-leaf2", "spine1", "spine2",
    }  # fmt: skip
