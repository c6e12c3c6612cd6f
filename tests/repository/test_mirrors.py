"""Tests stand where the code stands: fabric/x/y.py is tested in tests/x/test_y.py."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
ABOUT_NO_MODULE = {
    "acceptance": "the command line on live switches, as a user meets it",
    "artifacts": "judges over shipped intents",
    "golden": "data",
    "judges": "the judges and how they bite",
    "properties": "properties over several stages",
    "repository": "the repository itself",
    "contract": "one suite for all platforms",
    "rollout/test_crash.py": "killed at any point and started again",
    "rollout/test_crash_ufm_files.py": "files of a UFM, killed or failing at any point",
    "rollout/test_killed_often.py": "killed several times at random",
    "catalog/test_reference.py": "facts against vendors' tables in the shared folder",
}
"""Folders and files of tests that mirror no module, and what they are about."""


def names_of_package(folder: Path) -> set[str]:
    """Return the modules and packages in a folder of code, a platform's templates, and the package itself."""
    return {
        folder.name,
        *(file.stem for file in (ROOT / "templates" / folder.name).glob("*.j2")),
        *(
            entry.stem
            for entry in folder.iterdir()
            if entry.suffix == ".py" or (entry / "__init__.py").exists()
        ),
    }


def names_of(test: Path) -> set[str]:
    """Return the folder that a test file stands in below tests/, and its path below tests/."""
    path = test.relative_to(ROOT / "tests")
    return {path.parts[0], path.as_posix()}


def mirrors(test: Path) -> bool:
    """Whether a test file names a module beside the same path, or a package that this one is tested with."""
    code = ROOT / "fabric" / test.relative_to(ROOT / "tests").parent
    subject = test.stem.removeprefix("test_")
    return code.is_dir() and any(
        subject == name or subject.startswith(f"{name}_")
        for name in names_of_package(code) | names_of_package(ROOT / "fabric")
    )


def test_every_test_file_names_the_module_that_it_tests():
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    astray = [
        str(test.relative_to(ROOT))
        for test in tests
        if not ABOUT_NO_MODULE.keys() & names_of(test) and not mirrors(test)
    ]
    assert astray == []
