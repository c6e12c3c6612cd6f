"""Every code has a bad and a good example, from a case that tests it or written for it."""

from __future__ import annotations

import pytest

from fabric.views import codes, examples
from fabric.views.examples import ABSENT, example_of

CODES = sorted(codes.meanings())


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_bad_and_a_good_example(code):
    example = example_of(code)
    assert example is not None
    assert example.bad
    assert example.good
    assert example.bad != example.good


def test_examples_are_written_of_codes_that_exist():
    assert examples.written().keys() - set(CODES) == set()


def test_an_example_of_a_case_is_what_differs_from_the_good_one():
    example = example_of("ALC-002")
    assert (example.bad.strip(), example.good.strip()) == ("spine2: 3", "spine2: 4")
    assert example.says.startswith("error[ALC-002] number 3 is given to ")


def test_what_the_good_one_has_and_the_bad_one_lacks_is_shown_as_nothing():
    example = example_of("PFC-004")
    assert example.bad == ABSENT
    assert "watchdog" in example.good


def test_what_no_terminal_prints_is_replaced():
    assert all(c.isprintable() or c == "\n" for code in CODES for c in example_of(code).bad)
