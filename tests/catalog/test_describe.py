"""Every field of every table says what it means."""

from __future__ import annotations

import pytest

from fabric.catalog import tables
from fabric.catalog.describe import field_descriptions
from fabric.catalog.models import switches


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.name)
def test_every_field_of_a_table_is_described(table):
    assert set(field_descriptions(table.model)) == set(table.model.model_fields)


@pytest.mark.parametrize(
    "part", [switches.Cages, switches.Naming, switches.Sonic], ids=lambda part: part.__name__
)
def test_every_field_of_a_part_is_described(part):
    assert set(field_descriptions(part)) == set(part.model_fields)


def test_a_description_is_the_docstring_below_the_field():
    assert field_descriptions(switches.Switch)["asic"].startswith("Identifier of the switching ASIC")
