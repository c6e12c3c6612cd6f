"""`make bench`: every measurement, as tables or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from bench import commands, diffs, eos_leaves, growth, mistakes, pages, pushing, three_tiers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.cost import Cost

STAGES = ("read", "expand", "allocate", "build", "check", "render")
NOTHING = "-"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--sizes", default=",".join(map(str, eos_leaves.SIZES)), help="switches, such as 16,64"
    )
    parser.add_argument(
        "--peer-up-to", type=int, default=eos_leaves.PEER_UP_TO, help="largest size for pyavd"
    )
    parser.add_argument("--pods", default=",".join(map(str, growth.PODS)), help="pods of the growing fabric")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    given = parser.parse_args(arguments)
    rows = list(eos_leaves.measured(_numbers(given.sizes), given.peer_up_to))
    grown = list(growth.measured(_numbers(given.pods)))
    tiers = list(three_tiers.measured())
    waits = commands.measured()
    told = mistakes.measured()
    pairs = list(diffs.measured())
    page = pages.measured()
    pushed = list(pushing.measured())
    if given.json:
        found = {
            "eos_leaves": [asdict(row) | {"ratio": row.ratio} for row in rows],
            "growth": [asdict(cost) for cost in grown],
            "three_tiers": [asdict(cost) for cost in tiers],
            "commands": waits,
            "mistakes": told,
            "diffs": pairs,
            "page": page,
            "pushing": [asdict(cost) for cost in pushed],
        }
        sys.stdout.write(json.dumps(found, indent=2) + "\n")
        return
    tables = (
        _leaves(rows),
        _growth(grown),
        _three_tiers(tiers),
        _commands(waits),
        _commands(told, "mistakes, CPU"),
        _diffs(pairs),
        _page(page),
        _pushing(pushed),
    )
    sys.stdout.write("\n".join(line for table in tables for line in (*table, "")))


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def _leaves(rows: Iterable[eos_leaves.Row]) -> list[str]:
    head = ("switches", "lines each", "ms each", "MiB", "pyavd ms each", "pyavd MiB", "ratio", *STAGES)
    body = [
        (
            str(row.ours.devices),
            f"{row.ours.lines / row.ours.devices:.0f}",
            f"{row.ours.ms_per_device:.2f}",
            f"{row.ours.peak_mib:.0f}",
            f"{row.peer.ms_per_device:.1f}" if row.peer else NOTHING,
            f"{row.peer.peak_mib:.0f}" if row.peer else NOTHING,
            f"{row.ratio:.1f}" if row.ratio else NOTHING,
            *_split(row.stages),
        )
        for row in rows
    ]
    return ["EOS leaves and spines, intent to artifact, CPU; stages in ms each", *_table(head, body)]


def _growth(costs: Iterable[Cost]) -> list[str]:
    stages = STAGES[:-1]
    head = ("switches", "CPU s", "ms each", "MiB", *stages)
    body = [
        (
            str(cost.devices),
            f"{cost.cpu_s:.2f}",
            f"{cost.ms_per_device:.2f}",
            f"{cost.peak_mib:.0f}",
            *_split(cost, stages),
        )
        for cost in costs
    ]
    return [
        "one fabric that grows (8 hosts to a leaf), nothing rendered; stages in ms each",
        *_table(head, body),
    ]


def _three_tiers(costs: Iterable[Cost]) -> list[str]:
    stages = ("yardstick", *STAGES, "wall")
    body = [
        (
            cost.who,
            str(cost.devices),
            f"{cost.cpu_s:.1f}",
            f"{cost.peak_mib:.0f}",
            *(f"{cost.stages_s[stage]:.2f}" if stage in cost.stages_s else NOTHING for stage in stages),
        )
        for cost in costs
    ]
    return [
        "three tiers of 1,024 to 102,400 GPUs; CPU s, and s on the clock; 5 million turns are the yardstick",
        *_table(("what", "switches", "CPU s", "MiB", *stages), body),
    ]


def _pushing(costs: Iterable[Cost]) -> list[str]:
    body = [
        (
            cost.who,
            str(cost.devices),
            str(pushing.IN_FLIGHT[cost.who]),
            f"{cost.ms_per_device:.1f}",
            f"{cost.peak_mib:.0f}",
            f"{cost.stages_s[pushing.GROUPED]:.0f}" if pushing.GROUPED in cost.stages_s else NOTHING,
        )
        for cost in costs
    ]
    head = ("client", "switches", "in flight", "ms each", "MiB", pushing.GROUPED)
    return ["commit-confirm on simulated EOS switches, CPU of the client", *_table(head, body)]


def _split(cost: Cost, stages: Sequence[str] = STAGES) -> Iterable[str]:
    return (f"{1000 * cost.stages_s.get(stage, 0.0) / cost.devices:.2f}" for stage in stages)


def _commands(waits: dict[str, float], what: str = "commands, CPU") -> list[str]:
    return [
        what,
        *_table(("command", "ms"), [(name, f"{1000 * s:.0f}") for name, s in waits.items()]),
    ]


def _diffs(pairs: Iterable[dict[str, float | None]]) -> list[str]:
    body = [
        (f"{row['lines']:.0f}", *(NOTHING if (ms := row[who]) is None else f"{ms:.0f}" for who in diffs.WHO))
        for row in pairs
    ]
    return ["two EOS configurations to a patch, CPU ms", *_table(("lines", *diffs.WHO), body)]


def _page(found: dict[str, float]) -> list[str]:
    title = f"the page of a review of {pages.DEVICES} devices that all differ"
    return [title, *_table(tuple(found), [[f"{value:.2f}" for value in found.values()]])]


def _table(head: Sequence[str], body: Iterable[Sequence[str]]) -> list[str]:
    rows = [head, *body]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


if __name__ == "__main__":
    main()
