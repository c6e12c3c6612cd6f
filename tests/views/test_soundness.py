"""The shipped tables fit together, and each kind of mistake is found."""

from __future__ import annotations

import pytest

from fabric.catalog import Catalog, load_catalog
from fabric.catalog.tables import HWSKUS, OPTICS, POOLS, SUPPORT, SWITCHES, builtin
from fabric.views.soundness import findings


def with_entry(table, **changed):
    return Catalog({table.name: (builtin(table)[0].model_copy(update=changed),)})


def said(catalog):
    shipped = set(findings(load_catalog()))
    return [(found.code, found.summary) for found in findings(catalog) if found not in shipped]


def test_the_shipped_tables_fit_together():
    names = {found.summary.split("`")[1].removeprefix("optics/") for found in findings(load_catalog())}
    assert names == set()


@pytest.mark.parametrize(
    ("table", "changed", "part"),
    [
        (SWITCHES, {"asic": "TH55"}, "asic `TH55` is not in `asics`"),
        (HWSKUS, {"switch": "none"}, "switch `none` is not in `switches`"),
        (HWSKUS, {"headroom_table": "none"}, "no row of `headroom` has table `none`"),
        (POOLS, {"hwsku": "none"}, "hwsku `none` is not in `hwskus`"),
        (OPTICS, {"fec": "rs9"}, "fec `rs9` is not in `fec`"),
        (OPTICS, {"form_factors": ("OSFP", "FLOPPY")}, "form_factors `FLOPPY` is not in `form_factors`"),
        (SUPPORT, {"asics": ("TH5", "TH55")}, "asics `TH55` is not in `asics` or `nics`"),
    ],
    ids=lambda value: value.name if hasattr(value, "name") else None,
)
def test_a_name_of_nothing_is_found(table, changed, part):
    ((code, summary),) = said(with_entry(table, **changed))
    assert code == "CAT-008"
    assert part in summary


def test_a_name_given_twice_is_found():
    entry = builtin(OPTICS)[0]
    ((code, summary),) = said(Catalog({"optics": (entry, entry)}))
    assert (code, summary) == ("CAT-009", f"`optics/{entry.id}` stands 2 times in this repository")


def test_an_addition_with_a_shipped_name_is_no_mistake():
    assert said(with_entry(OPTICS)) == []


def test_a_range_of_what_is_no_release_is_found():
    ((code, summary),) = said(with_entry(SUPPORT, since="newest"))
    assert code == "CAT-011"
    assert "`newest` is not a release" in summary
