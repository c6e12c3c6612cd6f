"""A review for machines."""

from __future__ import annotations

import json

import jsonschema
from cases import busy_change
from cases.repositories import ROOT

from fabric.views.review_document import ReviewShape, document, review_json


def schema():
    return json.loads((ROOT / "docs" / "schema" / "review.json").read_text())


def test_a_review_is_what_its_schema_says():
    found = json.loads(review_json(busy_change.review()))
    jsonschema.Draft202012Validator(schema()).validate(found)
    assert found["schema"] == "fabric-review/1"


def test_every_field_of_the_schema_is_documented():
    definitions = [schema(), *schema()["$defs"].values()]
    fields = [field for one in definitions for field in one.get("properties", {}).items()]
    assert [name for name, field in fields if not field.keys() & {"description", "$ref"}] == []


def test_a_document_comes_back_from_its_json():
    made = document(busy_change.review())
    assert ReviewShape.model_validate_json(made.model_dump_json(by_alias=True)) == made
