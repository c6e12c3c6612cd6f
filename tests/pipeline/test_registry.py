"""The registry: one frozen value, and a digest that changes with what is in it."""

from __future__ import annotations

import pytest

from fabric.check import CHECKS
from fabric.pipeline import registry
from fabric.pipeline.registry import PLATFORMS


def test_everything_shipped_is_registered():
    assert list(registry().platforms) == ["eos", "sonic", "cumulus", "ufm", "bluefield", "host"]
    assert registry().checks == CHECKS


def test_the_digest_is_the_same_each_time():
    assert registry().digest == registry().digest


def test_the_digest_changes_with_platforms_and_checks():
    digests = {
        registry().digest,
        registry(platforms=PLATFORMS[1:]).digest,
        registry(checks=CHECKS[1:]).digest,
    }
    assert len(digests) == 3


def test_a_registry_does_not_change():
    with pytest.raises(TypeError):
        registry().platforms["own"] = PLATFORMS[0]
