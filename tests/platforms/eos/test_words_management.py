"""Who may manage and watch a switch, in the words of EOS."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Network

import pytest
from judges import eos
from platforms import samples

from fabric.lab.eos.config import Block, load, printed
from fabric.platforms.eos import PLATFORM
from fabric.platforms.eos.words_management import words
from fabric.render import environment, render

SECRETS = {
    "@{secret:env/SNMP_COMMUNITY}": "c0mmunity",
    "@{secret:env/SNMP_AUTH}": "passphrase-1",
    "@{secret:env/SNMP_PRIVACY}": "passphrase-2",
}
SHARED = environment()


def text_of(config):
    return render(PLATFORM, config, SHARED)[0].text


def revealed(text):
    for placeholder, value in SECRETS.items():
        text = text.replace(placeholder, value)
    return text


@pytest.fixture(scope="module")
def watched():
    return samples.watched(samples.leaf())


@pytest.mark.judge("eos")
def test_pyavd_spells_and_orders_every_line_alike(watched):
    assert eos.judge(text_of(watched)) == ()


@pytest.mark.judge("eos")
@pytest.mark.parametrize("part", ["snmp", "gnmi"])
def test_pyavd_agrees_where_a_part_is_left_out(watched, part):
    assert eos.judge(text_of(replace(watched, **{part: None}))) == ()


@pytest.mark.parametrize(
    ("network", "entry"),
    [
        ("10.0.0.0/8", "permit 10.0.0.0/8"),
        ("10.1.1.1/32", "permit host 10.1.1.1"),
        ("0.0.0.0/0", "permit any"),
    ],
)
def test_a_network_is_printed_as_eos_prints_it(watched, network, entry):
    config = replace(watched, gnmi=None, system=replace(watched.system, allow=(IPv4Network(network),)))
    assert words(config) == {
        "access_lists": {"FABRIC-MANAGEMENT": ((10, entry),)},
        "of_gnmi": "FABRIC-MANAGEMENT",
        "ssl_profiles": (("FABRIC-API", "api", ""),),
    }


def test_a_list_of_its_own_is_made_for_gnmi_only_where_others_may_watch(watched):
    assert words(watched)["of_gnmi"] == "FABRIC-GNMI"
    same = replace(watched, gnmi=replace(watched.gnmi, allow=watched.system.allow))
    assert words(same)["of_gnmi"] == "FABRIC-MANAGEMENT"
    assert words(samples.leaf()) == {"access_lists": {}, "of_gnmi": "", "ssl_profiles": ()}


def test_a_switch_that_took_the_artifact_shows_no_drift(watched):
    text = text_of(watched)
    device, refused = load(revealed(text), Block())
    assert refused == ()
    shown = "\n".join(printed(device))
    assert "localized" in shown
    assert PLATFORM.patch(PLATFORM.parse({"eos.cfg": shown}), PLATFORM.parse({"eos.cfg": text})).edits == ()


def test_no_secret_of_a_device_stands_in_its_tree(watched):
    tree = PLATFORM.parse({"eos.cfg": revealed(text_of(watched))})
    said = " ".join(" ".join((*path, value)) for path, value in tree.items())
    assert not any(secret in said for secret in SECRETS.values())


def test_a_community_that_only_the_device_knows_is_left_alone(watched):
    running = PLATFORM.parse({"eos.cfg": revealed(text_of(watched))})
    edits = PLATFORM.patch(running, PLATFORM.parse({"eos.cfg": text_of(samples.leaf())})).edits
    assert ("snmp-server user poller FABRIC",) in {edit.path for edit in edits}
    assert ("snmp-server community",) not in {edit.path for edit in edits}


def test_a_list_stands_before_the_service_that_asks_it_and_goes_after(watched):
    plain, full = (PLATFORM.parse({"eos.cfg": text_of(one)}) for one in (samples.leaf(), watched))
    come = PLATFORM.patch(plain, full).steps[0].body
    gone = PLATFORM.patch(full, plain).steps[0].body
    use = "ip access-group FABRIC-MANAGEMENT vrf MGMT in"
    assert come.index("ip access-list standard FABRIC-MANAGEMENT") < come.index(use)
    assert gone.index(f"no {use}") < gone.index("no ip access-list standard FABRIC-MANAGEMENT")
