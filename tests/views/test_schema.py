"""An editor accepts what the readers accept, and refuses what a schema can know to be wrong."""

from __future__ import annotations

import json

import pytest
import yaml
from cases import shared_hosts
from cases.editor import refusals, schema_beside, seen
from cases.repositories import CASES, ROOT, Texts, base_text, edited
from jsonschema import Draft202012Validator

from fabric.catalog.tables import TABLES, builtin_text
from fabric.core.diagnostic import FabricError
from fabric.intent import read_intent
from fabric.views.schema import SCHEMAS, schema_text

INTENTS = sorted((ROOT / "intents").glob("*/*.yaml"))
INVENTORIES = sorted((ROOT / "inventory").rglob("*.yaml"))
DESIGNS = sorted(CASES.glob("*-*/*.yaml"))
BAD = sorted((CASES / "bad").glob("*/site/*.yaml"))
READING = ("INT-001", "INT-002", "INT-003", "INT-004", "INT-005", "YML", "SRC")
"""Codes of mistakes that the reader finds before it looks at more than one field."""
ONLY_THE_READER_KNOWS = {
    "INT-003-a-link-in-a-file-without-an-end",
    "INT-004-a-cable-around-the-world",
    "INT-004-a-cable-of-no-length",
    "INT-004-a-length-in-a-file-without-unit",
    "INT-004-a-soak-without-end",
    "INT-004-a-window-that-never-comes",
    "INT-004-a-window-on-another-planet",
    "INT-004-a-server-listed-twice",
    "INT-004-adapters-falling",
    "INT-004-bfd-faster-than-any-platform",
    "INT-004-code-point-64",
    "INT-004-code-points-falling",
    "INT-004-half-a-gigabit",
    "INT-004-host-bits-set",
    "INT-004-three-rails-on-a-leaf",
    "INT-004-watchdog-slower-than-a-platform",
}
"""What no pattern says: bounds of a quantity in any unit, order in a range, bits of a network, odd steps, and
what stands in a table beside the intent."""


def of_mistakes(*codes):
    return [file for file in BAD if file.parts[-3].startswith(codes)]


@pytest.mark.parametrize("kind", SCHEMAS)
def test_a_schema_is_one(kind):
    Draft202012Validator.check_schema(json.loads(schema_text(kind)))


@pytest.mark.parametrize("kind", SCHEMAS)
def test_the_committed_schema_is_current(kind, golden):
    golden(f"../../docs/schema/{kind}.json", schema_text(kind))


@pytest.mark.parametrize("file", INTENTS, ids=lambda file: file.parent.name)
def test_a_shipped_intent_is_accepted(file):
    assert refusals("intent", file.read_text()) == []


