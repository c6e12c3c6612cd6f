"""The folder's own modules are imported by name."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from floor import lay_out


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    """Four factory-fresh switches and a plan for them that nobody applies."""
    made = lay_out(tmp_path_factory.mktemp("floor"))
    made.boot()
    try:
        assert made.plan("--summary").code == 0
        yield made
    finally:
        made.close()
