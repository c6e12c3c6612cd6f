"""How much a change of a path disturbs a Cumulus switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.platforms.form import ChangeClass

if TYPE_CHECKING:
    from fabric.core.tree import Edit, Path

_BGP = ("vrf", "default", "router", "bgp")
_RULES: tuple[tuple[tuple[str, ...], ChangeClass], ...] = (
    # Who the switch is, and the ways to reach it.
    (("system", "hostname"), ChangeClass.IDENTITY),
    (("system", "aaa"), ChangeClass.IDENTITY),
    (("interface", "eth0"), ChangeClass.IDENTITY),
    (("interface", "lo"), ChangeClass.IDENTITY),
    (("router", "bgp", "autonomous-system"), ChangeClass.IDENTITY),
    (("router", "bgp", "router-id"), ChangeClass.IDENTITY),
    # A new hash seed restarts switchd and resets every port; turning adaptive routing on or off reloads
    # switchd (docs of 5.16, ECMP page). For hash fields nothing is stated: they are taken for as bad.
    (("system", "forwarding", "hash-seed"), ChangeClass.RESTART),
    (("system", "forwarding", "ecmp-hash"), ChangeClass.RESTART),
    (("router", "adaptive-routing"), ChangeClass.RESTART),
    (("interface", "*", "router", "adaptive-routing"), ChangeClass.RESTART),
    (("interface", "*", "description"), ChangeClass.COSMETIC),
    (("interface", "*", "link", "mtu"), ChangeClass.BUFFER_REPROGRAM),
    (("interface", "*", "link"), ChangeClass.LINK_FLAP),
    (("bridge",), ChangeClass.SESSION_RESET),
    (("interface", "*", "bridge"), ChangeClass.SESSION_RESET),
    (("interface", "*", "ip"), ChangeClass.SESSION_RESET),
    (("interface", "*", "ipv4"), ChangeClass.SESSION_RESET),
    # Nothing is stated of trimming, which takes a service port: it is taken for as bad as buffers.
    (("system", "forwarding", "packet-trim"), ChangeClass.BUFFER_REPROGRAM),
    (("interface", "*", "packet-trim"), ChangeClass.BUFFER_REPROGRAM),
    (("interface", "*", "qos", "pfc"), ChangeClass.BUFFER_REPROGRAM),
    (("qos", "roce"), ChangeClass.BUFFER_REPROGRAM),
    (("qos", "pfc"), ChangeClass.BUFFER_REPROGRAM),
    (("qos", "traffic-pool"), ChangeClass.BUFFER_REPROGRAM),
    (("qos", "advance-buffer-config"), ChangeClass.BUFFER_REPROGRAM),
    (("router", "bfd"), ChangeClass.SESSION_RESET),
    (("router", "bgp"), ChangeClass.SESSION_RESET),
    ((*_BGP, "neighbor", "*", "description"), ChangeClass.COSMETIC),
    ((*_BGP, "neighbor"), ChangeClass.SESSION_RESET),
    ((*_BGP, "peer-group", "*", "address-family", "*", "policy"), ChangeClass.TUNING),
    ((*_BGP, "peer-group"), ChangeClass.SESSION_RESET),
    (("system", "lldp"), ChangeClass.COSMETIC),
    (("system", "ntp"), ChangeClass.COSMETIC),
    (("system", "dns"), ChangeClass.COSMETIC),
    (("system", "syslog"), ChangeClass.COSMETIC),
    (("system", "config"), ChangeClass.COSMETIC),
    (("service",), ChangeClass.COSMETIC),
)
"""First match wins; `*` stands for any name."""

_ADDITIVE = frozenset((ChangeClass.SESSION_RESET, ChangeClass.TUNING))
"""Classes of paths whose addition disturbs nothing: there was no session and no policy before."""


def classify(edit: Edit) -> ChangeClass:
    """Return how much an edit disturbs."""
    found = next((kind for rule, kind in _RULES if _matches(rule, edit.path)), ChangeClass.TUNING)
    if edit.kind == "add" and found in _ADDITIVE and not _is_setting(edit.path):
        return ChangeClass.ADDITIVE
    return found


def _matches(rule: tuple[str, ...], path: Path) -> bool:
    return len(path) >= len(rule) and all(word in ("*", part) for word, part in zip(rule, path, strict=False))


def _is_setting(path: Path) -> bool:
    """Whether the path is one setting of the whole switch, which had its default before."""
    return path[:2] in (("router", "bgp"), ("router", "bfd")) or path[:5] == (*_BGP, "peer-group")
