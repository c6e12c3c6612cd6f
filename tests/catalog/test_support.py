"""What a platform can do depends on release and ASIC, and what nobody wrote down is unknown."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from fabric.catalog import CatalogError, Feature, Verdict, load_catalog, tables
from fabric.catalog.models.support import SupportRow

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("device", "feature", "verdict", "limit"),
    [
        (("eos", "4.34.1F", "TH5"), Feature.BGP_UNNUMBERED, Verdict.YES, None),
        (("eos", "4.34.1F", "TH5"), Feature.ADAPTIVE_FLOWLET, Verdict.YES, None),
        (("eos", "4.29.2F", "TH5"), Feature.ADAPTIVE_FLOWLET, Verdict.NO, None),
        (("eos", "4.34.1F", "Jericho3-AI"), Feature.ADAPTIVE_FLOWLET, Verdict.NO, None),
        (("eos", "4.30", "TH5"), Feature.ECMP_HASH_QP, Verdict.YES, None),
        (("eos", "4.34.1F", "Jericho3-AI"), Feature.ECMP_HASH_QP, Verdict.YES, None),
        (("eos", "4.32.2F", "Jericho3-AI"), Feature.ECMP_HASH_QP, Verdict.NO, None),
        (("cumulus", "5.16", "Spectrum-4"), Feature.ECMP_HASH_QP, Verdict.NO, None),
        (("sonic", "202511", "TH5"), Feature.ADAPTIVE_PER_PACKET, Verdict.NO, None),
        (("sonic", "202511", "TH5"), Feature.PACKET_TRIMMING, Verdict.YES, None),
        (("sonic", "202411", "TH5"), Feature.PACKET_TRIMMING, Verdict.NO, None),
        (("sonic", "202511", "TH4"), Feature.PACKET_TRIMMING, Verdict.NO, None),
        (("sonic", "202505", "TH6"), Feature.SPEED_1600G, Verdict.NO, None),
        (("sonic", "202511", "TH6"), Feature.SPEED_1600G, Verdict.YES, None),
        (("sonic", "202511", "TH5"), Feature.HEADROOM_COMPUTED, Verdict.NO, None),
        (("sonic", "202511", "Spectrum-4"), Feature.HEADROOM_COMPUTED, Verdict.YES, None),
        (("cumulus", "5.16", "Spectrum-4"), Feature.ADAPTIVE_SPEED_GBPS, Verdict.LIMIT, 400),
        (("cumulus", "5.16", "Spectrum-4"), Feature.MAX_ECMP, Verdict.LIMIT, 256),
        (("cumulus", "5.14", "Spectrum-4"), Feature.MAX_ECMP, Verdict.LIMIT, 128),
        (("cumulus", "5.16", "Spectrum-4"), Feature.PFC_WATCHDOG_FORWARD, Verdict.NO, None),
        (("host", "", "connectx-7"), Feature.DCQCN, Verdict.YES, None),
        (("host", "", "pollara-400"), Feature.DCQCN, Verdict.UNKNOWN, None),
        (("ufm", "", "Quantum-2"), Feature.IB_PARTITIONS, Verdict.YES, None),
        (("onyx", "3.10", "Spectrum-2"), Feature.PFC, Verdict.UNKNOWN, None),
    ],
)
def test_support_follows_platform_release_and_asic(device, feature, verdict, limit):
    found = CATALOG.supports(*device, feature)
    assert (found.verdict, found.limit) == (verdict, limit)


def test_unknown_is_no_yes():
    assert not CATALOG.supports("onyx", "3.10", "Spectrum-2", Feature.PFC).possible


def test_a_row_with_a_range_says_nothing_about_a_device_without_release():
    assert CATALOG.supports("sonic", "", "TH6", Feature.SPEED_1600G).verdict is Verdict.UNKNOWN


def test_a_release_that_cannot_be_read_is_refused():
    with pytest.raises(CatalogError, match="is not a release"):
        CATALOG.supports("sonic", "newest", "TH6", Feature.SPEED_1600G)


def test_every_feature_has_a_row():
    assert {row.feature for row in CATALOG.entries(tables.SUPPORT)} == set(Feature)


def test_a_limit_stands_with_its_verdict_only():
    row = {"feature": "max-ecmp", "platform": "x", "confidence": "low", "source": ("s",)}
    with pytest.raises(ValidationError, match="stands with the verdict"):
        SupportRow.model_validate({**row, "verdict": "limit"})
    with pytest.raises(ValidationError, match="stands with the verdict"):
        SupportRow.model_validate({**row, "verdict": "yes", "limit": 3})
