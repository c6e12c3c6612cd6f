"""What a report of a host has to show, read from the files that bring it about: never from the model."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.platforms.host.hop import SCRIPT, SETTINGS, parts
from fabric.platforms.host.network import ports
from fabric.platforms.host.observed import folded, route_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.platforms.host.network import Port, Rule

_WANT = re.compile(r'^ +want "\$(?:1|rdma) ([^"]+)" ("[^"]*"|\S+)', re.MULTILINE)
_FIRMWARE = re.compile(r'^ +want_firmware "\$pci" "([^"]+)" (\S+)$', re.MULTILINE)
_REGISTER = re.compile(r'^ +want_register "\$pci" (\S+) (\S+)$', re.MULTILINE)
_FILE = re.compile(r'^ +want_file "\S+/ecn/(\w+)/(cnp_dscp|enable)\S*" (\S+)$', re.MULTILINE)
_MAP = re.compile(r"cat << 'MAP'\n(.*?)\nMAP", re.DOTALL)
_CALL = re.compile(r"^(nic|roce|rail|by_hand) (\S+) (\S+)(?: (\S+))?$", re.MULTILINE)
_SYSCTLS = re.compile(r'want_sysctl "net\.ipv4\.conf\.\$name\.(\w+)" (\d+)')
_HEX = re.compile(r'^ {2}want_hex "\$1" "\$3/cc/(ecn_\w+|cc_mode)" (\d+)$', re.MULTILINE)
_DEFAULT = re.compile(r'^ +want_file "\$1/default_roce_(mode|tos)" "?([^"\n]+)', re.MULTILINE)
_ELSEWHERE = ("RDMA device", "rule", "MTU", "ETS of priorities")
"""Fields that stand in other files too, and are read there; and one that the firmware of a host decides."""
BY_HAND = "NIC settings"
"""What a NIC without a known tool is asked for: nobody can tell."""


def wanted(artifacts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return what each port of a host has to show, by field. Raises ValueError or KeyError."""
    script = artifacts[SCRIPT]
    texts = parts(script)
    network = ports(artifacts)
    sysctls = dict(_SYSCTLS.findall(script))
    found: dict[str, dict[str, str]] = {}
    for name, part in json.loads(artifacts[SETTINGS])["fabrics"].items():
        text = texts.get(name, "")
        calls = {(match[1], match[2]): (match[3], match[4] or "") for match in _CALL.finditer(text)}
        for port, nic in part["nics"].items():
            fields = {"neighbour": f"{nic['peer']}:{nic['peer_port']}"}
            if ("by_hand", port) not in calls:  # the names that other drivers give are not known
                fields["RDMA device"] = nic["rdma_device"]
            if part["transport"] != "infiniband":
                fields |= {"speed": f"{nic['speed_gbps']}G", "link": "up", "MTU": str(nic["mtu"])}
                fields |= _routed(port, network[port], calls.get(("rail", port)), sysctls)
            found[port] = fields | dict(_acted(port, text, calls))
    return found


def _acted(
    port: str, text: str, calls: Mapping[tuple[str, str], tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield what the script brings about on a port."""
    if ("by_hand", port) in calls:
        yield BY_HAND, "as nic.json says"
        return
    for key, value in _FIRMWARE.findall(text):
        yield f"firmware {key.replace('_P$port', '_P*')}", value
    for key, value in _REGISTER.findall(text):
        yield f"register {key}", value
    if ("roce", port) in calls:
        yield from _tuned(text, calls["roce", port])


def _tuned(text: str, arguments: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what the function `roce` of a fabric wants; a cable of length 0 is not set."""
    given = dict(zip(('"$2"', '"$3"'), arguments, strict=True))
    for field, value in _WANT.findall(text):
        if field not in _ELSEWHERE and given.get(value, value) != "0":
            yield field, given.get(value, value).strip('"')
    for side, kind, value in _FILE.findall(text):
        yield "CNP DSCP" if kind == "cnp_dscp" else f"DCQCN {side}", value
    yield from _HEX.findall(text)
    for kind, value in _DEFAULT.findall(text):
        yield {"mode": "RDMA-CM mode", "tos": "RDMA-CM ToS"}[kind], value
    if (rows := _MAP.search(text)) is not None:
        codes = (row.split() for row in rows[1].splitlines())
        yield (
            "DSCP priorities" if "want_apps" in text else "DSCP map",
            folded({int(code): int(priority) for code, priority in codes}),
        )


def _routed(
    port: str, plan: Port, rail: tuple[str, str] | None, sysctls: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield addresses, routes and rules as the files have them, and what the script adds to them."""
    for suffix in ("", "6") if any(":" in address for address in plan.addresses) else ("",):
        own = _of_family(plan, six=bool(suffix))
        yield f"address{suffix}", ", ".join(sorted(own.addresses))
        yield (
            f"routes{suffix}",
            ", ".join(sorted(route_word(route.to, route.via or None) for route in own.routes)),
        )
        rules = {(rule.priority, _rule(rule)) for rule in own.rules}
        if rail is not None:
            rules.add((int(rail[1]), f"from all oif {port}"))
        yield f"rules{suffix}", ", ".join(f"{priority} {words}" for priority, words in sorted(rules))
    if rail is not None:
        yield from sysctls.items()


def _of_family(plan: Port, *, six: bool) -> Port:
    """Return what is said of one family; a rule without an address is of both."""
    return replace(
        plan,
        addresses=tuple(one for one in plan.addresses if (":" in one) is six),
        routes=tuple(one for one in plan.routes if (":" in one.to) is six),
        rules=tuple(one for one in plan.rules if not one.source or (":" in one.source) is six),
    )


def _rule(rule: Rule) -> str:
    """Return a rule as `ip` shows it: without the length of one whole address."""
    source = rule.source.removesuffix("/32" if "." in rule.source else "/128")
    return f"from {source}" if source else f"from all oif {rule.out}"
