"""The gates: who a device is, how its peers are, and whether it shows what it should."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.drivers.contract import DriverError
from fabric.health import GATES, Judgement, Verdict, judge, owed
from fabric.rollout.desk import Glimpse
from fabric.rollout.states import KEPT

if TYPE_CHECKING:
    from fabric.drivers.contract import Driver, Identity, Observation
    from fabric.plan.model import ExpectedIdentity, Plan, PlannedDevice
    from fabric.rollout.desk import Desk

BY_TABLE = frozenset({"base", "session", "readback"})
"""Gates that the device protocol itself asks at every look."""
OWN_DIFF = "own-diff"
"""What a device says the candidate would make of it is what was planned."""
PRE = frozenset({"identity", "peers", "base", "session", OWN_DIFF})
GLIMPSE_S = 30.0
LOOKS_AT_ONCE = 4
"""Peers that are looked at side by side for one device."""
POST = frozenset(GATES) | {"readback"}


def unknown_gates(plan: Plan) -> tuple[str, ...]:
    """Return the gates a plan names and nobody knows."""
    return tuple(
        sorted(
            {name for name in plan.gates.pre if name not in PRE}
            | {name for name in (*plan.gates.post, *plan.gates.wave) if name not in POST}
        )
    )


def identity(expected: ExpectedIdentity, found: Identity) -> Judgement:
    """Judge whether the device is the one the plan means, by serial or MAC, and by name."""
    pairs = (
        ("hostname", expected.hostname, found.hostname),
        ("serial", expected.serial, found.serial),
        ("MAC", _mac(expected.mac), _mac(found.mac)),
        ("model", expected.model, found.model),
        ("release", expected.release, found.release),
    )
    wrong = tuple(
        f"{what} is `{seen}`, expected `{wanted}`"
        for what, wanted, seen in pairs
        if wanted and seen and wanted != seen
    )
    if wrong:
        return Judgement("identity", Verdict.FAIL, wrong)
    told = any(wanted and wanted == seen for what, wanted, seen in pairs if what in ("serial", "MAC"))
    if not told:
        return Judgement("identity", Verdict.UNKNOWN, ("neither serial nor MAC could be compared",))
    return Judgement("identity", Verdict.PASS)


def still_itself(device: PlannedDevice, driver: Driver) -> Judgement:
    """Judge whether it is still the device that was changed; its name may be the new one by now."""
    try:
        found = driver.identify()
    except DriverError:
        return Judgement("identity", Verdict.UNKNOWN, ("could not look",))
    return _as_changed(device, found)


def _as_changed(device: PlannedDevice, found: Identity) -> Judgement:
    name = found.hostname if found.hostname == device.name else device.identity.hostname
    return identity(replace(device.identity, hostname=name), found)


def _mac(text: str) -> str:
    """Return the twelve digits of a MAC, whatever its notation."""
    return "".join(character for character in text.lower() if character.isalnum())


def logins(desk: Desk, device: PlannedDevice) -> tuple[Judgement, ...]:
    """Judge whether a login that is coming works, and whether one more does where the way in changed."""
    coming = desk.world.coming(device.name)
    found = [_login(desk, device, coming, "the login that is coming")] if coming else []
    if device.access:
        again = desk.world.driver_for(device.inventory_key)
        found.append(_login(desk, device, again, "a login after the change"))
    return tuple(found)


def _login(desk: Desk, device: PlannedDevice, driver: Driver, what: str) -> Judgement:
    """Log in; where that fails the change is taken back."""
    try:
        found = driver.identify()
    except DriverError as failure:
        return Judgement("login", Verdict.FAIL, (f"{what} does not work: {desk.world.redact(str(failure))}",))
    finally:
        driver.close()
    return _as_changed(device, found)


def observed(driver: Driver) -> Observation | None:
    """Look once; None when that was not possible."""
    try:
        return driver.observe()
    except DriverError:
        return None


def peers(desk: Desk, device: PlannedDevice) -> Judgement:
    """Judge whether the other members of the redundancy group stand, changed by the plan or not."""
    names = desk.peers_of(device.name)
    if not names:
        return Judgement("peers", Verdict.PASS)
    with ThreadPoolExecutor(min(LOOKS_AT_ONCE, len(names))) as pool:
        seen = tuple(pool.map(lambda name: _glimpse(desk, name), names))
    reasons = tuple(one.trouble for one in seen if one.trouble and not one.blind)
    if reasons:
        return Judgement("peers", Verdict.FAIL, reasons)
    blind = tuple(one.trouble for one in seen if one.blind)
    return Judgement("peers", Verdict.UNKNOWN if blind else Verdict.PASS, blind)


def _glimpse(desk: Desk, name: str) -> Glimpse:
    """Look at a device, or remember a look that is recent enough: many ask about one at the same time."""
    with desk.looking_at(name):
        moment = desk.world.clock.now()
        last = desk.glimpses.get(name)
        if last is not None and moment - last.moment < GLIMPSE_S:
            return last
        planned = desk.plan.devices.get(name)
        driver = desk.world.driver_for(planned.inventory_key if planned else name)
        try:
            seen = observed(driver)
        finally:
            driver.close()
        blind = seen is None
        trouble = f"`{name}` could not be looked at" if seen is None else _trouble(desk, name, seen)
        found = desk.glimpses[name] = Glimpse(moment, trouble, blind)
        return found


def _trouble(desk: Desk, name: str, seen: Observation) -> str:
    device = desk.plan.devices.get(name)
    sessions = frozenset(seen.bgp) if device is None else _owed(desk, device)
    # A session that is not configured there yet is no loss; one that is, and is down, is.
    known = [session for session in sessions if session in seen.bgp]
    down = known and not any(seen.bgp[session] for session in known)
    return f"`{name}` has no session up" if down else ""


def _owed(desk: Desk, device: PlannedDevice) -> frozenset[str]:
    return owed(device.expectation, desk.baseline(device.name), unchanged(desk, device)).bgp


def unchanged(desk: Desk, device: PlannedDevice) -> frozenset[str]:
    """Return the planned neighbours of a device that do not carry their change (yet)."""
    far = {*device.expectation.peers.values(), *(name for name, _ in device.expectation.lldp.values())}
    return frozenset(n for n in far if n in desk.plan.devices and desk.of(n).state not in KEPT)


def health(
    desk: Desk, device: PlannedDevice, seen: Observation | None, names: tuple[str, ...]
) -> tuple[Judgement, ...]:
    """Ask the gates that look at a device's state."""
    before = desk.baseline(device.name)
    expected = owed(device.expectation, before, unchanged(desk, device))
    return judge((n for n in names if n not in BY_TABLE), expected, seen, before)
