"""The outside of a rollout as the command line gives it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cases import busy_change

from fabric.cli.rolling import inventory_for
from fabric.core.diagnostic import FabricError


def test_the_inventory_that_is_named_counts_and_else_that_of_the_site():
    plan = busy_change.plan()
    assert inventory_for(plan, None) == f"inventory/{plan.site}"
    assert inventory_for(plan, "lab") == inventory_for(replace(plan, inventory="lab"), "lab") == "lab"


def test_a_plan_of_another_inventory_names_it_and_goes_nowhere_without():
    with pytest.raises(FabricError, match="PRJ-006") as refused:
        inventory_for(replace(busy_change.plan(), inventory=".fabric/lab/inventory"), None)
    assert refused.value.diagnostics[0].hint == "add `--inventory .fabric/lab/inventory`"
