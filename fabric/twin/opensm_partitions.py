"""Reads back what OpenSM made of partitions and roots: it ignores, in silence, GUIDs that nobody has.

A member with a wrong GUID, and a partition file with one bad line, leave ports outside their partition while
OpenSM says SUBNET UP (3.3.23, seen on ibsim). So the PKey tables of ports are read from the subnet.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.twin.ibsim import Simulator, program

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.device import Partition, SubnetManagerConfig

SAMPLE = 2
"""Members read from each end of a partition: one reading takes some 20 ms, a pod has thousands."""
FULL = 0x8000
"""The bit that a full member's PKey has."""
PORT = re.compile(r'^\[\d+\]\((?P<guid>[0-9a-f]+)\)\s*"S-.*# lid (?P<lid>\d+) ', re.MULTILINE)
PKEY = re.compile(r"0x([0-9a-f]{4})\b")
GUID = re.compile(r"^\s*(0x[0-9a-fA-F]+)", re.MULTILINE)


def lids(dump: str) -> Mapping[int, str]:
    """Return the LIDs of adapters' ports by port GUID, from the output of `ibnetdiscover`."""
    return {int(match["guid"], 16): match["lid"] for match in PORT.finditer(dump)}


def unheld(running: Simulator, config: SubnetManagerConfig, dump: str) -> Iterator[Diagnostic]:
    """Yield the members of partitions that are no port of the subnet, or do not hold their PKey."""
    known = lids(dump)
    for partition in config.partitions:
        strangers = [guid for guid, _ in partition.members if int(guid, 16) not in known]
        if strangers:
            yield error("TWN-006", f"partition `{partition.name}` has members that nobody is: {strangers[0]}")
        for guid, pkey in _sample(partition):
            lid = known.get(int(guid, 16))
            if lid and pkey not in _table(running.run(program("smpquery"), "pkeys", lid, "1", seconds=10)):
                yield error(
                    "TWN-007", f"port {guid} does not hold 0x{pkey:04x} of partition `{partition.name}`"
                )


def strange_roots(root_guids: str, config: SubnetManagerConfig) -> Iterator[Diagnostic]:
    """Yield the roots in a root_guid.conf that are no switch of the subnet."""
    switches = {int(node.guid, 16) for node in config.nodes if not node.is_adapter}
    for guid in GUID.findall(root_guids):
        if int(guid, 16) not in switches:
            yield error("TWN-008", f"root {guid} in root_guid.conf is no switch of the subnet")


def _sample(partition: Partition) -> Iterator[tuple[str, int]]:
    members = dict.fromkeys((*partition.members[:SAMPLE], *partition.members[-SAMPLE:]))
    for guid, membership in members:
        yield guid, partition.pkey & ~FULL | (FULL if membership == "full" else 0)


def _table(said: str) -> frozenset[int]:
    return frozenset(int(key, 16) for key in PKEY.findall(said))
