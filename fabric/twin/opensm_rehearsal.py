"""Rehearses a subnet manager: OpenSM routes the intended subnet on ibsim, the cabling is read back."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.topology.model import Role
from fabric.twin import netlist, opensm, opensm_partitions
from fabric.twin.ibsim import TwinError, program, simulator

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.device import SubnetManagerConfig

SHOWN = 5
"""Cables named in one finding."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What came of a rehearsal."""

    engine: str
    """The routing engine that OpenSM was to use, after substitution."""
    cables: int
    """Cables discovered."""
    diagnostics: tuple[Diagnostic, ...]


def rehearse(
    config: SubnetManagerConfig,
    artifacts: Mapping[str, str],
    subnet: str | None = None,
    seconds: float = 120.0,
) -> Rehearsal:
    """Run one sweep of OpenSM with the rendered files and compare the discovered cables with the intent.

    `subnet` is a netlist to use in place of the intended one, such as that of a miswired fabric. `seconds`
    bounds each program: 16,384 hosts take 40 s on two cores. Raises TwinError when it cannot be run.
    """
    with tempfile.TemporaryDirectory(prefix="fabric-twin-") as name:
        folder = Path(name)
        files = opensm.runnable(artifacts, folder)
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        program("opensm")
        with simulator(
            subnet or netlist.netlist(config), netlist.subnet_size(config), _attachment(config), folder
        ) as running:
            said = running.run(program("opensm"), "-F", str(folder / "opensm.conf"), "-o", seconds=seconds)
            dump = running.run(program("ibnetdiscover"), seconds=seconds)
            unheld = tuple(opensm_partitions.unheld(running, config, dump))
        log = folder / "opensm.log"
        logged = log.read_text(errors="replace") if log.exists() else ""
    wanted = opensm.engine_wanted(files["opensm.conf"])
    found = netlist.discovered(dump, config)
    diagnostics = (
        *opensm.objections(said, logged, wanted),
        *opensm_partitions.strange_roots(artifacts.get("root_guid.conf", ""), config),
        *unheld,
        *_cabling(netlist.cables(config), found),
    )
    return Rehearsal(wanted, len(found), diagnostics)


def _attachment(config: SubnetManagerConfig) -> str:
    """Return the adapter that the subnet manager sits on: its own, or else the first host's."""
    adapters = [node for node in config.nodes if node.is_adapter]
    if not adapters:
        raise TwinError("the subnet has no adapter for the subnet manager to sit on")
    own = [node for node in adapters if node.role is Role.MANAGER]
    return netlist.node_id((own or adapters)[0])


def _cabling(intended: frozenset[netlist.Cable], found: frozenset[netlist.Cable]) -> Iterator[Diagnostic]:
    for code, verb, cables in (
        ("TWN-004", "intended and not found", intended - found),
        ("TWN-005", "found and not intended", found - intended),
    ):
        if cables:
            names = netlist.listing(cables)
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            yield error(code, f"{len(names)} cables {verb}: {', '.join(names[:SHOWN])}{more}")
