"""Accounts of a configuration."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from fabric.lab.eos.accounts import accepts
from fabric.lab.passwords import hashed


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is the judge")
@pytest.mark.parametrize("password", ["fabric-lab", "x" * 70, "s p a c e s"])
def test_a_password_is_hashed_as_openssl_does(password):
    made = subprocess.run(
        ["openssl", "passwd", "-6", "-salt", "grain", password], capture_output=True, text=True, check=True
    )
    assert hashed(password, "grain") == made.stdout.strip()


def test_a_configuration_lets_in_whom_it_names():
    text = f"username a privilege 15 role network-admin secret sha512 {hashed('one', 'salt')}\n"
    assert accepts(text, "a", "one")
    assert accepts(text, "a", "two") is False
    assert accepts(text, "b", "one") is False
    assert accepts("hostname x\n", "a", "one") is None
