"""Secrets that are keys: never compared, never shown, sent as placeholders."""

from __future__ import annotations

import json

from platforms.cumulus.test_words_management import leaf, text_of

from fabric.platforms.cumulus import PLATFORM
from fabric.platforms.nvue.secret_keys import MARK, PRESENT, masked, named

COMMUNITY = ("system", "snmp-server", "readonly-community")
STORED = {"env/SNMP_COMMUNITY": "$nvsec$1", "env/SNMP_AUTH": "$nvsec$2", "env/SNMP_PRIVACY": "$nvsec$3"}


def stored(text):
    for reference, value in STORED.items():
        text = text.replace(f"@{{secret:{reference}}}", value)
    return text


def test_a_secret_key_is_one_word_with_the_placeholder_beside_it():
    tree = masked({(*COMMUNITY, "@{secret:env/C}", "access", "any"): ""})
    assert tree == {
        (*COMMUNITY, MARK): "@{secret:env/C}",
        (*COMMUNITY, PRESENT, "access", "any"): "",
    }
    assert named((*COMMUNITY, PRESENT, "access", "any"), tree)[3] == "@{secret:env/C}"


def test_a_path_is_cut_before_a_secret_that_nobody_knows():
    tree = masked({(*COMMUNITY, "$nvsec$1", "access", "any"): ""})
    assert named((*COMMUNITY, PRESENT, "access", "any"), tree) == COMMUNITY


def test_the_same_words_elsewhere_are_no_secrets():
    path = ("router", "readonly-community", "x")
    assert masked({path: "1"}) == {path: "1"}
    assert named(path, {}) == path


def test_a_switch_that_stores_them_encrypted_shows_no_drift_and_no_secret():
    text = text_of(leaf())
    running = PLATFORM.parse({"startup.yaml": stored(text["startup.yaml"])})
    assert PLATFORM.patch(running, PLATFORM.parse(text)).edits == ()
    assert "$nvsec$" not in " ".join(" ".join((*path, value)) for path, value in running.items())


def test_a_switch_without_them_is_sent_placeholders():
    full = PLATFORM.parse(text_of(leaf()))
    plain = {path: value for path, value in full.items() if "snmp-server" not in path}
    (step,) = PLATFORM.patch(plain, full).steps
    server = json.loads(step.body)["system"]["snmp-server"]
    assert list(server["readonly-community"]) == ["@{secret:env/SNMP_COMMUNITY}"]
    assert server["username"]["poller"] == {
        "auth-sha": {"@{secret:env/SNMP_AUTH}": {"encrypt-aes": {"@{secret:env/SNMP_PRIVACY}": {}}}}
    }


def test_what_a_switch_shows_of_them_is_as_planned():
    text = text_of(leaf())
    lines = stored(text["startup.yaml"]).splitlines()
    at = next(place for place, line in enumerate(lines) if line.strip() == "readonly-community:")
    running = {"startup.yaml": "\n".join(lines[:at] + lines[at + 4 :])}
    edits = PLATFORM.patch(PLATFORM.parse(running), PLATFORM.parse(text)).edits
    assert [edit.path for edit in edits] == [(*COMMUNITY, PRESENT, "access", "any")]
    shown = "+ system snmp-server readonly-community $nvsec$1 access any\n"
    assert PLATFORM.unlike(running, edits, shown) == ()
