"""Tiers that fit together raise nothing; those that do not stand under tests/cases/bad."""

from __future__ import annotations

import pytest
from cases.fabrics import site_of
from cases.shapes import Tree

from fabric.intent import shapes


def topology(tree, *changes):
    text = tree.text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return site_of(text).fabrics["backend"].topology


@pytest.mark.parametrize("kind", ["clos3", "fat-tree"])
def test_tiers_that_fit_are_no_finding(kind):
    assert list(shapes.problems(topology(Tree(kind=kind)))) == []


def test_planes_of_nics_that_fit_are_no_finding():
    assert list(shapes.problems(topology(Tree(kind="multi-plane", planes=2)))) == []


def test_leaves_that_serve_a_pod_need_no_rails():
    tree = topology(Tree(), ("  rails: 2\n", ""), ("per: rail, rails: 1", "per: pod"))
    assert list(shapes.problems(tree)) == []
