"""What is wrong with a value, in words of its own and not of a pattern."""

from __future__ import annotations

import re

REFERENCE = r"^secret:(env/[A-Za-z_][A-Za-z0-9_]*|file/[^}\s]+|command/[A-Za-z0-9][A-Za-z0-9_./-]*)$"
"""What stands for a secret wherever one is wanted."""
FORMS = {
    r"^[a-z][a-z0-9-]{0,30}$": "a name is 1 to 31 of `a-z`, `0-9` and `-`, and begins with a letter",
    REFERENCE: "a reference to a secret is needed, never itself",
    r"^(([0-9a-f]{2}:){5}[0-9a-f]{2})?$": "a MAC address looks like `02:00:00:00:00:01`, in small letters",
    r"^[\x20-\x7e]+$": "plain ASCII on one line is needed",
}
"""What a pattern of a field asks for."""
_PATTERN = re.compile(r"String should match pattern '(.+)'", re.DOTALL)


WORDS = {
    "dict_type": "a mapping such as `name: value` is needed",
    "model_type": "a mapping such as `name: value` is needed",
    "tuple_type": "a list such as `[a, b]` is needed",
    "string_type": "a word is needed",
    "ip_v4_network": "not an IPv4 network; its host bits are zero, as in `10.0.0.0/24`",
}
"""Findings of pydantic in the words of YAML."""


def in_words(message: str) -> str:
    """Return a message of pydantic as the second half of a sentence."""
    plain = message.removeprefix("Value error, ")
    if match := _PATTERN.fullmatch(plain):
        return FORMS.get(match[1]) or f"the form `{match[1]}` is needed"
    return plain[:1].lower() + plain[1:]
