"""What FRR and the kernel of a rehearsal have, against what must be there."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from fabric.core.diagnostic import Diagnostic, error
from fabric.twin import frr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fabric.twin.expected import Expected
    from fabric.twin.sandbox import Sandbox

PAUSE_S = 0.3
TELL_S = 10.0
"""Seconds between two words about a wait."""
UNUSABLE = {"dead", "linkdown"}
"""Flags of a next hop that the kernel keeps and does not use."""
SHOWN = 5
"""Networks named in one finding."""


class State(NamedTuple):
    """What one node has."""

    sessions: int
    rib: Counter[str]
    """Network to next hops that FRR says are installed."""
    fib: Counter[str]
    """Network to next hops that the kernel uses."""


def observe(box: Sandbox, name: str) -> State:
    """Ask FRR and the kernel of a node."""
    summary = frr.show(box, name, "show bgp summary json")
    # A session that carries both families stands in both.
    peers = {
        peer: found["state"] for family in summary.values() for peer, found in family.get("peers", {}).items()
    }
    routes = [frr.show(box, name, f"show {family} route json") for family in ("ip", "ipv6")]
    return State(
        sessions=sum(state == "Established" for state in peers.values()),
        rib=_rib({network: entries for family in routes for network, entries in family.items()}),
        fib=Counter({_network(route["dst"]): _used(route) for route in frr.kernel_routes(box, name)}),
    )


def nobody(_step: str) -> None:
    """Tell nobody."""


def settled(
    box: Sandbox, wanted: Expected, seconds: float, tell: Callable[[str], None] = nobody
) -> tuple[Diagnostic, ...]:
    """Wait until a network has what it must have; return what it still lacks when the time is over."""
    end = time.monotonic() + seconds
    due = time.monotonic() + TELL_S
    left = sorted(wanted.sessions)
    while True:
        seen = frr.each(left, lambda name: observe(box, name))
        found = {name: tuple(judged(name, state, wanted)) for name, state in seen.items()}
        left = [name for name in left if found[name]]
        if not left and len(seen) == len(wanted.sessions):
            return ()
        if time.monotonic() > end:
            return tuple(one for name in left for one in found[name])
        if left and time.monotonic() > due:
            tell(f"{len(left)} of {len(wanted.sessions)} nodes have not all of it yet")
            due = time.monotonic() + TELL_S
        # One that had all may lose it again while others still change: the last look is at all of them.
        left = left or sorted(wanted.sessions)
        time.sleep(PAUSE_S)


def judged(name: str, state: State, wanted: Expected) -> Iterator[Diagnostic]:
    """Yield how a node differs from what it must have."""
    if state.sessions != wanted.sessions[name]:
        yield error("TWN-009", f"`{name}` has {state.sessions} of {wanted.sessions[name]} BGP sessions")
    for code, table, have in (("TWN-010", "FRR", state.rib), ("TWN-011", "the kernel", state.fib)):
        ways = wanted.ways[name].items()
        wrong = [
            f"{network} has {have[network]} of {width}" for network, width in ways if have[network] != width
        ]
        if wrong:
            yield error(code, f"next hops of `{name}` in {table}: {_listing(wrong)}")


def _rib(routes: dict[str, list[dict[str, Any]]]) -> Counter[str]:
    return Counter(
        {
            network: sum(bool(hop.get("fib")) for hop in entry.get("nexthops", ()))
            for network, entries in routes.items()
            for entry in entries
            if entry.get("selected")
        }
    )


def _used(route: dict[str, Any]) -> int:
    return sum(not UNUSABLE & set(hop.get("flags", ())) for hop in route.get("nexthops", (route,)))


def _network(written: str) -> str:
    return written if "/" in written else f"{written}/{128 if ':' in written else 32}"


def _listing(found: Iterable[str]) -> str:
    listed = list(found)
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return f"{', '.join(listed[:SHOWN])}{more}"
