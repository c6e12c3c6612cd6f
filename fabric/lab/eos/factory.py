"""What an EOS device holds that nobody wrote: its ports, and the lines every 4.3x prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.lab.eos.config import Block, load

if TYPE_CHECKING:
    from fabric.lab.fleet import LabDevice

# EOS 4.36 cEOS prints these always (batfish/lab-validation snapshots/eos_ceos_bgp_unnumbered).
_ALWAYS = """
no service interface inactive port-id allocation disabled
spanning-tree mode mstp
system l1
unsupported speed action error
unsupported error-correction action error
"""


def factory_default(device: LabDevice) -> Block:
    """Return the configuration after `rollback clean-config`: every physical port is there, and empty."""
    ports = (f"interface {port}\n" for port in (*device.ports, "Management1"))
    root, _ = load(_ALWAYS + "".join(ports), Block())
    return root


def restore_defaults(root: Block, factory: Block) -> None:
    """Put back what cannot be removed: a line `no X` took away comes back as the default, a port empty."""
    for key, entry in factory.entries.items():
        if key not in root.entries:
            fresh = entry.block.copy() if entry.block else None
            root.entries[key] = type(entry)(entry.line, entry.text, fresh)
