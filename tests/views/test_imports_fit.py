"""A network is written as a shape only if that gives each of its switches and links; else it is said why."""

from __future__ import annotations

import pytest
from cases.explicit import written
from cases.fabrics import expanded as made_of
from cases.fabrics import plans, site_of
from cases.repositories import Texts, everything
from cases.shapes import Tree, trees
from hypothesis import given, reject, settings

from fabric.catalog import load_catalog
from fabric.core.diagnostic import FabricError
from fabric.pipeline import at
from fabric.topology import expand
from fabric.views.imports_fit import fitted
from fabric.views.imports_intent import Draft

TREES = (
    Tree(kind="rail-optimised", rails=4, leaves=2, pods=((1, 20), (2, 3)), planes=2),
    Tree(kind="clos3", rails=4, rails_of_leaf=2, pods=((1, 4), (3, 4)), planes=2, cores=2, room=4),
    Tree(kind="multi-plane", rails=2, planes=2, parallel=2),
    Tree(
        kind="multi-plane", rails=2, planes=2, core_planes=2, spines=4, room=4, cores=2, pods=((1, 9), (2, 9))
    ),
)


def fit_of(text):
    return fitted(at(Texts({}), "intents/new"), Draft({"site.yaml": text}, (), (), {}), everything())


def essence(fabric):
    devices = {(d.name, d.role, d.model, d.platform, d.release, d.pod) for d in fabric.devices.values()}
    return devices, {(link.a, link.b, link.speed_gbps, link.kind) for link in fabric.links}


def kind_of(text):
    return text.partition("kind: ")[2].partition("\n")[0]


@pytest.mark.parametrize("tree", TREES, ids=[f"{tree.kind}-{tree.core_planes}" for tree in TREES])
def test_each_shape_is_found_by_its_links(tree):
    fit = fit_of(written(made_of(tree), tree.text))
    assert (fit.kind, kind_of(fit.draft.files["site.yaml"])) == (tree.kind, tree.kind)
    assert fit.words.startswith(f"`{tree.kind}` gives all ")


@settings(max_examples=25)
@given(plans() | trees().filter(lambda tree: tree.planes <= 2))
def test_what_is_found_gives_each_switch_and_link(plan):
    try:
        fabric = made_of(plan)
    except FabricError:  # too large for its switches
        reject()
    fit = fit_of(written(fabric, plan.text))
    again = expand(site_of(fit.draft.files["site.yaml"]), "backend", load_catalog())
    assert essence(again) == essence(fabric)


CABLE = "{a: 'spine1:1/1', b: 'pod1-leaf1:9/1', speed: 400G}"


def with_cable(other):
    text = written(made_of(TREES[0]), TREES[0].text)
    assert CABLE in text
    return text.replace(CABLE, other)


def test_one_cable_that_is_elsewhere_is_named():
    odd = with_cable(CABLE.replace("spine1:1/1", "spine1:30/1"))
    fit = fit_of(odd)
    assert (fit.kind, fit.draft.files["site.yaml"]) == ("explicit", odd)
    assert fit.words == (
        "link by link, no shape gives all of it; nearest is `rail-optimised`: "
        "`pod1-leaf1:9/1` leads to `spine1:30/1`, in the shape to `spine1:1/1`"
    )


def test_one_cable_that_is_longer_is_an_exception_of_the_shape():
    fit = fit_of(with_cable(CABLE.replace("400G", "400G, length: 3 m")))
    assert fit.kind == "rail-optimised"
    assert '- {match: "pod1-leaf1", to: "spine1", length: 3 m}' in fit.draft.files["site.yaml"]


def test_what_does_not_compile_has_no_shape_yet():
    fit = fit_of(with_cable(CABLE.replace("spine1:1/1", "spine1:99/1")))
    assert fit.kind == "explicit"
    assert fit.words.startswith(
        "link by link, no shape is looked for until it compiles: `spine1:99/1` cannot be"
    )
