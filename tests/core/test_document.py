"""Files of a folder merged by section, and the place of every path in them."""

from __future__ import annotations

import pytest
from cases.repositories import Texts

from fabric.core.diagnostic import FabricError, error
from fabric.core.document import read_document, read_file


def document(**files):
    return read_document(Texts({f"site/{name}.yaml": text for name, text in files.items()}), "site")


def refused(**files):
    with pytest.raises(FabricError) as caught:
        document(**files)
    return caught.value.diagnostics


def where(place):
    return (place.file.removeprefix("site/"), place.line, place.column)


def test_sections_come_from_several_files():
    read = document(a="one: 1\n", b="two: {three: 3}\n")
    assert read.data == {"one": "1", "two": {"three": "3"}}
    assert where(read.place(("two", "three"))) == ("b.yaml", 1, 14)


def test_a_section_in_two_files_names_both():
    (found,) = refused(a="one: 1\n", b="two: 2\none: 3\n")
    assert (found.code, where(found.place)) == ("YML-004", ("b.yaml", 2, 1))
    assert "`site/a.yaml` line 1" in found.summary


def test_mistakes_of_all_files_are_told_at_once():
    assert [(d.code, d.place.file) for d in refused(a="one: [\n", b="one: 1\none: 2\n", c="- x\n")] == [
        ("YML-001", "site/a.yaml"),
        ("YML-002", "site/b.yaml"),
        ("YML-005", "site/c.yaml"),
    ]


def test_a_folder_without_yaml_is_refused():
    with pytest.raises(FabricError) as caught:
        read_document(Texts({"site/readme.txt": "", "site/below/a.yaml": "a: 1"}), "site")
    assert caught.value.diagnostics[0].code == "YML-006"


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n", "---\n"])
def test_a_file_without_a_section_adds_nothing(text):
    assert document(a="one: 1\n", b=text).data == {"one": "1"}


@pytest.mark.parametrize("text", ["- a\n", "word\n", "'x'\n", "[]\n"])
def test_a_file_that_is_no_mapping_is_refused(text):
    assert [d.code for d in refused(a=text)] == ["YML-005"]


def test_both_endings_of_yaml_are_read_and_no_other():
    source = Texts(
        {"site/a.yml": "a: 1", "site/b.yaml": "b: 2", "site/c.yaml.bak": "c: 3", "site/d.json": "{}"}
    )
    assert set(read_document(source, "site").data) == {"a", "b"}


@pytest.mark.parametrize("folder", [".", ""])
def test_the_root_is_a_folder_too(folder):
    assert read_document(Texts({"a.yaml": "a: 1\n", "below/b.yaml": "b: 2\n"}), folder).data == {"a": "1"}


TEXT = """\
plain: 1
flow: {a: [x, {b: y}]}
block:
  c: 2
  list:
    - d: 3
    - e
empty:
"""


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        (("plain",), 1, 8),
        (("flow",), 2, 7),
        (("flow", "a", 1, "b"), 2, 19),
        (("block", "c"), 4, 6),
        (("block", "list", 1), 7, 7),
        (("block", "list", 0, "d"), 6, 10),
    ],
)
def test_a_value_stands_where_it_is_written(path, line, column):
    assert where(document(a=TEXT).place(path)) == ("a.yaml", line, column)


@pytest.mark.parametrize(("path", "line", "column"), [(("block",), 3, 1), (("block", "list"), 5, 3)])
def test_a_value_that_fills_the_lines_below_its_key_stands_at_the_key(path, line, column):
    assert where(document(a=TEXT).place(path)) == ("a.yaml", line, column)


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        (("flow", "z"), 2, 7),
        (("flow", "a", 7, "b", "c"), 2, 11),
        (("block", "list", 0, "missing"), 6, 7),
        (("empty", "x", "y"), 8, 7),
        (("no such section", "x"), 1, 1),
    ],
)
def test_what_is_not_written_stands_at_its_nearest_parent(path, line, column):
    assert where(document(a=TEXT).place(path)) == ("a.yaml", line, column)


def test_a_key_has_a_place_of_its_own():
    assert where(document(a=TEXT).place(("flow", "a"), of_key=True)) == ("a.yaml", 2, 8)


def test_a_value_behind_an_alias_stands_at_the_alias():
    read = document(a="x: &x {deep: {er: 1}}\ny: *x\n")
    assert where(read.place(("y", "deep", "er"))) == ("a.yaml", 2, 4)
    assert where(read.place(("x", "deep", "er"))) == ("a.yaml", 1, 19)


def test_the_line_comes_with_the_place():
    assert document(a=TEXT).place(("flow", "a")).excerpt == "flow: {a: [x, {b: y}]}"


def test_findings_get_their_places_and_keep_those_they_have():
    read = document(a=TEXT)
    own = error("TOP-001", "x").at(read.place(("plain",)))
    located = list(read.locate([error("TOP-001", "y", ("block", "c")), own]))
    assert [where(found.place) for found in located] == [("a.yaml", 4, 6), ("a.yaml", 1, 8)]


def test_a_file_alone_is_a_document():
    assert read_file(Texts({"x.yaml": "a: [1]\n"}), "x.yaml").data == {"a": ["1"]}


def test_a_folder_of_intents_is_answered_with_the_first_of_them():
    with pytest.raises(FabricError) as caught:
        read_document(Texts({"intents/dc1/site.yaml": "", "intents/dc2/site.yaml": ""}), "intents")
    assert caught.value.diagnostics[0].hint == "name the folder of an intent, such as `dc1` below it"
