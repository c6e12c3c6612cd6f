"""A chain says rule, line and meaning; a default is no line of the intent."""

from __future__ import annotations

import ast
from pathlib import Path

from fabric.device import Origin
from fabric.views.reasons import RULES, reasons
from fabric.views.values import Value

FABRIC = Path(__file__).parents[2] / "fabric"


def reason_of(made, *path, rule="intent"):
    return reasons(made, [Value("x", 1, Origin(rule, path))])[0]


def rules_in_code():
    for folder in ("device", "views"):
        for file in (FABRIC / folder).glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Origin":
                    yield from (
                        leaf.value
                        for leaf in ast.walk(node.args[0])
                        if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
                    )


def test_every_rule_in_the_code_has_words():
    found = set(rules_in_code())
    assert "ecn.auto" in found
    assert found - RULES.keys() == set()


def test_every_rule_with_words_is_in_the_code():
    assert RULES.keys() - set(rules_in_code()) == set()


def test_a_written_value_has_its_line_and_meaning(quickstart):
    reason = reason_of(quickstart, "qos", "classes", 0, "ecn")
    assert reason.written
    assert "ecn: auto" in reason.place.excerpt
    assert reason.means.startswith("Marking")


def test_a_default_is_not_called_written(quickstart):
    reason = reason_of(quickstart, "physical", "mtu")
    assert not reason.written
    assert reason.place.excerpt.strip() == "physical:"
    assert reason.means.startswith("Largest IP packet")


def test_an_origin_without_intent_has_no_place(quickstart):
    assert reason_of(quickstart, rule="lldp.default").place is None


def test_a_fact_that_nobody_knows_is_said_to_be_unknown(quickstart):
    (reason,) = reasons(quickstart, [Value("x", 1, Origin("catalog", (), ("optics/none",)))])
    assert [(fact.name, fact.confidence) for fact in reason.facts] == [("optics/none", "unknown")]
