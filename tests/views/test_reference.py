"""The page of all fields is made from the models, and true of them."""

from __future__ import annotations

import re
from functools import cache

import pytest
from cases.repositories import ROOT

from fabric.core.document import read_document
from fabric.core.source import Folder
from fabric.intent.reader import TOP_LEVEL
from fabric.views.reference import chapters, reference

EXAMPLES = ("roce-256", "ib-b200-superpod", "quickstart")
"""Intents whose values are the examples, the first that has a field."""
ROW = re.compile(r"^\| `(?P<path>[^`]+)` \| (?P<rest>.*) \|$", re.MULTILINE)


@cache
def page():
    return reference(tuple(read_document(Folder(ROOT), f"intents/{name}").data for name in EXAMPLES))


@cache
def rows():
    """The cells of each row by path, of the last chapter that has it."""
    cells = ((row["path"], re.split(r"(?<!\\) \| ", row["rest"])) for row in ROW.finditer(page()))
    return {path: [cell.strip() for cell in others] for path, others in cells}


def test_the_page_is_current(golden):
    golden("../../docs/intent.md", page())


def test_every_section_of_the_reader_is_on_the_page():
    assert {path for path in rows() if "." not in path} == TOP_LEVEL


def test_every_field_of_every_mapping_is_on_the_page():
    wanted = {f"{chapter.path}.{name}" for chapter in chapters() for name in chapter.model.model_fields}
    assert len(wanted) > 100
    assert wanted - rows().keys() == set()


def test_every_row_has_a_type_a_default_and_a_meaning():
    assert [path for path, (words, _, _, means, _) in rows().items() if not (words and means)] == []
    assert [path for path, row in rows().items() if not row[2]] == ["fabrics"]


@pytest.mark.parametrize(("path", "cells"), [
    ("rollout.soak", ["duration", "ms, s, min, h, d", "`10 min`",
                      "How long a wave is watched before the next.", "`10 min`"]),
    ("hosts.*.count", ["whole number, 1 to 4096", "", "required", "How many there are.", "`32`"]),
    ("fabric.transport", ["`roce` or `infiniband` or `ethernet`", "", "required",
                          "RoCEv2 over Ethernet, InfiniBand, or plain Ethernet.", "`roce`"]),
])  # fmt: skip
def test_a_row_says_type_unit_default_meaning_and_example(path, cells):
    assert rows()[path] == cells


def test_examples_come_from_shipped_intents():
    assert rows()["subnet.partitions[].pkey"][-1] == "`0x0010`"
    assert rows()["qos.classes[].dscp"][-1] == "`[24-31]`"
    assert rows()["topology.overrides[].match"][-1] == "`pod1-leaf[7-8]`"


def test_without_intents_examples_come_from_the_fields_themselves():
    assert "| `connectx-7` |" in reference(())


def test_a_mapping_under_several_kinds_is_one_chapter():
    titles = [line for line in page().splitlines() if line.startswith("## ")]
    assert len(set(titles)) == len(titles)
    (overrides,) = (title for title in titles if "topology.overrides[]" in title)
    assert {"`rail-optimised`", "`leaf-spine`", "`fat-tree`"} <= set(overrides.replace(",", "").split())


def test_a_bar_in_a_pattern_does_not_end_its_cell():
    tables = [line for line in page().splitlines() if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in tables} == {7}


def test_the_page_is_linked_from_the_readme():
    assert "(docs/intent.md)" in (ROOT / "README.md").read_text()
