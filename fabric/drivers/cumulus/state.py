"""What gates want to know of a Cumulus switch: sessions, neighbours, links, counters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabric.drivers.contract import Observation, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.drivers.cumulus.nvue import Nvue

_LINKS = "/*/link,/*/lldp/neighbor"
_QOS = "/*/qos/pfc-watchdog,/*/qos/roce/counters"
"""Never all of `interface`: its whole body has brought switches down (NVIDIA's own client)."""


def observe(nvue: Nvue) -> Observation:
    """Read everything; what the device has no object for is left out, and so unknown to the gates."""
    links = {name: port or {} for name, port in (_answer(nvue, "interface", include=_LINKS) or {}).items()}
    sessions = _answer(nvue, "vrf", "default", "router", "bgp", "neighbor") or {}
    qos = _answer(nvue, "interface", include=_QOS)
    return Observation(
        bgp={name: peer.get("state") == "established" for name, peer in sessions.items()},
        lldp=lldp(links),
        oper_up=frozenset(n for n, port in links.items() if _link(port).get("oper-status") == "up"),
        counters=counters(links, qos),
        ports=ports(links, qos or {}),
    )


def _answer(nvue: Nvue, *path: str, **query: str) -> Mapping[str, Any] | None:
    try:
        found: Mapping[str, Any] = nvue.read(*path, **query)
    except RefusedError:
        return None
    return found


def _link(port: Mapping[str, Any]) -> Mapping[str, Any]:
    link: Mapping[str, Any] = port.get("link") or {}
    return link


def lldp(interfaces: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the neighbour heard on each port; of several on a port the first that names itself."""
    found: dict[str, tuple[str, str]] = {}
    for port, shown in interfaces.items():
        for key, heard in ((shown.get("lldp") or {}).get("neighbor") or {}).items():
            name = (heard.get("chassis") or {}).get("system-name") or key
            found.setdefault(port, (str(name), str((heard.get("port") or {}).get("name", ""))))
    return found


def counters(links: Mapping[str, Any], qos: Mapping[str, Any] | None) -> dict[str, int]:
    """Return totals over all ports; a counter the device does not have is absent, not zero."""
    stats = [_link(port).get("stats") or {} for port in links.values()]
    found: dict[str, int] = {}
    for name, keys in (("discards", ("in-drops", "out-drops")), ("errors", ("in-errors", "out-errors"))):
        if any(key in port for port in stats for key in keys):
            found[name] = sum(int(port.get(key, 0)) for port in stats for key in keys)
    if qos is not None:
        # Where no port has a watchdog there is none that trips: a true zero.
        found["pfc_watchdog"] = sum(_named(qos, "deadlock-count"))
        found["pfc_frames"] = sum(_named(qos, "pause-packets"))
        found["ecn_marked"] = sum(_named(qos, "ecn-marked-packets"))
    return found


def ports(links: Mapping[str, Any], qos: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Return what each port counted, in and out together; what it does not count is absent."""
    kinds = {"frames": "pkts", "discards": "drops", "errors": "errors"}
    found: dict[str, dict[str, int]] = {}
    for port, shown in links.items():
        stats = _link(shown).get("stats") or {}
        ways = {name: [f"{way}-{kind}" for way in ("in", "out")] for name, kind in kinds.items()}
        found[port] = {
            name: sum(int(stats[key]) for key in keys)
            for name, keys in ways.items()
            if all(key in stats for key in keys)
        }
        for name, key in (("pfc", "pause-packets"), ("ecn", "ecn-marked-packets")):
            if counted := list(_named(qos.get(port) or {}, key)):
                found[port][name] = sum(counted)
    return found


def _named(tree: Mapping[str, Any], name: str) -> Iterator[int]:
    """Yield every number of a name, wherever it stands: the shape below a port differs between releases."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _named(value, name)
        elif key == name and str(value).isdigit():
            yield int(value)
