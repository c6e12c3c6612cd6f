"""Walks over unit configurations: every origin, and whether the intent has what it speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass


def parts(part, path=()):
    """Yield (path, value) for every dataclass in a configuration."""
    if is_dataclass(part):
        yield path, part
        below = ((one.name, getattr(part, one.name)) for one in fields(part) if one.name != "origins")
    elif isinstance(part, Mapping):
        below = part.items()
    elif isinstance(part, tuple):
        below = enumerate(part)
    else:
        return
    for key, value in below:
        yield from parts(value, (*path, key))


def origins(config):
    """Yield (path of the value, origin) for every origin in a configuration."""
    for path, part in parts(config):
        for name, origin in getattr(part, "origins", {}).items():
            yield (*path, name), origin


def homeless(config):
    """Yield the origins that speak of a field which their part does not have."""
    for path, part in parts(config):
        names = {one.name for one in fields(part)}
        yield from ((*path, name) for name in getattr(part, "origins", {}) if name not in names)


def _only(fabrics):
    """Return the fabric of a flat site, whose fields stand at the top."""
    (fabric,) = fabrics.values()
    return fabric


def resolve(site, path):
    """Return what stands at a path of a site; raises when the intent has no such field."""
    here = site if path and path[0] in type(site).model_fields else _only(site.fabrics)
    for part in path:
        if isinstance(here, dict):
            here = here[part]
        elif isinstance(here, tuple):
            here = here[int(part)]
        else:
            here = getattr(here, part)
    return here
