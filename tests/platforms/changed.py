"""The sample leaf with one thing changed."""

from __future__ import annotations

from dataclasses import replace

from platforms import samples


def port(**changes):
    leaf = samples.leaf()
    return replace(leaf, interfaces=(replace(leaf.interfaces[0], **changes), *leaf.interfaces[1:]))


def system(**changes):
    leaf = samples.leaf()
    return replace(leaf, system=replace(leaf.system, **changes))


def bgp(**changes):
    leaf = samples.leaf()
    return replace(leaf, bgp=replace(leaf.bgp, **changes))


def qos(**changes):
    leaf = samples.leaf()
    return replace(leaf, qos=replace(leaf.qos, **changes))


def roce(**changes):
    classes = samples.leaf().qos.classes
    return qos(classes=tuple(replace(c, **changes) if c.lossless else c for c in classes))
