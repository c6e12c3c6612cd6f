"""Entries of every table have names, and origins of values use the same ones."""

from __future__ import annotations

import json

import pytest

from fabric.catalog import load_catalog
from fabric.catalog.models.entry import Named
from fabric.catalog.tables import TABLES
from fabric.core.diagnostic import FabricError
from fabric.views import catalog_rows as views
from fabric.views.facts import fact

ANY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


@pytest.fixture(scope="module")
def catalog():
    return load_catalog()


@ANY
def test_every_entry_is_found_by_its_own_name(catalog, table):
    for row in views.rows_of(catalog, table):
        assert row.entry in [found.entry for found in views.chosen(catalog, table, row.name)]


@ANY
def test_every_table_prints(catalog, table):
    rows = views.rows_of(catalog, table)
    assert len(views.rows_text(table, rows).splitlines()) == len(rows) + 1
    assert len(json.loads(views.rows_json(table, rows))["entries"]) == len(rows)
    assert all(source in views.entries_text(table, rows[:1]) for source in rows[0].entry.source)


def test_tables_without_identifiers_have_columns_that_name_an_entry():
    assert views.KEYS.keys() == {table.name for table in TABLES if not issubclass(table.model, Named)}


@pytest.mark.parametrize("name", ["headroom", "pools", "hwskus", "optics", "asics", "nics"])
def test_the_name_of_an_entry_is_the_name_of_the_fact(quickstart, catalog, name):
    table = views.table_of(name)
    for row in views.rows_of(catalog, table):
        assert fact(quickstart, f"{name}/{row.name}").source == row.entry.source


def test_the_beginning_of_a_name_finds_all_below(catalog):
    table = views.table_of("headroom")
    found = views.chosen(catalog, table, "ccc68e17c8/400G")
    assert len(found) > 1
    assert all(row.name.startswith("ccc68e17c8/400G/") for row in found)


def test_an_entry_says_what_its_columns_mean(catalog):
    table = views.table_of("asics")
    text = views.entries_text(table, views.chosen(catalog, table, "TH5"))
    (line,) = (line for line in text.splitlines() if line.split()[0] == "cell_bytes")
    assert line.split(maxsplit=2)[1:] == ["254", "(Buffer cell, bytes; None when not known)"]


def test_the_nearest_table_is_offered():
    with pytest.raises(FabricError) as refused:
        views.table_of("optic")
    assert refused.value.diagnostics[0].hint == "did you mean `optics`?"
