"""Who may manage and watch a switch, in the tables of SONiC."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from judges import yang
from platforms import samples

from fabric.platforms.sonic import PLATFORM
from fabric.platforms.sonic.words_management import tables
from fabric.render import environment, render

RELEASES = ("202405", "202411", "202505", "202511", "202605")
COMMUNITY = "@{secret:env/SNMP_COMMUNITY}"
SHARED = environment()


def files(config):
    return {made.name: made.text for made in render(PLATFORM, config, SHARED)}


@pytest.fixture(scope="module")
def watched():
    return samples.watched(samples.sonic(samples.leaf()))


@pytest.mark.judge("yang")
@pytest.mark.parametrize("release", RELEASES)
def test_the_models_of_a_release_accept_every_table(watched, release):
    assert yang.judge(files(replace(watched, release=release))["config_db.json"], release) == ()


def test_priorities_sort_as_texts_and_none_comes_twice_in_a_table(watched):
    rules = tables(watched)["ACL_RULE"]
    seen = [(key.partition("|")[0], row["PRIORITY"]) for key, row in rules.items()]
    assert len(set(seen)) == len(seen)
    assert {len(priority) for _, priority in seen} == {4}


def test_bfd_comes_in_from_every_neighbour_and_from_no_host(watched):
    ports = {row["IN_PORTS"] for row in tables(watched)["ACL_RULE"].values() if "IN_PORTS" in row}
    assert len(ports) == len(watched.bgp.neighbors)
    silent = tables(replace(watched, bgp=replace(watched.bgp, bfd=None)))
    assert set(silent["ACL_TABLE"]) == {"FABRIC-MANAGEMENT", "FABRIC-GNMI"}


def test_without_a_list_of_the_allowed_there_is_no_rule_at_all(watched):
    everybody = replace(watched, system=replace(watched.system, allow=()))
    assert not tables(everybody).keys() & {"ACL_TABLE", "ACL_RULE"}


def test_a_switch_that_stores_the_secrets_shows_no_drift_and_no_secret(watched):
    text = files(watched)
    stored = (
        text["config_db.json"].replace(COMMUNITY, "c0mmunity").replace("@{secret:env/SNMP_AUTH}", "other")
    )
    running = PLATFORM.parse({**text, "config_db.json": stored})
    assert PLATFORM.patch(running, PLATFORM.parse(text)).edits == ()
    assert "c0mmunity" not in " ".join(" ".join((*path, value)) for path, value in running.items())


def test_a_community_is_loaded_by_name_and_taken_out_only_where_its_name_is_known(watched):
    plain, full = PLATFORM.parse(files(samples.sonic(samples.leaf()))), PLATFORM.parse(files(watched))
    loaded = json.loads(next(step.body for step in PLATFORM.patch(plain, full).steps if step.kind == "load"))
    assert loaded["SNMP_COMMUNITY"] == {COMMUNITY: {"TYPE": "RO"}}
    gone = "".join(step.body for step in PLATFORM.patch(full, plain).steps if step.kind == "delete")
    assert f'["SNMP_COMMUNITY", "{COMMUNITY}", null]' in gone
    unknown = {path: value for path, value in full.items() if path[-1] != "!secret"}
    gone = "".join(step.body for step in PLATFORM.patch(unknown, plain).steps if step.kind == "delete")
    assert "SNMP_COMMUNITY" not in gone


def test_services_that_read_their_tables_once_are_started_again(watched):
    plain, full = PLATFORM.parse(files(samples.sonic(samples.leaf()))), PLATFORM.parse(files(watched))
    last = PLATFORM.patch(plain, full).steps[-1]
    assert (last.kind, last.body) == ("restart", "gnmi\nsnmp\n")


def test_lists_of_others_are_left_alone():
    foreign = ("ACL_TABLE", "DATAACL", "type")
    assert not PLATFORM.owned(foreign)
    assert PLATFORM.owned(("ACL_TABLE", "FABRIC-GNMI", "type"))
