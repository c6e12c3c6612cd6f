"""Types in words that a network engineer reads."""

from __future__ import annotations

import pytest

from fabric.catalog.models.switches import Cages
from fabric.intent.fabric import Addressing, Bfd, Ecmp, Fabric, Partition
from fabric.intent.physical import LinkMedia
from fabric.intent.qos import Qos, TrafficClass
from fabric.intent.services import Services, User
from fabric.intent.site import HostGroup, Nics, Rollout
from fabric.inventory.model import Data
from fabric.views.annotations import Anything, Items, Scalar, fields
from fabric.views.words import units_of, words_of


@pytest.mark.parametrize(("model", "name", "words"), [
    (HostGroup, "count", "whole number, 1 to 4096"),
    (HostGroup, "number", "whole number, 1 to 4096"),
    (HostGroup, "nics", "mapping by name"),
    (Nics, "model", "text"),
    (Nics, "adapters", "list of adapters from 0 to 255 and of ranges"),
    (Bfd, "interval", "duration, 50 ms to 1 min"),
    (LinkMedia, "speed", "speed, at least 1G"),
    (Rollout, "waves", "list; each: `canary` or `rest`, or share, more than 0 %, at most 100 %"),
    (TrafficClass, "dscp", "list of code points from 0 to 63 and of ranges, or `rest`"),
    (TrafficClass, "ecn", "`auto`, `off` or the name of a profile, or mapping"),
    (TrafficClass, "strict", "`true` or `false`"),
    (Qos, "classes", "list of 1 to 8; each: mapping"),
    (Ecmp, "seed", "`per-tier` or `equal`"),
    (Partition, "pkey", "text of the form `^0x[0-9a-f]{1,4}$`"),
    (Addressing, "first_leaf_asn", "whole number, 1 to 4294967294"),
    (Addressing, "loopbacks", "IPv4 network"),
    (Services, "ntp", "list; each: IPv4 address"),
    (User, "password", "reference to a secret"),
    (Fabric, "topology", "mapping"),
    (Data, "deadline_s", "number, more than 0, at most 3600"),
    (Data, "management", "IPv4 address with prefix length"),
    (Cages, "breakout", "list of at least 1; each: text"),
])  # fmt: skip
def test_a_type_is_told_with_its_bounds(model, name, words):
    assert words_of(fields(model)[name]) == words


def test_what_only_a_validator_knows_stands_in_the_meaning():
    assert words_of(Anything()) == "see its meaning"


def test_a_list_of_fixed_length_says_so():
    assert words_of(Items(Scalar(float, {}), {"min_length": 2, "max_length": 2})) == "list of 2; each: number"


@pytest.mark.parametrize(("model", "name", "units"), [
    (Bfd, "interval", "ms, s, min, h, d"),
    (Rollout, "waves", "%"),
    (LinkMedia, "speed", "G, T, Gb/s, Tb/s, M"),
    (Nics, "count", ""),
])  # fmt: skip
def test_units_are_those_that_may_be_written(model, name, units):
    assert units_of(fields(model)[name]) == units
