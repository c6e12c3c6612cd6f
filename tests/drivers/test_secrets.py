"""Secrets."""

from __future__ import annotations

import base64
import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.core.masking import in_json
from fabric.drivers.entry import HostEntry
from fabric.drivers.https import WORDS, Https
from fabric.drivers.secrets import SecretError, Secrets


@pytest.fixture
def known(tmp_path):
    (tmp_path / "key").write_text("from-a-file\n")
    return Secrets({"A": 'quo"te', "SHORT": "abc", "BAD": "one\nno shutdown", "EMPTY": ""}, tmp_path)


def test_references_resolve_from_the_environment_and_from_files(known):
    assert known.value("secret:env/A") == 'quo"te'
    assert known.value("secret:file/key") == "from-a-file"


@pytest.fixture
def vault(tmp_path):
    """Secrets of a program that writes down what it was asked for."""
    program = tmp_path / "vault.sh"
    program.write_text('echo "$2" >> asked; test "$2" = db/key && echo "$1 for $2"\n')
    return Secrets(
        {"FABRIC_SECRET_COMMAND": f"sh {program} 'the word'", "PATH": os.environ["PATH"]}, tmp_path
    )


def test_a_program_that_the_environment_names_is_asked_once_for_each_secret(vault, tmp_path):
    assert vault.value("secret:command/db/key") == "the word for db/key"
    assert vault.inject("key @{secret:command/db/key}") == "key the word for db/key"
    assert vault.mask("it is the word for db/key") == "it is <secret>"
    assert (tmp_path / "asked").read_text() == "db/key\n"


def test_a_program_that_has_no_such_secret_is_named_and_what_it_said_is_not(vault):
    with pytest.raises(SecretError, match="`sh` left with 1 when asked for `secret:command/other`; try it"):
        vault.value("secret:command/other")


@pytest.mark.parametrize("said", ["", "'"])
def test_a_reference_to_a_program_never_says_which(said):
    with pytest.raises(SecretError, match="`secret:command/bin/sh` needs `FABRIC_SECRET_COMMAND`"):
        Secrets({"FABRIC_SECRET_COMMAND": said}).value("secret:command/bin/sh")


def test_a_program_that_is_not_there_is_told(tmp_path):
    with pytest.raises(SecretError, match="`no-such-program` gave no `secret:command/x`: it cannot be run"):
        Secrets({"FABRIC_SECRET_COMMAND": "no-such-program"}, tmp_path).value("secret:command/x")


@pytest.mark.parametrize("reference", ["secret:env/NONE", "secret:file/none", "secret:env/EMPTY"])
def test_a_secret_that_is_not_there_is_named(known, reference):
    with pytest.raises(SecretError, match=reference):
        known.value(reference)


def test_a_file_that_never_ends_is_no_secret(known, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for reference in ("secret:file/pipe", "secret:file//dev/zero", f"secret:file/{tmp_path}"):
        with pytest.raises(SecretError, match=f"`{reference}` is no regular file"):
            known.value(reference)


def test_a_secret_has_at_most_64_kib(known, tmp_path):
    (tmp_path / "key").write_text("x" * 65536)
    assert len(known.value("secret:file/key")) == 65536
    (tmp_path / "key").write_text("x" * 65537)
    with pytest.raises(SecretError, match="`secret:file/key` is larger than 64 KiB"):
        known.value("secret:file/key")


def test_a_secret_that_is_no_text_is_refused_and_not_repeated(known, tmp_path):
    (tmp_path / "key").write_bytes(b"hunter2\xff")
    with pytest.raises(SecretError, match="`secret:file/key` is not UTF-8 text") as refused:
        known.value("secret:file/key")
    assert refused.value.__cause__ is None


def test_a_secret_behind_a_link_is_read_as_vaults_mount_them(known, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "key")
    assert known.value("secret:file/link") == "from-a-file"


def test_a_credential_in_clear_is_refused_and_not_repeated(known):
    with pytest.raises(SecretError, match="must be a reference") as refused:
        known.value("hunter2")
    assert "hunter2" not in str(refused.value)


def test_a_secret_cannot_smuggle_a_line_of_configuration(known):
    with pytest.raises(SecretError, match="line break") as refused:
        known.inject("neighbor x password @{secret:env/BAD}")
    assert "shutdown" not in str(refused.value)


def test_a_secret_in_json_keeps_the_json_whole(known):
    assert known.inject('{"key": "@{secret:env/A}"}', in_json) == '{"key": "quo\\"te"}'


def test_given_secrets_are_masked_plain_and_in_json(known):
    assert known.mask('quo"te') == 'quo"te'
    known.value("secret:env/A")
    assert known.mask('plain quo"te and {"x": "quo\\"te"}') == 'plain <secret> and {"x": "<secret>"}'


def test_a_very_short_secret_does_not_garble_messages(known):
    known.value("secret:env/SHORT")
    assert known.mask("abcdef") == "abcdef"


SECRET_VALUES = st.text(st.characters(min_codepoint=32, max_codepoint=255), min_size=1, max_size=6)


@given(st.dictionaries(st.sampled_from("ABCD"), SECRET_VALUES), st.text('ab"\\ {}:@env\n', max_size=60))
def test_what_is_hidden_for_a_file_comes_back_whole(values, filler):
    secrets = Secrets(values)
    references = [f"env/{name}" for name in values]
    plain = filler + "".join(f"key {value}\n" for value in values.values())
    texts = {"eos.cfg": plain, "config_db.json": json.dumps({"key": plain})}
    hidden = secrets.hide(texts, references)
    assert secrets.reveal(hidden) == texts


def test_nothing_of_a_secret_is_left_in_what_is_hidden(known):
    texts = {"config_db.json": '{"passkey": "quo\\"te"}', "frr.conf": 'password quo"te\n'}
    hidden = known.hide(texts, ["env/A"])
    assert hidden == {
        "config_db.json": '{"passkey": "@{secret:env/A}"}',
        "frr.conf": "password @{secret:env/A}\n",
    }


def test_what_a_device_said_is_masked_before_it_is_cut_and_shows_no_login():
    secrets = Secrets({"P": "password-of-a-switch"})
    entry = HostEntry("leaf-1", "eos", "192.0.2.1", username="admin", password="secret:env/P")
    https = Https(entry, secrets.value, 443, secrets.mask)
    login = base64.b64encode(b"admin:password-of-a-switch").decode()
    for told in ("x" * (WORDS - 9) + "password-of-a-switch", f"Authorization: Basic {login}"):
        said = https.said(told.encode())
        assert len(said) <= WORDS
        assert "pass" not in said
        assert login not in said
