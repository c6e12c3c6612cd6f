"""What gates see, from answers of NVUE."""

from __future__ import annotations

from fabric.drivers.cumulus.state import counters, lldp, ports


def test_of_several_neighbours_on_a_port_the_first_that_names_itself_is_taken():
    heard = {"x": {"chassis": {"system-name": "spine1"}, "port": {"name": "swp7"}}, "y": {"port": {}}}
    assert lldp({"swp1": {"lldp": {"neighbor": heard}}, "swp2": {"lldp": {}}}) == {"swp1": ("spine1", "swp7")}


def test_a_neighbour_without_a_name_of_its_own_bears_the_key():
    assert lldp({"swp1": {"lldp": {"neighbor": {"spine1": {}}}}}) == {"swp1": ("spine1", "")}


def test_counters_are_summed_over_ports_and_what_is_not_told_is_absent():
    links = {
        "swp1": {"link": {"stats": {"in-drops": 1, "out-drops": 2, "in-errors": 0}}},
        "swp2": {"link": {"stats": {"out-drops": 4}}},
        "lo": {},
    }
    assert counters(links, None) == {"discards": 7, "errors": 0}


def test_watchdogs_are_found_in_any_shape_below_a_port():
    qos = {
        "swp1": {"qos": {"pfc-watchdog": {"traffic-class": {"3": {"deadlock-count": 2}}}}},
        "swp2": {"qos": {"pfc-watchdog": {"status": {"3": {"deadlock-count": "5"}}}}},
        "swp3": {"qos": {"roce": {"counters": {"rx-stats": {"rx-pfc-stats": {"pause-packets": 9}}}}}},
    }
    assert counters({}, qos) == {"pfc_watchdog": 7, "pfc_frames": 9, "ecn_marked": 0}


def test_ports_count_in_and_out_together_and_what_they_lack_is_absent():
    stats = {"in-pkts": 5, "out-pkts": 6, "in-drops": 1, "in-errors": 0, "out-errors": 2}
    qos = {"swp1": {"qos": {"roce": {"counters": {"rx-pfc-stats": {"3": {"pause-packets": 4}}}}}}}
    assert ports({"swp1": {"link": {"stats": stats}}, "swp2": {}}, qos) == {
        "swp1": {"frames": 11, "errors": 2, "pfc": 4},
        "swp2": {},
    }
