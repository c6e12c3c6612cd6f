"""What every test may use: golden files, the shared folder, the judges and their tally."""

from __future__ import annotations

import difflib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from judges import presence, prometheus_server, tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOLDEN = Path(__file__).parent / "golden"

# Machines differ and are shared, so no test depends on how long an example takes.
# In CI a commit is judged and not its luck; at a desk, and in the proof there, examples differ every time.
settings.register_profile(
    "tests",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=os.environ.get("CI") == "true",
)
settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite golden files; read them in review")


def pytest_configure(config: pytest.Config) -> None:
    cache = tempfile.TemporaryDirectory(prefix="fabric-cache-")
    config.add_cleanup(cache.cleanup)
    os.environ["XDG_CACHE_HOME"] = cache.name  # no test reads what an earlier run kept
    if not is_worker(config):
        folder = tempfile.TemporaryDirectory(prefix="judges-")
        config.add_cleanup(folder.cleanup)
        os.environ[tally.FOLDER] = folder.name


def is_worker(config: pytest.Config) -> bool:
    """Whether this process is one of pytest-xdist's, which report through the controller."""
    return hasattr(config, "workerinput")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("judge"):
        if why := presence.why_missing(marker.args[0]):
            pytest.skip(f"judge {marker.args[0]} is missing: {why}")


def missing_judges() -> dict[str, str]:
    """Return the judges that this machine lacks and why."""
    return {judge: why for judge in presence.JUDGES if (why := presence.why_missing(judge))}


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail the whole suite in CI when a judge judged nothing: a pass would prove less than it says."""
    if is_worker(session.config) or exitstatus != pytest.ExitCode.OK:
        return
    if not tally.answer_for_all(session.config):
        return
    if tally.silent(tally.total(Path(os.environ[tally.FOLDER])), presence.JUDGES):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section("judges")
    counts = tally.total(Path(os.environ[tally.FOLDER]))
    for line in tally.report(counts, missing_judges()):
        terminalreporter.write_line(line)
    if tally.answer_for_all(terminalreporter.config) and (silent := tally.silent(counts, presence.JUDGES)):
        terminalreporter.write_line(f"in CI every judge must judge: {', '.join(silent)} did not", red=True)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with `tests/golden/<name>`; `--update-golden` writes it instead."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            return
        wanted = file.read_text(encoding="utf-8") if file.exists() else ""
        lines = difflib.unified_diff(
            wanted.splitlines(), text.splitlines(), f"golden/{name}", "now", lineterm=""
        )
        if difference := "\n".join(lines):
            pytest.fail(f"differs from its golden file (pytest --update-golden rewrites it):\n{difference}")

    return compare


@pytest.fixture(scope="session")
def prometheus() -> Iterator[object]:
    """Run a real Prometheus, one for each process of the tests, that scrapes an exporter of ours."""
    with prometheus_server.running() as server:
        yield server


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of vendors' models and published tables beside the checkout, or skip."""
    if not presence.SHARED.exists():
        pytest.skip(
            f"no folder {presence.SHARED}: vendors' models and published tables are not ours to carry"
        )
    return presence.SHARED
