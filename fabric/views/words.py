"""What a field may hold, in words: for the reference page."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Network
from typing import TYPE_CHECKING

from fabric.views.annotations import Anything, Choice, Items, Named, Noted, Nothing, OneOf, Part, Scalar
from fabric.views.defaults import measured

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.views.annotations import Form, Limits

PRINTABLE = r"^[\x20-\x7e]+$"
"""Pattern of a text that may be anything in one line of ASCII."""
_KINDS: Mapping[type, str] = {
    bool: "`true` or `false`",
    int: "whole number",
    float: "number",
    str: "text",
    IPv4Address: "IPv4 address",
    IPv4Interface: "IPv4 address with prefix length",
    IPv4Network: "IPv4 network",
    IPv6Network: "IPv6 network",
}


def words_of(form: Form) -> str:
    """Return the type of a field in words, with its bounds."""
    match form:
        case Items():
            return f"list{_count(form.limits)}; each: {words_of(form.of)}"
        case Named():
            return _mapping(form)
        case OneOf():
            return ", or ".join(dict.fromkeys(words_of(one) for one in form.forms if one != Nothing()))
        case _:
            return _single(form)


def _single(form: Anything | Nothing | Scalar | Noted | Choice | Part) -> str:
    match form:
        case Scalar():
            return _scalar(form)
        case Noted():
            return form.note.words + _bounds(form.limits, lambda value: measured(value, form.note))
        case Choice():
            return " or ".join(f"`{word}`" for word in form.words)
        case Part():
            return "mapping"
        case _:
            return "see its meaning"


def _mapping(form: Named) -> str:
    return f"mapping by {words_of(form.keys)}"


def _scalar(form: Scalar) -> str:
    if form.note is not None:
        return form.note.words
    pattern = form.limits.get("pattern", PRINTABLE)
    shape = f" of the form `{pattern}`" if pattern != PRINTABLE else ""
    return _KINDS[form.type] + shape + _bounds(form.limits, lambda value: f"{value:.12g}")


def _bounds(limits: Limits, show: Callable[[float], str]) -> str:
    if "ge" in limits and "le" in limits:
        return f", {show(limits['ge'])} to {show(limits['le'])}"
    said = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    return "".join(f", {word} {show(limits[key])}" for key, word in said.items() if key in limits)


def _count(limits: Limits) -> str:
    least, most = limits.get("min_length"), limits.get("max_length")
    if least is not None and most is not None:
        return f" of {least}" if least == most else f" of {least} to {most}"
    return f" of at least {least}" if least is not None else f" of at most {most}" if most is not None else ""


def units_of(form: Form) -> str:
    """Return the units that a field may have."""
    match form:
        case Noted():
            return ", ".join(form.note.units)
        case Items() | Named():
            return units_of(form.of)
        case OneOf():
            return ", ".join(found for one in form.forms if (found := units_of(one)))
        case _:
            return ""
