"""The feature of the intent that a path of Cumulus Linux belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.core.tree import Path

_RULES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("system", "aaa"), "accounts"),
    (("system", "forwarding", "packet-trim"), "qos"),
    (("system", "forwarding"), "routing"),
    (("system", "hostname"), "system"),
    (("system", "*"), "services"),
    (("service",), "services"),
    (("acl",), "services"),
    (("interface", "*", "description"), "descriptions"),
    (("interface", "*", "ip"), "addresses"),
    (("interface", "*", "ipv4"), "addresses"),
    (("interface", "*", "ipv6"), "addresses"),
    (("interface", "*", "qos"), "qos"),
    (("interface", "*", "packet-trim"), "qos"),
    (("interface", "*", "router"), "routing"),
    (("interface",), "ports"),
    (("bridge",), "ports"),
    (("qos", "pfc", "*", "cable-length"), "buffers"),
    (("qos", "traffic-pool"), "buffers"),
    (("qos", "advance-buffer-config"), "buffers"),
    (("qos",), "qos"),
    (("vrf", "*", "router", "bgp", "neighbor", "*", "description"), "descriptions"),
    (("router",), "routing"),
    (("vrf",), "routing"),
)
"""First match wins; `*` stands for any name."""
_ACCESS = (
    ("system", "aaa"),
    ("system", "api"),
    ("system", "ssh-server"),
    ("system", "security"),
    ("system", "control-plane"),
    ("acl",),
    ("interface", "eth0"),
    ("vrf", "mgmt"),
)
"""What decides who gets in, and by which way; our access lists are all of the control plane."""


def access(path: Path) -> bool:
    """Whether a path is of the way in."""
    return any(_matches(rule, path) for rule in _ACCESS)


def feature(path: Path) -> str:
    """Return the feature, by the first rule that matches."""
    return next((name for rule, name in _RULES if _matches(rule, path)), "system")


def _matches(rule: tuple[str, ...], path: Path) -> bool:
    return len(path) >= len(rule) and all(word in ("*", part) for word, part in zip(rule, path, strict=False))
