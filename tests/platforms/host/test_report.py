"""The report script tells what is and changes nothing; what it tells is compared field by field."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from platforms.host.hosts import host, infiniband_host, nic
from platforms.host.test_words import artifacts

from fabric.platforms.host.report import SCHEMA, differences, read_report

APPLIED = {}
"""What apply.sh made of a machine, by host: it takes seconds."""


def files_of(machine):
    return [file for file in machine.sys.rglob("*") if file.is_file()]


def at_work(machine, config, rails=1):
    """Bring the machine to what the files of a host want: by apply.sh, and netplan's part by its outputs."""
    if repr(config) not in APPLIED:
        machine(config)
        machine.traffic_class_kept()
        machine.remember()
        files = {file.relative_to(machine.sys): file.read_text() for file in files_of(machine)}
        APPLIED[repr(config)] = (machine.state(), files)
    state, files = APPLIED[repr(config)]
    machine.remember(**state)
    for file, text in files.items():
        (machine.sys / file).write_text(text)
    for number in range(1, rails + 1):
        name, table, leaf = f"rail{number}", str(100 + number), f"10.{15 + number}.0"
        link = {"dst": f"{leaf}.0/31", "dev": name, "scope": "link", "flags": []}
        far = {"dst": "10.16.0.0/12", "gateway": f"{leaf}.0", "dev": name, "flags": []}
        info = {"family": "inet", "local": f"{leaf}.1", "prefixlen": 31, "scope": "global", "label": name}
        rules = [
            {"priority": 1000 + number, "src": f"{leaf}.1", "table": table},
            {"priority": 1100 + number, "src": "all", "oif": name, "table": table},
        ]
        machine.remember(
            **{
                f"route show table {table}": [link, far],
                f"address show dev {name}": [{"ifname": name, "addr_info": [info]}],
                f"rule show table {table}": rules,
                f"lldp {name}": seen(name, f"pod1-leaf{number}", "Ethernet1/1"),
            }
        )


def seen(interface, switch, port, kind="ifname"):
    """Return what `lldpctl -f json` shows of a neighbour (lldpd 1.0)."""
    chassis = {switch: {"id": {"type": "mac", "value": "00:1c:73:00:00:01"}, "descr": "EOS"}}
    about = {"via": "LLDP", "rid": "1", "chassis": chassis, "port": {"id": {"type": kind, "value": port}}}
    return {"interface": {interface: about}}


def reported(machine, config):
    done = machine(config, name="report.sh")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def found(config, text):
    return list(differences(artifacts(config), read_report(text)))


def test_a_host_at_work_differs_in_nothing(machine):
    at_work(machine, host(2), rails=2)
    text = reported(machine, host(2))
    assert found(host(2), text) == []
    assert json.loads(text)["machine"] == "pod1-host1"


@pytest.mark.proof
def test_the_report_only_reads(machine):
    at_work(machine, host(1))
    before = machine.state()
    files = {file: file.read_text() for file in files_of(machine)}
    reported(machine, host(1))
    assert {key: value for key, value in machine.state().items() if key != "calls"} == {
        key: value for key, value in before.items() if key != "calls"
    }
    assert {file: file.read_text() for file in files_of(machine)} == files


@pytest.mark.proof
def test_a_host_on_spectrum_x_shows_its_registers(machine):
    config = host(dcqcn=False, spectrum_x=True, nics=(nic(1, "bluefield-3"),))
    at_work(machine, config)
    assert found(config, reported(machine, config)) == []
    machine.state()
    kept = machine.state()["mlxreg 0000:01:00.0"]
    machine.remember(**{"mlxreg 0000:01:00.0": kept | {"adaptive_routing_forced_en": 0}})
    (one,) = found(config, reported(machine, config))
    assert (one.field, one.found) == ("register adaptive_routing_forced_en", "0")


