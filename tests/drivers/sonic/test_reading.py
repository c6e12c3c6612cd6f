"""What a probe's output means."""

from __future__ import annotations

import pytest

from fabric.drivers.contract import Session
from fabric.drivers.shape import NonsenseError
from fabric.drivers.sonic.reading import read_probe, read_running, tokens

CUT = "==fab==\n"


def output(state="", timer="inactive", service="inactive", uptime=100.0):
    return CUT.join((state, f"{timer}\n", f"{service}\n", f"{uptime} 50.0\n", "{}", ""))


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, (Session.NONE, None)),
        ({"state": "staged\n"}, (Session.STAGED, None)),
        ({"state": "pending 300 40.5 9.9\n", "timer": "active"}, (Session.PENDING, 240)),
        ({"state": "pending 30 40.5 9.9\n", "timer": "active"}, (Session.PENDING, 0)),
        ({"state": "pending 30 40.5 9.9\n", "service": "active"}, (Session.PENDING, 0)),
        ({"state": "pending 30 40.5 9.9\n"}, (Session.NONE, None)),
    ],
    ids=["nothing", "staged", "pending", "just expiring", "reverting", "rollback died"],
)
def test_a_probe_judges_by_the_clock_of_the_device(given, wanted):
    probe = read_probe(output(**given))
    assert (probe.session, probe.remaining_s) == wanted


def test_frr_conf_is_absent_where_sonic_makes_it():
    assert read_running(f"{{}}\n{CUT}\n") == {"config_db.json": "{}\n"}
    assert read_running(f"{{}}\n{CUT}router bgp 1\n")["frr.conf"] == "router bgp 1\n"


@pytest.mark.parametrize("text", ["", CUT, "staged\n" + CUT + "active\n"])
def test_half_an_output_is_an_error(text):
    with pytest.raises(NonsenseError, match="not complete"):
        read_probe(text)


def test_only_folders_of_ours_are_tokens():
    assert tokens("fab_a\nfab_a.log\nother\n") == ("fab_a",)
