"""Compare what a device shows with what it should: pass, fail, or could not look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.names import listing, natural
from fabric.health.model import NOBODY, Baseline, Expectation, Judgement, Observed, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet

STORM_COUNTERS = ("pfc_watchdog",)
"""Counters that a healthy change never moves; discards and FEC errors also move at a link flap."""


def baseline(seen: Observed) -> Baseline:
    """Keep what was good."""
    return Baseline(
        bgp=frozenset(session for session, up in seen.bgp.items() if up),
        lldp=frozenset(seen.lldp),
        oper_up=seen.oper_up,
        counters=dict(seen.counters),
        failing=frozenset(one.gate for one in seen.judged if one.verdict is Verdict.FAIL),
    )


def owed(expectation: Expectation, before: Baseline, unchanged: AbstractSet[str]) -> Expectation:
    """Return what can be asked for while the devices in `unchanged` do not carry their change yet.

    Towards such a device only what was good before is owed; towards all others everything is.
    """

    def due(names: Iterable[str], good: frozenset[str]) -> frozenset[str]:
        return frozenset(
            n for n in names if n in good or expectation.peers.get(n) not in {*unchanged, NOBODY}
        )

    ports = due(expectation.lldp, before.lldp)
    return Expectation(
        bgp=due(expectation.bgp, before.bgp),
        lldp={
            port: far
            for port, far in expectation.lldp.items()
            if port in ports and (port in before.lldp or far[0] not in unchanged)
        },
        oper_up=due(expectation.oper_up, before.oper_up),
        peers=expectation.peers,
    )


def bgp(expectation: Expectation, seen: Observed, _before: Baseline) -> Judgement:
    """Every expected session is established."""
    down = [session for session in expectation.bgp if not seen.bgp.get(session, False)]
    return _verdict("bgp", down, "no established session on")


def lldp(expectation: Expectation, seen: Observed, _before: Baseline) -> Judgement:
    """Every expected neighbour is seen on its port, and no other one."""
    reasons = []
    for port in sorted(expectation.lldp, key=natural):
        name, far = expectation.lldp[port]
        found = seen.lldp.get(port)
        if found is None:
            reasons.append(f"`{port}` sees no neighbour, expected `{name}:{far}`")
        elif found[0] != name or (far and found[1] != far):
            reasons.append(f"`{port}` sees `{found[0]}:{found[1]}`, expected `{name}:{far}`")
    return Judgement("lldp", Verdict.FAIL if reasons else Verdict.PASS, tuple(reasons))


def oper_up(expectation: Expectation, seen: Observed, _before: Baseline) -> Judgement:
    """Every expected port is up."""
    return _verdict("oper-up", list(expectation.oper_up - seen.oper_up), "no link on")


def counters(_expectation: Expectation, seen: Observed, before: Baseline) -> Judgement:
    """No counter of a storm moved since before the change."""
    reasons, blind = [], []
    for name in STORM_COUNTERS:
        old, new = before.counters.get(name), seen.counters.get(name)
        if old is not None and new is None:
            blind.append(f"`{name}` is no longer reported")
        elif old is not None and new is not None and new > old:
            reasons.append(f"`{name}` went from {old} to {new}")
        elif old is not None and new is not None and new < old:
            blind.append(f"`{name}` began to count anew: it was {old} and is {new}")
    if reasons:
        return Judgement("counters", Verdict.FAIL, tuple(reasons))
    return Judgement("counters", Verdict.UNKNOWN if blind else Verdict.PASS, tuple(blind))


GATES: dict[str, Callable[[Expectation, Observed, Baseline], Judgement]] = {
    "bgp": bgp,
    "lldp": lldp,
    "oper-up": oper_up,
    "counters": counters,
}


def judge(
    names: Iterable[str], expectation: Expectation, seen: Observed | None, before: Baseline
) -> tuple[Judgement, ...]:
    """Ask the named gates; a device that could not be observed makes each of them unknown.

    What it judged of itself is asked with any of them, but for what it found bad before the change.
    """
    if seen is None:
        return tuple(Judgement(name, Verdict.UNKNOWN, ("could not look",)) for name in names)
    asked = tuple(GATES[name](expectation, seen, before) for name in names)
    return (*asked, *(one for one in seen.judged if asked and one.gate not in before.failing))


def worst(judgements: Iterable[Judgement]) -> Verdict:
    """Return fail before unknown before pass."""
    verdicts = {judgement.verdict for judgement in judgements}
    return next((v for v in (Verdict.FAIL, Verdict.UNKNOWN) if v in verdicts), Verdict.PASS)


def reasons(judgements: Iterable[Judgement]) -> str:
    """Write what did not pass as one sentence."""
    bad = [j for j in judgements if j.verdict is not Verdict.PASS]
    return "; ".join(f"{j.gate} {j.verdict}: {', '.join(j.reasons[:6])}" for j in bad)


def _verdict(gate: str, bad: list[str], complaint: str) -> Judgement:
    if not bad:
        return Judgement(gate, Verdict.PASS)
    return Judgement(gate, Verdict.FAIL, (f"{complaint} {listing(sorted(bad, key=natural))}",))
