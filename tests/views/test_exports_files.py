"""Which files an export is: by target, ending and fabric."""

from __future__ import annotations

import pytest
from cases.repositories import shipped

from fabric.core.diagnostic import FabricError
from fabric.views.exports_files import WRITERS, chosen, files


def designs(*intents):
    return [design for intent in intents for design in shipped(intent).designs.values()]


def code_of(run):
    with pytest.raises(FabricError) as refused:
        run()
    return [found.code for found in refused.value.diagnostics]


@pytest.mark.parametrize(("target", "ending"), [(t, e) for t, endings in WRITERS.items() for e in endings])
def test_every_form_is_written(target, ending):
    found = files(target, ending, designs("quickstart"))
    assert all(
        (text.endswith("\n") and "pod1-host1" in text) or "pod1-host[1-4]" in text for text in found.values()
    )
    assert ("" in found) == (ending != "")


def test_the_terminal_gets_the_first_form():
    one = designs("quickstart")
    assert files("slurm", None, one) == files("slurm", ".conf", one)


def test_an_ending_without_a_form_is_a_finding():
    assert code_of(lambda: files("slurm", ".txt", designs("quickstart"))) == ["CBL-003"]


def test_a_scheduler_takes_one_fabric_and_netbox_the_whole_site():
    two = designs("quickstart", "ib-b200-superpod")
    assert code_of(lambda: files("slurm", ".conf", two)) == ["CBL-005"]
    assert files("netbox", ".json", two)


def test_an_unknown_fabric_is_a_finding():
    known = shipped("quickstart").designs
    assert chosen(known, None) == tuple(known.values())
    assert chosen(known, "backend") == (known["backend"],)
    assert code_of(lambda: chosen(known, "backnd")) == ["CBL-005"]
