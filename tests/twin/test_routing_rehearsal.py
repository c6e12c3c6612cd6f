"""FRR runs the rendered routing of small fabrics: sessions, equal ways, echoes, a link down and up."""

from __future__ import annotations

from itertools import cycle

import pytest
from cases import dpus
from cases.repositories import Texts, edited
from cases.small_ethernet import ALL_SONIC, ALL_VENDORS, AS_SONIC, OF_TABLES, readers, rendered, small
from check.test_along_dpus import EXPORT
from judges import tally

from fabric.twin.ibsim import TwinError
from fabric.twin.routing_rehearsal import rehearse

PLATFORMS = {
    "sonic": f"model: arista-7060x6-64pe, {AS_SONIC}",
    "eos": 'model: arista-7060x6-64pe, platform: eos, release: "4.34.1F"',
    "cumulus": 'model: nvidia-sn5600, platform: cumulus, release: "5.16"',
}


def found(rehearsal):
    return [str(one.summary) for one in rehearsal.diagnostics]


@pytest.mark.judge("twin")
def test_two_leaves_and_two_spines_of_three_vendors_route_with_all_their_links():
    design, artifacts = small(*ALL_VENDORS)
    platforms = {design.device(name).platform for name in ("pod1-leaf1", "pod1-leaf2", "spine1")}
    assert platforms == {"eos", "sonic", "cumulus"}
    tally.count("twin")
    told: list[str] = []
    rehearsal = rehearse(design, artifacts, readers(), tell=told.append)
    assert found(rehearsal) == []
    assert (rehearsal.nodes, rehearsal.sessions, rehearsal.probed) == (6, 8, 16)
    assert told == [
        "what 6 nodes must have is worked out",
        "6 nodes get network namespaces",
        "FRR starts on 4 of them",
        "8 sessions and their routes, for at most 120 s",
        "echoes between 16 pairs of addresses",
        "a link goes down and comes up",
    ]


NUMBERED = ("ecmp: {seed: equal}", "ecmp: {seed: equal}\n  underlay: ebgp-numbered")


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_numbered_links_of_three_vendors_route_too():
    design, artifacts = small(*ALL_VENDORS, NUMBERED)
    tally.count("twin")
    rehearsal = rehearse(design, artifacts, readers())
    assert found(rehearsal) == []
    assert (rehearsal.nodes, rehearsal.sessions, rehearsal.probed) == (6, 8, 16)


BOTH_FAMILIES = ("ecmp: {seed: equal}", "ecmp: {seed: equal}\n  dual_stack: true")


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_both_families_go_over_the_same_sessions_of_three_vendors():
    design, artifacts = small(*ALL_VENDORS, BOTH_FAMILIES)
    tally.count("twin")
    rehearsal = rehearse(design, artifacts, readers())
    assert found(rehearsal) == []
    assert (rehearsal.nodes, rehearsal.sessions) == (6, 8)


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_numbered_links_of_both_families_route_echoes_of_both_in_sessions_of_each():
    both = (NUMBERED[0], f"{NUMBERED[1]}\n  dual_stack: true")
    design, artifacts = small(*ALL_VENDORS, both)
    tally.count("twin")
    rehearsal = rehearse(design, artifacts, readers())
    assert found(rehearsal) == []
    assert (rehearsal.nodes, rehearsal.sessions) == (6, 16)
    assert rehearsal.probed == rehearse(*small(*ALL_VENDORS, BOTH_FAMILIES), readers()).probed


DRAINED = ("ecmp: {seed: equal}", "ecmp: {seed: equal}\n  drained: [spine2]")


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_nothing_goes_through_a_drained_spine_that_still_has_its_sessions():
    design, artifacts = small(*ALL_VENDORS, DRAINED)
    assert design.drained == {"spine2"}
    tally.count("twin")
    rehearsal = rehearse(design, artifacts, readers())
    assert found(rehearsal) == []
    assert rehearsal.sessions == 8


@pytest.mark.proof
@pytest.mark.judge("twin")
@pytest.mark.parametrize("unit", ["pod1-leaf1", "pod1-leaf2", "spine1"])
def test_whatever_the_vendor_of_the_drained_switch(unit):
    design, artifacts = small(*ALL_VENDORS, (DRAINED[0], DRAINED[1].replace("spine2", unit)))
    assert found(rehearse(design, artifacts, readers())) == []


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_a_spine_that_should_be_drained_and_is_not_is_found():
    design, _ = small(*ALL_VENDORS, DRAINED)
    _, artifacts = small(*ALL_VENDORS)
    rehearsal = rehearse(design, artifacts, readers(), seconds=15)
    assert "TWN-010" in {one.code for one in rehearsal.diagnostics}


def test_a_platform_whose_words_nobody_reads_is_no_rehearsal():
    design, artifacts = small(*ALL_VENDORS)
    own = {name: read for name, read in readers().items() if name != "eos"}
    with pytest.raises(TwinError, match="`eos` has no configuration of FRR"):
        rehearse(design, artifacts, own)


