"""NVUE's words for packets that are cut short instead of dropped.

Docs of 5.14 to 5.19, Packet Trimming: of a packet stay 256 to 1024 bytes, in steps of four. Spectrum-4 and
Spectrum-5 lead what is left through a service port, by default the last of the switch, which takes no other
configuration then. Not together with the drops of full buffers in What Just Happened, before 5.18.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error

if TYPE_CHECKING:
    from fabric.device import SwitchConfig, Trimming

_LEAST, _MOST, _STEP = 256, 1024, 4
SIZE = f"{_LEAST} to {_MOST} bytes of a packet, in steps of {_STEP}"
BESIDE_DROPS = (5, 18)
"""The first release that keeps dropped packets of full buffers while it trims."""


def trimming(switch: SwitchConfig) -> Trimming | None:
    """Return how a switch trims; None where it does not. Raises FabricError for what NVUE would refuse."""
    wanted = switch.qos.trimming if switch.qos else None
    if wanted is None:
        return None
    if not _LEAST <= wanted.size_bytes <= _MOST or wanted.size_bytes % _STEP:
        summary = f"NVUE leaves {SIZE}; `{switch.name}` is to leave {wanted.size_bytes}"
        raise FabricError(error("CUM-004", summary, hint=f"write `qos.trimming.size: {_LEAST} B`"))
    service = max(cages.first + cages.count - 1 for cages in switch.hardware.cages)
    if any(interface.port.cage == service for interface in switch.interfaces):
        summary = f"`{switch.name}` leads trimmed packets through `swp{service}`, which is cabled"
        raise FabricError(error("CUM-004", summary, hint="leave the last port of the switch free"))
    return wanted
