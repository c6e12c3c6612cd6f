"""The plug-ins of a run, as one frozen value: nothing is discovered by itself."""

from __future__ import annotations

import hashlib
import inspect
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.check import CHECKS
from fabric.platforms.bluefield import PLATFORM as BLUEFIELD
from fabric.platforms.cumulus import PLATFORM as CUMULUS
from fabric.platforms.eos import PLATFORM as EOS
from fabric.platforms.host import PLATFORM as HOST
from fabric.platforms.sonic import PLATFORM as SONIC
from fabric.platforms.ufm import PLATFORM as UFM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.check import Check
    from fabric.platforms.form import Platform

PLATFORMS = (EOS, SONIC, CUMULUS, UFM, BLUEFIELD, HOST)


@dataclass(frozen=True)
class Registry:
    """Platforms by name and checks in order. Its digest is part of every build and plan."""

    platforms: Mapping[str, Platform]
    checks: tuple[Check, ...]
    digest: str


def registry(platforms: tuple[Platform, ...] = PLATFORMS, checks: tuple[Check, ...] = CHECKS) -> Registry:
    """Make a registry; without arguments, the one of everything shipped."""
    digest = hashlib.sha256()
    for platform in platforms:
        digest.update(f"platform {platform.name} {sorted(platform.templates.items())}\n".encode())
    for check in checks:
        digest.update(f"check {check.__module__}.{check.__name__} {inspect.getdoc(check)}\n".encode())
    by_name = MappingProxyType({platform.name: platform for platform in platforms})
    return Registry(by_name, checks, digest.hexdigest())
