"""CSV with positions: what is a cell, and where it stands; mistakes are told under tests/cases/bad."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.core.csv_rows import comma_separated, inert, meant, read_table
from fabric.core.diagnostic import FabricError

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp", "Cs")), max_size=8)


def rows(text, known=("a", "b"), **options):
    table = read_table("t.csv", text, known, ("a",), **options)
    return [{name: cell.text for name, cell in row.items()} for row in table.rows]


def test_empty_cells_blank_lines_and_comments_are_left_out():
    assert rows("# who\na,b\n\n1,\n # b\n,2\n,,\n"[:-4], others=True) == [
        {"a": "1"},
        {"a": "# b"},
        {"b": "2"},
    ]


def test_a_row_of_empty_cells_is_none():
    assert rows("a,b\n,\n1,2\n") == [{"a": "1", "b": "2"}]


def test_a_quoted_cell_holds_commas_and_doubled_quotes():
    assert rows('a,b\n"x, ""y""" ,z\n') == [{"a": 'x, "y"', "b": "z"}]


def test_the_mark_that_spreadsheets_put_first_is_not_read():
    assert rows("\ufeffa,b\r\n1,2\r\n") == [{"a": "1", "b": "2"}]


def test_a_cell_knows_its_place():
    table = read_table("t.csv", "a,b\n1,  two\n", ("a", "b"), ())
    assert str(table.place(table.rows[0]["b"])) == "t.csv:2:5"


def test_other_columns_are_allowed_where_they_are_another_programs():
    assert rows("a,colour\n1,red\n", others=True) == [{"a": "1", "colour": "red"}]
    with pytest.raises(FabricError, match="CSV-003"):
        rows("a,colour\n1,red\n")


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5))
def test_what_pythons_writer_writes_is_read_back(values):
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerows([("a", "b"), *values])
    wanted = [{n: meant(v.strip()) for n, v in zip("ab", pair, strict=True) if v.strip()} for pair in values]
    assert rows(out.getvalue()) == [row for row in wanted if row]


FORMULAS = ("=1+1", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "'=1", "\uff1d1")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_written_as_text_and_read_as_it_was(text):
    assert inert(text)[0] == "'"
    assert meant(inert(text)) == text


def test_numbers_and_names_are_written_as_they_are():
    assert comma_separated([("a", 1, None, ""), ("-3.5", "+4", "'tis", "leaf-1")]) == (
        "a,1,,\n-3.5,+4,'tis,leaf-1\n"
    )


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5))
def test_what_is_written_here_is_no_formula_and_is_read_back(values):
    values = [(f"={a}".strip(), b.strip()) for a, b in values]
    text = comma_separated([("a", "b"), *values])
    assert [row[0][0] for row in csv.reader(io.StringIO(text))][1:] == ["'"] * len(values)
    assert [(row["a"], row.get("b", "")) for row in rows(text)] == values
