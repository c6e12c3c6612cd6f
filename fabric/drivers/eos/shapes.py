"""What is read of each answer of EOS, by its command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.drivers.shape import Absent, Either, measure, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.drivers.shape import Shape

SESSIONS = "show configuration sessions detail"
VERSION = "show version"
HOSTNAME = "show hostname"
BGP = "show bgp summary vrf all"
PEERS = "show bgp neighbors vrf all"
LLDP = "show lldp neighbors detail"
PORTS = "show interfaces description"
WATCHDOG = "show priority-flow-control counters watchdog"
PFC = "show priority-flow-control counters"
DISCARDS = "show interfaces counters discards"
ERRORS = "show interfaces counters errors"
PHY = "show interfaces phy detail"
FRAMES = "show interfaces counters"

FRAME_KEYS = tuple(
    f"{way}{cast}Pkts" for way in ("in", "out") for cast in ("Ucast", "Multicast", "Broadcast")
)
_TIME = Absent(measure)
_NAME = Absent(str)
_SESSION = {"commitBy": _TIME, "commitUser": _NAME, "instances": Absent({"*": {}}), "state": _NAME}
_PEER = {"peerAddress": str, "ifName": _NAME}
_HEARD = {"neighborInterfaceInfo": {"interfaceId_v2": _NAME}, "systemName": str}
_CODEWORDS = {"fec": {"uncorrectedCodewords": {"value": number}}}
_QUEUES = Either({"*": Either({"txQueues": {"*": {"stuckCount": number}}})})


def _counted(table: str, *keys: str) -> Mapping[str, Shape]:
    return {table: Absent({"*": dict.fromkeys(keys, number)})}


SHAPES: Mapping[str, Shape] = {
    VERSION: {"uptime": _TIME},
    SESSIONS: {
        "sessions": {"*": _SESSION},
        "commitTimerSessionName": _NAME,
        "commitTimerExpireTime": _TIME,
        "maxOpenSessions": Absent(number),
    },
    BGP: {"vrfs": {"*": {"peers": {"*": {}}}}},
    PEERS: {"vrfs": {"*": {"peerList": [_PEER]}}},
    LLDP: {"lldpNeighbors": {"*": {"lldpNeighborInfo": [_HEARD]}}},
    PORTS: {"interfaceDescriptions": {"*": {}}},
    WATCHDOG: {"*": _QUEUES},
    PFC: {"interfaceCounters": {"*": {"rxFrames": number, "txFrames": number}}},
    DISCARDS: {
        "inDiscardsTotal": number,
        "outDiscardsTotal": number,
        **_counted("interfaces", "inDiscards", "outDiscards"),
    },
    ERRORS: {"interfaceErrorCounters": {"*": {"inErrors": number, "outErrors": number}}},
    PHY: {"interfacePhyStatuses": {"*": {"phyStatuses": [_CODEWORDS]}}},
    FRAMES: _counted("interfaces", *FRAME_KEYS),
}
"""Of a command that is not here an object is asked for, and no more."""
