"""The page of what each platform can do."""

from fabric.catalog import load_catalog
from fabric.catalog.models.support import Feature
from fabric.catalog.tables import SUPPORT
from fabric.views.support import PLATFORMS, reference


def test_the_page_of_support_is_current(golden):
    golden("../../docs/support.md", reference(load_catalog()))


def test_every_feature_and_every_platform_has_its_place():
    page = reference(load_catalog())
    assert [feature for feature in Feature if f"| `{feature}` |" not in page] == []
    assert {row.platform for row in load_catalog().entries(SUPPORT)} <= set(PLATFORMS)


def test_a_row_is_said_with_its_range_and_its_asics():
    page = reference(load_catalog())
    assert "up to 256 from 5.15 on Spectrum-4" in page
    assert "yes from 4.30; otherwise no" in page
    assert "1600G: yes from 202511; no before 202511" in page
