"""Tables: numbers to the right, and cells that cannot break the format."""

from __future__ import annotations

from fabric.views.grids import Grid, aligned, comma_separated, markdown

GRID = Grid(("name", "count"), (("a,b", "2"), ("c|d", "10")))


def test_columns_are_aligned_and_numbers_stand_to_the_right():
    assert aligned(GRID) == "name  count\na,b       2\nc|d      10"


def test_a_comma_in_a_cell_is_quoted_in_csv():
    assert comma_separated(GRID) == 'name,count\n"a,b",2\nc|d,10'


def test_a_bar_in_a_cell_is_escaped_in_markdown():
    assert markdown(GRID).splitlines() == [
        "| name | count |", "| --- | ---: |", "| a,b | 2 |", "| c\\|d | 10 |",
    ]  # fmt: skip


def test_a_table_without_rows_has_a_header():
    empty = Grid(("name",), ())
    assert aligned(empty) == comma_separated(empty) == "name"
    assert markdown(empty) == "| name |\n| --- |"
