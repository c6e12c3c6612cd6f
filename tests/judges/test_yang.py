"""The judge of config_db.json gives SONiC's own verdict on known samples."""

from __future__ import annotations

import pytest

from judges import yang

pytestmark = pytest.mark.judge("yang")

RELEASES = ("202405", "202411", "202505", "202511", "202605", "master")


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("sample", ["th5-o128-leaf", "sn5600-o128-leaf-dynamic"])
def test_a_switch_with_its_makers_defaults_is_accepted_by_every_release(shared, sample, release):
    text = (shared / "sonic-yang/samples" / f"{sample}-hwsku-defaults.json").read_text()
    assert yang.judge(text, release) == ()


def test_known_errors_are_refused_and_unknown_tables_too(shared):
    text = (shared / "sonic-yang/samples/invalid-roce-leaf.json").read_text()
    verdict = yang.judge(text, "master")
    assert len({finding.where for finding in verdict}) > 10
    assert any("no YANG model" in finding.why for finding in verdict)
