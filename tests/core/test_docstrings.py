"""Every field that a user can write says what it means."""

from __future__ import annotations

import pytest

from fabric.catalog import tables
from fabric.catalog.models import switches
from fabric.core.docstrings import field_descriptions
from fabric.intent.topology import PodLeaf
from fabric.inventory.model import Data, Row

PARTS = (switches.Cages, switches.Naming, switches.Sonic, Data, Row)


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.name)
def test_every_field_of_a_table_is_described(table):
    assert set(field_descriptions(table.model)) == set(table.model.model_fields)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_every_field_of_a_part_is_described(part):
    assert set(field_descriptions(part)) == set(part.model_fields)


def test_a_description_is_the_docstring_below_the_field():
    assert field_descriptions(switches.Switch)["asic"].startswith("Identifier of the switching ASIC")


def test_an_inherited_field_has_the_description_of_its_own_class():
    assert field_descriptions(PodLeaf)["model"].startswith("Model in the catalog")
    assert field_descriptions(PodLeaf)["count"] == "Leaves in each pod."
