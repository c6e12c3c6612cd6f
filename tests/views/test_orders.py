"""Bills in every format; unknown is a word."""

from __future__ import annotations

import csv
import io
import json

import pytest
from cases.repositories import shipped

from fabric.analysis.orders import Sum, bill
from fabric.views import orders as views


def bills(*intents):
    found = (design for intent in intents for design in shipped(intent).designs.values())
    return {f"{design.site.name}/{design.fabric.name}": bill(design) for design in found}


@pytest.mark.parametrize("form", ["human", "markdown"])
def test_a_bill_is_as_agreed(golden, form):
    golden(f"views/bom.{form}.txt", views.orders(bills("quickstart", "ib-b200-superpod"), form) + "\n")


def test_csv_has_every_item_once_and_no_total():
    found = bills("quickstart", "ib-b200-superpod")
    rows = list(csv.DictReader(io.StringIO(views.orders(found, "csv"))))
    assert len(rows) == sum(len(items) for items in found.values())
    assert {row["fabric"] for row in rows} == set(found)


def test_json_says_what_is_missing():
    whole = json.loads(views.orders(bills("roce-256"), "json"))["total"]
    assert whole["power_w"] == {
        "known": 9088.0,
        "complete": False,
        "missing": ["arista-7060x6-64pe", "nvidia-sn5600", "connectx-7"],
    }
    assert [item["power_w"] for item in whole["items"]][:2] == [None, None]


def test_a_site_with_one_fabric_has_no_second_total():
    assert "Total" not in views.orders(bills("roce-256"), "human")


def test_unknown_is_a_word_and_a_known_nothing_a_number():
    assert (views.figure(None), views.figure(0), views.figure(17.5)) == ("unknown", "0", "17.5")


def test_a_total_with_gaps_is_a_lower_bound():
    assert views.total(Sum(1200, ()), "W") == "1,200 W"
    assert views.total(Sum(1200, ("x",)), "W") == "unknown, at least 1,200 W; no figure for `x`"
    assert views.total(Sum(0, ("x",)), "U") == "unknown; no figure for `x`"


def test_changes_name_only_what_changes():
    (old,), (new,) = bills("quickstart").values(), bills("roce-256").values()
    found = json.loads(views.order_changes(old, new, "json"))["changes"]
    assert {
        "kind": "nic",
        "model": "connectx-7",
        "form": "",
        "before": 8,
        "after": 256,
        "change": 248,
    } in found
    assert all(row["change"] == row["after"] - row["before"] != 0 for row in found)


@pytest.mark.parametrize("form", ["csv", "markdown", "human"])
def test_changes_are_signed(form):
    (old,), (new,) = bills("quickstart").values(), bills("roce-256").values()
    assert "+248" in views.order_changes(old, new, form)
    assert "-248" in views.order_changes(new, old, form)


def test_no_change_is_said():
    (items,) = bills("quickstart").values()
    assert views.order_changes(items, items, "human") == "nothing to order, nothing left over"
