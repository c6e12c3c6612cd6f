"""How much a change of a path disturbs a host's traffic."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from fabric.platforms.form import ChangeClass

if TYPE_CHECKING:
    from fabric.core.tree import Edit, Path

_FABRIC = ("nic.json", "fabrics", "*")
_NICS = (*_FABRIC, "nics", "*")
_RULES: tuple[tuple[tuple[str, ...], ChangeClass], ...] = (
    (("nic.json", "host"), ChangeClass.IDENTITY),
    # Kept in the NIC's firmware: takes effect after a reset of the NIC or a reboot.
    ((*_FABRIC, "transport"), ChangeClass.RESTART),
    ((*_FABRIC, "qos", "cnp_dscp"), ChangeClass.RESTART),
    ((*_NICS, "model"), ChangeClass.RESTART),
    ((*_FABRIC, "qos"), ChangeClass.BUFFER_REPROGRAM),
    ((*_NICS, "cable_m"), ChangeClass.BUFFER_REPROGRAM),
    ((*_NICS, "peer"), ChangeClass.COSMETIC),
    ((*_NICS, "peer_port"), ChangeClass.COSMETIC),
    ((*_NICS, "speed_gbps"), ChangeClass.LINK_FLAP),
    ((*_NICS, "mtu"), ChangeClass.LINK_FLAP),
    (("netplan.yaml", "network", "ethernets", "*", "mtu"), ChangeClass.LINK_FLAP),
    # Queue pairs hang on the address.
    (("nic.json",), ChangeClass.SESSION_RESET),
    (("netplan.yaml",), ChangeClass.SESSION_RESET),
    (("*.network", "Link", "MTUBytes"), ChangeClass.LINK_FLAP),
    (("*.network",), ChangeClass.SESSION_RESET),
    # udev names a port when it finds it: at the next boot.
    (("*.link",), ChangeClass.RESTART),
    # Read by the next job.
    (("nccl.env",), ChangeClass.TUNING),
)
"""First match wins; `*` stands for anything."""


def classify(edit: Edit) -> ChangeClass:
    """Return how much an edit disturbs. A changed script alone disturbs nothing: its aim is in nic.json."""
    return next((kind for rule, kind in _RULES if _matches(rule, edit.path)), ChangeClass.COSMETIC)


def _matches(rule: tuple[str, ...], path: Path) -> bool:
    return len(path) >= len(rule) and all(
        fnmatchcase(part, word) for word, part in zip(rule, path, strict=False)
    )
