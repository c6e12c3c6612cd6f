"""A network that grows, shrinks, is reordered and gets exceptions: artifacts change only by their links.

Not the numbers alone are looked at but the artifacts, as trees: between any two states that a fabric goes
through, whatever both have keeps its text, but for the ports whose cable is new or gone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from cases.fabrics import histories
from cases.repositories import Texts
from cases.shapes import tree_histories
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fabric.allocate import ledger_text
from fabric.core.diagnostic import FabricError
from fabric.core.tree import diff
from fabric.pipeline import at, registry
from fabric.pipeline.build import expanded
from fabric.render import environment, render
from fabric.topology import End, Role, far_end, near_end

SWITCH = re.compile(r"model: nvidia-sn5600, platform: cumulus, release: '5.16'")
KINDS = {
    "cumulus": ("model: nvidia-sn5600, platform: cumulus, release: '5.16'", "5.15"),
    "eos": ("model: arista-7060x6-64pe, platform: eos, release: '4.34.1F'", "4.33.2F"),
    "sonic": (
        "model: arista-7060x6-64pe, platform: sonic, release: '202511', hwsku: Arista-7060X6-64PE-O128",
        "202505",
    ),
}
QOS = """
qos:
  classes:
    - {name: roce, dscp: [24-31], traffic_class: 3, lossless: true, bandwidth: 80 %, ecn: auto}
    - {name: default, dscp: rest, traffic_class: 0, bandwidth: 20 %}
"""
LINKS = """\
physical:
  links:
    host-leaf: {host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}
    leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}
"""
CORE = "    spine-core: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}\n"
REGISTRY, TEMPLATES = registry(), environment()


@dataclass
class State:
    """A fabric as it was built once."""

    build: object

    @property
    def design(self):
        return self.build.designs["backend"]

    def devices(self):
        return self.design.fabric.devices

    @property
    def units(self):
        return [unit for _, unit in self.build.units()]

    def ports(self, name):
        """The cables of a device by the name of its port."""
        links = self.design.fabric.links_of.get(name, ())
        return {self.design.port_name(near_end(link, name)): link for link in links}

    def words(self, name, port):
        """What a device may call a port: its own name, and those of its cage, which is split for it."""
        place = near_end(self.ports(name)[port], name).port
        lanes = range(1, 9, place.lanes)
        cage = [self.design.port_name(End(name, place._replace(lane=lane))) for lane in lanes]
        return {*cage, cage[0].removesuffix("s0"), cage[0].removesuffix("/1")}

    def peers(self, name):
        return {far_end(link, name).device for link in self.design.fabric.links_of.get(name, ())}


def built(plan, kind, ledger):
    switch, other = KINDS[kind]
    text = SWITCH.sub(switch, plan.text).replace("'5.15'", f"'{other}'")
    if "kind: multi-plane" not in text:  # its NICs are split: no module and no table here has such a speed
        text += QOS + LINKS + CORE * ("  core: {" in plan.text)
    texts = {"site/site.yaml": text, "inventory/site/allocations.yaml": ledger}
    try:
        build = expanded(at(Texts(texts), "site"), REGISTRY)
    except FabricError as failure:
        assume({found.code for found in failure.diagnostics} != {"TOP-004"})  # its spines are full
        raise
    design = build.designs["backend"]
    return State(build), ledger_text(build.ledger.holding("backend", design.numbers.of))


def tree(config):
    platform = REGISTRY.platforms[getattr(config, "platform", "host")]
    artifacts = render(platform, config, TEMPLATES)
    texts = {artifact.name: artifact.text for artifact in artifacts}
    return platform.parse(texts) if platform.parse else {tuple(k.split("\n")): k for k in texts.values()}


def mentions(edit, ports):
    """Whether an edit is about one of the ports, by its name, in a path or a value."""
    words = " ".join(map(str, (*edit.path, edit.old, edit.new)))
    return any(re.search(rf"(?<![\w/]){re.escape(port)}(?![\w/])", words) for port in ports)


def only_links_differ(before, after):
    """Compare two states device by device."""
    old, new = before.devices(), after.devices()
    ours = {unit.name: unit for unit in before.units}
    theirs = {unit.name: unit for unit in after.units}
    for name in ours.keys() & theirs.keys():
        had, has = before.ports(name), after.ports(name)
        both = had.keys() & has.keys()
        assert {port: (had[port].a, had[port].b) for port in both} == {
            port: (has[port].a, has[port].b) for port in both
        }
        if old[name].release != new[name].release:
            continue  # an exception in the intent is what it was written for
        one, other = before.build.config(ours[name]), after.build.config(theirs[name])
        if one == other:
            continue
        changed = {word for port in had.keys() - has.keys() for word in before.words(name, port)}
        changed |= {word for port in has.keys() - had.keys() for word in after.words(name, port)}
        changed |= before.peers(name) ^ after.peers(name)
        strange = [edit for edit in diff(tree(one), tree(other)) if not mentions(edit, changed)]
        assert strange == []


@st.composite
def walks(draw):
    """States a fabric goes through, forwards and back."""
    states = draw(st.one_of(histories(), tree_histories()))
    path = draw(st.lists(st.sampled_from(range(len(states))), min_size=2, max_size=4))
    return [states[0], *(states[place] for place in path)]


def whatever_both_have_stays(kind, plans):
    ledger, before = "ledger: fabric/1\n", None
    for plan in plans:
        after, ledger = built(plan, kind, ledger)
        if before is not None:
            only_links_differ(before, after)
        before = after


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=50)
@given(walk=walks())
def test_a_hundred_and_fifty_walks_change_nothing_but_links(kind, walk):
    whatever_both_have_stays(kind, walk)


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=3_400)
@given(walk=walks())
def test_ten_thousand_walks_change_nothing_but_links(kind, walk):
    whatever_both_have_stays(kind, walk)


def test_walks_go_forwards_and_back_and_artifacts_really_differ():
    """The property would say nothing if states were alike, or if no switch ever changed."""
    seen = {"grown": 0, "shrunk": 0, "role": set()}

    @settings(max_examples=60, database=None)
    @given(walks())
    def collect(walk):
        ledger, before = "ledger: fabric/1\n", None
        for plan in walk:
            after, ledger = built(plan, "cumulus", ledger)
            if before is not None:
                count = len(after.design.fabric.links) - len(before.design.fabric.links)
                seen["grown"] += count > 0
                seen["shrunk"] += count < 0
                for name, device in before.devices().items():
                    if name in after.devices() and before.ports(name).keys() != after.ports(name).keys():
                        seen["role"].add(device.role)
            before = after

    collect()
    assert seen["grown"]
    assert seen["shrunk"]
    assert {Role.LEAF, Role.SPINE} <= seen["role"]
