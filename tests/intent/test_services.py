"""Words that switches say at login, and the time zone they keep."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from fabric.intent.services import Banner, Services


def test_a_banner_has_no_line_that_would_end_it_on_a_switch():
    assert Banner(login=["Authorised persons only"]).login == ("Authorised persons only",)
    with pytest.raises(ValidationError, match="would end the banner"):
        Banner(motd=["Before", "EOF", "after"])


@pytest.mark.parametrize("line", ["@{secret:env/KEY}", "two\nlines", "", "'quoted'"])
def test_a_banner_is_plain_words_on_every_platform(line):
    with pytest.raises(ValidationError):
        Banner(login=[line])


@pytest.mark.parametrize(
    ("zone", "fits"), [("UTC", True), ("America/Argentina/Ushuaia", True), ("utc", False)]
)
def test_a_time_zone_is_a_name_of_the_tz_database(zone, fits):
    if fits:
        assert Services(timezone=zone).timezone == zone
    else:
        with pytest.raises(ValidationError):
            Services(timezone=zone)