@pytest.mark.proof
@pytest.mark.judge("twin")
@pytest.mark.parametrize(
    ("unit", "old", "new", "code"),
    [
        ("pod1-leaf1", "maximum-paths 64", "maximum-paths 2", "TWN-010"),
        ("pod1-leaf1", "remote-as 4200000000", "remote-as 4200000009", "TWN-009"),
        ("pod1-leaf2", "permit 100.64.1.0/24 ge 31 le 31", "permit 100.64.9.0/24 ge 31 le 31", "TWN-012"),
        ("spine1", "bestpath", "bestpth", "TWN-013"),
    ],
)
def test_a_mistake_in_one_file_is_found(unit, old, new, code):
    design, artifacts = small(*ALL_SONIC)
    assert old in artifacts[unit]["frr.conf"]
    artifacts[unit]["frr.conf"] = artifacts[unit]["frr.conf"].replace(old, new)
    tally.count("twin", "mutants")
    rehearsal = rehearse(design, artifacts, readers(), seconds=15)
    assert code in {one.code for one in rehearsal.diagnostics}, found(rehearsal)


SEED = "ecmp: {seed: equal}"
FORMS = {
    "unnumbered": SEED,
    "numbered, both families": f"{SEED}\n  underlay: ebgp-numbered\n  dual_stack: true",
    "a drained spine": f"{SEED}\n  drained: [spine1]",
}


@pytest.mark.proof
@pytest.mark.judge("twin")
@pytest.mark.parametrize("form", FORMS)
def test_what_the_image_of_sonic_makes_of_tables_routes_with_all_its_links(form):
    design, artifacts = small(*OF_TABLES, (SEED, FORMS[form]))
    assert all("frr.conf" not in files for files in artifacts.values())
    tally.count("twin")
    rehearsal = rehearse(design, artifacts, readers())
    assert found(rehearsal) == []
    assert (rehearsal.nodes, rehearsal.sessions) == (6, 16 if "both" in form else 8)


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_tables_and_files_of_three_vendors_route_together():
    leaf = f"pod1-leaf2, {AS_SONIC}"
    design, artifacts = small(*ALL_VENDORS, (leaf, f"{leaf}, routing_mode: unified"))
    assert "frr.conf" not in artifacts["pod1-leaf2"]
    tally.count("twin")
    assert found(rehearse(design, artifacts, readers())) == []


def wide(leaves: int, spines: int) -> Texts:
    """Return an intent of a rail on each leaf, platforms in turn."""
    turn = cycle(PLATFORMS.values())
    overrides = "".join(f"    - {{match: pod1-leaf{n}, {next(turn)}}}\n" for n in range(1, leaves + 1))
    return Texts(
        {
            "site/site.yaml": "schema: fabric/1\nname: wide\nfabric: {name: backend, transport: roce}\n"
            "hosts:\n  pod1: {count: 2, model: hgx-h200, nics: {backend: {model: connectx-7, count: 8}}}\n"
            "topology:\n  kind: leaf-spine\n"
            f"  leaf: {{{PLATFORMS['eos']}, count: {leaves}, uplinks: {spines}}}\n"
            f"  spine: {{count: {spines}, {PLATFORMS['cumulus']}}}\n  overrides:\n{overrides}"
            "routing:\n  ecmp: {seed: equal}\n  bfd: {interval: 1 s, multiplier: 3}\n"
        }
    )


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_sixteen_leaves_and_four_spines_of_three_vendors_route_with_all_their_links():
    design, artifacts = rendered(wide(16, 4))
    tally.count("twin")
    rehearsal = rehearse(design, artifacts, readers(), seconds=240)
    assert found(rehearsal) == []
    assert rehearsal.sessions == 64


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_dpus_route_between_leaves_and_hosts_and_join_no_leaves():
    made = dpus.built()
    (design,) = made.designs.values()
    artifacts = {name: dpus.texts(made, name) for name in dpus.units(made)}
    tally.count("twin")
    rehearsal = rehearse(design, artifacts, readers())
    assert found(rehearsal) == []
    assert (rehearsal.nodes, rehearsal.sessions, rehearsal.probed) == (8, 8, 34)


@pytest.mark.proof
@pytest.mark.judge("twin")
def test_a_dpu_that_announces_what_it_learned_is_found():
    made = dpus.built()
    (design,) = made.designs.values()
    artifacts = {name: dpus.texts(made, name) for name in dpus.units(made)}
    startup = artifacts["pod1-dpu1"]["startup.yaml"]
    policy = f"{20 * ' '}policy:\n{22 * ' '}{EXPORT}\n"
    artifacts["pod1-dpu1"] = {"startup.yaml": edited(startup, (policy, ""))}
    rehearsal = rehearse(design, artifacts, readers(), seconds=15)
    assert "TWN-010" in {one.code for one in rehearsal.diagnostics}
