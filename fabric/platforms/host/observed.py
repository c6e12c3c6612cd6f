"""What a report of a host shows, field by field: outputs of the makers' tools turned into words."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

from fabric.core.names import natural

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.platforms.host.report import Look

_PRIORITY = re.compile(r"^\s*prio:([0-7]) dscp:([\d,]+)$", re.MULTILINE)
_PAUSE = re.compile(r"^(?:Autonegotiate|RX|TX):\s*(\w+)", re.MULTILINE)
_ENABLED = re.compile(r"^\s*enabled((?:\s+[01]){8})", re.MULTILINE)
_CLASS = re.compile(r"^tc: (\d) .*?tsa: (\w+)(?:, bw: (\d+%))?.*\n((?:\s+priority:\s+\d\n?)*)", re.MULTILINE)
LOCAL = " (local)"
_WHY = {127: "its tool is not installed", 124: "its tool did not answer"}
"""By exit status: of a shell without the tool, and of `timeout`."""
_NO_TABLE = 2
"""`ip route show table N` of iproute2 6.1 where table N has no route: "FIB table does not exist"."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A field that nobody could look at, which is neither right nor wrong."""

    why: str


def folded(rows: Mapping[int, int]) -> str:
    """Return a map of code points as ranges: `0-23:0 24-31:3`."""
    words: list[str] = []
    start = 0
    for code in range(64):
        if code == 63 or rows.get(code + 1) != rows.get(code):  # noqa: PLR2004 - the last code point
            if code in rows:
                words.append(f"{start}:{rows[code]}" if start == code else f"{start}-{code}:{rows[code]}")
            start = code + 1
    return " ".join(words)


def route_word(to: str, via: str | None) -> str:
    """Return a route in words, whichever way its network is written."""
    network = to if to == "default" else str(ip_network(to, strict=False))
    return f"{network} via {via}" if via else network


def observed(field: str, looks: Mapping[str, Look]) -> str | Unknown:
    """Return what a field of a port is, or why nobody knows."""
    entry, read = _readers(field)
    look = looks.get(entry)
    if look is None:
        return Unknown(f"the report has no `{entry}`: it is of another intent")
    if entry == "routes" and look.status == _NO_TABLE:
        return "none"
    if look.status:
        return Unknown(f"{_WHY.get(look.status, 'this host does not show it')} (`{entry}`)")
    try:
        return read(look.output)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, StopIteration, RecursionError):
        return Unknown(f"what its tool says is not understood (`{entry}`)")


def _readers(field: str) -> tuple[str, Callable[[str], str]]:
    """Return where a field stands in a report and how to read it."""
    kind, _, key = field.partition(" ")
    if kind == "firmware":
        return field, lambda text: _firmware(text, key)
    if kind == "register":
        return "ROCE_ACCL", lambda text: _register(text, key)
    return _READERS.get(field, (field, str.strip))


def _firmware(text: str, key: str) -> str:
    """Return the value at the next boot: the last column, a number or a word with its number in brackets."""
    name = re.escape(key).replace(r"_P\*", r"_P\d")
    return re.findall(rf"^\W*{name}\s.*?(\d+)\)?\s*$", text, re.MULTILINE)[-1]  # type: ignore[no-any-return]


def _register(text: str, key: str) -> str:
    return str(int(re.findall(rf"^{re.escape(key)}\s*\|\s*(0x[0-9a-fA-F]+)", text, re.MULTILINE)[0], 16))


def _after(head: str) -> Callable[[str], str]:
    return lambda text: (
        next(line for line in text.splitlines() if line.startswith(head)).removeprefix(head).strip()
    )


def _map(text: str) -> str:
    rows: dict[int, int] = {}
    for priority, codes in _PRIORITY.findall(text):
        rows.update(dict.fromkeys(map(int, codes.strip(",").split(",")), int(priority)))
    return folded(rows) or "none: DSCP is not trusted"


def _pfc(text: str) -> str:
    return ",".join(_ENABLED.findall(text)[0].split())


def _scheduler(text: str) -> str:
    found = sorted(_CLASS.findall(text + "\n"))
    return " ".join(
        f"{tc}/{tsa}/{share}/{','.join(re.findall(r'[0-7]', priorities))}"
        for tc, tsa, share, priorities in found
    )


def _words(text: str) -> str:
    return " ".join(text.split())


