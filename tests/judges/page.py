"""Chromium judges a page: what its console says, what its keys do. Spoken to over WebDriver on loopback."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any

from judges import tally
from judges.presence import program

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

JUDGE = "page"
PATIENCE_S = 120
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--window-size=1280,1600",
)  # fmt: skip
ENTER, TAB, ESCAPE = "\ue007", "\ue004", "\ue00c"
"""Keys as WebDriver writes them."""


@dataclass(frozen=True)
class Browser:
    """One session."""

    port: int
    session: str = ""

    def call(self, method: str, path: str, body: object = None) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            text = json.dumps(body) if body is not None else None
            connection.request(method, path, text, {"Content-Type": "application/json"})
            found = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(found, dict) and "error" in found:
            raise AssertionError(f"{found['error']}: {found['message']}")
        return found

    def open(self, file: Path) -> None:
        """Load a page, and count it as judged."""
        tally.count(JUDGE)
        self.call("POST", f"/session/{self.session}/url", {"url": file.as_uri()})

    def run(self, script: str) -> Any:
        """Return what a script returns; the page's own policy does not bind it."""
        body = {"script": script, "args": []}
        return self.call("POST", f"/session/{self.session}/execute/sync", body)

    def press(self, keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": strokes}]
        self.call("POST", f"/session/{self.session}/actions", {"actions": actions})

    def console(self) -> list[str]:
        """Return what the console said since the last time."""
        rows = self.call("POST", f"/session/{self.session}/se/log", {"type": "browser"})
        return [f"{row['level']}: {row['message']}" for row in rows]


@contextmanager
def browser() -> Iterator[Browser]:
    """Give a browser of its own, which ends with the block."""
    driver, chromium = program("chromedriver"), program("chromium")
    assert driver
    assert chromium
    with (
        tempfile.TemporaryDirectory() as profile,
        subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, text=True) as process,
    ):
        try:
            started = Browser(_port(process))
            options = {"binary": chromium, "args": [*OPTIONS, f"--user-data-dir={profile}"]}
            wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
            made = started.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
            session = Browser(started.port, made["sessionId"])
            try:
                yield session
            finally:
                session.call("DELETE", f"/session/{session.session}")
        finally:
            process.terminate()


def _port(process: subprocess.Popen[str]) -> int:
    assert process.stdout
    for line in process.stdout:
        if found := re.search(r"started successfully on port (\d+)", line):
            return int(found[1])
    raise AssertionError("chromedriver did not start")
