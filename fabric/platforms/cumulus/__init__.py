"""NVIDIA Cumulus Linux: NVUE's `startup.yaml`, in the dialect of the release."""

from fabric.platforms.cumulus.classes import classify
from fabric.platforms.cumulus.document import canonical, owned, parse
from fabric.platforms.cumulus.hop import hop
from fabric.platforms.cumulus.ports import busy, port_of
from fabric.platforms.cumulus.words import context
from fabric.platforms.form import Platform

PLATFORM = Platform(
    name="cumulus",
    templates={"startup.yaml": "cumulus/device.j2"},
    canonical={"startup.yaml": canonical},
    context=context,
    parse=parse,
    owned=owned,
    classify=classify,
    hop=hop,
    port_of=port_of,
    busy=busy,
)

__all__ = ["PLATFORM"]
