"""A soak as evidence: what ports between switches counted, at the changed devices and their neighbours."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from fabric.health import Judgement, Verdict, reasons, worst
from fabric.health.traffic import grown, judge
from fabric.rollout import gates

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.rollout.desk import Desk

    Counted = Mapping[str, Mapping[str, Mapping[str, int]]]

GATE = "traffic"
AT_ONCE = 8


def begin(desk: Desk, names: tuple[str, ...]) -> Counted:
    """Read the counters before a soak; nothing where nobody asks for them."""
    return _look(desk, _around(desk, names)) if desk.plan.gates.own.traffic else {}


def end(desk: Desk, wave: int, names: tuple[str, ...], before: Counted) -> tuple[Verdict, str]:
    """Judge what the changed devices and their neighbours counted since."""
    asked = desk.plan.gates.own.traffic
    if asked is None or desk.world.stop.draining:
        return Verdict.PASS, ""
    after = _look(desk, _around(desk, names))
    found: dict[str, Judgement] = {}
    for name, ports in _around(desk, names).items():
        seen = _seen(before, after, name, ports)
        # A neighbour need not carry so much, but what it counts wrong on these ports is the change's too.
        found[name] = judge(GATE, asked.frames if name in names else 0, asked.most, seen)
        if name not in before or name not in after:
            found[name] = Judgement(GATE, Verdict.UNKNOWN, ("it could not be looked at",))
        evidence = {
            "gate": GATE,
            "kind": GATE,
            "moment": "soak",
            "device": name,
            "ports": sorted(ports),
            "grown": seen,
            "verdict": found[name].verdict.value,
            "reasons": list(found[name].reasons),
            "asked": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        }
        desk.witness(GATE, name, wave, found[name], evidence)
    verdict = worst(found.values())
    if verdict is Verdict.PASS:
        return verdict, ""
    name = next(name for name, one in found.items() if one.verdict is verdict)
    return verdict, f"`{name}`: {reasons((found[name],))}"


def _seen(before: Counted, after: Counted, name: str, ports: Iterable[str]) -> dict[str, int] | None:
    return grown(before.get(name, {}), after.get(name, {}), ports)


def _around(desk: Desk, names: Iterable[str]) -> dict[str, set[str]]:
    """Return the ports to watch, by device: of changed ones those between switches, and their far ends.

    A neighbour that the plan does not change is not known to it, and not looked at.
    """
    devices = desk.plan.devices
    found: dict[str, set[str]] = {name: set(devices[name].expectation.lldp) for name in names}
    for name in names:
        for far, port in devices[name].expectation.lldp.values():
            if far in devices and port:
                found.setdefault(far, set()).add(port)
    return found


def _look(desk: Desk, names: Iterable[str]) -> Counted:
    def one(name: str) -> tuple[str, Mapping[str, Mapping[str, int]] | None]:
        driver = desk.world.driver_for(desk.plan.devices[name].inventory_key)
        try:
            seen = gates.observed(driver)
        finally:
            driver.close()
        return name, None if seen is None else seen.ports

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return {name: ports for name, ports in pool.map(one, names) if ports is not None}
