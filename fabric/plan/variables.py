"""The words of a configuration that are a device's own: with them away, equal changes are equal."""

from __future__ import annotations

import re
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

from fabric.allocate import host_link6, link_ends6
from fabric.core.tree import Edit
from fabric.topology import HOST_LINK, far_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from ipaddress import IPv4Interface, IPv6Interface

    from fabric.device import Design
    from fabric.topology import Device, Link

_ADDRESS = re.compile(r"\d+\.\d+\.\d+\.\d+(?:/31)?")
_WORD = re.compile(r"[\w./:-]+")


def variables(design: Design, name: str) -> dict[str, str]:
    """Return a device's own words and what they stand for, such as `pod3-leaf7` for `{hostname}`.

    A neighbour loses only the name of the pod that both are in: one cabled otherwise still differs.
    """
    device, numbers = design.device(name), design.numbers
    own = {name: "{hostname}"}
    if name in numbers.of:
        own[str(numbers.loopback(name))] = "{loopback}"
        own[str(numbers.asn(device))] = "{asn}"
    for link in design.fabric.links_of.get(name, ()):
        end = far_end(link, name)
        far = design.device(end.device)
        own.setdefault(design.port_name(end), "{peer port}")
        if device.pod and far.pod == device.pod:
            own.setdefault(far.name, _in_pod(far))
        if end.device in numbers.of:
            own.setdefault(str(numbers.asn(far)), "{peer asn}")
        own |= _addresses(design, link, name)
    if management := design.inventory.data(name).management:
        own[str(management).partition("/")[0]] = "{management}"
    return own


def _in_pod(device: Device) -> str:
    """Return what tells a switch from others of its pod: its name without the pod's, or its place."""
    if device.pod in device.name:
        return device.name.replace(device.pod, "{pod}", 1)
    plane = f"plane{device.plane}-" if device.plane else ""
    return f"{{pod}}-{plane}{device.role}{device.index}"


def _addresses(design: Design, link: Link, name: str) -> Mapping[str, str]:
    """Return the addresses of a link that has some."""
    numbers, both = design.numbers, design.intent.routing.dual_stack
    ends: list[tuple[IPv4Interface | IPv6Interface, IPv4Interface | IPv6Interface]] = []
    if link.kind != HOST_LINK and design.intent.numbered:
        ends = [numbers.link_ends(link), *((link_ends6(numbers, link),) if both else ())]
    elif link.kind == HOST_LINK and design.fabric.transport != "infiniband" and link.b.device in numbers.of:
        leaf, port = link.b
        ends = [
            numbers.host_link(leaf, port)[::-1],
            *((host_link6(numbers, leaf, port)[::-1],) if both else ()),
        ]
    words: dict[str, str] = {}
    for pair in ends:
        near, far = pair[::-1] if link.b.device == name else pair
        words |= {str(near): "{address}", str(near.ip): "{address}", str(far.ip): "{peer address}"}
    return words


def used(own: Mapping[str, str], edits: Iterable[Edit]) -> dict[str, str]:
    """Return the own words that occur in edits."""
    found = {word for edit in edits for text in _texts(edit) for word in _words(text)}
    return {word: own[word] for word in sorted(found & own.keys())}


def own_words(design: Design, name: str, edits: Sequence[Edit]) -> dict[str, str]:
    """Return the own words of a device in edits, also those of links to hosts that are there no more."""
    return _parted(design, name, edits) | used(variables(design, name), edits)


def _parted(design: Design, name: str, edits: Iterable[Edit]) -> dict[str, str]:
    """Return the addresses of a leaf's block for hosts: of a link that went, no design of now knows them."""
    numbers = design.numbers
    if name not in numbers.of or design.fabric.transport == "infiniband":
        return {}
    block, found = numbers.host_block(name), {}
    words = {
        word for edit in edits for text in _texts(edit) for word in _words(text) if _ADDRESS.fullmatch(word)
    }
    for word in words:
        try:
            address = IPv4Address(word.partition("/")[0])
        except ValueError:
            continue
        if address in block:
            far = numbers.bridged or int(address) % 2
            found[word] = "{peer address}" if far else "{address}"
    return found


def abstract(edit: Edit, own: Mapping[str, str]) -> Edit:
    """Return an edit with what a device's own words stand for; the port it speaks of stays."""
    if not own:
        return edit
    kept = {word: stands for word, stands in own.items() if stands != "{peer port}"}
    return Edit(
        tuple(_replaced(part, kept) for part in edit.path),
        None if edit.old is None else _replaced(edit.old, own),
        None if edit.new is None else _replaced(edit.new, own),
    )


def _texts(edit: Edit) -> tuple[str, ...]:
    return (*edit.path, edit.old or "", edit.new or "")


def _words(text: str) -> Iterable[str]:
    for word in _WORD.findall(text):
        yield word
        if "/" in word:
            yield word.partition("/")[0]


def _replaced(text: str, own: Mapping[str, str]) -> str:
    def stand_in(match: re.Match[str]) -> str:
        word = match[0]
        head, slash, rest = word.partition("/")
        return own.get(word) or (own[head] + slash + rest if head in own else word)

    return _WORD.sub(stand_in, text)
