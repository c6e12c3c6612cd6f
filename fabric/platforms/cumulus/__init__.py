"""NVIDIA Cumulus Linux: NVUE's `startup.yaml`, in the dialect of the release, changed through revisions."""

from fabric.platforms.cumulus.facts import facts, recognised
from fabric.platforms.cumulus.features import access, feature
from fabric.platforms.cumulus.foretold import unlike
from fabric.platforms.cumulus.hop import hop
from fabric.platforms.cumulus.ports import busy, port_of
from fabric.platforms.cumulus.words import context
from fabric.platforms.form import Platform
from fabric.platforms.nvue.classes import classify
from fabric.platforms.nvue.document import ARTIFACT, canonical, owned, parse, unreadable
from fabric.platforms.nvue.patch import patch

PLATFORM = Platform(
    name="cumulus",
    templates={ARTIFACT: "cumulus/device.j2"},
    canonical={ARTIFACT: canonical},
    context=context,
    parse=parse,
    owned=owned,
    unreadable=unreadable,
    feature=feature,
    access=access,
    classify=classify,
    unlike=unlike,
    hop=hop,
    recognised=recognised,
    facts=facts,
    port_of=port_of,
    busy=busy,
    patch=patch,
)

__all__ = ["PLATFORM"]
