"""`fabric schema` prints a schema, or writes it."""

from __future__ import annotations

import json

import pytest
from cli.repository import said

from fabric.cli.schema import KINDS
from fabric.views.schema import SCHEMAS, schema_text


def test_the_kinds_to_choose_from_are_those_with_a_schema():
    assert set(KINDS) == set(SCHEMAS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_data(kind, capsys):
    found = said(capsys, "schema", kind)
    assert (found.code, found.err) == (0, "")
    assert found.out == schema_text(kind)


def test_the_schema_of_an_intent_is_the_default(capsys):
    assert json.loads(said(capsys, "schema").out)["title"] == "Intent: a site"


def test_a_schema_is_written_to_a_file(tmp_path, capsys):
    file = tmp_path / "docs" / "schema" / "ledger.json"
    found = said(capsys, "schema", "ledger", "-o", file)
    assert (found.code, found.out) == (0, "")
    assert file.read_text() == schema_text("ledger")


def test_another_kind_is_a_mistake_of_use(capsys):
    assert said(capsys, "schema", "catalogue").code == 64
