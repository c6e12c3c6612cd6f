"""The same bytes on every machine: other hash seeds, time zones, languages, versions of Python."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from cases.repositories import ROOT

DIGESTS = """
import hashlib, sys
from pathlib import Path
from fabric.core.source import Folder
from fabric.pipeline import at, compile, registry
from fabric.pipeline.rendering import rendered

root = Path(sys.argv[1])
for intent in sys.argv[3:]:
    found = hashlib.sha256()
    for made in rendered(compile(at(Folder(root), f"intents/{intent}"), registry()), int(sys.argv[2])):
        found.update(f"{made.unit} {made.name} {made.text}".encode())
    print(intent, found.hexdigest())
"""
SMALL = ("mesh-64", "explicit-32", "torus-ib")
SHIPPED = tuple(sorted(site.parent.name for site in (ROOT / "intents").glob("*/site.yaml")))
PYTHONS = Path(sys.prefix) / "pythons"


def digests(*, python=sys.executable, jobs=1, folder="/", intents=SMALL, **environment) -> str:
    """Return the digests of intents, made by a process of its own."""
    done = subprocess.run(
        [python, "-c", DIGESTS, str(ROOT), str(jobs), *intents],
        cwd=folder, capture_output=True, text=True, check=False,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": folder} | environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def wanted(*intents) -> str:
    return digests(PYTHONHASHSEED="0", intents=intents or SMALL)


def other(version) -> str:
    """Return the interpreter of a version, which `.ci/pythons.py` gives the libraries."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    python = PYTHONS / version / "bin" / "python"
    if not python.exists():
        pytest.skip(
            f"python{version} is not in {PYTHONS}; .ci/pythons.py puts it there if this machine has one"
        )
    return str(python)


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "4294967295", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "jobs": 2},
    ],
    ids=["kathmandu", "istanbul"],
)
def test_the_bytes_follow_from_the_repository_alone(elsewhere, tmp_path):
    assert digests(folder=str(tmp_path), **elsewhere) == wanted()


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_every_version_of_python_makes_the_same_bytes(version):
    assert digests(python=other(version), PYTHONHASHSEED="7") == wanted()


@pytest.mark.proof
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_every_version_of_python_makes_the_same_bytes_of_all_that_is_shipped(version):
    assert digests(python=other(version), PYTHONHASHSEED="7", intents=SHIPPED) == wanted(*SHIPPED)
