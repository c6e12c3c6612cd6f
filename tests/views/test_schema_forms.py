"""Each form as JSON Schema."""

from __future__ import annotations

from fabric.catalog.models.support import SupportRow
from fabric.catalog.models.switches import Switch
from fabric.intent.fabric import Routing
from fabric.intent.physical import LinkMedia, Physical
from fabric.intent.qos import Qos, TrafficClass
from fabric.intent.site import HostGroup
from fabric.intent.topology import RailOptimised
from fabric.views.schema_forms import definitions, model_schema, properties


def test_a_model_refuses_other_fields_and_names_what_it_needs():
    schema = model_schema(HostGroup)
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["count", "model", "nics"]
    assert schema["description"] == "Equal hosts of one pod."


def test_a_field_has_its_description():
    assert properties(TrafficClass)["strict"]["description"] == "Served before all weighted classes."


def test_a_number_has_bounds_and_a_list_its_length():
    assert (
        properties(HostGroup)["count"].items() >= {"type": "integer", "minimum": 1, "maximum": 4096}.items()
    )
    classes = properties(Qos)["classes"]
    assert (classes["minItems"], classes["maxItems"]) == (1, 8)


def test_a_single_word_is_constant_and_several_are_enumerated():
    assert properties(RailOptimised)["kind"]["const"] == "rail-optimised"
    assert properties(Routing)["adaptive"]["enum"] == ["off", "flowlet", "per-packet"]


def test_a_field_that_may_be_empty_takes_null():
    assert properties(TrafficClass)["bandwidth"]["type"] == ["string", "null"]
    assert {"type": "null"} in properties(Routing)["bfd"]["anyOf"]


def test_a_mapping_of_chosen_names_lists_them():
    links = properties(Physical)["links"]
    assert links["properties"]["host-leaf"] == {"$ref": f"#/$defs/{LinkMedia.__name__}"}
    assert links["additionalProperties"] is False


def test_a_text_of_the_catalog_is_no_number():
    assert properties(SupportRow)["since"]["type"] == "string"
    assert properties(LinkMedia)["fibre"]["type"] == ["string", "number", "null"]


def test_definitions_reach_every_part():
    assert {"Switch", "Cages", "Naming", "Sonic", "SonicNumbering"} <= definitions((Switch,)).keys()
