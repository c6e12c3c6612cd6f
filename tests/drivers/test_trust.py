"""How people compare keys and certificates."""

from __future__ import annotations

import base64
import hashlib

import pytest

from fabric.drivers.entry import HostEntry
from fabric.drivers.trust import Trust, digest_of, known, raw_digest, trusting

DIGEST = hashlib.sha256(b"key").digest()
LETTERS = base64.b64encode(DIGEST).decode()
PAIRS = ":".join(f"{byte:02X}" for byte in DIGEST)


@pytest.mark.parametrize(
    "text",
    [
        f"SHA256:{LETTERS.rstrip('=')}",
        LETTERS,
        PAIRS,
        DIGEST.hex(),
        f"SHA256:{PAIRS.lower()}",
        f"sha256 Fingerprint={PAIRS}".replace(" Fingerprint", ""),
    ],
)
def test_a_fingerprint_is_read_in_every_form_that_tools_print(text):
    assert raw_digest(text) == DIGEST


@pytest.mark.parametrize(
    "text", ["", "SHA256:", "MD5:4f:3a", PAIRS[:-3], "SHA256:" + "A" * 42, "SHA256:" + "ä" * 43]
)
def test_what_is_no_fingerprint_is_told(text):
    with pytest.raises(ValueError, match="no SHA-256"):
        raw_digest(text)


def test_a_device_is_trusted_by_one_field_of_its_platform():
    eos = trusting(HostEntry("leaf1", "eos", "10.0.0.1"), Trust("fingerprint", PAIRS, "", "certificate"))
    sonic = trusting(
        HostEntry("leaf2", "sonic", "10.0.0.2"), Trust("host_key", "ssh-ed25519 AAAA", "", "ssh-ed25519")
    )
    assert known(eos) == ("fingerprint", PAIRS)
    assert known(sonic) == ("host_key", "ssh-ed25519 AAAA")
    assert known(HostEntry("leaf1", "eos", "10.0.0.1")) == ("", "")
    assert digest_of(*known(eos)) == f"SHA256:{PAIRS}"


def test_an_authority_that_vouches_changes_nothing():
    entry = HostEntry("leaf1", "eos", "10.0.0.1", ca_file="ca.pem")
    assert trusting(entry, Trust("", "", PAIRS, "certificate")) == entry
