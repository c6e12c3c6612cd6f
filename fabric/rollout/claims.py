"""Room of a site's fabrics together: taken as one, so that no two engines ever take the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from fabric.rollout import store
from fabric.rollout.database import kind_of, naming
from fabric.rollout.lease import is_alive
from fabric.rollout.states import ACTIVE
from fabric.rollout.tables import CLAIM, DEVICE_STATE, LEASE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from fabric.rollout.store import Lease

_MINE = sa.delete(CLAIM).where(CLAIM.c.scope == sa.bindparam("mine"))


def claim(
    database: sa.Engine, lease: Lease, most: int, wanted: Sequence[str], flying: AbstractSet[str]
) -> tuple[str, ...]:
    """Claim room for some of the wanted devices, in their order, and give back what is not `flying` any more.

    A claim stands as long as the lease of its fabric; what a dead engine left in flight counts by itself.
    Raises LeaseLostError when somebody else acts on this fabric.
    """
    fabrics = _others(database, lease.scope)
    with naming(database), database.begin() as connection:
        store.check_fence(connection, lease)
        room = max(0, most - _taken(connection, lease.scope, fabrics, most) - len(flying))
        granted = tuple(wanted[:room])
        connection.execute(_MINE, {"mine": lease.scope})
        if mine := [{"scope": lease.scope, "device": name} for name in sorted({*flying, *granted})]:
            connection.execute(CLAIM.insert(), mine)
    return granted


def _others(database: sa.Engine, mine: str) -> dict[str, str]:
    """Return the site's other fabrics by their rollouts.

    One that begins after this look is not missed: its devices are claimed before they are in flight.
    """
    site = _site(mine)
    found = {item.record.rollout: item.record.reason for item in store.starts(database)}
    return {name: scope for name, scope in found.items() if scope != mine and _site(scope) == site}


def _taken(connection: sa.Connection, mine: str, fabrics: dict[str, str], most: int) -> int:
    """Return what other fabrics of the site have, or keep: one that is worked on keeps its part of `most`."""
    moment = kind_of(connection).moment(connection)
    leases = (store.Lease(*row) for row in connection.execute(sa.select(LEASE)))
    alive = {one.scope for one in leases if one.scope != mine and is_alive(one, moment)}
    living = {scope for scope in alive if _site(scope) == _site(mine)}
    claims = connection.execute(sa.select(CLAIM).where(CLAIM.c.scope.in_(living)))
    flying = connection.execute(
        sa.select(DEVICE_STATE.c.rollout, DEVICE_STATE.c.device).where(
            DEVICE_STATE.c.rollout.in_(fabrics), DEVICE_STATE.c.state.in_([state.value for state in ACTIVE])
        )
    )
    busy = {(scope, device) for scope, device in claims} | {
        (fabrics[name], device) for name, device in flying
    }
    return max(len(busy), len(living) * (most // (len(living) + 1)))


def _site(scope: str) -> str:
    return scope.partition("/")[0]
