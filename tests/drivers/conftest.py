"""A certificate authority and an eAPI server of scripted answers, both on the loopback."""

from __future__ import annotations

import base64
import json
import os
import ssl
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fabric.drivers import HostEntry, Secrets, connect
from fabric.lab import control
from fabric.lab.fleet import write_fleet

PASSWORD = "lab-password-1"
TOKENS = iter(range(1, 1000))


class Authority:
    """Signs certificates for addresses."""

    def __init__(self, folder):
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.certificate = self._certificate("authority", self.key, None)
        self.ca_file = folder / "ca.pem"
        self.ca_file.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))

    def issue(self, address):
        """Return certificate and key for an address, in one PEM file, and the certificate's SHA-256."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._certificate(address, key, address)
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        path = self.folder / f"{address}.pem"
        path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + private)
        return path, certificate.fingerprint(hashes.SHA256()).hex()

    def _certificate(self, name, key, address):
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        issuer = subject if address is None else self.certificate.subject
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder(issuer, subject, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=address is None, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False
            )
        )
        if address is not None:
            names = x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))])
            builder = builder.add_extension(names, critical=False)
        return builder.sign(self.key, hashes.SHA256())


class Script:
    """What the server answers, by command, what it was asked, and which fault a command meets."""

    def __init__(self):
        self.answers = {}
        self.refusals = {}
        self.faults = {}
        self.batches = []
        self.connections = 0

    def fault(self, batch):
        return next(
            (kind for start, kind in self.faults.items() if any(c.startswith(start) for c in batch)), ""
        )

    def results(self, batch):
        """Return the results, or the error of the first refused command with what came before it."""
        done = []
        for number, command in enumerate(batch, 1):
            if command in self.refusals:
                data = [*done, {"errors": [self.refusals[command]]}]
                words = f"CLI command {number} of {len(batch)} '{command}' failed: invalid command"
                return {"error": {"code": 1002, "message": words, "data": data}}
            answer = self.answers.get(command, {})
            done.append(answer.pop(0) if isinstance(answer, list) else answer)
        return {"result": done}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.server.script.connections += 1

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        login = base64.b64encode(f"admin:{PASSWORD}".encode()).decode()
        if self.headers["Authorization"] != f"Basic {login}":
            self.reply(401, b"Unable to authenticate user: Bad username/password combination\n")
            return
        batch = [c if isinstance(c, str) else c["cmd"] for c in body["params"]["cmds"]]
        script = self.server.script
        script.batches.append(batch[1:])
        fault = script.fault(batch)
        if fault == "drop":
            self.close_connection = True
        elif fault == "http 500":
            self.reply(500, b"internal")
        else:
            reply = {"jsonrpc": "2.0", "id": body["id"], **script.results(batch)}
            self.reply(200, json.dumps(reply).encode(), drip=fault == "drip")
            self.close_connection = fault == "close after"

    def reply(self, status, data, *, drip=False):
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if not drip:
            self.wfile.write(data)
            return
        for byte in data:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            time.sleep(0.05)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # clients that refuse the certificate, or leave, are what the tests are about


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("ca"))


@pytest.fixture
def eapi(authority):
    pem, _ = authority.issue("127.0.0.1")
    server = Server(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.script = Script()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def script(eapi):
    return eapi.script


@pytest.fixture
def secrets(tmp_path):
    return Secrets({"PASSWORD": PASSWORD, "KEY": 'bgp"key\\9'}, tmp_path)


@pytest.fixture
def entry(authority, eapi):
    return HostEntry(
        name="leaf1",
        platform="eos",
        address="127.0.0.1",
        port=eapi.server_address[1],
        username="admin",
        password="secret:env/PASSWORD",
        ca_file=str(authority.ca_file),
        deadline_s=5,
        change_deadline_s=5,
    )


@pytest.fixture(scope="session")
def loopback():
    """Give loopback addresses that no other test process on this machine uses."""
    block = f"127.{100 + os.getpid() // 250 % 100}.{os.getpid() % 250}"
    return lambda number: f"{block}.{number}"


@pytest.fixture(scope="session")
def lab_process():
    """Serve a fleet from a folder in a process of its own, for as long as the context is open."""

    @contextmanager
    def serving(folder, fleet):
        write_fleet(folder, fleet)
        with (folder / control.LOG).open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "fabric.lab.serve", str(folder)], stdout=log, stderr=log
            )
        try:
            control.wait(folder)
            yield folder
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    return serving


@pytest.fixture
def fresh(entry, secrets):
    """Give a driver made anew for each verb: nothing may live in the object."""

    @contextmanager
    def driver():
        made = connect(entry, secrets)
        try:
            yield made
        finally:
            made.close()

    return driver


@pytest.fixture
def token(lab, fresh):
    """Give each test a token of its own; what it leaves on `leaf1` is aborted, faults are cleared."""
    name = f"fab_0123abcd_1_{next(TOKENS)}_1"
    yield name
    control.clear(lab, "leaf1")
    with fresh() as driver:
        driver.abort(name)


@pytest.fixture
def verbs(lab):
    """Read from the lab's own log what was done under a token."""

    def of(token):
        lines = (lab / "commits.jsonl").read_text().splitlines()
        return [entry["verb"] for entry in map(json.loads, lines) if entry["token"] == token]

    return of


@pytest.fixture
def until():
    """Wait for something to come true; False when it does not."""

    def becomes(found):
        for _ in range(200):
            if found():
                return True
            time.sleep(0.05)
        return False

    return becomes
