"""What a device says that makes no sense, and what we get wrong: two things, and no secret in either."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.drivers.contract import Capabilities, DriverError, LostReplyError, RefusedError, UnreachableError
from fabric.drivers.cumulus import state as cumulus
from fabric.drivers.cumulus import states
from fabric.drivers.cumulus.shapes import shape_of
from fabric.drivers.eos import shapes as eos_shapes
from fabric.drivers.eos import state as eos
from fabric.drivers.eos.sessions import read_sessions
from fabric.drivers.shape import NonsenseError, decoded, fitted
from fabric.drivers.sonic import state as sonic
from fabric.drivers.sonic.reading import read_probe, read_running
from fabric.drivers.ufm import partitions
from fabric.drivers.ufm import state as ufm
from fabric.drivers.understood import Understood
from fabric.platforms.form import ChangeClass, Patch

NOTHING = (
    Patch((), (), ChangeClass.NONE)
    if hasattr(ChangeClass, "NONE")
    else Patch((), (), next(iter(ChangeClass)))
)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)
SECRET = "password-of-a-switch"


class Broken:
    """A driver whose every verb raises one thing."""

    capabilities = Capabilities(atomic_commit=True, native_timer=True, longest_timer_s=9)

    def __init__(self, fault):
        self.fault = fault

    def _raise(self, *_args):
        raise self.fault

    identify = fetch = stage = commit = probe = confirm = abort = restore = observe = _raise


READS = (("identify", ()), ("fetch", ()), ("probe", ("t",)), ("observe", ()))
CHANGES = (
    ("stage", ("t", NOTHING)),
    ("commit", ("t", 9)),
    ("confirm", ("t",)),
    ("abort", ("t",)),
    ("restore", ("t", {})),
)


def ended(fault, verb, args):
    driver = Understood("leaf-1", Broken(fault), lambda text: text.replace(SECRET, "<secret>"))
    with pytest.raises(Exception) as raised:  # noqa: PT011 - its type is what is asked
        getattr(driver, verb)(*args)
    return raised.value


@pytest.mark.parametrize(("verb", "args"), [*READS, *CHANGES])
def test_nonsense_of_a_device_and_a_bug_of_ours_are_told_apart(verb, args):
    wanted = UnreachableError if (verb, args) in READS else LostReplyError
    nonsense = ended(NonsenseError("its answer makes no sense"), verb, args)
    bug = ended(TypeError(f"no {SECRET}"), verb, args)
    assert type(nonsense) is type(bug) is wanted
    assert str(nonsense) == "leaf-1: its answer makes no sense"
    assert str(bug).startswith(
        "leaf-1: a bug of this program, not of the device: TypeError at test_understood.py:"
    )
    assert SECRET not in str(bug)
    refused = ended(RefusedError(f"it says {SECRET}"), verb, args)
    assert (type(refused), str(refused)) == (RefusedError, "it says <secret>")


REPLIES = {
    eos_shapes.SESSIONS: {
        "sessions": {
            "a": {"state": "pending", "commitUser": "x", "commitBy": 3.0, "instances": {"1": {"user": "u"}}}
        },
        "commitTimerSessionName": "a",
        "commitTimerExpireTime": 9.0,
    },
    eos_shapes.BGP: {"vrfs": {"default": {"peers": {"Et1": {"peerState": "Established"}}}}},
    eos_shapes.PEERS: {
        "vrfs": {"default": {"peerList": [{"peerAddress": "fe80::1", "ifName": "Et1", "state": "x"}]}}
    },
    eos_shapes.LLDP: {
        "lldpNeighbors": {
            "Et1": {"lldpNeighborInfo": [{"systemName": "a", "neighborInterfaceInfo": {"interfaceId": "b"}}]}
        }
    },
    eos_shapes.PORTS: {
        "interfaceDescriptions": {"Et1": {"interfaceStatus": "up", "lineProtocolStatus": "up"}}
    },
    eos_shapes.WATCHDOG: {"interfaces": {"Et1": {"txQueues": {"3": {"stuckCount": 1}}}}},
    eos_shapes.PFC: {"interfaceCounters": {"Et1": {"rxFrames": 1, "txFrames": 2}}},
    eos_shapes.DISCARDS: {
        "inDiscardsTotal": 1,
        "outDiscardsTotal": 2,
        "interfaces": {"Et1": {"inDiscards": 1}},
    },
    eos_shapes.ERRORS: {"interfaceErrorCounters": {"Et1": {"inErrors": 1, "outErrors": 2}}},
    eos_shapes.PHY: {
        "interfacePhyStatuses": {"Et1": {"phyStatuses": [{"fec": {"uncorrectedCodewords": {"value": 1}}}]}}
    },
    eos_shapes.FRAMES: {"interfaces": {"Et1": {"inUcastPkts": 1, "outUcastPkts": "2"}}},
}


def of_eos(replies):
    eos.bgp(replies[eos_shapes.BGP], replies[eos_shapes.PEERS])
    eos.lldp(replies[eos_shapes.LLDP])
    eos.oper_up(replies[eos_shapes.PORTS])
    eos.counters(replies)
    eos.ports(replies)
    read_sessions(replies[eos_shapes.SESSIONS], {"uptime": 1.0}).of("a")


LINKS = {
    "swp1": {
        "link": {"oper-status": "up", "stats": {"in-pkts": 1, "out-pkts": 2, "in-drops": 0, "out-drops": 1}},
        "lldp": {"neighbor": {"a": {"chassis": {"system-name": "a"}, "port": {"name": "b"}}}},
    }
}
REVISION = {"state": "invalid", "transition": {"issue": {"1": {"message": "no"}}, "progress": "p"}}


def of_cumulus(links):
    ports = {name: port or {} for name, port in links.items()}
    cumulus.lldp(ports)
    cumulus.counters(ports, ports)
    cumulus.ports(ports, links)


def places(value, at=()):
    """Yield every place of a JSON value."""
    yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*at, key))


def with_another(value, place, new):
    if not place:
        return new
    changed = copy.deepcopy(value)
    holder = changed
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = new
    return changed


CASES = {
    **{
        command: (
            reply,
            eos_shapes.SHAPES[command],
            lambda found, one=command: of_eos({**REPLIES, one: found}),
        )
        for command, reply in REPLIES.items()
    },
    "interface": (LINKS, shape_of(("interface",)), of_cumulus),
    "revision": (REVISION, shape_of(("revision", "1")), lambda found: states.revision("1", found)),
    "nested": ({"1": REVISION}, shape_of(("revision", "1")), lambda found: states.revision("1", found)),
    "sonic bgp": ({"ipv4": {"peers": {"a": {"state": "Established"}}}}, sonic.SUMMARY, sonic.bgp),
    "sonic lldp": (
        {"lldp": {"interface": [{"Ethernet0": {"chassis": {"a": {}}, "port": {"id": {"value": "b"}}}}]}},
        sonic.NEIGHBOURS,
        sonic.lldp,
    ),
    "sonic counters": (
        {"Ethernet0": {"RX_OK": "1,234", "TX_ERR": "N/A"}},
        sonic.COUNTED,
        lambda found: (
            sonic.ports(json.dumps(found)),
            sonic.counters(json.dumps(found), json.dumps(found), None),
        ),
    ),
}


@pytest.mark.parametrize("case", CASES)
@given(data=st.data(), new=ANYTHING)
def test_whatever_stands_at_one_place_of_an_answer_is_read_or_is_nonsense(case, data, new):
    whole, shape, read = CASES[case]
    read(fitted(whole, shape, "leaf-1"))
    place = data.draw(st.sampled_from(sorted(places(whole), key=str)))
    try:
        found = fitted(with_another(whole, place, new), shape, "leaf-1")
    except NonsenseError:
        return
    read(found)


class Answering:
    """A UFM that gives these answers."""

    def __init__(self, answers):
        self.answers = answers

    def read(self, path, shape):
        return fitted(self.answers[path], shape, path)


UFM = {
    "resources/pkeys?qos_conf=true": {"0x10": {"qos_conf": {"rate_limit": 2.5}}},
    "resources/pkeys?guids_data=true": {"0x10": {"partition": "api_pkey_0x10", "guids": [{"guid": "1"}]}},
    "resources/links": [
        {"source_guid": "1", "source_port": 1, "destination_guid": "2", "destination_port": 2}
    ],
    "app/alarms": [{}],
    "resources/systems?ip=a": [{"system_name": "x", "system_guid": "1"}],
    "app/ufm_version": {"ufm_release_version": "6.23.1-4"},
}


@pytest.mark.parametrize("path", UFM)
@given(data=st.data(), new=ANYTHING)
def test_whatever_stands_at_one_place_of_an_answer_of_ufm_is_read_or_is_nonsense(path, data, new):
    place = data.draw(st.sampled_from(sorted(places(UFM[path]), key=str)))
    answers = {**UFM, path: with_another(UFM[path], place, new)}
    for read in (partitions.read, ufm.observe, lambda rest: ufm.identify(rest, "a")):
        try:
            read(Answering(answers))
        except DriverError:
            continue


@pytest.mark.parametrize("said", [b"<html>", b"{", b"[" * 100_000, b"\xff", b"[]"])
def test_what_is_no_object_of_json_is_nonsense(said):
    with pytest.raises(NonsenseError, match="its answer makes no sense"):
        decoded(said, {}, "leaf-1")


@given(st.text())
def test_whatever_a_sonic_prints_is_read_or_is_nonsense(text):
    for read in (read_running, read_probe):
        try:
            read(text)
        except NonsenseError:
            continue


def test_the_place_of_nonsense_is_told():
    with pytest.raises(NonsenseError, match=r"another shape at `vrfs\.default\.peers`"):
        fitted({"vrfs": {"default": {"peers": []}}}, eos_shapes.SHAPES[eos_shapes.BGP], "leaf-1")
