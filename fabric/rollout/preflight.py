"""Look at every device of a plan before the first is touched: who it is, and whether the plan still fits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.core.names import listing
from fabric.drivers.contract import DriverError
from fabric.drivers.secrets import SecretError
from fabric.health import Verdict, reasons
from fabric.plan.forbidden import forbidden
from fabric.rollout import gates
from fabric.rollout.admission import failures_allowed

if TYPE_CHECKING:
    from fabric.core.diagnostic import Diagnostic
    from fabric.plan.model import Plan, PlannedDevice
    from fabric.rollout.world import World


class Unfit(StrEnum):
    """Why a device cannot get its change."""

    STALE = "stale"
    WRONG = "wrong"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Finding:
    """One device that cannot get its change now."""

    device: str
    kind: Unfit
    words: str


def preflight(plan: Plan, world: World) -> str:
    """Say why the plan is stale; empty when every device still runs what it was made from.

    Raises FabricError when a device is another one than the plan means, or when more cannot be read than a
    wave may lose. Only reads: what it finds good may still have changed when the device's turn comes, and is
    looked at again then.
    """
    if world.probes is not None and (why := world.probes.ready()):
        hint = "run it in the project that the plan was made from, or plan again"
        raise FabricError(error("ROL-011", f"the gates of the plan cannot be asked: {why}", hint=hint))
    with ThreadPoolExecutor(plan.constraints.max_in_flight) as pool:
        looks = pool.map(lambda device: _look(device, world), plan.devices.values())
        found = {look.device: look for look in looks if look is not None}
    if refused := [_refusal(look) for look in found.values() if _forbids(plan, found, look)]:
        raise FabricError(*refused)
    stale = [name for name, look in found.items() if look.kind is Unfit.STALE]
    if not stale:
        return ""
    runs = "does" if len(stale) == 1 else "do"
    return f"{listing(stale)} {runs} not run what the plan was made from: plan again"


def refuse_impossible(plan: Plan) -> None:
    """Raise FabricError for a plan whose limits or window keep it from being followed, whoever made it."""
    if found := tuple(forbidden(plan)):
        raise FabricError(*found)


def _look(device: PlannedDevice, world: World) -> Finding | None:
    driver = world.driver_for(device.inventory_key)
    try:
        judged = gates.identity(device.identity, driver.identify())
        if judged.verdict is not Verdict.PASS:
            return Finding(device.name, Unfit.WRONG, reasons((judged,)))
        running = driver.fetch()
    except SecretError:
        raise  # no fault of the device: the same would be said of every other one
    except DriverError as failure:
        return Finding(device.name, Unfit.UNSEEN, world.redact(str(failure)))
    finally:
        driver.close()
    if world.fingerprint_of(device.platform, running) == device.base_fingerprint:
        return None
    return Finding(device.name, Unfit.STALE, "")


def _forbids(plan: Plan, found: dict[str, Finding], look: Finding) -> bool:
    """Whether a device keeps the rollout from starting; a few that cannot be read may be left behind."""
    if look.kind is not Unfit.UNSEEN:
        return look.kind is Unfit.WRONG
    number, wave = next((n, wave) for n, wave in enumerate(plan.waves) if look.device in wave.devices)
    unseen = [name for name in wave.devices if name in found and found[name].kind is Unfit.UNSEEN]
    return len(unseen) > failures_allowed(plan, number)


def _refusal(look: Finding) -> Diagnostic:
    if look.kind is Unfit.WRONG:
        hint = "correct the inventory, or find out who has its address; then plan again"
        return error("ROL-003", f"`{look.device}` is not the device of the plan: {look.words}", hint=hint)
    hint = "check address, credentials and trust (`ca_file`, `fingerprint`, `host_key`) in the inventory"
    return error("ROL-004", f"`{look.device}` cannot be read: {look.words}", hint=hint)