QOS = "mlnx_qos rail1"
WRONG = {
    "trust": (QOS, {"trust": "pcp"}),
    "DCBX": (QOS, {"dcbx": "Firmware controlled"}),
    "DSCP map": (QOS, {"map": {str(code): code >> 3 for code in range(64)}}),
    "PFC": (QOS, {"pfc": "0,0,0,0,1,0,0,0"}),
    "cable length": (QOS, {"cable": "100"}),
    "scheduler": (QOS, {"weight": "50,0,0,50,0,0,0,0"}),
    "firmware LINK_TYPE_P*": ("mlxconfig 0000:01:00.0", {"LINK_TYPE_P1": "IB(1)"}),
    "firmware CNP_DSCP_P*": ("mlxconfig 0000:01:00.0", {"CNP_DSCP_P1": "4"}),
    "firmware CNP_802P_PRIO_P*": ("mlxconfig 0000:01:00.0", {"CNP_802P_PRIO_P1": "0"}),
    "firmware ROCE_CC_PRIO_MASK_P*": ("mlxconfig 0000:01:00.0", {"ROCE_CC_PRIO_MASK_P1": "0"}),
    "pause": ("pause rail1", "on"),
    "RDMA-CM mode": ("mode mlx5_0", "IB/RoCE v1"),
    "RDMA-CM ToS": ("tos mlx5_0", "0"),
    "arp_ignore": ("sysctl net.ipv4.conf.rail1.arp_ignore", "0"),
    "arp_announce": ("sysctl net.ipv4.conf.rail1.arp_announce", "0"),
    "rp_filter": ("sysctl net.ipv4.conf.rail1.rp_filter", "1"),
    "address": ("address show dev rail1", []),
    "routes": ("route show table 101", []),
    "rules": ("rule show table 101", [{"priority": 1001, "src": "10.16.0.0", "srclen": 31, "table": "101"}]),
    "neighbour": ("lldp rail1", seen("rail1", "pod1-leaf2", "Ethernet1/1")),
}
FILES = {
    "MTU": ("class/net/rail1/mtu", "1500"),
    "speed": ("class/net/rail1/speed", "200000"),
    "link": ("class/net/rail1/operstate", "down"),
    "CNP DSCP": ("class/net/rail1/ecn/roce_np/cnp_dscp", "4"),
    "DCQCN roce_np": ("class/net/rail1/ecn/roce_np/enable/3", "0"),
    "DCQCN roce_rp": ("class/net/rail1/ecn/roce_rp/enable/3", "0"),
    "traffic class": ("class/infiniband/mlx5_0/tc/1/traffic_class", "Global tclass=0"),
}


@pytest.mark.parametrize("field", WRONG)
def test_each_setting_that_somebody_changed_is_found(machine, field):
    at_work(machine, host(1))
    key, change = WRONG[field]
    kept = machine.state()[key]
    machine.remember(**{key: kept | change if isinstance(change, dict) and key.startswith("ml") else change})
    one, *rest = found(host(1), reported(machine, host(1)))
    assert (one.field, one.known, one.port) == (field, True, "rail1")
    assert one.found != one.expected
    assert one.remedy
    # Without trust in DSCP `mlnx_qos` does not show the map.
    assert [other.field for other in rest] == (["DSCP map"] if field == "trust" else [])


@pytest.mark.parametrize("field", FILES)
def test_each_file_that_somebody_changed_is_found(machine, field):
    at_work(machine, host(1))
    file, text = FILES[field]
    (machine.sys / file).write_text(text + "\n")
    (one,) = found(host(1), reported(machine, host(1)))
    assert (one.field, one.known) == (field, True)


def test_every_field_that_is_wanted_is_perturbed_above(machine):
    at_work(machine, host(1))
    text = json.loads(reported(machine, host(1)))
    text["ports"]["rail1"] = {}
    fields = {one.field for one in found(host(1), json.dumps(text))}
    assert fields == WRONG.keys() | FILES.keys() | {"RDMA device"}


def test_a_tool_that_is_not_there_makes_its_fields_unknown(machine):
    at_work(machine, host(1))
    for tool in ("mlnx_qos", "lldpctl"):
        (machine.tools / tool).unlink()
    differ = found(host(1), reported(machine, host(1)))
    assert {one.field for one in differ} == {
        "trust", "DCBX", "DSCP map", "PFC", "cable length", "scheduler", "neighbour",
    }  # fmt: skip
    assert {one.known for one in differ} == {False}
    assert differ[0].found.startswith("its tool is not installed")


