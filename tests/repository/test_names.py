"""Files have names that say what they hold, and open with a line that says what they are for."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOMELESS = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}
PYTHON = sorted(file for part in ("fabric", "tests", "bench", ".ci") for file in (ROOT / part).rglob("*.py"))


def test_no_file_or_folder_is_a_home_for_the_nameless():
    named = [*PYTHON, *(ROOT / "templates").rglob("*.j2")]
    assert [
        str(file.relative_to(ROOT))
        for file in named
        if HOMELESS & {part.split(".")[0] for part in file.relative_to(ROOT).parts}
    ] == []


def test_every_module_opens_with_one_line_that_says_what_it_is_for():
    silent = []
    for file in PYTHON:
        docstring = ast.get_docstring(ast.parse(file.read_text())) or ""
        first, _, rest = docstring.partition("\n")
        if not first.endswith((".", "?", "!")) or (rest and not rest.startswith("\n")):
            silent.append(str(file.relative_to(ROOT)))
    assert silent == []
