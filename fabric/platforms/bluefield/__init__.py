"""NVIDIA BlueField: HBN's `startup.yaml`, which is NVUE's as of Cumulus Linux 5.6 to 5.14."""

from fabric.platforms.bluefield.hop import hop
from fabric.platforms.bluefield.ports import busy, port_of
from fabric.platforms.bluefield.words import context
from fabric.platforms.form import Platform
from fabric.platforms.nvue.classes import classify
from fabric.platforms.nvue.document import ARTIFACT, canonical, owned, parse
from fabric.platforms.nvue.patch import patch

PLATFORM = Platform(
    name="bluefield",
    templates={ARTIFACT: "bluefield/device.j2"},
    canonical={ARTIFACT: canonical},
    context=context,
    parse=parse,
    owned=owned,
    classify=classify,
    hop=hop,
    port_of=port_of,
    busy=busy,
    patch=patch,
)

__all__ = ["PLATFORM"]
