"""Diagnostic codes are stable names: one form, one meaning, one home."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"[A-Z]{3}-\d{3}")
MAKERS = {"error", "warning", "info"}


def constants(file: Path):
    """The strings of a module, docstrings aside, and those given as the code of a diagnostic."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
            yield node.value


def test_a_code_is_used_in_one_module_only():
    homes = defaultdict(set)
    for file in sorted((ROOT / "fabric").rglob("*.py")):
        for code in constants(file):
            homes[code].add(str(file.relative_to(ROOT)))
    assert homes
    assert {code: sorted(files) for code, files in homes.items() if len(files) > 1} == {}


def test_every_diagnostic_has_a_code_of_the_form():
    wrong = [
        f"{file.relative_to(ROOT)}:{node.lineno}: {node.args[0].value}"
        for file in sorted((ROOT / "fabric").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in MAKERS
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and not CODE.fullmatch(str(node.args[0].value))
    ]
    assert wrong == []
