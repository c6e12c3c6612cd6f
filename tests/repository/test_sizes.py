"""Everything stays small: the limits of the house, measured on every file."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYDANTIC = {"Model", "Fact", "Entry", "Named", "_Strict"}
MODULE_LINES, FUNCTION_LINES, TEMPLATE_LINES = 300, 40, 150
PYTHON = sorted(file for part in ("fabric", "tests", "bench") for file in (ROOT / part).rglob("*.py"))
OURS = [file for file in PYTHON if (ROOT / "fabric") in file.parents]


def lines_of(file: Path) -> int:
    return len(file.read_text().splitlines())


def functions(file: Path):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, node.end_lineno - node.lineno + 1


def test_no_module_is_longer_than_its_limit():
    assert [
        f"{file.relative_to(ROOT)}: {lines_of(file)} lines"
        for file in PYTHON
        if lines_of(file) > MODULE_LINES
    ] == []


def test_no_function_is_longer_than_its_limit():
    assert [
        f"{file.relative_to(ROOT)}:{node.lineno}: {node.name} has {length} lines"
        for file in OURS
        for node, length in functions(file)
        if length > FUNCTION_LINES
    ] == []


def test_no_template_is_longer_than_its_limit():
    templates = sorted((ROOT / "templates").rglob("*.j2"))
    assert templates
    assert [
        f"{file.relative_to(ROOT)}: {lines_of(file)} lines"
        for file in templates
        if lines_of(file) > TEMPLATE_LINES
    ] == []


def test_classes_inherit_one_level_deep():
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for file in OURS
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ClassDef)
    }
    # A base of ours with a base of ours is one level too many; pydantic rows have a strict one.
    deep = [
        name
        for name, direct in bases.items()
        for base in direct & bases.keys()
        if bases[base] & bases.keys() - PYDANTIC
    ]
    assert deep == []
