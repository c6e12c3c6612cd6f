"""What changes, marked on a picture."""

from __future__ import annotations

from cases.repositories import shipped

from fabric.analysis.folding import fold
from fabric.platforms.form import ChangeClass
from fabric.views.drawing import picture
from fabric.views.drawing_marks import COLOURS, Marks, colour_of, flapping_boxes, word_of


def folded(most=10):
    return fold(next(iter(shipped("roce-256").designs.values())).fabric, most)


def box(name, most=10):
    return next(box for box in folded(most).boxes if name in box.names)


CLASSES = {
    "pod1-leaf1": ChangeClass.TUNING, "pod1-leaf2": ChangeClass.LINK_FLAP, "spine1": ChangeClass.ADDITIVE,
}  # fmt: skip
MARKS = Marks(CLASSES, {frozenset({"pod1-leaf2", "spine1"})})


def test_a_device_is_marked_with_its_class():
    assert word_of(box("spine1"), MARKS) == "additive"
    assert colour_of(box("spine1"), MARKS) == COLOURS[ChangeClass.ADDITIVE]


def test_a_box_of_several_is_marked_with_the_worst_and_says_how_many():
    leaves = box("pod1-leaf1", most=1)
    assert word_of(leaves, MARKS) == "2 of 8 change, 1 link-flap"
    assert colour_of(leaves, MARKS) == COLOURS[ChangeClass.LINK_FLAP]
    assert word_of(leaves, Marks({"pod1-leaf1": ChangeClass.TUNING}, ())) == "1 of 8 change: tuning"


def test_what_does_not_change_is_not_marked():
    assert (word_of(box("spine2"), MARKS), colour_of(box("spine2"), MARKS)) == ("", "")
    assert picture([folded()], Marks({}, ())) == picture([folded()])


def test_a_cable_that_flaps_is_a_broken_line_from_the_lower_box():
    boxes = folded().boxes
    ((lower, upper),) = flapping_boxes(boxes, MARKS)
    assert (boxes[lower].names, boxes[upper].names) == (("pod1-leaf2",), ("spine1",))
    assert picture([folded()], MARKS).count("stroke-dasharray") == 1
