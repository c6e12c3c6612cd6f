"""Runs FRR in namespaces and asks what it knows; and the kernel, which is what forwards."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fabric.twin.ibsim import TwinError, program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from fabric.twin.sandbox import Sandbox

DAEMONS = "/usr/lib/frr"
FIRST = ("mgmtd", "zebra")
"""mgmtd stands between from FRR 10 on; zebra must be there before the others."""
ROUTING = ("bfdd", "bgpd")
# FRR 8 and 9 leave a next-hop group of the kernel without its member after a link came back (FRRouting/frr
# issues 14481 and 15505); this makes them write every route with its next hops.
ZEBRA = "no zebra nexthop kernel enable\n"
Result = TypeVar("Result")


def lacking() -> str:
    """Return which program of FRR is not installed; empty when all are."""
    return next((one for one in ("zebra", *ROUTING) if not Path(DAEMONS, one).exists()), "")


def boot(box: Sandbox, configurations: Mapping[str, str]) -> Mapping[str, str]:
    """Start FRR in each node with its configuration; return what it objects to, by node."""
    if daemon := lacking():
        raise TwinError(f"FRR's `{daemon}` is not installed; `make judges` installs it")
    for name, text in configurations.items():
        _lay_out(box, name, text)
    for group in (FIRST, ROUTING):
        each(configurations, partial(_start, box, group))
    return {name: said for name, said in each(configurations, lambda name: _load(box, name)).items() if said}


def each(names: Iterable[str], ask: Callable[[str], Result]) -> dict[str, Result]:
    """Return what is answered for every name; a few are asked at once."""
    listed = list(names)
    with ThreadPoolExecutor(8) as pool:
        return dict(zip(listed, pool.map(ask, listed), strict=True))


def show(box: Sandbox, name: str, command: str) -> Any:
    """Return what a node's FRR answers to a `show ... json`."""
    said = box.inside(name, program("vtysh"), "-N", name, "-c", command)
    return json.loads(said or "{}")


def kernel_routes(box: Sandbox, name: str) -> list[dict[str, Any]]:
    """Return the routes of a node's kernel, of both families."""
    asked = [
        box.run(program("ip"), "-netns", name, "-json", family, "route", "show") for family in ("-4", "-6")
    ]
    return [route for said in asked for route in json.loads(said or "[]")]


def _lay_out(box: Sandbox, name: str, text: str) -> None:
    files = {"frr.conf": text, "vtysh.conf": "", "zebra.conf": ZEBRA}
    files |= {f"{daemon}.conf": "" for daemon in ("mgmtd", *ROUTING)}
    for file, content in files.items():
        path = box.root / "etc/frr" / name / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    box.run("mkdir", f"/run/frr/{name}")
    box.run("chown", "-R", "frr:frr", f"/etc/frr/{name}", "/run/frr")


def _start(box: Sandbox, daemons: tuple[str, ...], name: str) -> None:
    for daemon in daemons:
        if Path(DAEMONS, daemon).exists():
            box.inside(name, f"{DAEMONS}/{daemon}", "-d", "-N", name, "-P", "0")


def _load(box: Sandbox, name: str) -> str:
    """Bring a configuration in as a switch does at its start; return what FRR objects to."""
    try:
        said = box.inside(name, program("vtysh"), "-N", name, "-b")
    except TwinError as refused:
        return str(refused)
    return "\n".join(line for line in said.splitlines() if "%" in line or "rror" in line)
