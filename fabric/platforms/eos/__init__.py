"""Arista EOS: one `eos.cfg` per switch, pushed as the lines of a configure session."""

from fabric.platforms.eos import words
from fabric.platforms.eos.canonical import canonical
from fabric.platforms.eos.change import classify, owned
from fabric.platforms.eos.facts import facts, recognised
from fabric.platforms.eos.features import access, feature
from fabric.platforms.eos.foretold import unlike
from fabric.platforms.eos.hop import hop
from fabric.platforms.eos.parse import ARTIFACT, parse
from fabric.platforms.eos.patch import patch
from fabric.platforms.eos.ports import busy, port_of
from fabric.platforms.form import Platform

PLATFORM = Platform(
    name="eos",
    templates={ARTIFACT: "eos/device.j2"},
    canonical={ARTIFACT: canonical},
    context=words.context,
    parse=parse,
    owned=owned,
    feature=feature,
    access=access,
    classify=classify,
    unlike=unlike,
    hop=hop,
    recognised=recognised,
    facts=facts,
    patch=patch,
    port_of=port_of,
    busy=busy,
)
