"""The double over the wire: logins, jobs, links, and trouble."""

from __future__ import annotations

import time

import pytest
import requests

from fabric.lab import control
from fabric.lab.commits import read_commits
from fabric.lab.faults import Fault, Kind


def test_a_wrong_password_is_turned_away_and_another_path_shows_a_page(send):
    assert send("GET", "app/ufm_version", auth=("admin", "wrong")).status_code == 401
    page = send("GET", "", prefix="ufm_web")
    assert (page.status_code, page.text[:6]) == (200, "<html>")


def test_a_token_is_taken_below_its_own_prefix_under_the_word_basic(send):
    token = send("POST", "app/tokens").json()["access_token"]
    headers = {"Authorization": f"Basic {token}"}
    assert send("GET", "app/ufm_version", prefix="ufmRestV3", headers=headers).json() == {
        "ufm_release_version": "6.23.1"
    }
    assert send("GET", "app/ufm_version", headers=headers).status_code == 401
    bearer = {"Authorization": f"Bearer {token}"}
    assert send("GET", "app/ufm_version", prefix="ufmRestV3", headers=bearer).status_code == 401


def test_a_job_ends_and_its_place_is_in_a_header(send):
    started = send("POST", "fabricValidation/tests/CheckRouting")
    assert (started.status_code, started.headers["Location"][:14]) == (202, "/ufmRest/jobs/")
    number = started.headers["Location"].rpartition("/")[2]
    assert send("POST", "fabricValidation/tests/CheckLinks").status_code == 409
    time.sleep(0.1)
    assert send("GET", f"jobs/{number}").json()[0]["Status"] == "Completed"
    assert send("GET", "jobs/999").json() == []


def test_a_job_may_fail_or_never_end(lab, send):
    folder, _ = lab
    control.fault(folder, "ufm1", Fault(Kind.ERROR, match="job CheckLids"))
    number = send("POST", "fabricValidation/tests/CheckLids").headers["Location"].rpartition("/")[2]
    time.sleep(0.1)
    assert send("GET", f"jobs/{number}").json()[0]["Status"] == "Completed With Errors"
    control.fault(folder, "ufm1", Fault(Kind.DEAD, match="job"))
    assert send("GET", f"jobs/{number}").json()[0]["Status"] == "Running"


def test_a_link_that_is_down_is_not_listed_and_is_an_alarm(lab, send):
    folder, _ = lab
    assert len(send("GET", "resources/links").json()) == 2
    control.fault(folder, "ufm1", Fault(Kind.LINK_DOWN, port="00000000000000f2_2"))
    assert [link["destination_port"] for link in send("GET", "resources/links").json()] == [1]
    assert len(send("GET", "app/alarms").json()) == 1


def test_a_change_is_logged_and_a_part_of_one_is_not_told(lab, send):
    folder, _ = lab
    guids = ["00000000000000c1", "00000000000000c2"]
    body = {"pkey": "0x30", "guids": guids, "memberships": ["full", "full"]}
    control.fault(folder, "ufm1", Fault(Kind.PARTIAL))
    assert send("PUT", "resources/pkeys/", body).status_code == 200
    assert len(send("GET", "resources/pkeys/0x30?guids_data=true").json()["guids"]) == 1
    assert send("PUT", "resources/pkeys/", body).status_code == 200
    assert send("DELETE", "resources/pkeys/0x30").status_code == 200
    log = [(commit.verb, commit.token) for commit in read_commits(folder / "commits.jsonl")]
    assert log[-3:] == [("load", "api_pkey_0x30"), ("load", "api_pkey_0x30"), ("delete", "api_pkey_0x30")]


def test_a_lost_reply_was_executed(lab, send):
    folder, _ = lab
    control.fault(folder, "ufm1", Fault(Kind.DROP_AFTER, match="pkeys/add"))
    with pytest.raises(requests.ConnectionError):
        send("POST", "resources/pkeys/add", {"pkey": "0x40", "partition_name": "x"})
    assert send("GET", "resources/pkeys/0x40?guids_data=true").json()["partition"] == "x"
    assert send("DELETE", "resources/pkeys/0x40").status_code == 200


def test_it_says_503_while_it_starts_and_keeps_its_partitions(lab, send):
    folder, _ = lab
    control.fault(folder, "ufm1", Fault(Kind.REBOOT))
    assert send("GET", "app/ufm_version").status_code == 503
    time.sleep(0.6)
    assert send("GET", "resources/pkeys/0x10?guids_data=true").json()["partition"] == "training"


def test_another_server_answers(lab, send):
    folder, _ = lab
    control.fault(folder, "ufm1", Fault(Kind.WRONG_IDENTITY))
    assert send("GET", "resources/systems").json()[0]["system_guid"] == "f" * 16
