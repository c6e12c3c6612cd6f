"""Cron lines and time zones."""

import pytest

from fabric.core.calendar import cron, zone


def test_fields_take_lists_spans_and_steps():
    assert cron("*/20 1-3,5 * 12 *")[:2] == (frozenset({0, 20, 40}), frozenset({1, 2, 3, 5}))


@pytest.mark.parametrize("line", ["0 0 30 2 *", "0 0 31 2,4,6,9,11 *"])
def test_a_day_that_no_month_has_never_comes(line):
    with pytest.raises(ValueError, match="never comes"):
        cron(line)


@pytest.mark.parametrize("line", ["0 0 29 2 *", "0 0 31 1-12 *", "0 0 30-31 4 0"])
def test_a_day_that_some_month_has_comes(line):
    assert cron(line)


@pytest.mark.parametrize(
    "name", ["Mars/Olympus", "America", "../../etc/passwd", "/etc/localtime", "x" * 5000]
)
def test_a_time_zone_is_one_of_the_database(name):
    assert zone("Europe/Berlin") == "Europe/Berlin"
    with pytest.raises(ValueError, match="there is no time zone"):
        zone(name)
