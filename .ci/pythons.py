# ruff: noqa: INP001, S603, T201 - a script, it runs fixed commands and says what it found
"""Give other versions of Python that we support, where this machine has them, our libraries.

Their environments lie in `<venv>/pythons/<version>`, where `tests/pipeline/test_rendering_elsewhere.py` finds
them. The libraries are those that the package needs, in the versions that the tests have: what then differs,
differs by Python alone. A version that no interpreter here runs is named, and is no failure.

Usage, needs no root: .venv/bin/python .ci/pythons.py .venv
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version as version_of
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HERE = Path(__file__).parent
VERSION = re.compile(r"Programming Language :: Python :: (3\.\d+)")
PYENV, TOOL_CACHE = "~/.pyenv", "/opt/hostedtoolcache"


def main() -> None:
    """Make what is missing and say which versions are there."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text())["project"]
    for version in others(project["classifiers"]):
        if (python := interpreter(version, os.environ)) is None:
            print(f"no python{version} here that runs: what it would render is not compared", file=sys.stderr)
            continue
        provide(python, Path(sys.argv[1]) / "pythons" / version, project["dependencies"])
        print(f"python{version} renders, too: {python}")


def others(classifiers: list[str]) -> Iterator[str]:
    """Yield the versions of Python that the package names, apart from the one that runs this."""
    for classifier in classifiers:
        found = VERSION.fullmatch(classifier)
        if found and found[1] != f"{sys.version_info.major}.{sys.version_info.minor}":
            yield found[1]


def interpreter(version: str, environment: Mapping[str, str]) -> Path | None:
    """Return the first interpreter of a version that really runs: a shim of pyenv may only refuse."""
    return next((python for python in candidates(version, environment) if runs(python, version)), None)


def candidates(version: str, environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield where an interpreter may be: in PATH, and where pyenv and GitHub's runners keep theirs."""
    for folder in environment.get("PATH", "").split(os.pathsep):
        yield Path(folder) / f"python{version}"
    pyenv = Path(environment.get("PYENV_ROOT", PYENV)).expanduser() / "versions"
    yield from sorted(pyenv.glob(f"{version}.*/bin/python{version}"))
    cache = Path(environment.get("RUNNER_TOOL_CACHE", TOOL_CACHE)) / "Python"
    yield from sorted(cache.glob(f"{version}.*/*/bin/python{version}"))


def runs(python: Path, version: str) -> bool:
    """Whether a file is an interpreter of a version and starts."""
    if not python.is_file():
        return False
    asked = [python, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
    said = subprocess.run(asked, capture_output=True, text=True, check=False)
    return said.returncode == 0 and said.stdout.strip() == version


def provide(python: Path, folder: Path, dependencies: list[str]) -> None:
    """Make an environment with the libraries; one that has them is left alone."""
    wanted = [pinned(requirement) for requirement in dependencies]
    inside = folder / "bin" / "python"
    if runs(inside, folder.name) and has(inside, wanted):
        return
    subprocess.run([python, HERE / "environment.py", folder], check=True)
    pip = [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *wanted], check=True)


def pinned(requirement: str) -> str:
    """Return a requirement at the version that this environment has."""
    name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
    return f"{name}=={version_of(name)}"


def has(python: Path, wanted: list[str]) -> bool:
    """Whether an environment has these libraries at these versions."""
    held = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, text=True, check=False)
    return {line.lower() for line in wanted} <= {line.lower() for line in held.stdout.splitlines()}


if __name__ == "__main__":
    main()
