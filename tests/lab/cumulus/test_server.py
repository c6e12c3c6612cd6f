"""The HTTP sequences of NVIDIA's guide and of a public client work on the double, with `requests` alone."""

from __future__ import annotations

import time

import pytest
import requests

from fabric.lab import control
from fabric.lab.faults import Fault, Kind


def test_the_applied_configuration_is_viewed_folded_and_expanded(api):
    shown = api.get("/", rev="applied", filled="false")
    assert shown["interface"]["swp1-4"]["link"] == {"mtu": 9216, "state": {"up": {}}}
    assert "swp3" in api.get("/", rev="applied", filled="false", expand="true")["interface"]


def test_an_entire_configuration_is_replaced_as_the_guide_does(api):
    """Guide: `Replace an Entire Configuration`."""
    whole = api.get("/", rev="applied", filled="false")
    created = api.send("POST", "/revision").json()
    ((number, body),) = created.items()
    assert body == {"state": "pending", "transition": {"issue": {}, "progress": ""}}
    assert api.send("DELETE", "/", {}, rev=number).status_code == 204
    assert api.get("/", rev=number, filled="false") == {}
    whole["system"]["hostname"] = "switch01"
    assert api.send("PATCH", "/", whole, rev=number).status_code == 200
    begun = api.apply(number).json()
    assert begun == {"state": "apply", "transition": {"issue": {}, "progress": ""}}
    assert api.settles(number)["state"] == "applied_and_saved"
    assert api.get("/system")["hostname"] == "switch01"


def test_a_configuration_change_is_made_as_the_guide_does(api):
    """Guide: `Make a Configuration Change`; a prefix is a key, and its slash a part of it."""
    (number,) = api.send("POST", "/revision").json()
    reply = api.send("PATCH", "/interface/lo/ipv4/address", {"99.99.99.99/32": {}}, rev=number)
    assert reply.json() == {"99.99.99.99/32": {}}
    api.apply(number)
    api.settles(number)
    assert "99.99.99.99/32" in api.get("/interface/lo/ipv4/address")
    number = api.revision(("/interface/lo/ipv4/address", {"99.99.99.99/32": None}))
    assert api.get("/interface/lo/ipv4/address", rev=number) == {}
    assert api.send("GET", "/interface/lo/ipv4/address/99.99.99.99%2F32", rev=number).status_code == 404


def test_nvue_adds_the_type_and_says_so(api):
    (number,) = api.send("POST", "/revision").json()
    reply = api.send("PATCH", "/", {"interface": {"swp9": {}}}, rev=number)
    assert reply.json() == {"interface": {"swp9": {"type": "swp"}}}


def test_before_5_10_a_patch_answers_everything_and_a_deletion_an_empty_object(old):
    (number,) = old.send("POST", "/revision").json()
    reply = old.send("PATCH", "/", {"interface": {"swp9": {}}}, rev=number).json()
    assert {"swp1", "swp9"} <= reply["interface"].keys()
    gone = old.send("DELETE", "/interface/swp9", rev=number)
    assert (gone.status_code, gone.json()) == (200, {})


def test_two_revisions_are_compared_both_ways(api):
    number = api.revision(("/interface/swp1", {"description": "x"}))
    ways = [("applied", number), (number, "applied")]
    shown = [api.get("/interface", rev=a, diff=b, filled="false") for a, b in ways]
    assert shown == [{"swp1": {"description": None}}, {"swp1": {"description": "x"}}]


def test_a_missing_router_id_is_told_in_the_words_of_the_guide(api):
    """Guide: `Configuration Fails Because of a Dependency`."""
    number = api.revision(("/router/bgp", {"router-id": None}))
    api.apply(number)
    shown = api.settles(number)
    assert (shown["state"], shown["transition"]["progress"]) == ("invalid", "Invalid config")
    issue = shown["transition"]["issue"]["0"]
    assert issue["code"] == "config_invalid"
    assert issue["data"]["reason"] == "BGP requires router-id to be set globally or in the VRF.\n"


def test_warnings_that_nobody_answers_end_the_apply(api):
    """Guide: `Configuration Apply Fails with Warnings`."""
    number = api.revision(("/system/forwarding", {"hash-seed": 7}))
    api.send("PATCH", f"/revision/{number}", {"state": "apply"})
    shown = api.settles(number)
    assert (shown["state"], shown["transition"]["progress"]) == ("ays_fail", "Aborted apply after warnings")
    api.apply(number)
    assert api.settles(number)["state"] == "applied_and_saved"


def test_a_key_of_another_release_is_refused_with_its_place(api, old):
    bodies = [(api, {"swp1": {"ip": {"address": {"10.0.0.1/31": {}}}}}), (old, {"swp1": {"ipv4": {}}})]
    for switch, body in bodies:
        (number,) = switch.send("POST", "/revision").json()
        reply = switch.send("PATCH", "/interface", body, rev=number)
        assert (reply.status_code, reply.json()["title"]) == (400, "Bad Request")
        (error,) = reply.json()["validation"]["selected_errors"]
        assert error["instanceLocation"].startswith("/interface/swp1/ip")


def test_lines_of_commands_are_loaded_since_5_15(api, old):
    lines = "nv set interface swp1-2 description batch\nnv unset interface swp4\n"
    codes = []
    for switch in (api, old):
        (number,) = switch.send("POST", "/revision").json()
        reply = requests.patch(
            f"{switch.base}/",
            params={"rev": number},
            data=lines,
            auth=switch.auth,
            headers={"Content-Type": "text/plain"},
            verify=str(switch.folder / "tls/ca.pem"),
            timeout=20,
        )
        codes.append(reply.status_code)
        if switch is api:
            shown = switch.get("/interface", rev=number, expand="true")
            assert shown["swp2"]["description"] == "batch"
            assert "swp4" not in shown
    assert codes == [200, 415]


