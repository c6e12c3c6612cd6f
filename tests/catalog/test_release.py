"""Releases compare by their numbers."""

from __future__ import annotations

import pytest

from fabric.catalog import CatalogError, release_key
from fabric.catalog.release import within


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("4.9.0F", "4.34.1F"),
        ("4.34.1F", "4.34.1.1F"),
        ("4.34.1F", "4.36.0.1F"),
        ("5.9", "5.16"),
        ("5.16", "5.16.1"),
        ("202505", "202511"),
        ("202605", "master"),
    ],
)
def test_a_newer_release_compares_greater(older, newer):
    assert release_key(older) < release_key(newer)


@pytest.mark.parametrize(("one", "other"), [("4.34", "4.34.0F"), ("5.16", "5.16.0"), ("4.34.1M", "4.34.1F")])
def test_the_same_release_in_two_spellings_compares_equal(one, other):
    assert release_key(one) == release_key(other)


def test_a_range_includes_its_first_release_and_excludes_its_last():
    assert [within(release, "5.14", "5.16") for release in ("5.13", "5.14", "5.15.2", "5.16")] == [
        False,
        True,
        True,
        False,
    ]
    assert within("202405", "", "")


@pytest.mark.parametrize("text", ["", "latest", "F4.34", "4..1"])
def test_what_is_not_a_release_is_refused(text):
    with pytest.raises(CatalogError, match="is not a release"):
        release_key(text)
