"""Pictures: whole, inside the paper, without overlap, and without anything from outside."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree as ET

import pytest
from analysis.graphs import graph, leaf_spine, ring, three_tiers
from cases.repositories import SHIPPED, shipped

from fabric.analysis.folding import fold
from fabric.topology import Role
from fabric.views.drawing import RAIL_COLOURS, picture
from fabric.views.drawing_words import strand_word

SVG = "{http://www.w3.org/2000/svg}"
GRAPHS = {
    "few": leaf_spine(8, 8, 8, uplinks=4),
    "pods": three_tiers(125),
    "ring": ring(60),
    "ring16": ring(16),
}


def fabrics_of(name):
    if name in GRAPHS:
        return [GRAPHS[name]]
    return [design.fabric for design in shipped(name).designs.values()]


def drawn(name):
    return ET.fromstring(picture([fold(fabric) for fabric in fabrics_of(name)]))


def frames(root):
    """The boxes, without stacks behind them, paper, strips and grounds of labels."""
    found = [rect for rect in root.iter(f"{SVG}rect") if rect.get("rx")]
    return [tuple(float(rect.get(key)) for key in ("x", "y", "width", "height")) for rect in found]


def test_a_picture_is_as_agreed(golden):
    golden("views/quickstart.svg", picture([fold(fabric) for fabric in fabrics_of("quickstart")]))


@pytest.mark.parametrize("name", [*GRAPHS, *SHIPPED])
def test_everything_is_on_the_paper(name):
    root = drawn(name)
    width, height = float(root.get("width")), float(root.get("height"))
    for x, y, wide, high in frames(root):
        assert x >= 0
        assert y >= 0
        assert x + wide <= width
        assert y + high <= height


@pytest.mark.parametrize("name", [*GRAPHS, *SHIPPED])
def test_no_two_boxes_overlap(name):
    # Boxes of a stack begin 3 px apart; two boxes of a row do not.
    rows = {}
    for x, y, wide, _ in frames(drawn(name)):
        rows.setdefault(y, []).append((x, x + wide))
    for boxes in rows.values():
        boxes.sort()
        assert all(one[1] < other[0] for one, other in itertools.pairwise(boxes))


@pytest.mark.parametrize("name", ["mesh-64", "torus-ib", "dragonfly-ib"])
def test_lines_within_the_top_row_are_drawn_above_it(name):
    root = drawn(name)
    top = min(y for _, y, _, _ in frames(root))
    arcs = [path.get("d") for path in root.iter(f"{SVG}path") if "C" in path.get("d")]
    assert arcs
    assert all(0 < float(y) < top for arc in arcs for y in re.findall(r"C[\d.]+ ([\d.]+)", arc))


@pytest.mark.parametrize("name", [*GRAPHS, *SHIPPED])
def test_a_picture_loads_nothing(name):
    text = picture([fold(fabric) for fabric in fabrics_of(name)])
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)|href|url\(|@import|<script|<image", text) == []


@pytest.mark.parametrize("name", [*GRAPHS, "roce-256", "ib-b200-superpod"])
def test_a_picture_of_any_size_fits_a_screen(name):
    root = drawn(name)
    assert float(root.get("width")) < 3000
    assert float(root.get("height")) < 1500


def test_sixteen_switches_are_named_each():
    words = {text.text for text in drawn("few").iter(f"{SVG}text")}
    assert {f"leaf{i}" for i in range(1, 9)} | {f"spine{i}" for i in range(1, 9)} <= words
    assert {"each line 4 x 400G", "8 leaves", "rail 8"} <= words


def test_five_hundred_switches_are_counted():
    words = {text.text for text in drawn("pods").iter(f"{SVG}text")}
    assert {"250 leaves", "250 spines", "2 cores", "in 125 pods"} <= words


def test_a_rail_is_told_by_word_and_not_by_colour_alone():
    root = drawn("roce-256")
    strips = [rect for rect in root.iter(f"{SVG}rect") if rect.get("width") == "6"]
    assert len({strip.get("fill") for strip in strips}) == 8
    assert {f"rail {i}" for i in range(1, 9)} <= {text.text for text in root.iter(f"{SVG}text")}


def test_a_name_cannot_break_the_picture():
    folded = fold(leaf_spine(1, 1, 1))
    odd = folded.__class__('a<b&"c', folded.boxes, folded.rows, folded.strands)
    assert ET.fromstring(picture([odd])).find(f"{SVG}g").get("id") == 'a<b&"c'


def test_a_line_says_what_it_stands_for():
    words = {strand_word(strand) for strand in fold(leaf_spine(1, 1, 3, uplinks=4)).strands}
    assert words == {"4 x 400G", "3 x 400G"}
    folded = {strand_word(strand) for strand in fold(three_tiers(40)).strands}
    assert "160 x 400G" in folded


def test_a_plane_of_every_fourth_core_does_not_look_like_a_range():
    cores = [(f"core{i}", Role.CORE, "", None) for i in range(1, 41)]
    spines = [(f"spine{i}", Role.SPINE, "pod1", None) for i in range(1, 5)]
    cables = [(f"spine{(i - 1) % 4 + 1}", f"core{i}", 1) for i in range(1, 41)]
    texts = [
        text.text for text in ET.fromstring(picture([fold(graph(cores + spines, cables))])).iter(f"{SVG}text")
    ]
    assert "core1, core5 ..." in texts
    assert "core37" in texts


def test_links_of_hosts_have_the_colour_of_their_rail():
    colours = [path.get("stroke") for path in drawn("few").iter(f"{SVG}path")]
    assert set(colours[-8:]) == set(RAIL_COLOURS)
