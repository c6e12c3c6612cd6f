"""What a host's NICs do with packets, read back from the script that acts and from `nic.json`."""

from __future__ import annotations

import json
import re
from ipaddress import IPv4Interface, IPv6Interface
from typing import TYPE_CHECKING, Any

from fabric.device.hop import CLASSES, NOWHERE, Hop, PortHop, Treatment
from fabric.platforms.host import dcb

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ECT = 0b10
SCRIPT, SETTINGS = "apply.sh", "nic.json"
_FABRIC = re.compile(r"^# Fabric (\S+)\.$", re.MULTILINE)
_MAP = re.compile(r"cat << 'MAP'\n(.*?)\nMAP", re.DOTALL)
_PFC = re.compile(r'mlnx_qos -i "\$1" --pfc ([01,]+)')
_SCHEDULE = re.compile(r'mlnx_qos -i "\$1" -p (\S+) -s (\S+) -t (\S+)')
_TRUST = re.compile(r'mlnx_qos -i "\$1" --trust (\S+)')
_TOS = re.compile(r'cma_roce_tos -d "\$rdma" -t (\d+)')
_CNP = re.compile(r"(?:roce_np|/cc)/cnp_dscp\" (\d+)$", re.MULTILINE)
_PAUSE = re.compile(r'ethtool -A "\$1" (?:autoneg off )?rx off tx off')
_DEFAULT_TOS = re.compile(r"/default_roce_tos\" (\d+)$", re.MULTILINE)
_MARKING = re.compile(r"/cc/ecn_marking\" 1$", re.MULTILINE)
_PORT = re.compile(r"^roce (\S+) (\d+) (\d+)$", re.MULTILINE)


def hop(artifacts: Mapping[str, str]) -> Hop:
    """Return what the NICs of a host do. Raises ValueError when the script and `nic.json` disagree."""
    texts = parts(artifacts[SCRIPT])
    ports: dict[str, PortHop] = {}
    for name, part in json.loads(artifacts[SETTINGS])["fabrics"].items():
        if part["transport"] != "infiniband":
            ports.update(_ports(texts[name], part))
    return Hop(ports=ports)


def parts(script: str) -> dict[str, str]:
    """Return what the script does on each fabric."""
    starts = [*_FABRIC.finditer(script)]
    ends = [match.start() for match in starts[1:]] + [len(script)]
    return {match[1]: script[match.end() : end] for match, end in zip(starts, ends, strict=True)}


def _ports(text: str, part: dict[str, Any]) -> Iterator[tuple[str, PortHop]]:
    treatment = _treatment(text) if "qos" in part else None
    if treatment is not None:
        _agree(treatment, part["qos"])
    acted = {match[1]: (int(match[2]), int(match[3])) for match in _PORT.finditer(text)}
    for name, nic in part["nics"].items():
        mtu, cable = acted.get(name, (nic["mtu"], nic["cable_m"]))
        if (mtu, cable) != (nic["mtu"], nic["cable_m"]):
            raise ValueError(f"`{SCRIPT}` and `{SETTINGS}` disagree on MTU or cable of `{name}`")
        # The script sets nothing on a NIC whose tools are not known: nic.json alone speaks of it.
        own = treatment if name in acted else None
        port = PortHop(
            mtu,
            nic["speed_gbps"],
            "",
            own,
            cable_m=cable,
            address=IPv4Interface(nic["address"]) if nic["address"] else None,
            address6=IPv6Interface(nic["address6"]) if nic.get("address6") else None,
            global_pause=own is not None and _PAUSE.search(text) is None,
            sends=_sends(text) if own else (),
        )
        yield name, port


def _sends(text: str) -> tuple[int, int]:
    """Return the ToS bytes of RDMA and of congestion notices; -1 for none."""
    rdma, default, notices = _TOS.search(text), _DEFAULT_TOS.search(text), _CNP.search(text)
    byte = int(rdma[1]) if rdma else NOWHERE
    if default:  # these NICs add the ECN field by themselves
        byte = int(default[1]) | (ECT if _MARKING.search(text) else 0)
    return (byte, int(notices[1]) << 2 if notices else NOWHERE)


def _treatment(text: str) -> Treatment | None:
    """Return what the script sets; None where no tool for these NICs is known, and it sets nothing."""
    found, pfc = _MAP.search(text), _PFC.search(text)
    if found is None:
        return None
    rows: dict[int, int] = {}
    for line in found[1].splitlines():
        code, priority = map(int, line.split())
        rows[code] = priority
    return dcb.treatment(text, rows) if pfc is None else _of_mlnx_qos(text, rows, pfc[1])


def _of_mlnx_qos(text: str, rows: Mapping[int, int], flags: str) -> Treatment:
    pauses = frozenset(n for n, flag in enumerate(flags.split(",")) if flag == "1")
    schedule = _SCHEDULE.search(text)
    queues, kinds, weights = (
        ([int(n) for n in schedule[1].split(",")], schedule[2].split(","), schedule[3].split(","))
        if schedule
        else (list(CLASSES), [], [])
    )
    trust = _TRUST.search(text)
    used = sorted({queues[number] for number in rows.values()})
    return Treatment(
        trusts_dscp=trust is not None and trust[1] == "dscp",
        dscp_to_class=tuple(rows.get(code, NOWHERE) for code in range(64)),
        class_to_queue=tuple(queues),
        class_to_group=tuple(n if n in pauses else 0 for n in CLASSES),
        pause_to_queue=tuple(queues),
        pauses=pauses,
        strict=frozenset(n for n in used if kinds and kinds[n] == "strict"),
        shares=tuple((n, int(weights[n])) for n in used if weights and kinds[n] == "ets"),
        marks=(),
        storm=None,
    )


def _agree(treatment: Treatment, told: dict[str, Any]) -> None:
    """Raise ValueError when the script does other than `nic.json` says."""
    if list(treatment.dscp_to_class) != told["dscp_to_priority"]:
        raise ValueError(f"`{SCRIPT}` and `{SETTINGS}` disagree on the map of code points")
    if sorted(treatment.pauses) != sorted(told["pfc"]):
        raise ValueError(f"`{SCRIPT}` and `{SETTINGS}` disagree on the priorities that are paused")
