"""The formats that links are imported from, by the name of the option."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.views.imports_air import air
from fabric.views.imports_hedgehog import hedgehog
from fabric.views.imports_ibnetdiscover import ibnetdiscover
from fabric.views.imports_sonic import sonic_lab

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.views.imports import Network

FORMATS: Mapping[str, Callable[[str, str], Network]] = MappingProxyType(
    {"sonic-lab": sonic_lab, "hedgehog": hedgehog, "air": air, "ibnetdiscover": ibnetdiscover}
)
