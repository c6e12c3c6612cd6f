"""What gates want to know of a SONiC device: identity, sessions, neighbours, links, counters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from fabric.drivers.contract import Identity, Observation, UnreachableError
from fabric.drivers.shape import Either, decoded, none

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.drivers.shape import Shape
    from fabric.drivers.sonic.ssh import Ssh

_BGP = "sudo vtysh -c 'show bgp summary json'"
_LLDP = "sudo docker exec lldp lldpctl -f json"
_PORTS = "show interfaces status"
_PORTSTAT = "portstat -j"
_FEC = "show interfaces counters fec-stats -j"
_WATCHDOG = "pfcwd show stats"
_VERSION = "show version"
_METADATA = "sudo sonic-cfggen -d --print-data"
_DATABASE: Shape = {"DEVICE_METADATA": {"localhost": {}}}
SUMMARY: Shape = {"*": Either({"peers": {"*": {}}})}
_HEARD: Shape = {"*": {"chassis": {}, "port": {"id": {}}}}
NEIGHBOURS: Shape = {"lldp": {"interface": Either(_HEARD, [_HEARD], none)}}
COUNTED: Shape = {"*": {}}
"""Counters are read as text: `1,234`, `N/A`."""


def identify(ssh: Ssh) -> Identity:
    """Ask who it is."""
    version = ssh.ask(_VERSION)
    metadata = ssh.ask(_METADATA)
    hostname = ssh.ask("hostname")
    if version.code or metadata.code:
        raise UnreachableError(f"it does not say who it is: {version.words}")
    database = decoded(metadata.out, _DATABASE, "`sonic-cfggen`")
    localhost = database.get("DEVICE_METADATA", {}).get("localhost", {})
    return Identity(
        hostname=hostname.out.strip(),
        serial=field(version.out, "Serial Number"),
        mac=str(localhost.get("mac", "")).lower(),
        model=field(version.out, "HwSKU"),
        release=field(version.out, "SONiC Software Version").removeprefix("SONiC."),
    )


def observe(ssh: Ssh) -> Observation:
    """Read everything; what the image has no command for is left out, and so unknown to the gates."""
    outputs = {command: _answer(ssh, command) for command in (_BGP, _LLDP, _PORTS)}
    counted = [_answer(ssh, command) for command in (_PORTSTAT, _FEC, _WATCHDOG)]
    return Observation(
        bgp=bgp(decoded(outputs[_BGP] or "{}", SUMMARY, "`show bgp summary`")),
        lldp=lldp(decoded(outputs[_LLDP] or "{}", NEIGHBOURS, "`lldpctl`")),
        oper_up=oper_up(outputs[_PORTS] or ""),
        counters=counters(*counted),
        ports=ports(counted[0]),
    )


def _answer(ssh: Ssh, command: str) -> str | None:
    output = ssh.ask(command)
    return None if output.code else output.out


def field(text: str, name: str) -> str:
    """Return what follows `name:` on a line of its own."""
    found = re.search(rf"^{re.escape(name)}:\s*(.*?)\s*$", text, re.MULTILINE)
    return found[1] if found else ""


def bgp(summary: Mapping[str, Any]) -> dict[str, bool]:
    """Return which sessions are established, over all families; peers on ports bear the port's name."""
    found: dict[str, bool] = {}
    for family in summary.values():
        for name, peer in (family.get("peers", {}) if isinstance(family, dict) else {}).items():
            found[name] = found.get(name, True) and peer.get("state") == "Established"
    return found


def lldp(reply: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the neighbour heard on each port.

    lldpctl writes a lone interface as an object and several as a list.
    """
    interfaces = reply.get("lldp", {}).get("interface", [])
    found: dict[str, tuple[str, str]] = {}
    for entry in [interfaces] if isinstance(interfaces, dict) else interfaces:
        for port, heard in entry.items():
            chassis = heard.get("chassis", {})
            name = "" if "id" in chassis else next(iter(chassis), "")
            remote = heard.get("port", {}).get("id", {})
            found.setdefault(port, (name, str(remote.get("value", ""))))
    return found


def oper_up(table: str) -> frozenset[str]:
    """Return the ports whose `Oper` is up."""
    return frozenset(row.get("Interface", "") for row in rows(table) if row.get("Oper") == "up") - {""}


def counters(portstat: str | None, fec: str | None, watchdog: str | None) -> dict[str, int]:
    """Return totals over all ports; a counter the image does not have is absent, not zero."""
    found: dict[str, int] = {}
    if portstat is not None:
        ports = decoded(portstat, COUNTED, "`portstat`")
        found["discards"] = _total(ports, "RX_DRP", "TX_DRP")
        found["errors"] = _total(ports, "RX_ERR", "TX_ERR")
    if fec is not None:
        found["fec_uncorrectable"] = _total(decoded(fec, COUNTED, "`fec-stats`"), "FEC_UNCORR")
    if watchdog is not None:
        storms = (row.get("STORM DETECTED/RESTORED", "") for row in rows(watchdog))
        found["pfc_watchdog"] = sum(_number(storm.partition("/")[0]) for storm in storms)
    return found


def ports(portstat: str | None) -> dict[str, dict[str, int]]:
    """Return what each port counted, in and out together."""
    kinds = {"frames": "OK", "discards": "DRP", "errors": "ERR"}
    return {
        port: {
            name: _number(str(counted.get(f"RX_{kind}", "0"))) + _number(str(counted.get(f"TX_{kind}", "0")))
            for name, kind in kinds.items()
        }
        for port, counted in decoded(portstat or "{}", COUNTED, "`portstat`").items()
    }


def rows(table: str) -> Iterator[dict[str, str]]:
    """Read a table as tabulate prints it: columns are where the dashes below the head are."""
    head = ""
    columns: list[tuple[int, int | None]] = []
    for line in table.splitlines():
        if re.fullmatch(r"\s*-{2,}(\s+-+)*\s*", line):
            starts = [match.start() for match in re.finditer(r"-+", line)]
            columns = list(zip(starts, [*starts[1:], None], strict=True))
            names = [head[start:end].strip() for start, end in columns]
        elif columns and line.strip():
            yield dict(zip(names, (line[start:end].strip() for start, end in columns), strict=True))
        else:
            head = line


def _total(ports: Mapping[str, Mapping[str, Any]], *names: str) -> int:
    return sum(_number(str(port.get(name, "0"))) for port in ports.values() for name in names)


def _number(text: str) -> int:
    """Read `1,234`; `N/A` counts nothing."""
    digits = text.replace(",", "").strip()
    return int(digits) if digits.isdigit() else 0
