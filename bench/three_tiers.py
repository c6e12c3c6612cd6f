"""A Clos of three tiers up to 100,000 GPUs, read, expanded and numbered: `python -m bench.three_tiers 25`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.cost import Cost, Stages, hand_over, own_process, peak_mib
from fabric.allocate import Ledger, allocate
from fabric.catalog import load_catalog
from fabric.core.source import Folder
from fabric.intent import read_intent
from fabric.topology import Role, expand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PODS = (4, 25)
"""Of 512 hosts, 64 leaves and 64 spines, with 1,024 cores: 25 pods are 4,224 switches and 102,400 GPUs."""
SWITCH = 'model: nvidia-sn5600, platform: cumulus, release: "5.16"'
TEXT = f"""\
schema: fabric/1
name: site
fabric: {{name: backend, transport: roce}}
topology:
  kind: clos3
  rails: 8
  planes: 16
  leaf: {{{SWITCH}, per: rail, count: 8, uplinks: 64}}
  spine: {{{SWITCH}, count: 64, uplinks: 64}}
  core: {{{SWITCH}, count: 1024}}
hosts:
"""
POD = "  pod{}: {{count: 512, model: hgx-h200, nics: {{backend: {{model: connectx-7, count: 8}}}}}}\n"


def measured(pods: Sequence[int] = PODS) -> Iterator[Cost]:
    """Yield the cost of each size."""
    for count in pods:
        cost = own_process("bench.three_tiers", str(count))
        if cost is not None:
            yield cost


def main(pods: int) -> None:
    """Measure one size in this process."""
    clock = Stages()
    with tempfile.TemporaryDirectory() as root:
        Path(root, "site").mkdir()
        Path(root, "site", "site.yaml").write_text(TEXT + "".join(map(POD.format, range(1, pods + 1))))
        with clock.stage("read"):
            site, _ = read_intent(Folder(Path(root)), "site")
            catalog = load_catalog()
    with clock.stage("expand"):
        fabric = expand(site, "backend", catalog)
    with clock.stage("allocate"):
        allocate(fabric, site.fabrics["backend"], Ledger())
    devices = len(fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE))
    hand_over(Cost("three tiers", devices, 0, sum(clock.seconds.values()), peak_mib(), clock.seconds))


if __name__ == "__main__":
    main(int(sys.argv[1]))