def test_a_table_without_routes_is_known_to_be_empty(machine):
    at_work(machine, host(1))
    text = json.loads(reported(machine, host(1)))
    text["ports"]["rail1"]["routes"] = {"status": 2, "output": "["}
    (one,) = found(host(1), json.dumps(text))
    assert (one.known, one.found) == (True, "none")


def test_a_switch_that_tells_its_port_by_an_alias_is_right_or_wrong_by_its_name_alone(machine):
    at_work(machine, host(1))
    machine.remember(**{"lldp rail1": seen("rail1", "pod1-leaf1", "etp1", "local")})
    (one,) = found(host(1), reported(machine, host(1)))
    assert (one.field, one.known) == ("neighbour", False)
    machine.remember(**{"lldp rail1": seen("rail1", "pod1-leaf9", "etp1", "local")})
    (one,) = found(host(1), reported(machine, host(1)))
    assert (one.known, one.found) == (True, "pod1-leaf9:etp1")


def test_an_adapter_without_a_known_tool_is_unknown_and_its_addresses_are_known(machine):
    config = host(nics=(nic(1, "pollara-400"),))
    at_work(machine, config)
    differ = {one.field: one.known for one in found(config, reported(machine, config))}
    assert differ["NIC settings"] is False
    assert differ["MTU"] is True
    assert "RDMA device" not in differ
    assert "address" not in differ


def test_an_infiniband_host_shows_its_link_type(machine):
    machine(infiniband_host())
    for number in (1, 2):
        machine.remember(**{f"lldp rail{number}": seen(f"rail{number}", f"pod1-leaf{number}", "Ethernet1/1")})
    assert found(infiniband_host(), reported(machine, infiniband_host())) == []


def test_a_port_that_the_report_lacks_is_unknown(machine):
    at_work(machine, host(1))
    text = reported(machine, host(1))
    missing = [one for one in found(host(2), text) if one.port == "rail2"]
    assert [(one.field, one.known) for one in missing] == [("port", False)]


@pytest.mark.parametrize(
    "output", ["", "\x00", "[1,", "{}", "9" * 5000, "x" * 60000, '"', "[" * 60000, "[[]]"]
)
def test_no_output_of_a_tool_makes_a_reading_fail(machine, output):
    at_work(machine, host(1))
    text = json.loads(reported(machine, host(1)))
    for look in text["ports"]["rail1"].values():
        look["output"] = output
    assert found(host(1), json.dumps(text))


GOOD = {"schema": SCHEMA, "host": "a", "machine": "a", "ports": {}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[" * 100_000, "too deep"),
        ('{"schema": 1, "schema": 1}', "key twice"),
        ("[]", "`schema` is not"),
        (json.dumps(GOOD | {"schema": "other/1"}), "`schema` is not"),
        (json.dumps(GOOD | {"more": 1}), "has not just"),
        (json.dumps(GOOD | {"host": 1}), "`host` is no text"),
        (json.dumps(GOOD | {"machine": None}), "`machine` is no text"),
        (json.dumps(GOOD | {"ports": []}), "`ports` is no mapping"),
        (json.dumps(GOOD | {"ports": {"p": 1}}), "`p` of `ports` is no mapping"),
        (json.dumps(GOOD | {"ports": {"p": {"mtu": "9000"}}}), "`p/mtu` has not just"),
        (
            json.dumps(GOOD | {"ports": {"p": {"mtu": {"status": True, "output": ""}}}}),
            "no number as `status`",
        ),
        (json.dumps(GOOD | {"ports": {"p": {"mtu": {"status": 0, "output": 1}}}}), "no text as `output`"),
    ],
)
def test_a_text_that_is_no_report_is_refused_in_one_sentence(text, words):
    with pytest.raises(ValueError, match=words) as failure:
        read_report(text)
    assert "\n" not in str(failure.value)


def test_what_a_tool_prints_cannot_break_the_document(machine):
    at_work(machine, host(1))
    (machine.sys / "class/net/rail1/operstate").write_bytes(b'up"}, \\ \t\x01\xff\nmore\n')
    looks = read_report(reported(machine, host(1))).ports["rail1"]
    assert looks["state"].output == 'up"}, \\ \t\nmore'


def test_a_report_is_of_the_host_that_its_script_names(machine):
    assert read_report(reported(machine, replace(host(1), name="pod9-host9"))).host == "pod9-host9"
