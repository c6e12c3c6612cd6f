"""Fingerprints that came another way."""

from __future__ import annotations

import base64
import hashlib

import pytest

from fabric.cli.expected import given, read_expected
from fabric.core.diagnostic import FabricError

KEY = base64.b64encode(b"a key").decode()
DIGEST = hashlib.sha256(b"a key").digest()
LETTERS = "SHA256:" + base64.b64encode(DIGEST).decode().rstrip("=")


def test_lines_are_a_name_and_a_fingerprint_or_those_of_known_hosts(tmp_path):
    file = tmp_path / "seen"
    file.write_text(
        f"# hall 3\nleaf1 {LETTERS}\n\n  leaf2 ssh-ed25519 {KEY} root@leaf2\nleaf3 {DIGEST.hex()} # console\n"
    )
    assert {name: one.digest for name, one in read_expected(file).items()} == dict.fromkeys(
        ("leaf1", "leaf2", "leaf3"), DIGEST
    )


def test_every_mistake_is_told_with_its_place(tmp_path):
    file = tmp_path / "seen"
    file.write_text(f"leaf1 {LETTERS}\n  leaf2\nleaf3 MD5:00\nleaf4 ssh-rsa !!!\n")
    with pytest.raises(FabricError) as refused:
        read_expected(file)
    found = refused.value.diagnostics
    assert [(one.code, one.place.line, one.place.column) for one in found] == [
        ("ENR-009", 2, 3),
        ("ENR-009", 3, 1),
        ("ENR-009", 4, 1),
    ]


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(FabricError, match="cannot be read"):
        read_expected(tmp_path / "none")


def test_one_of_the_command_line_is_read_or_told():
    assert given(LETTERS).digest == DIGEST
    with pytest.raises(FabricError, match="ENR-009"):
        given("yes")
