"""What HBN is told: in NVUE's words of before 5.15, as its schemas of that time take them."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from cases import dpus
from judges import nvue

from fabric.core.diagnostic import FabricError
from fabric.platforms.bluefield import PLATFORM

RELEASES = ("5.6", "5.9", "5.14")
"""Nobody publishes HBN's own schema; these are Cumulus Linux's around it, first and last of its dialect."""


@pytest.mark.judge("nvue")
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("changes", [(), (dpus.ONE_UPLINK,), (dpus.WITH_BFD,)], ids=["two", "one", "bfd"])
def test_the_schemas_have_no_objection(release, changes):
    made = dpus.built(dpus.BEHIND_DPUS, *changes)
    startup = dpus.texts(made, "pod1-dpu1")["startup.yaml"]
    assert nvue.judge(startup, release) == ()


@pytest.mark.parametrize(("release", "said"), [("2.4", "2.4.0"), ("3.0.0", "3.0.0"), ("3.2.1", "3.0.0")])
def test_the_file_says_in_whose_words_it_is(release, said):
    made = dpus.built(dpus.BEHIND_DPUS, ('release: "3.2.1"', f'release: "{release}"'))
    (header, *_) = yaml.safe_load(dpus.texts(made, "pod1-dpu1")["startup.yaml"])
    assert (header["header"]["model"], header["header"]["version"]) == ("bluefield", f"HBN {said}")


def test_two_dpus_differ_in_their_numbers_alone():
    made = dpus.built()
    one, other = (PLATFORM.parse(dpus.texts(made, name)) for name in ("pod1-dpu1", "pod1-dpu2"))
    edits = PLATFORM.patch(one, other).edits
    assert {edit.path[0] for edit in edits} == {"interface", "router"}
    assert all("description" not in edit.path for edit in edits)


def test_a_release_that_is_none_is_refused():
    config = replace(dpus.config(dpus.built(), "pod1-dpu1"), release="newest")
    with pytest.raises(FabricError) as refused:
        PLATFORM.context(config)
    assert [one.code for one in refused.value.diagnostics] == ["BLF-001"]


def test_a_switch_is_no_dpu():
    with pytest.raises(TypeError):
        PLATFORM.context(dpus.config(dpus.built(), "spine1"))
