"""The files of a subnet manager as one tree, and what of it is ours."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.platforms.ufm import formats
from fabric.platforms.ufm.words import FIRST_PKEY, LAST_PKEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.core.tree import Path, Tree

SMCONF = frozenset(("honor_guid2lid_file", "sm_priority", "subnet_prefix"))
"""Options of the manager that are ours and that REST shows."""
LIMITS = {"mtu_limit": "2", "rate_limit": "2.5"}
"""Limits of a partition, and what UFM gives one that is made without them: kB and Gb/s.

The guide's example of a request has these, and so had every partition of a UFM 6.11 that a client listed
(crate `test-wp` 0.1.2, README).
"""
QUALITY = frozenset(("service_level", *LIMITS))
NAMED_BY = {"qos-policy.conf": "qos_policy_file", "root_guid.conf": "root_guid_file"}
"""Files that a hang-up makes OpenSM read again, and the option that names each.

[RUN] with OpenSM 3.3.23: their contents are read at every heavy sweep, which SIGHUP begins; a change of the
option waits for a restart. So says the manual of Mellanox OFED 2.3 of the QoS policy.
"""
WHOLE = "text"
"""Leaf of a file that is not of the form that we write."""
_GUID = re.compile(r"[0-9a-f]{1,16}")
_PRINTED = """
    ar_sl_mask honor_guid2lid_file keep_pkey_indexes max_op_vls partition_config_file qos qos_high_limit
    qos_max_vls qos_policy_file qos_sl2vl qos_vlarb_high qos_vlarb_low root_guid_file routing_engine
    sm_priority subnet_prefix torus_config qos_ca_vlarb_high qos_ca_vlarb_low qos_sw0_vlarb_high
    qos_sw0_vlarb_low qos_swe_vlarb_high qos_swe_vlarb_low
"""
_OPTIONS = frozenset(_PRINTED.split())
"""Options that our template prints. UFM patches opensm.conf at every start: the others are its own."""


def parse(artifacts: Mapping[str, str]) -> Tree:
    """Return the tree of the files that are there; the first part of a path is the file."""
    return {
        (name, *path): value
        for name, read in _READERS.items()
        if name in artifacts
        for path, value in read(artifacts[name])
    }


def owned(path: Path) -> bool:
    """Whether a path is ours to change. Partitions outside the managed range are left alone."""
    match path:
        case ("ufm.json", "pkeys", key, *rest):
            ours = rest[:1] != ["qos_conf"] or rest[-1] in QUALITY
            return ours and FIRST_PKEY <= int(key, 16) <= LAST_PKEY
        case ("ufm.json", "smconf", key):
            return key in SMCONF
        case ("ufm.json", "files", *_):
            return False
        case ("opensm.conf", key):
            return key in _OPTIONS
        case _:
            return path[0] != "ufm.json"


def shown(tree: Tree, path: Path) -> bool:
    """Whether a driver that read this tree would see a path, if it were there."""
    if path[0] == "opensm.conf":
        return path[-1] in NAMED_BY.values() and _is_read(tree, path[0])
    return path[0] == "ufm.json" or (path[0] in NAMED_BY and _is_read(tree, path[0]))


def _is_read(tree: Tree, name: str) -> bool:
    return ("ufm.json", "files", f"!{name}") in tree


def text_of(tree: Tree, name: str) -> str:
    """Return a file of OpenSM as it is written: what was read by its grammar, or what could not be."""
    leaves = {path[1]: value for path, value in tree.items() if path[0] == name}
    if WHOLE in leaves:
        return leaves[WHOLE]
    if name == "root_guid.conf":
        return "".join(f"{line}\n" for line in sorted(leaves, key=natural))
    levels = sorted(leaves, key=lambda what: (what != "default", what))
    return "qos-ulps\n" + "".join(f"    {what} : {leaves[what]}\n" for what in levels) + "end-qos-ulps\n"


def _rest(text: str) -> Iterator[tuple[Path, str]]:
    """Read desired or fetched REST state; what is only expected or said about the range is left out."""
    document = json.loads(text)
    for key, pkey in document.get("pkeys", {}).items():
        base = ("pkeys", hex(int(key, 16)))
        yield (*base, "partition"), pkey["partition"]
        yield (*base, "ip_over_ib"), json.dumps(pkey["ip_over_ib"])
        if pkey.get("guids"):
            yield (*base, "index0"), json.dumps(pkey["guids"][0]["index0"])
        for word, value in pkey.get("qos_conf", {}).items():
            yield (*base, "qos_conf", word), f"{float(value):g}"
        for member in pkey.get("guids", ()):
            yield (*base, "guids", member["guid"].lower().zfill(16)), member["membership"]
    for name in document.get("files", ()):
        yield ("files", f"!{name}"), "read"
    for word, value in document.get("smconf", {}).items():
        yield ("smconf", word), value if isinstance(value, str) else json.dumps(value)


def _options(text: str) -> Iterator[tuple[Path, str]]:
    """Read an opensm.conf, be it ours or one that UFM has patched with keys of its own."""
    for line in formats.lines(text):
        key, _, value = line.partition(" ")
        yield (key,), value.strip()


def _partitions(text: str) -> Iterator[tuple[Path, str]]:
    for key, (name, flags, members) in formats.partitions(text).items():
        yield (key, "name"), name
        for flag in flags:
            word, _, value = flag.partition("=")
            yield (key, word), value
        for who, kind in members:
            yield (key, "member", who), kind


def _levels(text: str) -> Iterator[tuple[Path, str]]:
    """Read qos-policy.conf; one of another form, which people may have written, is a whole."""
    try:
        levels = formats.levels(text)
    except ValueError:
        yield (WHOLE,), text
        return
    for level in levels:
        what, _, number = level.partition(" : ")
        yield (what,), number


def _roots(text: str) -> Iterator[tuple[Path, str]]:
    """Read root_guid.conf: GUIDs in one form, and names of port groups as they stand."""
    for line in formats.lines(text):
        digits = line.lower().removeprefix("0x")
        yield (f"0x{int(digits, 16):016x}" if _GUID.fullmatch(digits) else line,), ""


def _listed(text: str) -> Iterator[tuple[Path, str]]:
    for line in formats.lines(text):
        yield (line,), ""


def _grid(text: str) -> Iterator[tuple[Path, str]]:
    """Read torus-2QoS.conf: lines mean what they mean by their place, in a seed and among seeds."""
    for number, line in enumerate(formats.torus(text)):
        yield (f"{number:02}",), line


def _cables(text: str) -> Iterator[tuple[Path, str]]:
    for system, cables in formats.cables(text).items():
        name = system.partition(" ")[2]
        for cable in cables:
            port, _, far = cable.partition(" -> ")
            yield (name, port), far


_READERS: Mapping[str, Callable[[str], Iterator[tuple[Path, str]]]] = {
    "ufm.json": _rest,
    "opensm.conf": _options,
    "partitions.conf": _partitions,
    "qos-policy.conf": _levels,
    "root_guid.conf": _roots,
    "torus-2QoS.conf": _grid,
    "topology.topo": _cables,
    "topoconfig.conf": _listed,
}
