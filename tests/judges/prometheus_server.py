"""A Prometheus of Debian for the tests, behind TLS and a password, and a small exporter that it scrapes."""

from __future__ import annotations

import base64
import contextlib
import http.server
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import bcrypt

from fabric.lab.tls import authority, server_context
from judges.presence import program

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME, PASSWORD = "fabric", "prometheus-canary-7f3a"
CONFIG = """
global: {{scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}}
scrape_configs:
  - {{job_name: fabric, static_configs: [{{targets: ["{target}"]}}]}}
"""
WEB = """
tls_server_config: {{cert_file: tls/prometheus.pem, key_file: tls/prometheus.pem}}
basic_auth_users: {{{name}: "{hash}"}}
"""


@dataclass
class Exporter:
    """Shows numbers to whoever asks: series to value. Down, it answers nobody."""

    series: dict[str, float] = field(default_factory=dict)
    down: bool = False
    port: int = 0

    def text(self) -> str:
        return "".join(f"{name} {value}\n" for name, value in dict(self.series).items())


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    url: str
    ca: Path
    exporter: Exporter

    def shows(self, series: str, value: float | None) -> None:
        """Let the exporter show a number, or no longer show it, and wait until Prometheus has seen that."""
        if value is None:
            self.exporter.series.pop(series, None)
        else:
            self.exporter.series[series] = value
        wanted = "[]" if value is None else f'"{value:g}"'
        _until(lambda: wanted in self.ask(series), f"{series} = {value}")

    def ask(self, query: str) -> str:
        """Return the raw answer, by other means than ours."""
        url = f"{self.url}/api/v1/query?{urllib.parse.urlencode({'query': query})}"
        login = base64.b64encode(f"{NAME}:{PASSWORD}".encode()).decode()
        request = urllib.request.Request(url, headers={"Authorization": f"Basic {login}"})
        trust = ssl.create_default_context(cafile=str(self.ca))
        with urllib.request.urlopen(request, timeout=5, context=trust) as answer:
            text: str = answer.read().decode()
        return text


@contextlib.contextmanager
def running() -> Iterator[Running]:
    """Run exporter and server until the end of the block."""
    folder = Path(tempfile.mkdtemp(prefix="fabric-prometheus-"))
    with _exporting() as exporter:
        try:
            yield from _served(folder, exporter)
        finally:
            shutil.rmtree(folder)


def _served(folder: Path, exporter: Exporter) -> Iterator[Running]:
    by = authority(folder)
    server_context(by, "prometheus", "127.0.0.1")
    hashed = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(4)).decode()
    (folder / "config.yml").write_text(CONFIG.format(target=f"127.0.0.1:{exporter.port}"))
    (folder / "web.yml").write_text(WEB.format(name=NAME, hash=hashed))
    port = free_port()
    words = [
        str(program("prometheus")),
        f"--config.file={folder / 'config.yml'}",
        f"--web.config.file={folder / 'web.yml'}",
        f"--web.listen-address=127.0.0.1:{port}",
        f"--storage.tsdb.path={folder / 'data'}",
        "--log.level=error",
    ]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, cwd=folder)
    server = Running(f"https://127.0.0.1:{port}", folder / "tls" / "ca.pem", exporter)
    try:
        _until(lambda: '"1"' in server.ask("up"), (folder / "log").read_text())
        yield server
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def _exporting() -> Iterator[Exporter]:
    exporter = Exporter()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(503 if exporter.down else 200)
            self.end_headers()
            self.wfile.write(exporter.text().encode())

        def log_message(self, *_words: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    exporter.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield exporter
    finally:
        server.shutdown()
        server.server_close()


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def _until(true: object, what: str, seconds: float = 20.0) -> None:
    assert callable(true)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if true():
                return
        time.sleep(0.1)
    raise AssertionError(f"Prometheus did not come to show it: {what}")
