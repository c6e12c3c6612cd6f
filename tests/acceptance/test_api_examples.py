"""Every example of the page on the Python API, in order, on a repository and four simulated switches."""

import contextlib
import io
import re
import subprocess
from pathlib import Path

import pytest
from floor import lay_out

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture
def floor(tmp_path):
    made = lay_out(tmp_path)
    who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "site"]):
        subprocess.run(["git", *who, *words], cwd=made.root, check=True)
    made.boot()
    yield made
    made.close()


def test_the_examples_of_the_page_do_what_it_says(floor, monkeypatch):
    for name, value in floor.environment.items():
        monkeypatch.setenv(name, value)
    assert len(EXAMPLES) == 6
    names: dict[str, object] = {}
    with contextlib.chdir(floor.root), contextlib.redirect_stdout(io.StringIO()):
        for number, example in enumerate(EXAMPLES, 1):
            exec(compile(example, f"docs/api.md example {number}", "exec"), names)
    assert (floor.root / "review.html").read_text().startswith("<!doctype html>")
