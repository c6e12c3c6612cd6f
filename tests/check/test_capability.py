"""What is asked of whom."""

from __future__ import annotations

from dataclasses import replace

from cases.repositories import shipped

from fabric.catalog import load_catalog
from fabric.check.capability import every_feature_is_supported

NO_800G = """
support:
  - feature: speed-800g
    platform: eos
    verdict: 'no'
    confidence: high
    source: [a test]
"""


def test_a_speed_is_asked_of_the_switches_that_have_it_alone():
    design = shipped("mixed-400-800").designs["backend"]
    slow = replace(design, catalog=load_catalog({"own.yaml": NO_800G}))
    (found,) = [one for one in every_feature_is_supported(slow) if "speed-800g" in one.summary]
    assert "(`pod2-leaf2`, `spine2`)" in found.summary
