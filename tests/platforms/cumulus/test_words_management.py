"""Who may manage and watch a switch, in NVUE's words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judges import nvue
from platforms import samples
from platforms.cumulus import switches

from fabric.platforms.cumulus import PLATFORM
from fabric.platforms.cumulus.words_management import words
from fabric.render import environment, render
from fabric.topology.model import Role

SHARED = environment()
RELEASES = ("5.9", "5.10", "5.11", "5.12", "5.13", "5.14", "5.15", "5.16", "5.17", "5.18")
FIRST_WITH_GNMI = 13


def leaf(release="5.16"):
    ports = tuple(switches.fabric_port(number, 2, f"spine{number + 1}", Role.SPINE) for number in range(4))
    made = samples.watched(switches.switch("leaf1", Role.LEAF, ports, release))
    return made if int(release.partition(".")[2]) >= FIRST_WITH_GNMI else replace(made, gnmi=None)


def text_of(config):
    return {made.name: made.text for made in render(PLATFORM, config, SHARED)}


@pytest.mark.judge("nvue")
@pytest.mark.parametrize("release", RELEASES)
def test_the_schema_of_a_release_takes_all_of_it(release):
    assert nvue.judge(text_of(leaf(release))["startup.yaml"], release) == ()


@pytest.mark.parametrize(
    ("release", "pushes"), [("5.9", False), ("5.12", True), ("5.14", False), ("5.15", True)]
)
def test_collectors_are_sent_to_where_export_and_server_go_together(release, pushes):
    assert bool(words(leaf(release))["pushed_to"]) is pushes


def test_nothing_is_denied_but_the_ports_of_management():
    denied = [rule for one in words(leaf())["control_plane"] for rule in one.rules if rule.verb == "deny"]
    assert {(rule.protocol, rule.ports) for rule in denied} == {
        ("tcp", (22, 443, 8765, 9339)),
        ("udp", (161,)),
    }


def test_who_may_come_in_is_let_in_before_anybody_is_denied():
    for one in words(leaf())["control_plane"]:
        verbs = [rule.verb for rule in one.rules]
        assert verbs == sorted(verbs, reverse=True)
        assert [rule.number for rule in one.rules] == [10 * n for n in range(1, len(verbs) + 1)]


def test_a_port_that_the_factory_would_drop_is_let_in_where_there_is_no_list():
    config = leaf()
    config = replace(config, system=replace(config.system, allow=()))
    assert words(config)["control_plane"] == ()
    (only,) = words(replace(config, gnmi=replace(config.gnmi, port=6030)))["control_plane"]
    assert [(rule.verb, rule.source, rule.ports) for rule in only.rules] == [("permit", "", (6030,))]


def test_the_firewall_of_the_factory_stays():
    tree = PLATFORM.parse(text_of(leaf()))
    for name in ("acl-default-dos", "acl-default-whitelist"):
        assert ("system", "control-plane", "acl", name, "inbound") in tree
