"""`topology.names`: what switches are called where people have named them already."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

from fabric.core.names import shortened
from fabric.intent.base import Model
from fabric.intent.explicit import SwitchName
from fabric.intent.written import Written

WORDS = ("pod", "number", "place", "rail", "plane")
"""What a pattern may have in braces; with a `0` behind it counts from 0."""
FIELD = re.compile(rf"\{{(?P<word>{'|'.join(WORDS)})(?P<zero>0?)(?::0(?P<width>[1-4]))?\}}")
LONGEST = 40
"""Letters of a pattern, which leaves room for its numbers."""
_PLAIN = re.compile(r"[a-z0-9][a-z0-9-]*")


def _pattern(value: str) -> str:
    if len(value) > LONGEST or _PLAIN.fullmatch(FIELD.sub("0", value)) is None:
        fields = ", ".join(f"{{{word}}}" for word in WORDS)
        raise ValueError(
            f"`{shortened(value)}` is no pattern of names: small letters, digits, `-` and {fields}, "
            f"at most {LONGEST} letters"
        )
    return value


_SCHEMA = {
    "type": "string",
    "maxLength": LONGEST,
    "pattern": rf"^({FIELD.pattern.replace('?P<word>', '').replace('?P<zero>', '').replace('?P<width>', '')}"
    r"|[a-z0-9-])+$",
}
NamePattern = Annotated[
    str,
    AfterValidator(_pattern),
    Written("pattern of names", _SCHEMA, '"dc1-p{pod}-lf{number:02}"'),
]


class SwitchNames(Model):
    """Names by pattern: `{pod}`, `{number}`, `{place}`, `{rail}`, `{plane}`; `{number:02}`: two digits.

    `number` counts in the pod, or in the fabric; `place` goes on through pods, and moves when one gets more
    switches: it is for a fabric that no longer grows so. `{pod0}` counts from 0.
    """

    leaf: NamePattern | None = None
    """Names of leaves, such as `dc1-p{pod}-lf{number:02}`; default: `pod1-leaf1`, after a `prefix`."""
    spine: NamePattern | None = None
    """Names of spines; default: `spine1`, `pod1-spine1` in a pod."""
    core: NamePattern | None = None
    """Names of cores; default: `core1`."""
    switches: dict[SwitchName, SwitchName] | None = None
    """Names of single switches by those that they would have by default, `pod1-leaf1: r12u40-leaf`."""
