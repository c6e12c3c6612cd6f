"""Quantities carry their unit, and a mistake says what to write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.core.units import BYTES, GIGABITS, METRES, MILLISECONDS, PERCENT, quantity


@pytest.mark.parametrize(
    ("text", "units", "wanted"),
    [
        ("300 ms", MILLISECONDS, 300),
        ("10min", MILLISECONDS, 600_000),
        (" 1.5 h ", MILLISECONDS, 5_400_000),
        ("2 d", MILLISECONDS, 172_800_000),
        ("30 m", METRES, 30),
        ("50 cm", METRES, 0.5),
        ("2 km", METRES, 2000),
        ("1 MB", BYTES, 1_000_000),
        ("1 MiB", BYTES, 1_048_576),
        ("4 KiB", BYTES, 4096),
        ("1.6T", GIGABITS, 1600),
        ("400 Gb/s", GIGABITS, 400),
        ("80 %", PERCENT, 80),
        ("80%", PERCENT, 80),
    ],
)
def test_a_quantity_is_a_number_of_its_base_unit(text, units, wanted):
    assert quantity(text, units) == pytest.approx(wanted)


@pytest.mark.parametrize(
    "text", ["", "ms", "-1 m", "1,5 m", "1e3 m", "1 2 m", "m 1", "1. m", "inf m", "nan m", "٣ m", "+1 m"]
)
def test_what_is_no_number_with_a_unit_is_refused(text):
    with pytest.raises(ValueError, match="is not a"):
        quantity(text, METRES)


def test_a_missing_unit_names_the_units():
    with pytest.raises(ValueError, match="has no unit; write one of `cm`, `m`, `km` after it"):
        quantity("10", METRES)


@pytest.mark.parametrize("text", ["10 ms", "10 M", "10 Km"])
def test_a_unit_of_another_kind_names_the_right_ones(text):
    with pytest.raises(ValueError, match="is not a unit used here; write one of `cm`, `m`, `km`"):
        quantity(text, METRES)


@pytest.mark.parametrize("number", ["9" * 320, "1" + "0" * 13, "1" * 5_000])
def test_a_quantity_beyond_all_measure_is_refused_in_few_words(number):
    with pytest.raises(ValueError, match="is larger than anything here can be") as refused:
        quantity(f"{number} m", METRES)
    assert len(str(refused.value)) < 100


@given(st.integers(0, 10**4), st.sampled_from(sorted(MILLISECONDS)))
def test_a_quantity_is_proportional_to_its_number(number, unit):
    assert quantity(f"{number} {unit}", MILLISECONDS) == number * MILLISECONDS[unit]
