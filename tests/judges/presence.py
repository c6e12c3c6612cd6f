"""Which judges this machine has."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.twin import frr
from fabric.twin.ibsim import TwinError
from fabric.twin.sandbox import sandbox

if TYPE_CHECKING:
    from collections.abc import Callable

REPOSITORY = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("FABRIC_SHARED", REPOSITORY.parent / "shared"))
"""Vendors' models and schemas, too large and not ours to carry: a folder beside the checkout."""
NETWORKD = ("/lib/systemd/systemd-networkd", "/usr/lib/systemd/systemd-networkd")
SBIN = "/usr/sbin:/sbin:/usr/local/sbin"
"""Daemons live there, and Debian leaves it out of the PATH of a user."""


def program(name: str) -> str | None:
    """Return where a program or daemon is installed."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}")


def why_missing(judge: str) -> str:
    """Return why a judge cannot judge here; empty when it can."""
    return _why(judge)


@cache
def _why(judge: str) -> str:
    return JUDGES[judge]()


def _programs(*names: str) -> str:
    lacking = [name for name in names if program(name) is None]
    return f"`{'`, `'.join(lacking)}` not installed, run `make judges`" if lacking else ""


def _module(name: str) -> str:
    return "" if importlib.util.find_spec(name) else f"Python module `{name}` is not installed"


def _folder(*parts: str) -> str:
    return "" if SHARED.joinpath(*parts).exists() else f"no `{'/'.join(parts)}` in {SHARED}"


def _yang() -> str:
    return _folder("sonic-yang") or (_module("libyang") and "libyang is not installed, run `make judges`")


def _nvue() -> str:
    return _folder("nvue-schema", "nvue-paths.json")


def _eos() -> str:
    return _module("pyavd")


def _opensm() -> str:
    return _programs("opensm", "ibsim", "ibnetdiscover")


def _frr() -> str:
    return _programs("vtysh")


def _twin() -> str:
    if lacking := _programs("vtysh", "ip", "ping", "nsenter", "unshare"):
        return lacking
    if frr.lacking():
        return f"FRR's `{frr.lacking()}` is not installed, run `make judges`"
    try:
        with sandbox():
            return ""
    except TwinError as reason:
        return f"{reason} (root is needed)"


def _networkd() -> str:
    if lacking := _programs("udevadm", "systemd-analyze", "unshare", "ip"):
        return lacking
    if networkd() is None:
        return "`systemd-networkd` is not installed, run `make judges`"
    made = subprocess.run(
        ["unshare", "--net", "--mount", "mount", "-t", "sysfs", "-o", "ro", "sysfs", "/sys"],
        capture_output=True, check=False,
    )  # fmt: skip
    return "namespaces cannot be made here (root is needed)" if made.returncode else ""


def networkd() -> str | None:
    """Return where the network daemon of systemd is; it is nobody's command."""
    return next((place for place in NETWORKD if Path(place).exists()), None)


def _netplan() -> str:
    return _programs("netplan") or _networkd()


def _prometheus() -> str:
    return _programs("prometheus", "promtool")


def _page() -> str:
    return _programs("chromium", "chromedriver")


JUDGES: MappingProxyType[str, Callable[[], str]] = MappingProxyType(
    {
        "yang": _yang,
        "nvue": _nvue,
        "eos": _eos,
        "opensm": _opensm,
        "frr": _frr,
        "netplan": _netplan,
        "networkd": _networkd,
        "page": _page,
        "twin": _twin,
        "prometheus": _prometheus,
    }
)
"""Judge to the probe that says why it is missing."""
