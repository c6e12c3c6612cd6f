"""The page of what judges refuse: rates by platform and kind, who survives, and what guards there instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from judges.mutate import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RATE = re.compile(r"(?P<kind>\w+) +(?P<refused>\d+) of (?P<all>\d+) refused")
HEAD = """\
# Which judges look at what, and how they bite

Every artifact of every shipped intent and of generated fabrics comes before somebody else's judge. A judge
that refuses nothing proves nothing, so each is shown mutants: a good artifact with one mistake of a fixed
kind (`key` a misspelt name, `type` a word for a number, `range` a number beyond any limit, `reference` a
name that nothing defines, `dependency` a definition removed that others use, `overlap` a thing used twice).
This page is made from what they refused: `pytest tests/judges --update-golden`. A survivor more is a judge
that got weaker, and fails the tests.
"""


class Judge(NamedTuple):
    """One judge: what it looks at, who it is, and what guards where it is blind."""

    platform: str
    artifact: str
    who: str
    guard: str


JUDGES = {
    "yang": Judge(
        "SONiC",
        "config_db.json",
        "the release's own YANG models, through libyang, strict",
        "the models leave buffer sizes unbounded and allow two ports of one alias: `fabric.physics` computes"
        " sizes, and `fabric.check` compares them",
    ),
    "frr": Judge(
        "SONiC",
        "frr.conf",
        "FRR's own parser, `vtysh -C`",
        "it parses lines and keeps no state: the twin runs the daemons and finds a session, a way or an"
        " answer that is missing (`tests/twin/test_routing_rehearsal.py`)",
    ),
    "eos": Judge(
        "Arista EOS",
        "eos.cfg",
        "pyavd's schema and renderer, line by line",
        "it knows no references between sections, nor cages and lanes: a profile is defined where it is"
        " used, in one model; lanes and addresses are allocated, and the twin routes with them",
    ),
    "nvue": Judge(
        "Cumulus Linux",
        "startup.yaml",
        "NVIDIA's published NVUE schema of the release",
        "a schema does not know whether a route map exists: as for EOS",
    ),
    "netplan": Judge(
        "hosts",
        "netplan.yaml",
        "`netplan generate`, and systemd's network daemon on what it makes",
        "it takes any table and priority; `fabric verify --hosts` compares what a host has, and rules"
        " `INT-011` to `INT-013` keep names, tables and adapters apart",
    ),
    "networkd": Judge(
        "hosts",
        ".network, .link, fabric-nic.service",
        "systemd's network daemon and udev, run in a namespace; `systemd-analyze verify`",
        "it waits for ports that are not there; names come from one place, and the rehearsal routes by them",
    ),
    "opensm": Judge(
        "UFM, OpenSM",
        "opensm.conf, partitions.conf, qos-policy.conf",
        "OpenSM, routing the intended subnet on ibsim",
        "it ignores flags and values that it does not know, in silence: the strict renderer and parser of"
        " `fabric.platforms.ufm`; GUIDs that nobody has are found by reading the subnet back",
    ),
}
"""By the name of their list of survivors."""


def page(lists: Path) -> str:
    """Return the page from the lists in a folder."""
    texts = {name: (lists / f"{name}.txt").read_text(encoding="utf-8") for name in JUDGES}
    return "\n".join([HEAD, *_table(texts), "", *_survivors(texts)]) + "\n"


def rates(text: str) -> dict[str, tuple[int, int]]:
    """Return (refused, all) by kind from a list."""
    return {match["kind"]: (int(match["refused"]), int(match["all"])) for match in RATE.finditer(text)}


def survivors(text: str) -> list[str]:
    """Return who survived, from a list."""
    return text.partition("survivors:\n")[2].splitlines()


def _table(texts: dict[str, str]) -> Iterator[str]:
    yield f"| platform | artifact | judge | {' | '.join(KINDS)} | all |"
    yield "| --- " * (len(KINDS) + 4) + "|"
    for name, text in texts.items():
        judge, found = JUDGES[name], rates(text)
        cells = [_share(*found[kind]) if kind in found else "-" for kind in KINDS]
        whole = _share(*(sum(counts) for counts in zip(*found.values(), strict=True)))
        yield f"| {judge.platform} | `{judge.artifact}` | {judge.who} | {' | '.join(cells)} | {whole} |"


def _share(refused: int, among: int) -> str:
    return f"{100 * refused // among} % of {among}"


def _survivors(texts: dict[str, str]) -> Iterator[str]:
    yield "## Survivors"
    for name, text in texts.items():
        judge = JUDGES[name]
        yield f"\n**{judge.platform}, `{judge.artifact}`.** What guards instead: {judge.guard}.\n"
        yield "```"
        yield from survivors(text)
        yield "```"
