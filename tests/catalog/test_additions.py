"""A site adds and corrects facts, and learns of every mistake in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabric.catalog import load_catalog, tables
from fabric.core.diagnostic import FabricError

FILE = "inventory/catalog/own.yaml"
NIC = """\
nics:
  - id: connectx-99
    vendor: NVIDIA
    model: ConnectX-99
    ports: [1]
    max_port_gbps: 1600
    lane_gbps: 200
    form_factors: [OSFP1600-RHS]
    infiniband: true
    confidence: low
    source: [data sheet on the desk]
"""


def mistakes(text):
    with pytest.raises(FabricError) as found:
        load_catalog({FILE: text})
    return found.value.diagnostics


def test_an_added_adapter_is_found_beside_the_shipped_ones():
    catalog = load_catalog({FILE: NIC})
    assert catalog.nic("connectx-99").max_port_gbps == 1600
    assert catalog.nic("connectx-7").max_port_gbps == 400
    assert "connectx-99" not in load_catalog().nic_ids


def test_an_own_entry_stands_before_the_shipped_one_of_the_same_name():
    catalog = load_catalog({FILE: NIC.replace("connectx-99", "connectx-7")})
    assert catalog.nic("connectx-7").max_port_gbps == 1600
    assert catalog.nic_ids.count("connectx-7") == 1


def test_an_own_support_row_stands_before_the_shipped_ones():
    text = """\
support:
  - {feature: ecmp-hash-seed, platform: eos, verdict: "yes", confidence: medium, source: [asked the vendor]}
"""
    assert load_catalog({FILE: text}).supports("eos", "4.34.1F", "TH5", "ecmp-hash-seed").possible
    assert not load_catalog().supports("eos", "4.34.1F", "TH5", "ecmp-hash-seed").possible


def test_files_are_read_together():
    other = NIC.replace("connectx-99", "connectx-98")
    assert load_catalog({FILE: NIC, "inventory/catalog/more.yaml": other}).nic("connectx-98")


def test_an_empty_file_adds_nothing():
    assert load_catalog({FILE: "# later\n"}).nic_ids == load_catalog().nic_ids


def test_a_key_that_does_not_exist_is_refused_at_its_place():
    (found,) = mistakes(NIC + "    speed: 3\n")
    assert (found.code, found.path) == ("CAT-005", ("nics", 0, "speed"))
    assert str(found.place) == f"{FILE}:12:12"


def test_a_missing_source_is_refused_at_its_entry():
    (found,) = mistakes(NIC.replace("    source: [data sheet on the desk]\n", ""))
    assert found.path == ("nics", 0, "source")
    assert found.place is not None
    assert (found.place.line, found.place.column) == (2, 5)


def test_a_number_in_quotes_is_not_a_number():
    (found,) = mistakes(NIC.replace("1600\n", '"1600"\n', 1))
    assert found.path == ("nics", 0, "max_port_gbps")


def test_an_unknown_table_hints_at_the_nearest():
    (found,) = mistakes("nic: []\n")
    assert (found.code, found.hint) == ("CAT-003", "did you mean `nics`?")


def test_a_table_is_a_list():
    (found,) = mistakes("nics: {connectx-99: {}}\n")
    assert found.code == "CAT-004"


def test_a_file_is_a_mapping():
    (found,) = mistakes("- nics\n")
    assert found.code == "CAT-002"


def test_what_is_not_yaml_is_refused_at_its_place():
    (found,) = mistakes("nics:\n  - {id: x\n")
    assert found.code == "CAT-001"
    assert found.place is not None
    assert found.place.file == FILE


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nics: !!int foo\n", "CAT-001"),
        ("nics: [{id: !!timestamp foo}]\n", "CAT-001"),
        (f"nics: {'[' * 500}{']' * 500}\n", "CAT-001"),
        ("nics: []\nnics: []\n", "CAT-001"),
        ("nics: []\n---\nnics: []\n", "CAT-001"),
        ("nics: &a [*a]\n", "CAT-001"),
        ("nics: 2001-99-99\n", "CAT-004"),
        ("=: []\n", "CAT-003"),
        ("<<: {nics: []}\n", "CAT-003"),
    ],
)
def test_what_a_loader_would_stumble_over_is_a_finding_at_its_place(text, code):
    (found,) = mistakes(text)
    assert found.code == code
    assert found.place is not None
    assert found.place.file == FILE


@pytest.mark.parametrize("number", ["9" * 5_000, "1e999", ".inf", "2001-99-99", "0x" + "f" * 400])
def test_a_number_without_end_is_no_number(number):
    (found,) = mistakes(NIC.replace("1600\n", f"{number}\n", 1))
    assert (found.code, found.path) == ("CAT-005", ("nics", 0, "max_port_gbps"))


def test_every_mistake_of_every_file_is_told_at_once():
    with pytest.raises(FabricError) as found:
        load_catalog({FILE: "nic: []\n", "inventory/catalog/more.yaml": "- x\n"})
    assert [d.code for d in found.value.diagnostics] == ["CAT-002", "CAT-003"]


def test_the_example_in_the_folder_s_readme_is_accepted():
    readme = Path(__file__).parents[2] / "inventory" / "catalog" / "README.md"
    example = readme.read_text().split("```yaml\n")[1].split("```")[0]
    catalog = load_catalog({FILE: example})
    assert catalog.headroom("Own-7060X6", 800)[0].xoff_bytes == 830000
    assert catalog.supports("eos", "4.34.1F", "TH5", "ecmp-hash-seed").possible


def test_the_folder_s_readme_names_every_table_a_site_may_add_to():
    readme = (Path(__file__).parents[2] / "inventory" / "catalog" / "README.md").read_text()
    assert [table.name for table in tables.TABLES if f"`{table.name}`" not in readme] == ["anomalies"]


@pytest.mark.parametrize(
    "text",
    [
        NIC + "".join(f"    junk{n}: 1\n" for n in range(1500)),
        "".join(f"junk{n}: []\n" for n in range(1500)),
        "nics:\n" + "- junk\n" * 1500,
    ],
    ids=["keys of an entry", "tables", "entries"],
)
def test_no_more_mistakes_are_told_than_anybody_reads(text):
    *told, last = mistakes(text)
    assert len(told) == 1000
    assert all(found.code.startswith("CAT-") for found in told)
    assert (last.code, last.summary) == ("YML-011", f"`{FILE}` holds more such mistakes")
