"""Findings as SARIF."""

from __future__ import annotations

import json

import jsonschema
from cases.repositories import shipped

from fabric.core.diagnostic import Place, error, warning
from fabric.views.findings_sarif import MOST_RESULTS, findings_sarif

FOUND = error("TOP-004", "too small", ("a",), "take a larger one").at(Place("a b.yaml", 14, 7))
BARE = warning("CAP-001", "cannot")
TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
SHAPE = {
    "type": "object",
    "required": ["version", "runs", "$schema"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array", "minItems": 1, "maxItems": 20,
            "items": {
                "required": ["tool", "results"],
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {"properties": {"driver": {"required": ["name", "rules"]}}},
                    "results": {
                        "type": "array",
                        "items": {
                            "required": ["message", "ruleId", "ruleIndex"],
                            "properties": {
                                "message": TEXT,
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                            },
                        },
                    },
                },
            },
        },
    },
}  # fmt: skip
"""What the standard asks of the parts that we write (OASIS SARIF 2.1.0, 3.13 to 3.30)."""


def sarif(*found):
    made = json.loads(findings_sarif(found))
    jsonschema.validate(made, SHAPE)
    return made["runs"][0]


def test_a_finding_is_a_result_with_its_rule_and_place():
    run = sarif(BARE, FOUND)
    first, second = run["results"]
    assert (first["ruleId"], first["level"]) == ("TOP-004", "error")
    assert first["message"]["text"] == "too small. take a larger one"
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a%20b.yaml"}, "region": {"startLine": 14, "startColumn": 7},
    }  # fmt: skip
    assert run["tool"]["driver"]["rules"][first["ruleIndex"]]["id"] == "TOP-004"
    assert "locations" not in second


def test_every_rule_says_what_it_means():
    for rule in sarif(*shipped("roce-256").diagnostics)["tool"]["driver"]["rules"]:
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"]


def test_no_more_results_than_github_takes_and_the_errors_first():
    run = sarif(*[BARE] * MOST_RESULTS, FOUND)
    assert len(run["results"]) == MOST_RESULTS
    assert run["results"][0]["level"] == "error"


def test_no_finding_is_a_run_without_results():
    assert sarif()["results"] == []
