"""The shipped intents, compiled once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from fabric.pipeline import compile, open_project, registry  # noqa: A004 - the verb of that stage

ROOT = Path(__file__).parents[2]


@cache
def compiled(name):
    return compile(open_project(str(ROOT / "intents" / name)), registry())


@pytest.fixture(scope="session")
def site():
    return compiled


@pytest.fixture(scope="session")
def quickstart():
    return compiled("quickstart")


@pytest.fixture(scope="session", params=["quickstart", "roce-256", "ib-b200-superpod"])
def shipped(request):
    return compiled(request.param)
