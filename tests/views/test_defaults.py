"""Defaults and examples are values that a user could have written."""

from __future__ import annotations

from typing import Annotated

import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from fabric.core import units
from fabric.intent.base import Milliseconds, Model, Name
from fabric.intent.fabric import Addressing, Partition
from fabric.intent.physical import Physical
from fabric.intent.qos import TrafficClass
from fabric.intent.site import Nics, Rollout, Site
from fabric.intent.written import quantity
from fabric.inventory.model import Data, Row
from fabric.views.annotations import fields, parts
from fabric.views.defaults import default_of, example_of, measured
from fabric.views.schema_forms import definitions, properties


class Own(Model):
    """Fields of a test."""

    soak: Milliseconds = 90_000.0
    """How long."""
    plain: Name
    """No word about it."""


def default(model, name):
    return default_of(model.model_fields[name], fields(model)[name])


def example(model, name):
    return example_of(model, name, fields(model)[name])


@pytest.mark.parametrize(("model", "name", "value"), [
    (Rollout, "soak", "10 min"),
    (Own, "soak", "90 s"),
    (Rollout, "waves", ["canary", "rest"]),
    (Addressing, "loopbacks", "10.0.0.0/16"),
    (Physical, "mtu", 9214),
    (TrafficClass, "lossless", False),
    (TrafficClass, "bandwidth", None),
    (TrafficClass, "name", None),
    (Physical, "links", None),
    (Data, "deadline_s", 30),
])  # fmt: skip
def test_a_default_is_as_yaml_has_it(model, name, value):
    assert default(model, name) == value


@pytest.mark.parametrize(("model", "name", "value"), [
    (Nics, "model", "connectx-7"),
    (TrafficClass, "dscp", ["24-31"]),
    (Nics, "adapters", [0, "3-6"]),
    (Partition, "pkey", "0x0010"),
    (Rollout, "waves", ["10 %"]),
    (Own, "soak", "300 ms"),
    (Own, "plain", None),
])  # fmt: skip
def test_an_example_is_that_of_the_description_or_of_its_kind(model, name, value):
    assert example(model, name) == value


@pytest.mark.parametrize(("speed", "text"), [(400, "400G"), (1600, "1600G"), (2000, "2T"), (0.5, "500M")])
def test_a_quantity_has_the_unit_of_which_it_is_whole(speed, text):
    assert measured(speed, quantity("speed", units.GIGABITS, "400G")) == text


def models(*first):
    found, waiting = [], list(first)
    while waiting:
        model = waiting.pop()
        if model not in found:
            found.append(model)
            waiting += (part.model for form in fields(model).values() for part in parts(form))
    return sorted(found, key=lambda model: model.__name__)


def as_read(value):
    """Return a value as the reader hands it on: texts in lists."""
    if isinstance(value, list):
        return [as_read(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("model", models(Site, Row), ids=lambda model: model.__name__)
def test_examples_and_defaults_are_accepted_by_editor_and_reader(model):
    known = definitions(models(Site, Row))
    for name, schema in properties(model).items():
        field = model.model_fields[name]
        reader = TypeAdapter(Annotated[field.annotation, "as read", *field.metadata])
        editor = Draft202012Validator({**schema, "$defs": known})
        written = [*schema.get("examples", ()), *([schema["default"]] if "default" in schema else ())]
        assert [value for value in written if not editor.is_valid(value)] == []
        for value in written:
            reader.validate_python(as_read(value))
