"""What EOS prints for a leaf and a spine, and what its words are."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judges import eos
from platforms import samples

from fabric.core.source import Folder
from fabric.platforms.eos import PLATFORM
from fabric.platforms.eos.words import context, speed
from fabric.render import environment, render
from fabric.topology.model import Port


@pytest.fixture(scope="module")
def text_of():
    shared = environment()
    return lambda config: render(PLATFORM, config, shared)[0].text


CASES = {"leaf": samples.leaf, "spine": samples.spine}


@pytest.mark.parametrize("case", CASES)
def test_a_switch_is_printed_as_in_its_golden_file(case, text_of, golden):
    golden(f"artifacts/eos/{case}/eos.cfg", text_of(CASES[case]()))


@pytest.mark.judge("eos")
@pytest.mark.parametrize("case", CASES)
def test_pyavd_spells_and_orders_every_line_alike(case, text_of):
    assert eos.judge(text_of(CASES[case]())) == ()


@pytest.mark.judge("eos")
def test_pyavd_agrees_about_a_switch_without_extras(text_of):
    full = samples.leaf()
    bare = replace(
        full,
        qos=None,
        system=replace(full.system, tacacs=None, ntp=(), syslog=(), dns=(), management=None, users=()),
        bgp=replace(full.bgp, bfd=None, graceful_restart_s=0, advertised=()),
    )
    assert eos.judge(text_of(bare)) == ()


@pytest.mark.judge("eos")
def test_flows_move_to_the_path_with_least_load(text_of):
    full = samples.leaf()
    made = text_of(replace(full, ecmp=replace(full.ecmp, adaptive="flowlet")))
    assert eos.judge(made) == ()
    assert set(made.splitlines()) - set(text_of(full).splitlines()) == {
        "ip hardware fib load-balance distribution dynamic"
    }


def test_rendering_is_the_same_every_time(text_of):
    assert text_of(samples.leaf()) == text_of(samples.leaf())


@pytest.mark.parametrize(
    ("gbps", "lanes", "word"),
    [(400, 4, "400g-4"), (800, 8, "800g-8"), (100, 1, "100g-1"), (1600, 8, "1.6t-8"), (25, 1, "25g")],
)
def test_a_speed_names_its_lanes(gbps, lanes, word):
    assert speed(gbps, lanes) == word


@pytest.mark.parametrize(
    ("port", "name"),
    [(Port(17, 1, 8), "Ethernet17/1"), (Port(17, 1, 4), "Ethernet17/1"), (Port(17, 5, 4), "Ethernet17/5")],
)
def test_a_port_is_named_by_cage_and_first_lane(port, name):
    leaf = samples.leaf()
    one = replace(leaf, interfaces=(replace(leaf.interfaces[0], port=port),))
    assert context(one)["ports"][0][0] == name


@pytest.mark.parametrize(
    ("lanes", "gbps", "fec", "line"),
    [
        (4, 400, "rs", ""),
        (4, 100, "rs", "error-correction encoding reed-solomon"),
        (4, 100, "fc", "error-correction encoding fire-code"),
        (4, 100, "none", "no error-correction encoding"),
    ],
)
def test_fec_is_said_where_it_is_a_choice(lanes, gbps, fec, line):
    leaf = samples.leaf()
    port = replace(leaf.interfaces[0], port=Port(1, 1, lanes), speed_gbps=gbps, fec=fec)
    assert context(replace(leaf, interfaces=(port,)))["ports"][0][4] == line


def test_no_secret_is_printed_but_its_placeholder(text_of):
    lines = [line for line in text_of(samples.leaf()).splitlines() if "secret" in line]
    assert lines == [
        "username admin privilege 15 role network-admin secret sha512 @{secret:env/ADMIN_HASH}",
        "tacacs-server host 10.10.0.49 vrf MGMT key 0 @{secret:file/tacacs}",
    ]


def test_a_project_overrides_one_block_and_keeps_the_rest(tmp_path, text_of):
    (tmp_path / "templates/eos").mkdir(parents=True)
    (tmp_path / "templates/eos/device.j2").write_text(
        '{% extends "builtin/eos/device.j2" %}\n'
        "{% block bgp %}{{ super() }}   timers bgp 3 9\n{% endblock %}\n"
    )
    ours = text_of(samples.leaf())
    theirs = render(PLATFORM, samples.leaf(), environment(Folder(tmp_path)))[0].text
    assert set(theirs.splitlines()) - set(ours.splitlines()) == {"   timers bgp 3 9"}
