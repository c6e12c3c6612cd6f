"""Models as devices tell them."""

from __future__ import annotations

import pytest

from fabric.catalog import load_catalog
from fabric.catalog.said import switch_said


@pytest.mark.parametrize(
    ("word", "switch"),
    [
        ("DCS-7060X6-64PE-F", "arista-7060x6-64pe"),
        ("DCS-7060X6-64PE-B-R", "arista-7060x6-64pe-b"),
        ("Arista-7060X6-64PE-O128", "arista-7060x6-64pe"),
        ("MSN4700-WS2FC", "nvidia-sn4700"),
        ("SN5610N", "nvidia-sn5610n"),
        ("Mellanox-SN5600-C256X1", "nvidia-sn5600"),
        ("VX", ""),
        ("", ""),
    ],
)
def test_the_longest_name_within_a_word_counts(word, switch):
    assert switch_said(load_catalog(), word) == switch


def test_every_switch_is_found_by_its_own_name():
    catalog = load_catalog()
    assert [name for name in catalog.switch_ids if switch_said(catalog, name) != name] == []
