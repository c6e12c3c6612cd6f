"""The one form in which we write an EOS configuration."""

from __future__ import annotations

import re

_TRAILING = re.compile(r" +$", re.MULTILINE)
_BLANK = re.compile(r"^\n+", re.MULTILINE)


def canonical(text: str) -> str:
    """Return the text without blank lines, trailing blanks and repeated separators, closed by `end`.

    Raises ValueError where a line cannot be EOS configuration.
    """
    if "\t" in text or "\r" in text:
        raise ValueError("tabs and carriage returns are no part of an EOS configuration")
    if " \n" in text:
        text = _TRAILING.sub("", text)
    if "\n\n" in text or text.startswith("\n"):
        text = _BLANK.sub("", text)
    while "\n!\n!\n" in text:
        text = text.replace("\n!\n!\n", "\n!\n")
    text = text.removeprefix("!\n")
    if not text.endswith("\n!\nend\n"):
        raise ValueError("an EOS configuration ends with `!` and `end`")
    return text
