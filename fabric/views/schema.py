"""JSON Schemas of the files that people write, for editors: what the readers accept, with descriptions."""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING

from fabric.allocate.ledger import MOST_DIGITS
from fabric.allocate.ledger import SCHEMA as LEDGER
from fabric.allocate.reading import LAST_ASN
from fabric.catalog.tables import TABLES
from fabric.intent.fabric import Fabric
from fabric.intent.reader import OF_FABRIC
from fabric.intent.reader import SCHEMA as INTENT
from fabric.intent.site import Site
from fabric.inventory.model import Row
from fabric.rollout.playbook import Playbook
from fabric.views.annotations import Named, fields
from fabric.views.review_document import ReviewShape
from fabric.views.schema_forms import definitions, properties, required, schema_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel

    from fabric.views.schema_forms import Schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def intent() -> Schema:
    """Return the schema of a site in one file, flat or with `fabrics`."""
    flat = [name for name in required(Fabric) if name in OF_FABRIC]
    within = {"properties": {"fabric": {"required": flat}}}
    return {
        **section(),
        "title": "Intent: a site",
        "required": ["schema", *(name for name in required(Site) if name != "fabrics")],
        "else": {"required": ["fabric"], "anyOf": [{"required": flat}, within]},
    }


def section() -> Schema:
    """Return the schema of one file of a site that is split over several: any sections, none required."""
    common, own = properties(Site), properties(Fabric)
    site = {name: schema for name, schema in common.items() if name != "fabrics"}
    beside = {name: own[name] for name in Fabric.model_fields if name in OF_FABRIC}
    return {
        "$schema": DIALECT,
        "title": "Intent: sections of a site",
        "description": inspect.getdoc(Site),
        "type": "object",
        "properties": {
            "schema": {"description": "Schema of the intent.", "const": INTENT},
            **site,
            "fabric": _head(own),
            "fabrics": common["fabrics"],
            **beside,
        },
        "additionalProperties": False,
        "if": {"required": ["fabrics"]},
        "then": {"properties": dict.fromkeys(("fabric", *beside), False)},
        "$defs": definitions((Site, Fabric)),
    }


def _head(own: Mapping[str, Schema]) -> Schema:
    """Return the schema of `fabric: {name: ..., transport: ...}` of a flat site."""
    name = {"description": "Name of the fabric.", **_key_of(Site, "fabrics"), "examples": ["backend"]}
    return {
        "description": "The only fabric of a site; its other sections stand beside it.",
        "type": "object",
        "properties": {"name": name, **own},
        "required": ["name", *(field for field in required(Fabric) if field not in OF_FABRIC)],
        "additionalProperties": False,
        "examples": [{"name": "backend", "transport": "roce"}],
    }


def _key_of(model: type[BaseModel], name: str) -> Schema:
    form = fields(model)[name]
    return schema_of(form.keys) if isinstance(form, Named) else {}


def inventory() -> Schema:
    """Return the schema of `hosts.yaml` and `groups.yaml`, and of `defaults.yaml`, which is a row itself."""
    row = {"$ref": "#/$defs/Row"}
    table = {"type": "object", "additionalProperties": {"anyOf": [row, {"type": "null"}]}}
    return {
        "$schema": DIALECT,
        "title": "Inventory",
        "description": "Devices, groups, or the defaults of all: Nornir's fields, and ours under `data`.",
        "anyOf": [table, row],
        "$defs": definitions((Row,)),
    }


def ledger() -> Schema:
    """Return the schema of `allocations.yaml`."""
    number = {"type": "integer", "minimum": 1, "maximum": 10**MOST_DIGITS - 1}
    pins = {
        "number": {"description": "The number of the switch, for ever.", **number},
        "asn": {"description": "Its AS.", "type": "integer", "minimum": 1, "maximum": LAST_ASN},
        "loopback": {"description": "Its router id.", "type": "string", "format": "ipv4"},
        "hosts": {"description": "Network that holds its host links.", "type": "string"},
    }
    pinned = {
        "description": "A switch that was there before: its number, and what does not follow from it.",
        "type": "object",
        "properties": pins,
        "required": ["number"],
        "additionalProperties": False,
    }
    return {
        "$schema": DIALECT,
        "title": "Ledger",
        "description": "Numbers that never move: one for each switch. Written by `fabric allocate`.",
        "type": "object",
        "properties": {"ledger": {"description": "Schema of the ledger.", "const": LEDGER}},
        "required": ["ledger"],
        "additionalProperties": {
            "description": "A fabric: numbers by switch.",
            "type": "object",
            "additionalProperties": {"anyOf": [pins["number"], pinned]},
        },
    }


def catalog() -> Schema:
    """Return the schema of `inventory/catalog/*.yaml`."""
    tables = {
        table.name: {
            "description": inspect.getdoc(table.model),
            "type": "array",
            "items": {"$ref": f"#/$defs/{table.model.__name__}"},
        }
        for table in TABLES
    }
    return {
        "$schema": DIALECT,
        "title": "Catalog",
        "description": "Facts that a site adds or corrects, in the shape of the shipped tables.",
        "type": "object",
        "properties": tables,
        "additionalProperties": False,
        "$defs": definitions(tuple(table.model for table in TABLES)),
    }


def playbook() -> Schema:
    """Return the schema of `playbooks/*.yaml`."""
    found = definitions((Playbook,))
    return {"$schema": DIALECT, "title": "Playbook", **found["Playbook"], "$defs": found}


def review() -> Schema:
    """Return the schema of a review, as `diff`, `plan`, `show` and `drift` print it with `--format json`."""
    return {"$schema": DIALECT, **ReviewShape.model_json_schema(mode="serialization")}


SCHEMAS = {
    "intent": intent,
    "section": section,
    "inventory": inventory,
    "ledger": ledger,
    "catalog": catalog,
    "playbook": playbook,
    "review": review,
}


def schema_text(name: str) -> str:
    """Return a schema as committed."""
    return json.dumps(SCHEMAS[name](), indent=2, ensure_ascii=False) + "\n"
