"""Files of systemd, read strictly and written in one form."""

from __future__ import annotations

import pytest

from fabric.platforms.host import ini

TEXT = "# why\n[Match]\nName=rail1\n[Route]\nTable=101\n\n[Route]\nTable=102\nGateway=10.0.0.1\n"


def test_sections_that_come_twice_are_kept_apart():
    assert ini.read(TEXT) == (
        ("Match", (("Name", "rail1"),)),
        ("Route", (("Table", "101"),)),
        ("Route", (("Table", "102"), ("Gateway", "10.0.0.1"))),
    )


def test_one_form_is_written_and_stays():
    once = ini.write(TEXT)
    assert once.startswith("[Match]\nName=rail1\n\n[Route]\n")
    assert ini.write(once) == once


def test_every_setting_is_a_leaf():
    text = TEXT.replace("Name=rail1", "Name=rail1\nName=rail2")
    assert ini.flat(text) == {
        ("Match", "Name"): "rail1",
        ("Match", "Name", "1"): "rail2",
        ("Route", "Table"): "101",
        ("Route1", "Table"): "102",
        ("Route1", "Gateway"): "10.0.0.1",
    }


@pytest.mark.parametrize("text", ["Name=rail1\n", "[Match]\nName\n", "[Match\n", "[Match]\nname=x\n"])
def test_a_line_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match="is neither a section nor a setting"):
        ini.read(text)