def test_a_confirmed_apply_as_a_public_client_makes_it(api):
    """entropia/gpn-noc-gpncfg: apply with `state-controls`, wait for `confirm`, `confirm_yes`, save."""
    number = api.revision(("/interface/swp1", {"description": "confirmed"}))
    api.apply(number, **{"state-controls": {"confirm": 300}})
    assert api.settles(number)["state"] == "confirm"
    api.send("PATCH", f"/revision/{number}", {"state": "confirm_yes", "auto-prompt": {"ays": "ays_yes"}})
    assert api.settles(number)["state"] == "applied_and_saved"
    assert api.get("/interface/swp1", rev="startup")["description"] == "confirmed"
    saved = api.send("PATCH", "/revision/applied", {"state": "save", "auto-prompt": {"ays": "ays_yes"}})
    assert saved.json()["state"] == "save"
    assert api.get("/revision/applied")["state"] == "applied_and_saved"


@pytest.mark.parametrize("how", ["no", "time"])
def test_what_is_not_confirmed_is_rolled_back(api, how):
    before = api.get("/", rev="applied", filled="false")
    number = api.revision(("/interface/swp1", {"description": f"refused by {how}"}))
    api.apply(number, **{"state-controls": {"confirm": 300 if how == "no" else 1}})
    assert api.settles(number)["state"] == "confirm"
    assert api.get("/interface/swp1", rev="applied")["description"] == f"refused by {how}"
    if how == "no":
        api.send("PATCH", f"/revision/{number}", {"state": "confirm_no"})
    for _ in range(200):
        if api.settles(number)["state"] == "confirm_fail":
            break
        time.sleep(0.02)
    assert api.get(f"/revision/{number}")["state"] == "confirm_fail"
    assert api.get("/", rev="applied", filled="false") == before
    assert api.verbs()[-1] == ("abort" if how == "no" else "revert")


def test_another_apply_queues_behind_one_that_waits(api):
    first = api.revision(("/interface/swp1", {"description": "first"}))
    second = api.revision(("/interface/swp1", {"description": "second"}))
    api.apply(first, **{"state-controls": {"confirm": 300}})
    api.settles(first)
    api.apply(second)
    assert api.get(f"/revision/{second}")["state"] == "apply"
    api.send("PATCH", f"/revision/{first}", {"state": "confirm_no"})
    assert api.settles(second)["state"] == "applied_and_saved"


def test_an_older_revision_is_applied_again(api):
    (older,) = api.send("POST", "/revision").json()
    api.apply(older)
    api.settles(older)
    before = api.get("/", rev="applied")
    newer = api.revision(("/interface/swp1", {"description": "newer"}))
    api.apply(newer)
    api.settles(newer)
    api.apply(older)
    api.settles(older)
    assert api.get("/", rev="applied") == before


def test_old_revisions_vanish_in_batches_and_what_runs_stays(api):
    for _ in range(105):
        api.send("POST", "/revision")
    listing = api.get("/revision")
    assert 90 <= len(listing) <= 100
    assert any(revision["state"].startswith("applied") for revision in listing.values())
    assert api.send("GET", "/revision/1").status_code == 404


def test_a_token_is_had_by_password_and_works_alone_until_the_switch_restarts(api):
    token = api.get("/api-token")["token"]
    api.auth = lambda request: request.headers.update(Authorization=f"Bearer {token}") or request
    assert api.get("/system")["build"] == "Cumulus Linux 5.16.0"
    control.fault(api.folder, "leaf1", Fault(Kind.REBOOT))
    time.sleep(0.6)
    assert api.send("GET", "/system").status_code == 401


@pytest.mark.parametrize(("login", "code"), [(("admin", "wrong"), 401), (("cumulus", "cumulus"), 403)])
def test_a_wrong_login_is_turned_away_and_the_default_one_for_everything(api, login, code):
    api.auth = login
    assert api.send("GET", "/system").status_code == code


def test_living_state_follows_the_cables(api):
    port = api.get("/interface", include="/*/link/oper-status,/*/lldp/neighbor")["swp1"]
    (neighbor,) = port["lldp"]["neighbor"].values()
    assert port["link"] == {"oper-status": "up"}
    assert (neighbor["chassis"]["system-name"], neighbor["port"]["name"]) == ("leaf2", "swp1")
    assert api.get("/vrf/default/router/bgp/neighbor")["swp1"]["state"] == "established"
    control.fault(api.folder, "leaf1", Fault(Kind.LINK_DOWN, port="swp1"))
    assert api.get("/interface/swp1/link")["oper-status"] == "down"
    assert api.get("/vrf/default/router/bgp/neighbor")["swp1"]["state"] == "active"


def test_counters_have_the_names_of_the_guide(api):
    stats = api.get("/interface/swp1/link/stats")
    assert {"carrier-transitions", "in-bytes", "in-drops", "in-errors", "in-pkts"} <= stats.keys()
    control.fault(api.folder, "leaf1", Fault(Kind.PFC_STORM, port="swp1", seconds=0.2))
    time.sleep(0.3)
    counters = api.get("/interface/swp1/qos/roce/counters")
    assert counters["rx-stats"]["rx-pfc-stats"]["pause-packets"] > 0


def test_a_view_that_does_not_exist_is_told_and_none_goes_with_include(api):
    assert "qos-roce-counters" in api.send("GET", "/interface", view="colours").json()["detail"]
    assert api.send("GET", "/interface", view="brief", include="/*/link").status_code == 400


def test_omitted_attributes_stay_out(api):
    assert api.get("/interface", rev="applied", omit="/*/*", expand="true")["swp1"] == {}
