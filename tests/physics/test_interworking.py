"""What links and what does not: the rules of interworking as a table of links and the codes they raise."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from fabric.catalog import load_catalog
from fabric.core.diagnostic import Severity
from fabric.physics.channel import Channel
from fabric.physics.interworking import judged
from fabric.physics.sockets import host_socket, switch_socket

CATALOG = load_catalog()
OSFP800, QDD400, OSFP1600 = "nvidia-sn5600", "arista-7060dx5-64s", "nexthop-4220"
QDD800 = "ufispace-s9321-64e"


class At(NamedTuple):
    """A port by its place."""

    cage: int
    lane: int
    lanes: int


def socket(owner: str, lanes: int, host: str = ""):
    if owner in CATALOG.nic_ids:
        return host_socket(CATALOG, host, owner)
    return switch_socket(CATALOG.switch(owner), At(1, 1, lanes))


def part(name):
    return CATALOG.media(name) if CATALOG.has_media(name) else CATALOG.cable(name)


def codes(a, b, speed, way, **more):
    """The codes that a link raises; an end is `(switch or adapter, lanes, module or cable)`."""
    length, fibre = way
    channel = Channel(speed, length, CATALOG.fibre(fibre) if fibre else None, **more)
    sockets = socket(*a[:2]), socket(*b[:2])
    return {found.code for found in judged(CATALOG, sockets, (part(a[2]), part(b[2])), channel)}


def nic(module, name="connectx-7"):
    return name, 0, module


def cage(module, lanes=4, name=OSFP800):
    return name, lanes, module


DR, SR, LC = "os2-mpo12-apc", "om4-mpo12-apc", "os2-lc"

LINKS = {
    "an adapter's DR4 and a port of a twin-port DR4": (nic("400G-DR4"), cage("800G-2xDR4"), 400, (100, DR)),
    "an adapter's SR4 and a port of a twin-port SR4": (nic("400G-SR4"), cage("800G-2xSR4"), 400, (50, SR)),
    "two twin-port DR4": (cage("800G-2xDR4"), cage("800G-2xDR4"), 400, (500, DR)),
    "two twin-port FR4": (cage("800G-2xFR4"), cage("800G-2xFR4"), 400, (2000, LC)),
    "a QSFP-DD DR4 of eight 50G lanes and a twin-port DR4, by the gearbox": (
        cage("400G-DR4", 8, QDD400), cage("800G-2xDR4"), 400, (500, DR)),
    "a QSFP-DD FR4 of eight 50G lanes and a twin-port FR4, by the gearbox": (
        cage("400G-FR4", 8, QDD400), cage("800G-2xFR4"), 400, (2000, LC)),
    "two 800G DR8, of the whole cage": (
        cage("800G-DR8", 8), cage("800G-DR8", 8), 800, (500, "os2-mpo16-apc")),
    "a DR8 and two DR4 over a cable from MPO-16 to two MPO-12": (
        nic("400G-DR4"), cage("800G-DR8"), 400, (50, "os2-mpo16-2xmpo12-apc")),
    "a splitter turns adapters of 400G into 200G": (
        nic("400G-DR4"), cage("800G-2xDR4", 2), 200, (50, "os2-mpo12-apc-split")),
    "DR1 and a lane of a DR4, fanned out": (
        nic("100G-DR1"), (QDD400, 2, "400G-DR4"), 100, (50, "os2-mpo12-apc-4lc")),
    "DR4 and DR4-2, to the reach of the shorter": (
        cage("400G-DR4", 8, QDD400), cage("400G-DR4-2", 8, QDD400), 400, (500, DR)),
    "two of 400G SR8 in cages of 50G lanes": (
        cage("400G-SR8", 8, QDD400), cage("400G-SR8", 8, QDD400), 400, (100, "om4-mpo16-apc")),
    "passive copper of two metres, one of two halves": (
        cage("800G-CR8"), cage("800G-CR8"), 400, (2, "")),
    "passive copper of the whole cage": (cage("800G-CR8", 8), cage("800G-CR8", 8), 800, (2, "")),
    "a copper splitter to QSFP112 adapters": (
        nic("800G-2x400G-DAC", "bluefield-3"), cage("800G-2x400G-DAC"), 400, (3, "")),
    "a copper splitter from finned to flat-topped OSFP": (
        nic("800G-2x400G-DAC-OSFP"), cage("800G-2x400G-DAC-OSFP"), 400, (3, "")),
    "linear copper of five metres": (cage("800G-LACC"), cage("800G-LACC"), 400, (5, "")),
    "retimed copper of seven metres": (cage("800G-AEC"), cage("800G-AEC"), 400, (7, "")),
    "1.6T twin-port modules of 200G lanes": (
        cage("1.6T-2xDR4", 4, OSFP1600), cage("1.6T-2xDR4", 4, OSFP1600), 800, (500, DR)),
}  # fmt: skip


@pytest.mark.parametrize("name", LINKS)
def test_it_links(name):
    assert codes(*LINKS[name]) == set()


FAULTS = {
    "ports of 400G and of 800G": ({"OPT-001"}, nic("400G-DR4"), cage("800G-DR8", 8), 400, (10, DR)),
    "50G lanes and 100G lanes": (
        {"OPT-002"}, nic("200G-SR2"), cage("200G-SR4"), 200, (10, SR)),
    "100G lanes and 200G lanes": (
        {"OPT-002"}, cage("800G-DR8", 8), cage("800G-DR4", 4, OSFP1600), 800, (10, DR)),
    "SR8 of 50G lanes and SR4 of 100G lanes": (
        {"OPT-002"}, nic("400G-SR4"), cage("400G-SR8", 8, QDD400), 400, (10, SR)),
    "DR4 and FR4": ({"OPT-002"}, nic("400G-DR4"), cage("800G-2xFR4"), 400, (10, DR)),
    "CWDM4 and LR4": ({"OPT-002"}, nic("100G-CWDM4"), cage("100G-LR4", 4), 100, (10, LC)),
    "single-mode modules over multimode glass": (
        {"OPT-003"}, nic("400G-DR4"), cage("800G-2xDR4"), 400, (10, SR)),
    "a metre more than the modules reach": (
        {"OPT-003"}, nic("400G-DR4"), cage("800G-2xDR4"), 400, (501, DR)),
    "DR4 and DR4-2, beyond the reach of the shorter": (
        {"OPT-003"}, cage("400G-DR4", 8, QDD400), cage("400G-DR4-2", 8, QDD400), 400, (501, DR)),
    "a finned module in a flat-topped cage": (
        {"OPT-004"}, ("connectx-8", 0, "800G-2xFR4"), cage("800G-2xFR4"), 400, (10, LC)),
    "a flat-topped cage of a switch and a finned module": (
        {"OPT-004"}, cage("800G-2xFR4", 8, "nvidia-sn6600-ld"), cage("800G-2xFR4"), 400, (10, LC)),
    "copper between finned cages and an adapter of QSFP112": (
        {"OPT-019"}, nic("800G-CR8", "bluefield-3"), cage("800G-CR8"), 400, (1, "")),
    "MPO-12 and MPO-16": (
        {"OPT-005"}, cage("800G-DR8", 8), cage("800G-DR8", 8), 800, (10, DR)),
    "polished straight and at an angle": (
        {"OPT-005"}, nic("400G-DR4"), cage("800G-2xDR4"), 400, (10, "os2-mpo12-upc")),
    "a breakout of wavelengths by fibre": (
        {"OPT-005"}, nic("400G-FR4"), cage("800G-2xFR4", 2), 200, (10, "os2-mpo12-apc-split")),
    "1.6T modules in a cage of 18 W": ({"OPT-006"}, cage("800G-ZR", 8), cage("800G-ZR", 8), 800, (10, LC)),
    "a port faster than its module": (
        {"OPT-007"}, nic("400G-DR4"), cage("400G-DR4", 8), 800, (10, DR)),
    "lanes that nothing lights": ({"OPT-007"}, nic("400G-DR4"), cage("800G-2xDR4", 2), 200, (10, DR)),
    "more legs than lanes": (
        {"OPT-007"}, nic("400G-DR4"), cage("800G-2xDR4"), 400, (10, "os2-mpo12-apc-split")),
    "eight 50G lanes on a port of four 100G lanes": (
        {"OPT-008"}, cage("400G-SR8"), cage("400G-SR8"), 400, (10, "om4-mpo16-apc")),
    "200G lanes on an adapter of 100G lanes": (
        {"OPT-008"}, nic("200G-DR1"), cage("200G-DR1", 1, OSFP1600), 200, (10, DR)),
    "copper of 50G lanes on ports of 100G lanes": (
        {"OPT-021"}, cage("400G-CR8"), cage("400G-CR8"), 400, (1, "")),
    "outer correction and outer with inner": (
        {"OPT-009"}, cage("1.6T-DR8", 8, OSFP1600), cage("1.6T-DR8-2", 8, OSFP1600), 1600,
        (10, "os2-mpo16-apc")),
    "a module of four lanes in a cage of eight": (
        {"OPT-011"}, nic("400G-SR4"), cage("400G-SR4"), 400, (10, SR)),
    "passive copper of three metres": ({"OPT-012"}, cage("800G-CR8"), cage("800G-CR8"), 400, (3, "")),
    "retimed copper of eight metres": ({"OPT-012"}, cage("800G-AEC"), cage("800G-AEC"), 400, (8, "")),
    "100G copper of six metres": ({"OPT-012"}, nic("100G-CR4"), cage("100G-CR4"), 100, (6, "")),
    "fibre between the ends of a copper cable": (
        {"OPT-012"}, cage("800G-CR8"), cage("800G-CR8"), 400, (1, DR)),
    "60 m of multimode where the maker supports 50": (
        {"OPT-015"}, nic("400G-SR4"), cage("800G-2xSR4"), 400, (60, SR)),
    "51 m of splitter where the maker supports 50": (
        {"OPT-015"}, nic("400G-DR4"), cage("800G-2xDR4", 2), 200, (51, "os2-mpo12-apc-split")),
    "linear modules in a switch nobody qualified": (
        {"OPT-016"}, nic("400G-DR4"), cage("800G-2xDR4-LPO"), 400, (10, DR)),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_it_does_not_link(name):
    wanted, *link = FAULTS[name]
    assert wanted <= codes(*link)


def found(**more):
    channel = Channel(400, more.pop("length", 30), CATALOG.fibre(more.pop("fibre", DR)), **more)
    ends = socket("connectx-7", 0), socket(OSFP800, 4)
    return list(judged(CATALOG, ends, (part("400G-DR4"), part("800G-2xDR4")), channel))


def test_two_panels_are_what_the_reach_assumes():
    assert found(panels=2, length=500)[0].code == "OPT-013"  # only with every connection at its worst
    assert "up to 3.2 dB" in found(panels=2, length=500)[0].summary
    assert found(panels=2, length=30)[0].severity is Severity.WARNING


def test_a_third_panel_is_more_than_the_maker_supports():
    assert {one.code for one in found(panels=3)} == {"OPT-013", "OPT-014", "OPT-015"}


def test_an_even_number_of_crossed_cables_is_straight():
    assert "OPT-014" in {one.code for one in found(panels=1)}
    assert "OPT-014" not in {one.code for one in found(panels=2)}


def test_what_a_circuit_switch_loses_counts():
    assert found(extra_db=2.5) == []
    (one,) = found(extra_db=3.5)
    assert (one.code, one.severity) == ("OPT-013", Severity.WARNING)  # the allowance was recalled, not read


def test_an_allowance_that_was_read_may_stop_a_build():
    channel = Channel(800, 30, CATALOG.fibre("os2-mpo16-apc"), extra_db=3.5)
    ends = socket(OSFP800, 8), socket(OSFP800, 8)
    (one,) = judged(CATALOG, ends, (part("800G-DR8"), part("800G-DR8")), channel)
    assert (one.code, one.severity) == ("OPT-013", Severity.ERROR)


def test_a_reach_that_is_a_draft_only_warns():
    channel = Channel(800, 501, CATALOG.fibre(DR))
    ends = socket(OSFP1600, 4), socket(OSFP1600, 4)
    reach = [
        one for one in judged(CATALOG, ends, (part("1.6T-2xDR4"),) * 2, channel) if one.code == "OPT-003"
    ]
    assert [one.severity for one in reach] == [Severity.WARNING]


def test_an_unknown_power_limit_is_no_finding():
    link = (cage("800G-ZR", 8, QDD800), cage("800G-ZR", 8, "arista-7060x6-64pe"), 800, (10, LC))
    assert "OPT-006" not in codes(*link)


def test_the_cages_of_a_known_host_are_recalled_and_only_warn():
    ends = socket("connectx-7", 0, "dgx-b200"), socket(OSFP800, 4)
    channel = Channel(400, 30, CATALOG.fibre(DR))
    (one,) = judged(CATALOG, ends, (part("400G-DR4"), part("800G-2xDR4")), channel)
    assert (one.code, one.severity) == ("OPT-011", Severity.WARNING)


def test_a_plug_that_does_not_mate_is_answered_with_the_fibres_that_fit():
    hints = [one.hint for one in found(fibre="os2-lc") if one.code == "OPT-005"]
    assert hints == ["these fit: `os2-mpo12-apc`"] * 2
    assert "no fibre of the catalog fits" in next(
        one.hint for one in found(fibre="os2-lc", length=501) if one.code == "OPT-005"
    )


def test_a_module_of_another_form_is_answered_with_those_of_its_light_that_fit():
    ends = socket("connectx-7", 0), socket("nvidia-sn5400", 8)
    channel = Channel(400, 30, CATALOG.fibre(DR))
    (one,) = (
        one
        for one in judged(CATALOG, ends, (part("400G-DR4"), part("800G-2xDR4")), channel)
        if one.code == "OPT-004"
    )
    assert one.hint == "these fit, of the same light and plug: `400G-DR4`"
