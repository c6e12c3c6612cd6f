"""Tests stand where the code stands: fabric/x/y.py is tested in tests/x/test_y.py."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
ABOUT_NO_MODULE = {
    "artifacts": "judges over shipped intents",
    "golden": "data",
    "judges": "the judges and how they bite",
    "properties": "properties over several stages",
    "repository": "the repository itself",
    "contract": "one suite for all platforms",
}
"""Folders of tests that mirror no package, and what they are about."""


def names_of_package(folder: Path) -> set[str]:
    """The modules and packages in a folder of code, and the package itself."""
    return {
        folder.name,
        *(
            entry.stem
            for entry in folder.iterdir()
            if entry.suffix == ".py" or (entry / "__init__.py").exists()
        ),
    }


def mirrors(test: Path) -> bool:
    """Whether a test file names a module beside the same path, alone or followed by what it is about."""
    code = ROOT / "fabric" / test.relative_to(ROOT / "tests").parent
    subject = test.stem.removeprefix("test_")
    return code.is_dir() and any(
        subject == name or subject.startswith(f"{name}_") for name in names_of_package(code)
    )


def test_every_test_file_names_the_module_that_it_tests():
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    astray = [
        str(test.relative_to(ROOT))
        for test in tests
        if test.relative_to(ROOT / "tests").parts[0] not in ABOUT_NO_MODULE and not mirrors(test)
    ]
    assert astray == []
