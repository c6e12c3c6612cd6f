"""Which files make one build: the root, the intent, its inventory and ledger."""

from __future__ import annotations

import pytest

from fabric.core.diagnostic import FabricError
from fabric.core.source import Folder
from fabric.pipeline import at, locate, open_project


def laid_out(root, *folders):
    for folder in folders:
        (root / folder).mkdir(parents=True)
    return root


def code(call):
    with pytest.raises(FabricError) as caught:
        call()
    return caught.value.diagnostics[0].code


@pytest.mark.parametrize("sign", ["inventory", ".git"])
def test_the_root_is_the_nearest_folder_above_with_a_sign(tmp_path, sign):
    laid_out(tmp_path, "intents/a", sign)
    assert locate(str(tmp_path / "intents" / "a")) == (tmp_path, "intents/a")


def test_the_nearer_of_two_roots_counts(tmp_path):
    laid_out(tmp_path, "inventory", "sub/intents/a", "sub/inventory")
    assert locate(str(tmp_path / "sub" / "intents" / "a"))[0] == tmp_path / "sub"


def test_a_slash_at_the_end_and_dots_change_nothing(tmp_path):
    laid_out(tmp_path, "intents/a", "inventory")
    for spelling in ("intents/a/", "intents/../intents/a", "intents/./a"):
        assert locate(f"{tmp_path}/{spelling}") == (tmp_path, "intents/a")


def test_a_missing_folder_is_a_finding(tmp_path):
    assert code(lambda: locate(str(tmp_path / "none"))) == "PRJ-001"


def test_a_file_instead_of_a_folder_is_a_finding(tmp_path):
    (tmp_path / "site.yaml").write_text("")
    assert code(lambda: locate(str(tmp_path / "site.yaml"))) == "PRJ-001"


def test_a_folder_that_is_no_inventory_is_a_finding(tmp_path):
    laid_out(tmp_path, "intents/a", "inventory", "empty")
    assert code(lambda: open_project(str(tmp_path / "intents" / "a"), str(tmp_path / "empty"))) == "INV-007"


def test_inventory_and_ledger_bear_the_name_of_the_intent(tmp_path):
    project = at(Folder(tmp_path), "intents/a")
    assert (project.inventory, project.ledger) == ("inventory/a", "inventory/a/allocations.yaml")


def test_another_inventory_changes_the_devices_and_not_the_ledger(tmp_path):
    laid_out(tmp_path, "repo/intents/a", "repo/inventory", "lab")
    (tmp_path / "lab" / "hosts.yaml").write_text("spine1: {}\n")
    project = open_project(str(tmp_path / "repo" / "intents" / "a"), str(tmp_path / "lab"))
    assert (project.devices.label, project.inventory) == (str(tmp_path), "lab")
    assert (project.source.label, project.ledger) == (str(tmp_path / "repo"), "inventory/a/allocations.yaml")


def test_additions_to_the_catalog_are_its_yaml_files(tmp_path):
    laid_out(tmp_path, "intents/a", "inventory/catalog")
    (tmp_path / "inventory" / "catalog" / "own.yaml").write_text("support: []\n")
    (tmp_path / "inventory" / "catalog" / "README.md").write_text("words\n")
    assert open_project(str(tmp_path / "intents" / "a")).additions == {
        "inventory/catalog/own.yaml": "support: []\n"
    }
