"""Every code that a finding may carry is explained, and nothing else is."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from fabric.core.diagnostic import FabricError
from fabric.views import codes

FABRIC = Path(codes.__file__).parents[1]
MAKERS = {"error", "warning", "info", "problem"}


def modules():
    return (ast.parse(file.read_text()) for file in sorted(FABRIC.rglob("*.py")))


def raised():
    """The codes that stand in the code as strings of their own."""
    return {
        node.value
        for module in modules()
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and codes.CODE.fullmatch(node.value)
    }


def makers(call: ast.Call):
    """The names of what makes a finding: `error()`, `self.problem()`, `(error if x else warning)()`."""
    parts = [call.func.body, call.func.orelse] if isinstance(call.func, ast.IfExp) else [call.func]
    return {getattr(part, "id", getattr(part, "attr", "")) for part in parts} & MAKERS


def severities():
    """The severities that the code gives to each code it writes into the call."""
    found = defaultdict(set)
    for module in modules():
        for call in (node for node in ast.walk(module) if isinstance(node, ast.Call) and node.args):
            code = call.args[0]
            if isinstance(code, ast.Constant) and codes.CODE.fullmatch(str(code.value)):
                found[code.value] |= {maker.replace("problem", "error") for maker in makers(call)}
    return found


def test_every_code_is_explained():
    assert raised() - codes.meanings().keys() == set()


def test_no_code_is_explained_that_is_never_raised():
    assert codes.meanings().keys() - raised() == set()


def test_the_severity_is_the_one_that_the_code_gives():
    said = {code: set(meaning.severity.split(" or ")) for code, meaning in codes.meanings().items()}
    found = severities()
    assert found
    assert {code: given for code, given in found.items() if given and given != said[code]} == {}


@pytest.mark.parametrize("meaning", codes.meanings().values(), ids=lambda meaning: meaning.code)
def test_a_meaning_is_one_sentence_each(meaning):
    for text in (meaning.sentence, meaning.why, meaning.remedy):
        assert text
        assert not text.endswith(".")
        assert ". " not in text


def test_the_sentence_of_a_design_rule_is_its_docstring():
    assert codes.meaning_of("TOP-017").sentence == (
        "hosts that send more than their leaf passes on wait at the leaf"
    )


def test_a_rule_with_a_range_of_codes_stands_behind_each():
    rules = codes.rule_sentences()
    assert rules["OPT-001"] == rules["OPT-002"] == rules["OPT-003"] == rules["OPT-005"]


def test_a_code_may_be_written_small():
    assert codes.meaning_of("pfc-001") == codes.meaning_of("PFC-001")


def test_an_unknown_code_is_refused_with_the_nearest():
    with pytest.raises(FabricError) as refused:
        codes.meaning_of("TOPP-004")
    (found,) = refused.value.diagnostics
    assert found.code == "EXP-004"
    assert found.hint == "did you mean `TOP-004`?"


def test_the_page_of_codes_is_current(golden):
    golden("../../docs/codes.md", codes.reference())