def _priorities(text: str) -> str:
    """Return the map that `dcb -N app show` shows; a code point without an entry has priority 0."""
    rows = dict.fromkeys(range(64), 0)
    for line in text.splitlines():
        if line.startswith("dscp-prio "):
            rows.update((int(code), int(priority)) for code, priority in re.findall(r"(\d+):(\d)", line))
    return folded(rows)


def _hexadecimal(text: str) -> str:
    return str(int(text.strip(), 16))


def _speed(text: str) -> str:
    mbps = int(text)
    return f"{mbps // 1000}G" if mbps > 0 else "none"


def _pause(text: str) -> str:
    return " ".join(_PAUSE.findall(text)[:3])


def _addresses(text: str) -> str:
    found: list[Any] = [info for link in json.loads(text) for info in link.get("addr_info", ())]
    return ", ".join(sorted(f"{info['local']}/{info['prefixlen']}" for info in found)) or "none"


def _routes(text: str) -> str:
    return ", ".join(
        sorted(route_word(route["dst"], route.get("gateway")) for route in json.loads(text or "[]"))
    )


def _rules(text: str) -> str:
    found = sorted(
        (int(rule["priority"]), f"from {_source(rule)}" + (f" oif {rule['oif']}" if "oif" in rule else ""))
        for rule in json.loads(text or "[]")
    )
    return ", ".join(f"{priority} {words}" for priority, words in found) or "none"


def _source(rule: Mapping[str, Any]) -> str:
    return f"{rule['src']}/{rule['srclen']}" if "srclen" in rule else str(rule["src"])


def _neighbour(text: str) -> str:
    """Return who is at the other end, as `switch:port`, in the words of `lldpctl -f json`."""
    seen = json.loads(text)["lldp"].get("interface", {})
    entries = seen if isinstance(seen, list) else [seen]
    found = [
        f"{name}:{about['port']['id']['value']}{_named(about['port']['id'])}"
        for entry in entries
        for about in entry.values()
        for name in about["chassis"]
    ]
    return ", ".join(sorted(found, key=natural)) or "none"


def _named(port: Mapping[str, Any]) -> str:
    """Return a mark for a name that is not the interface's: SONiC's lldpmgrd sends the alias."""
    return LOCAL if port.get("type") == "local" else ""


_READERS: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "RDMA device": ("device", lambda text: ",".join(text.split())),
    "MTU": ("mtu", str.strip),
    "speed": ("speed", _speed),
    "link": ("state", str.strip),
    "neighbour": ("lldp", _neighbour),
    "pause": ("pause", _pause),
    "DCBX": ("mlnx_qos", _after("DCBX mode:")),
    "trust": ("mlnx_qos", _after("Priority trust state:")),
    "cable length": ("mlnx_qos", _after("Cable len:")),
    "DSCP map": ("mlnx_qos", _map),
    "PFC": ("mlnx_qos", _pfc),
    "scheduler": ("mlnx_qos", _scheduler),
    "pause frames": ("pause", lambda text: _pause(text).partition(" ")[2]),
    "DCBX agent": ("dcb dcbx", _words),
    "ETS": ("dcb ets", _words),
    "PFC flags": ("dcb pfc", _words),
    "DSCP priorities": ("dcb app", _priorities),
    "RoCE port": ("dcb app", lambda text: " ".join(re.findall(r"(?<!\S)4791:\d", text))),
    "ecn_marking": ("ecn_marking", _hexadecimal),
    "ecn_enable": ("ecn_enable", _hexadecimal),
    "cc_mode": ("cc_mode", _hexadecimal),
    "RDMA-CM mode": ("cma_roce_mode", str.strip),
    "RDMA-CM ToS": ("cma_roce_tos", str.strip),
    "traffic class": ("traffic_class", lambda text: text.strip().removeprefix("Global tclass=")),
    "CNP DSCP": ("cnp_dscp", str.strip),
    "DCQCN roce_np": ("roce_np", str.strip),
    "DCQCN roce_rp": ("roce_rp", str.strip),
    "address": ("addresses", _addresses),
    "routes": ("routes", _routes),
    "rules": ("rules", _rules),
    "address6": ("addresses6", _addresses),
    "routes6": ("routes6", _routes),
    "rules6": ("rules6", _rules),
}
"""Where each field stands in a report, and how to read it; others stand under their own name."""
