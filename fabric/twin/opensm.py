"""Makes rendered subnet manager files fit for the OpenSM of a rehearsal, and judges what that says.

NVIDIA's OpenSM 5.x, which production runs, is not free; Debian has the upstream 3.3.23. It reads the same
files but lacks NVIDIA's engines and reports NVIDIA's keys as unknown. Both differences are declared: the
engines here, the keys in `opensm_keys`.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.twin.opensm_keys import NVIDIA_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

SUBSTITUTES = MappingProxyType({"ar_updn": "updn", "ar_ftree": "ftree", "dfp": "minhop", "dfp2": "minhop"})
"""NVIDIA's engine to the upstream one that routes alike, without adaptive routing on top: in a dragonfly+
that is the shortest way, over one link between groups."""
FILES = MappingProxyType(
    {
        "partition_config_file": "partitions.conf",
        "qos_policy_file": "qos-policy.conf",
        "root_guid_file": "root_guid.conf",
        "torus_config": "torus-2QoS.conf",
    }
)
"""Key of opensm.conf to the rendered file it must name."""
FORCED = (
    "log_file {folder}/opensm.log",
    "dump_files_dir {folder}",
    "force_log_flush TRUE",  # the log is block-buffered otherwise, and empty when the process is killed
    "daemon FALSE",
    "console off",
)
SECRET = re.compile(r"@\{secret:")
UNKNOWN = re.compile(r'Unrecognized token: "?(?P<key>[\w-]+)')
ROUTED = re.compile(r"ucast_mgr_process: (?P<engine>\S+) tables configured on all switches")
OBJECTION = re.compile(
    r"PARSE ERROR|Partition configuration in error|ERR [0-9A-F]{4}:|No routing engine"
    r"|-E- Parsing error|Cached Option .*(improperly formatted|out of range)"
)
"""The words of opensm 3.3.23, printed or logged, for what it does not take; it runs on all the same."""


def runnable(artifacts: Mapping[str, str], folder: Path) -> Mapping[str, str]:
    """Return the files to run: rendered ones with paths into `folder`, engines replaced, secrets left out."""
    settings = dict(_setting(line) for line in artifacts["opensm.conf"].splitlines() if _is_setting(line))
    settings |= {key: str(folder / file) for key, file in FILES.items() if file in artifacts}
    if engines := settings.get("routing_engine"):
        settings["routing_engine"] = ",".join(
            SUBSTITUTES.get(one.strip(), one.strip()) for one in engines.split(",")
        )
    forced = dict(_setting(line.format(folder=folder)) for line in FORCED)
    text = "".join(f"{key} {value}\n" for key, value in (settings | forced).items())
    return {**{file: artifacts[file] for file in FILES.values() if file in artifacts}, "opensm.conf": text}


def engine_wanted(conf: str) -> str:
    """Return the engine that must have routed: the first in the list of a runnable opensm.conf."""
    settings = dict(_setting(line) for line in conf.splitlines() if _is_setting(line))
    return settings.get("routing_engine", "minhop").split(",")[0]


def objections(said: str, log: str, wanted: str) -> Iterator[Diagnostic]:
    """Judge what OpenSM printed and logged during one sweep."""
    for key in sorted({match["key"] for match in UNKNOWN.finditer(said)} - NVIDIA_KEYS):
        yield error("TWN-001", f"OpenSM does not know the key `{key}` in opensm.conf")
    # It reads its file twice and says the same of it each time; what it logs may be printed too.
    lines = dict.fromkeys(line.split("] 0x")[-1].strip() for line in (*said.splitlines(), *log.splitlines()))
    for line in lines:
        if OBJECTION.search(line):
            yield error("TWN-002", f"OpenSM objects: {line.split('-> ')[-1]}")
    routed = [match["engine"] for match in ROUTED.finditer(log)]
    if not routed:
        yield error("TWN-003", f"OpenSM did not route the subnet with `{wanted}`", hint=said[-300:].strip())
    elif routed[-1] != wanted:
        # Without `no_fallback` OpenSM turns to another engine in silence and exits with 0.
        yield error("TWN-003", f"OpenSM fell back from `{wanted}` to `{routed[-1]}`")


def _is_setting(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#") and not SECRET.search(line)


def _setting(line: str) -> tuple[str, str]:
    key, _, value = line.strip().partition(" ")
    return key, value.strip()
