"""Open files: as many as devices in flight need, or a refusal before anything is done."""

import resource

import pytest

from fabric.core.diagnostic import FabricError
from fabric.rollout.descriptors import EACH, OWN, ensure


@pytest.fixture(autouse=True)
def limits():
    """Put the limit back that was there: a lowered hard limit would stay."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_limit_that_is_too_low_is_raised(limits):
    resource.setrlimit(resource.RLIMIT_NOFILE, (OWN, limits[1]))
    ensure(50)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (OWN + 50 * EACH, limits[1])


def test_a_limit_that_is_enough_stays(limits):
    ensure(1)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == limits


def test_what_the_system_does_not_allow_is_refused_with_the_number(limits):
    if limits[1] == resource.RLIM_INFINITY:
        pytest.skip("this system knows no limit")
    with pytest.raises(FabricError, match=f"devices in flight need .* open files, and {limits[1]} are"):
        ensure(limits[1])
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == limits
