"""A model of a SONiC switch that takes the steps of a patch: merge, delete, FRR's file."""

from __future__ import annotations

import json


def after(artifacts, steps):
    """Return the artifacts of a switch that took the steps; nothing else than the steps' kinds is allowed."""
    database = json.loads(artifacts["config_db.json"])
    frr = artifacts["frr.conf"]
    for step in steps:
        if step.kind == "load":
            merge(database, json.loads(step.body))
        elif step.kind == "delete":
            for table, key, field in json.loads(step.body):
                delete(database, table, key, field)
        elif step.kind == "frr":
            frr = step.body
        elif step.kind != "restart":
            raise AssertionError(step.kind)
    return {"config_db.json": json.dumps(database), "frr.conf": frr}


def merge(database, partial):
    for table, rows in partial.items():
        for key, row in rows.items():
            database.setdefault(table, {}).setdefault(key, {}).update(row)


def delete(database, table, key, field):
    if field is None:
        del database[table][key]
    else:
        del database[table][key][field]
    if not database[table]:
        del database[table]
