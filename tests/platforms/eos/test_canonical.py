"""The written form of an EOS configuration."""

from __future__ import annotations

import pytest

from fabric.platforms.eos.canonical import canonical


def test_blank_lines_trailing_blanks_and_repeated_separators_go():
    text = "!\nhostname a  \n\n!\n!\nip routing\n!\nend\n"
    assert canonical(text) == "hostname a\n!\nip routing\n!\nend\n"


def test_the_written_form_is_stable():
    text = canonical("\nhostname a\n!\n!\n!\nend\n")
    assert canonical(text) == text


@pytest.mark.parametrize(
    "text", ["hostname a\n", "hostname a\nend\n", "\thostname a\n!\nend\n", "a\r\n!\nend\n"]
)
def test_what_is_no_whole_configuration_is_refused(text):
    with pytest.raises(ValueError, match=r"EOS configuration"):
        canonical(text)
