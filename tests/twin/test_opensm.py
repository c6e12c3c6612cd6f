"""OpenSM's words, and what is declared to differ between NVIDIA's and the upstream one."""

from __future__ import annotations

from pathlib import Path

from judges.subnets import small_artifacts

from fabric.twin.opensm import engine_wanted, objections, runnable

ROUTED = "Nov 30 [A] 0x02 -> osm_ucast_mgr_process: updn tables configured on all switches\n"
FOLDER = Path("/work-folder")


def summaries(said="", log=ROUTED, wanted="updn"):
    return [found.summary for found in objections(said, log, wanted)]


def test_files_are_made_to_name_each_other_in_the_working_folder():
    lines = runnable(small_artifacts(), FOLDER)["opensm.conf"].splitlines()
    assert "partition_config_file /work-folder/partitions.conf" in lines
    assert "root_guid_file /work-folder/root_guid.conf" in lines


def test_a_secret_never_reaches_the_simulated_manager():
    assert "secret" not in runnable(small_artifacts(), FOLDER)["opensm.conf"]


def test_each_engine_in_a_list_is_substituted():
    files = runnable({"opensm.conf": "routing_engine ar_ftree,ar_updn,minhop\n"}, FOLDER)
    assert "routing_engine ftree,updn,minhop\n" in files["opensm.conf"]
    assert engine_wanted(files["opensm.conf"]) == "ftree"


def test_keys_of_nvidia_are_no_objection_and_misspelt_ones_are():
    said = ' Unrecognized token: "ar_mode"\n Unrecognized token: "ar_moode"\n'
    assert summaries(said) == ["OpenSM does not know the key `ar_moode` in opensm.conf"]


def test_what_is_said_twice_is_reported_once():
    line = "-E- Parsing error in field sm_priority, value out of range\n"
    assert summaries(line * 2) == [f"OpenSM objects: {line.strip()}"]


def test_silence_about_routing_is_a_failure():
    assert summaries(log="") == ["OpenSM did not route the subnet with `updn`"]
