"""Arista's pyavd judges an eos.cfg: its schema the values, its renderer the spelling and the order of lines.

Our text is read by a reader of the tests into pyavd's model of a switch, validated by pyavd and printed again
by pyavd. What it prints must be our text, line by line, separators aside. Lines that pyavd does not model are
listed with a reason and may be at most two in a hundred.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

import pyavd

from judges import tally
from judges.eos_grammar import Line, blocks, flat, read
from judges.eos_words_access import ACCESS_LISTS, SNMP
from judges.eos_words_ports import INTERFACES, PLATFORM
from judges.eos_words_qos import QOS
from judges.eos_words_routing import ROUTING
from judges.eos_words_system import MANAGEMENT, SERVICES, SYSTEM
from judges.verdict import Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORDS = (*SYSTEM, *SERVICES, *SNMP, *MANAGEMENT, *ACCESS_LISTS, *INTERFACES, *PLATFORM, *QOS, *ROUTING)
EXCEPTIONS = {
    r"phy link training( .+)?": "AMD's cluster guide shows it between address and service-profile",
}
"""Pattern of a line that pyavd does not model, and the source we have for it instead."""
EXCEPTIONS_AT_MOST = 0.02
BORROWED = "65535.65535"
"""An AS number lent to pyavd where it wants one: it prints `neighbor interface` only with an AS or a filter,
while EOS takes the AS from the peer group. It is taken off again before lines are compared."""


def judge(eos_cfg: str) -> Verdict:
    """Judge the text of an eos.cfg."""
    tally.count("eos")
    return findings(eos_cfg)


def findings(eos_cfg: str) -> Verdict:
    """Return the objections to an eos.cfg, uncounted."""
    model, unknown = read(eos_cfg, WORDS)
    excepted = [line for line in unknown if _excepted(line)]
    objections = [
        Finding(f"line {line.number}", f"pyavd's model has no place for `{line.text}`")
        for line in unknown
        if line not in excepted
    ]
    ours = list(flat(blocks(eos_cfg)))
    if len(excepted) > EXCEPTIONS_AT_MOST * len(ours):
        objections.append(Finding("eos.cfg", f"{len(excepted)} of {len(ours)} lines are exceptions"))
    # `end` is printed by a switch; pyavd prints it when told to.
    model["config_end"] = bool(ours) and ours[-1].text == "end"
    for neighbor in model.get("router_bgp", {}).get("neighbor_interfaces", ()):
        if not neighbor.keys() & {"remote_as", "peer_filter"}:
            neighbor["remote_as"] = BORROWED
    result = pyavd.validate_structured_config(model)
    objections += [
        Finding(".".join(map(str, v.path)), v.message) for v in result.validation_result.violations
    ]
    if result.validated_data is not None:
        kept = [line for line in ours if line not in unknown]
        objections += _differences(kept, list(flat(blocks(_printed(result.validated_data)))))
    return tuple(objections)


def _printed(model: dict[str, Any]) -> str:
    return str(pyavd.get_device_config(model)).replace(f" remote-as {BORROWED}", "")


def _excepted(line: Line) -> bool:
    return any(re.fullmatch(pattern, line.text) for pattern in EXCEPTIONS)


def _differences(ours: Sequence[Line], theirs: Sequence[Line]) -> Iterator[Finding]:
    mine = [_shown(line) for line in ours]
    other = [_shown(line) for line in theirs]
    for verb, a, b, c, d in difflib.SequenceMatcher(None, mine, other, autojunk=False).get_opcodes():
        where = f"line {ours[min(a, len(ours) - 1)].number}" if ours else "eos.cfg"
        if verb != "equal":
            yield Finding(where, f"we print {mine[a:b]}, pyavd prints {other[c:d]}")


def _shown(line: Line) -> str:
    # Depth, not the width of the indentation: EOS indents some blocks by four.
    return f"{'  ' * line.depth}{line.text}"
