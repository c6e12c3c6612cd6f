"""A change and what undoes it, carried out on a database that buffermgrd follows."""

from __future__ import annotations

import json
import shlex

from hypothesis import given, settings
from hypothesis import strategies as st

from fabric.drivers.secrets import Secrets
from fabric.drivers.sonic.candidate import candidate, restoring
from fabric.drivers.sonic.script import Files
from fabric.lab.sonic.buffers import Buffermgrd, applied
from fabric.lab.sonic.database import ConfigDb
from fabric.platforms.form import Step
from fabric.platforms.sonic.lossless import lacking

PLACE = Files("fab_0123abcd_1_1_1")
PORTS = ("Ethernet0", "Ethernet4")
PORT = st.fixed_dictionaries(
    {
        "pfc": st.sampled_from(["", "3", "3,4", "3,4,6", "4"]),
        "length": st.sampled_from(["5m", "40m", "0m"]),
        "speed": st.sampled_from(["400000", "100000"]),
        "admin": st.sampled_from(["up", "down"]),
    }
)
SWITCHES = st.tuples(PORT, PORT)


def tables(switch):
    ports = dict(zip(PORTS, switch, strict=True))
    return {
        "DEVICE_METADATA": {"localhost": {"hwsku": "Arista-7060X6-64PE-B-O128"}},
        "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic"}},
        "PORT": {name: {"speed": p["speed"], "admin_status": p["admin"]} for name, p in ports.items()},
        "CABLE_LENGTH": {"AZURE": {name: p["length"] for name, p in ports.items()}},
        "PORT_QOS_MAP": {name: {"pfc_enable": p["pfc"]} for name, p in ports.items()},
    }


def bare(switch):
    found = tables(switch)
    return {table: found[table] for table in ("DEVICE_METADATA", "PORT")}


class Switch:
    """A database that is followed."""

    def __init__(self, wanted):
        self.db = ConfigDb()
        self.daemon = Buffermgrd()
        self.load(wanted)

    def load(self, wanted):
        self.db.merge(wanted)
        self.daemon.follow(self.db, self.db.told())
        self.db.told()

    def do(self, commands, files):
        for command in commands:
            words = shlex.split(command)
            if words[:2] == ["config", "load"]:
                self.load(json.loads(files[words[-1].rpartition("/")[2]]))
            elif words[:3] == ["sonic-db-cli", "CONFIG_DB", "DEL"]:
                self.db.unset(words[3])
            elif words[:3] == ["sonic-db-cli", "CONFIG_DB", "HDEL"]:
                self.db.unset(*words[3:])
            else:
                assert words[0] == "sleep"

    def running(self):
        return {"config_db.json": self.db.text()}

    def lossy(self):
        keys = {key.removeprefix("BUFFER_PG_TABLE:") for key in applied(self.db)}
        return lacking(self.db.tables(), keys)


def rollback(files):
    chain = files["rollback.sh"].splitlines()[1].removeprefix("if ").partition("; then")[0]
    return [] if chain == "true" else chain.split(" && ")


@settings(max_examples=60)
@given(SWITCHES, SWITCHES)
def test_no_port_is_left_lossy_forward_or_back_or_by_a_restore(before, after):
    switch = Switch(tables(before))
    base = switch.running()
    assert switch.lossy() == {}
    steps = (Step("load", json.dumps(tables(after))),)
    made = candidate(PLACE, steps, base, Secrets({}, None))
    switch.do(made.forward, made.files)
    assert switch.lossy() == {}
    assert set(switch.db.table("BUFFER_PG")) == set(Switch(tables(after)).db.table("BUFFER_PG"))
    changed = switch.running()
    switch.do(rollback(made.files), made.files)
    assert switch.lossy() == {}
    assert switch.db.table("BUFFER_PG") == Switch(tables(before)).db.table("BUFFER_PG")
    switch.do(made.forward, made.files)
    back = restoring(PLACE, changed, base)
    switch.do(back.forward, back.files)
    assert switch.lossy() == {}
    assert switch.db.table("BUFFER_PG") == Switch(tables(before)).db.table("BUFFER_PG")


@settings(max_examples=30)
@given(SWITCHES, SWITCHES)
def test_what_had_no_buffers_has_none_again_and_nothing_refers_to_them(before, after):
    switch = Switch(bare(before))
    base = switch.running()
    steps = (Step("load", json.dumps(tables(after))),)
    made = candidate(PLACE, steps, base, Secrets({}, None))
    for back in (lambda: (rollback(made.files), made.files), lambda: _restoring(switch, base)):
        switch.do(made.forward, made.files)
        assert switch.lossy() == {}
        switch.do(*back())
        assert switch.running() == base


def _restoring(switch, base):
    back = restoring(PLACE, switch.running(), base)
    return back.forward, back.files
