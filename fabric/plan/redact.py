"""What a plan shows of edits: everything but secrets that a device had in its running configuration.

Artifacts hold placeholders only; the old side of an edit comes from a device and may hold the real thing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.core.masking import MASK
from fabric.core.tree import Edit

if TYPE_CHECKING:
    from collections.abc import Iterable

_PLACEHOLDER = "@{secret:"
_REFERENCE = re.compile(r"@\{secret:((?:env|file|command)/[^}\s]+)\}")
_WORD = r"(?:password|passwd|passkey|passphrase|pre-shared-key|secret|community|auth_password|key_?string)"
_SPOKEN = re.compile(
    rf"(?i)(\b{_WORD}|\bauthentication-key\s+\d+\s+\w+|\bkey(?=\s+\d\s))"
    r"((?:\s+(?:\d{1,2}|sha512|sha256|md5|encrypted)(?=\s))*+\s++)(?!@\{secret:)(\S+)"
)
_NAME = re.compile(rf"(?i)^{_WORD}$|_{_WORD}$")


def redacted(edit: Edit) -> Edit:
    """Return the edit without any secret value, in its path or on either side."""
    # A field of a database names the secret in its path, a line of a CLI within the text.
    whole = bool(edit.path) and bool(_NAME.search(edit.path[-1]))
    return Edit(tuple(_line(part) for part in edit.path), _value(edit.old, whole), _value(edit.new, whole))


def references(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the secrets that texts refer to, such as `env/BGP_KEY`, sorted."""
    return tuple(sorted({found for text in texts for found in _REFERENCE.findall(text)}))


def _value(value: str | None, whole: bool) -> str | None:  # noqa: FBT001 - private, read off the path
    if not value:
        return value
    if whole:
        return value if _PLACEHOLDER in value else MASK
    return _line(value)


def _line(text: str) -> str:
    return _SPOKEN.sub(rf"\1\2{MASK}", text)