@pytest.mark.parametrize("file", DESIGNS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_design_that_is_read_is_accepted_be_it_good_or_bad(file):
    assert refusals("intent", file.read_text()) == []


@pytest.mark.parametrize(
    "file", [file for file in BAD if file not in of_mistakes(*READING)], ids=lambda file: file.parts[-3]
)
def test_a_mistake_between_fields_is_none_of_an_editor(file):
    assert refusals("intent", file.read_text()) == []


@pytest.mark.parametrize("file", of_mistakes(*READING[:5]), ids=lambda file: file.parts[-3])
def test_a_mistake_in_a_field_is_refused(file):
    refused = refusals("intent", file.read_text())
    assert bool(refused) == (file.parts[-3] not in ONLY_THE_READER_KNOWS)


def test_what_only_the_reader_knows_are_values_and_rows_of_tables():
    assert {name[:7] for name in ONLY_THE_READER_KNOWS} == {"INT-003", "INT-004"}


def test_a_site_with_several_fabrics_is_accepted():
    assert refusals("intent", shared_hosts.ROCE + shared_hosts.STORAGE) == []
    assert refusals("intent", shared_hosts.HEAD + "fabrics:\n" + shared_hosts.INFINIBAND) == []


@pytest.mark.parametrize(
    "wrong", ["fabric: {name: x, transport: roce}", "topology: {}", "prefix: a-", "qos: {}"]
)
def test_parts_of_a_flat_fabric_exclude_several(wrong):
    assert refusals("intent", f"{shared_hosts.ROCE}{wrong}\n")


def test_the_topology_may_stand_in_the_head_of_a_flat_fabric():
    whole = seen(base_text())
    whole["fabric"]["topology"] = whole.pop("topology")
    assert refusals("intent", yaml.safe_dump(whole)) == []
    del whole["fabric"]["topology"]
    assert refusals("intent", yaml.safe_dump(whole))


def test_every_file_of_a_split_site_is_a_section():
    for name, value in seen(base_text()).items():
        assert refusals("section", yaml.safe_dump({name: value})) == []
    assert refusals("section", "qos: {classes: []}")
    assert refusals("section", "qoss: {}")


@pytest.mark.parametrize(
    "release", ['"4.30"', "4.30", "202511", "5.16.1"], ids=["quoted", "number", "whole", "word"]
)
def test_a_release_may_look_like_a_number(release):
    assert refusals("intent", edited(base_text(), ('"5.16"', release))) == []


@pytest.mark.parametrize(("old", "new"), [
    ("10 m", "10m"),
    ("10 m", "0.01 km"),
    ("ecn: auto", "ecn: off"),
    ("ecn: auto", "ecn: {min: 300 KB, max: 1 MB, probability: 10 %}"),
    ("[24-31]", "[24 - 26, 27, '28', 29-31]"),
    ("80 %", "80%"),
    ("routing:\n", "routing:\n  adaptive: off\n"),
])  # fmt: skip
def test_what_the_reader_takes_is_accepted(old, new):
    text = edited(base_text(), (old, new))
    read_intent(Texts({"site/site.yaml": text}), "site")
    assert refusals("intent", text) == []


@pytest.mark.parametrize(("old", "new"), [
    ("10 m", "10"),
    ("10 m", "10 ms"),
    ("80 %", "101 %"),
    ("strict: true", "strict: yes"),
    ("bfd:", "bfdd:"),
    ("[24-31]", "24-31"),
    ("[24-31]", "[x]"),
    ("[24-31]", ""),
])  # fmt: skip
def test_what_the_reader_refuses_is_refused(old, new):
    text = edited(base_text(), (old, new))
    with pytest.raises(FabricError):
        read_intent(Texts({"site/site.yaml": text}), "site")
    assert refusals("intent", text)


def leaves(value, path=()):
    """Yield the path of every scalar."""
    if isinstance(value, dict | list):
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(below, (*path, key))
    else:
        yield path


def flow(value, path=(), changed=None, new=""):
    """Return a value as YAML in one line, with one scalar changed to a text as it stands."""
    if path == changed:
        return new
    if isinstance(value, dict):
        parts = (f"{key}: {flow(one, (*path, key), changed, new)}" for key, one in value.items())
        return f"{{{', '.join(parts)}}}"
    if isinstance(value, list):
        return f"[{', '.join(flow(one, (*path, key), changed, new) for key, one in enumerate(value))}]"
    return json.dumps(value)


@pytest.mark.parametrize(
    "new",
    ["~", "7", "4.30", "0x10", "abc", "[]", "{}", "10 m", "80 %", "off", "rest", "[1-3, 4]"],
)
def test_an_editor_refuses_no_scalar_that_the_reader_takes(new):
    whole = seen(base_text())
    refused = []
    for path in leaves(whole):
        text = "\n".join(f"{key}: {flow(one, (key,), path, new)}" for key, one in whole.items())
        if refusals("intent", text) and not of_one_field(text):
            refused.append(path)
    assert refused == []


def of_one_field(text):
    """Return the mistakes of single fields that the reader finds."""
    try:
        read_intent(Texts({"site/site.yaml": text}), "site")
    except FabricError as failure:
        return [found.code for found in failure.diagnostics if found.code.startswith(READING)]
    return []


@pytest.mark.parametrize("file", INVENTORIES, ids=lambda file: file.name)
def test_a_shipped_inventory_is_accepted(file):
    kind = "ledger" if file.stem == "allocations" else "inventory"
    assert refusals(kind, file.read_text()) == []


@pytest.mark.parametrize(
    "file",
    [*INTENTS, *(file for file in INVENTORIES if file.stem != "allocations")],
    ids=lambda file: file.relative_to(ROOT).as_posix(),
)
def test_a_shipped_file_that_people_write_names_its_schema(file):
    kind = "intent" if file in INTENTS else "inventory"
    assert schema_beside(file) == ROOT / "docs" / "schema" / f"{kind}.json"


@pytest.mark.parametrize("text", [
    "leaf1: {hostnam: 10.0.0.1}",
    "leaf1: {port: 70000}",
    "leaf1: {password: hunter2}",
    "leaf1: {data: {mac: 28-99-3a-00-01-00}}",
    "leaf1: {data: {management: 10.0.0.256/24}}",
    "usernme: fabric",
])  # fmt: skip
def test_a_mistake_in_an_inventory_is_refused(text):
    assert refusals("inventory", text)


def test_hosts_groups_and_defaults_are_inventory():
    assert (
        refusals("inventory", "leaf1: {hostname: 10.0.0.1, groups: [eos], data: {serial: 123}}\nleaf2:") == []
    )
    assert refusals("inventory", "{username: fabric, password: 'secret:env/PASSWORD'}") == []


@pytest.mark.parametrize(
    "text",
    ["backend: {leaf1: 1}", "{ledger: fabric/1, backend: {leaf1: 0}}", "{ledger: fabric/1, backend: 1}"],
)
def test_a_mistake_in_a_ledger_is_refused(text):
    assert refusals("ledger", text)


@pytest.mark.parametrize(
    "table", [table for table in TABLES if table.file.endswith(".yaml")], ids=lambda table: table.name
)
def test_the_shipped_tables_are_accepted_as_additions(table):
    rows = seen(builtin_text(table.file))[table.name]
    assert refusals("catalog", yaml.safe_dump({table.name: rows})) == []


def test_a_mistake_in_an_addition_is_refused():
    assert refusals("catalog", "optics: [{id: own-module, gbps: 400}]")
    assert refusals("catalog", "optic: []")


@pytest.mark.parametrize("file", sorted((ROOT / "playbooks").glob("*.yaml")), ids=lambda file: file.stem)
def test_an_editor_accepts_every_shipped_playbook(file):
    assert refusals_of_playbook(file.read_text(encoding="utf-8")) == []


def test_an_editor_refuses_a_step_that_there_is_not():
    assert refusals_of_playbook("summary: s\nsteps:\n  - drian: {devices: [leaf1]}\n")


def refusals_of_playbook(text):
    return list(Draft202012Validator(SCHEMAS["playbook"]()).iter_errors(yaml.safe_load(text)))
