"""The same bytes on every machine: other hash seeds, time zones, languages, versions of Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache

import pytest
from cases.repositories import ROOT

DIGESTS = """
import hashlib, sys
from pathlib import Path
from fabric.core.source import Folder
from fabric.pipeline import at, compile, registry
from fabric.pipeline.rendering import rendered

root = Path(sys.argv[1])
for intent in ("mesh-64", "explicit-32", "torus-ib"):
    found = hashlib.sha256()
    for made in rendered(compile(at(Folder(root), f"intents/{intent}"), registry()), int(sys.argv[2])):
        found.update(f"{made.unit} {made.name} {made.text}".encode())
    print(intent, found.hexdigest())
"""
NEEDED = "import click, jinja2, pydantic, yaml"
OTHERS = ("3.11", "3.12", "3.13")


def digests(*, python=sys.executable, jobs=1, folder="/", **environment) -> str:
    """Return the digests of intents, made by a process of its own."""
    done = subprocess.run(
        [python, "-c", DIGESTS, str(ROOT), str(jobs)],
        cwd=folder, capture_output=True, text=True, check=False,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": folder} | environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def wanted() -> str:
    return digests(PYTHONHASHSEED="0")


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


@pytest.mark.parametrize("version", OTHERS)
def test_every_version_of_python_makes_the_same_bytes(version):
    """FABRIC_PYTHONS names folders with interpreters that have the libraries, apart from those in PATH."""
    places = f"{os.environ.get('FABRIC_PYTHONS', '')}:{os.environ['PATH']}"
    python = shutil.which(f"python{version}", path=places)
    able = python and not subprocess.run([python, "-c", NEEDED], capture_output=True, check=False).returncode
    if not able:
        pytest.skip(f"no python{version} with the libraries here; FABRIC_PYTHONS names folders with one")
    assert digests(python=python, PYTHONHASHSEED="7") == wanted()
