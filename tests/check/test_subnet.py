"""What the design rules of a subnet promise: an InfiniBand fabric that passes them can be built."""

from __future__ import annotations

import pytest
from cases.designs import INFINIBAND
from cases.repositories import HOSTS, SITE, base_text, compiled, edited, findings, with_texts

from fabric.pipeline.rendering import rendered


def test_a_fabric_without_findings_can_be_built():
    build = compiled(with_texts({SITE: INFINIBAND}))
    assert build.diagnostics == ()
    assert {artifact.unit for artifact in rendered(build)} == {"ufm1", "ufm2", "pod1-host1", "pod1-host2"}


@pytest.mark.parametrize(
    ("old", "new", "device"),
    [
        ("b83fd20300000100", '""', "pod1-leaf1"),
        ("b83fd20300000400", '""', "spine2"),
        ("[b83fd20300001001, b83fd20300001002]", "[b83fd20300001001]", "pod1-host1"),
        ("[b83fd20300003001, b83fd20300003002]", "[]", "ufm1"),
    ],
)
def test_a_guid_that_a_build_needs_is_missed(old, new, device):
    hosts = edited(base_text(HOSTS), (old, new))
    (found,) = (f for f in findings(with_texts({SITE: INFINIBAND, HOSTS: hosts})) if f.code == "SUB-005")
    assert f"`{device}`" in found.summary
