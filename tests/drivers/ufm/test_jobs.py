"""Tests that UFM runs of its fabric: they end well or badly, or not at all."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from fabric.drivers import connect
from fabric.health.model import Judgement, Verdict
from fabric.lab import control
from fabric.lab.faults import Fault, Kind


@pytest.fixture
def tested(lab, entry, secrets):
    """Return what UFM judges when it is to run some tests, and has so many seconds."""

    def judged(*tests, seconds=30):
        driver = connect(replace(entry, fabric_validation=tests, change_deadline_s=seconds), secrets)
        try:
            return driver.observe().judged
        finally:
            driver.close()

    yield judged
    control.clear(lab, "leaf1")


def test_without_a_test_nothing_is_begun(tested):
    assert tested() == ()


def test_tests_that_pass_and_one_that_finds_something(lab, tested):
    control.fault(lab, "leaf1", Fault(Kind.ERROR, match="job CheckLinks"))
    good, bad = tested("CheckRouting", "CheckLinks")
    assert good == Judgement("CheckRouting", Verdict.PASS)
    assert bad == Judgement("CheckLinks", Verdict.FAIL, ("failed",))


def test_a_job_that_never_ends_is_unknown_and_told_and_holds_up_the_next(lab, tested):
    control.fault(lab, "leaf1", Fault(Kind.DEAD, match="job CheckLids"))
    (first,) = tested("CheckLids", seconds=1)
    assert first.verdict is Verdict.UNKNOWN
    assert re.fullmatch(r"its job \d+ still runs after 1 s, and is left alone", first.reasons[0])
    (second,) = tested("CheckLinks", seconds=1)
    assert second.reasons == ("another test of UFM's did not end within 1 s",)


def test_a_test_that_the_release_does_not_have_is_unknown(tested):
    (found,) = tested("CheckWeather")
    assert found.verdict is Verdict.UNKNOWN
    assert "no such test; it has CheckSubnetManager, CheckRouting" in found.reasons[0]
