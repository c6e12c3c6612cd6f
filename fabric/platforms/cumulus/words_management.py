"""NVUE's words for who may manage a switch and who watches it.

Cumulus Linux takes no control-plane rule that denies everything: it would cut the daemons off from each other
(docs, Access Control List Configuration). So what is meant is denied by its ports, after those who may were
let in; replies and the switch's own traffic are let in before, by `acl-default-dos` (docs, Firewall Rules).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fabric.platforms.block_yaml import scalar
from fabric.platforms.cumulus.trimming import BESIDE_DROPS
from fabric.platforms.nvue.dialect import dialect_of, version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.device import Collector, SwitchConfig

MANAGEMENT = (22, 443, 8765)
"""TCP: SSH, HTTPS, and the REST API."""
SNMP = 161
_TCP, _UDP = "tcp", "udp"
Match = tuple[str, str, tuple[int, ...]]
"""Source, protocol, ports; the first two may be empty."""
OPEN = 9339
"""The port of gNMI that `acl-default-whitelist` lets in."""
_STEP = 10
_SINCE = {"buffer-stats": (5, 12), "ai-ethernet-stats": (5, 14)}
"""Statistics that came later than the export itself (schemas of 5.10 to 5.18)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; a protocol and ports, a source, or both."""

    number: int
    verb: str
    source: str
    protocol: str
    ports: tuple[int, ...]


class AccessList(NamedTuple):
    """A list that is bound to the control plane."""

    name: str
    family: str
    rules: tuple[Rule, ...]


def words(switch: SwitchConfig) -> Mapping[str, object]:
    """Return the words of access and telemetry."""
    return {
        "control_plane": _lists(switch) if switch.system.allow else tuple(_opened(switch)),
        "pushed_to": _destinations(switch),
        "exported": tuple(_exported(switch)),
        "kept": tuple(_kept(switch)),
        "histograms": _histograms(switch),
        "timezone": _timezone(switch.system.timezone),
        "login_banner": _text(switch.system.login_banner),
        "motd_banner": _text(switch.system.motd_banner),
        "snmp_contact": scalar(switch.snmp.contact) if switch.snmp else "",
        "snmp_location": scalar(switch.snmp.location) if switch.snmp else "",
    }


def _text(lines: tuple[str, ...]) -> str:
    return scalar("\n".join(lines)) if lines else ""


def _timezone(name: str) -> str:
    """Return a time zone as NVUE lists it: it has `Etc/UTC` alone."""
    return "Etc/UTC" if name == "UTC" else name


def _kept(switch: SwitchConfig) -> Iterator[str]:
    """Yield what What Just Happened keeps dropped packets of; of full buffers from 5.13 on (schema)."""
    if switch.telemetry.drop_reasons:
        trims = switch.qos is not None and switch.qos.trimming is not None
        yield from ("l2", "l3", "tunnel")
        if version(switch.release)[:2] >= (BESIDE_DROPS if trims else (5, 13)):
            yield "buffer"


def _histograms(switch: SwitchConfig) -> tuple[int, ...]:
    """Return the traffic classes whose queues are counted in bins: the lossless ones."""
    wanted = switch.telemetry.queue_depths and dialect_of(switch.release).push and switch.qos is not None
    return switch.qos.lossless if wanted and switch.qos else ()


def _lists(switch: SwitchConfig) -> tuple[AccessList, ...]:
    of_gnmi = () if switch.gnmi is None else (switch.gnmi.port,)
    allowed: list[Match] = [("127.0.0.0/8", "", ())]
    for network in switch.system.allow:
        allowed += [(str(network), _TCP, MANAGEMENT), (str(network), _UDP, (SNMP,))]
    if switch.gnmi is not None:
        allowed += [(str(network), _TCP, of_gnmi) for network in switch.gnmi.allow]
    denied: list[Match] = [("", _TCP, (*MANAGEMENT, *of_gnmi)), ("", _UDP, (SNMP,))]
    return (
        AccessList("FABRIC-MANAGEMENT", "ipv4", tuple(_rules(allowed, denied))),
        AccessList("FABRIC-MANAGEMENT6", "ipv6", tuple(_rules([("::1/128", "", ())], denied))),
    )


def _opened(switch: SwitchConfig) -> Iterator[AccessList]:
    """Yield a list for a port of gNMI that the factory's lists would drop."""
    if switch.gnmi is not None and switch.gnmi.port != OPEN:
        rules = tuple(_rules([("", _TCP, (switch.gnmi.port,))], ()))
        yield AccessList("FABRIC-MANAGEMENT", "ipv4", rules)


def _rules(allowed: Iterable[Match], denied: Iterable[Match]) -> Iterator[Rule]:
    said = (*(("permit", match) for match in allowed), *(("deny", match) for match in denied))
    for place, (verb, match) in enumerate(said, start=1):
        yield Rule(_STEP * place, verb, *match)


def _destinations(switch: SwitchConfig) -> tuple[Collector, ...]:
    """Return the collectors that the switch sends to; elsewhere they dial in over gNMI."""
    dialect = dialect_of(switch.release)
    pushes = dialect.push and (switch.gnmi is None or dialect.push_beside_gnmi)
    return switch.collectors if pushes else ()


def _exported(switch: SwitchConfig) -> Iterator[tuple[str, tuple[tuple[str, str, tuple[int, ...]], ...]]]:
    """Yield statistics to export, with their containers and the numbers in these."""
    numbers = switch.qos.lossless if switch.qos is not None else ()
    per_class = (
        (("egress-buffer", "traffic-class", numbers), ("ingress-buffer", "priority-group", numbers))
        if numbers
        else ()
    )
    yield "interface-stats", per_class
    for statistics, since in _SINCE.items():
        if version(switch.release)[:2] >= since:
            yield statistics, ()
