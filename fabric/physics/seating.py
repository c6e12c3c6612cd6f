"""Whether a module or the end of a cable sits in its cage: form, lanes, division, power."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.catalog.mating import cage_accepts
from fabric.catalog.tables import OPTICS
from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.core.names import listing
from fabric.physics.power import headroom_w, module_power_w

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Cable, Catalog, Media
    from fabric.catalog.models.optics import Side
    from fabric.physics.sockets import Socket


def seated(catalog: Catalog, socket: Socket, module: Media) -> Iterator[Diagnostic]:
    """Yield what keeps a module out of a cage, or from working there."""
    forms = fitting(catalog, socket, module.form_factors)
    if not forms:
        yield replace(
            _other_form(socket, module.id, module.form_factors), hint=_alike(catalog, socket, module)
        )
        return
    yield from power(socket, module, forms[0])
    if module.linear and socket.switch:
        summary = f"`{module.id}` is linear ({module.linear}): `{socket.owner}` is not known to drive it"
        yield warning("OPT-016", summary, hint="ask the maker of the switch, port by port, before you order")


def lit(catalog: Catalog, socket: Socket, module: Media, legs: int) -> Iterator[Diagnostic]:
    """Yield when lanes or ports of a cage differ from its module's, whose ports have so many legs each."""
    forms = fitting(catalog, socket, module.form_factors)
    if forms:
        unfit = tuple(_lanes(socket, module, forms, legs))
        yield from unfit or _division(catalog, socket, module, forms[0])


def fitting(catalog: Catalog, socket: Socket, forms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the forms of a module that a socket takes: finned and flat-topped exclude each other."""
    return tuple(form for form in forms if any(cage_accepts(catalog, cage, form) for cage in socket.forms))


def _alike(catalog: Catalog, socket: Socket, module: Media) -> str:
    """Return the hint that names the modules of the same light and plug which fit into a cage."""
    fit = [
        other.id
        for other in catalog.entries(OPTICS)
        if (other.media.signature, other.connector) == (module.media.signature, module.connector)
        and fitting(catalog, socket, other.form_factors)
    ]
    return f"these fit, of the same light and plug: {listing(fit)}" if fit else "choose a module of that form"


def _other_form(socket: Socket, name: str, forms: tuple[str, ...]) -> Diagnostic:
    summary = (
        f"`{name}` ({', '.join(forms)}) does not fit {' or '.join(socket.forms)} cages of `{socket.owner}`"
    )
    return (error if socket.sure else warning)("OPT-004", summary, hint="choose a module of that form")


def _lanes(socket: Socket, module: Media, forms: tuple[str, ...], legs: int) -> Iterator[Diagnostic]:
    """Yield when no electrical side of the module matches the lanes of the port."""
    sides = [side for side in module.host if not side.forms or set(side.forms) & set(forms)]
    if any(_drives(socket, side, module.ports * legs) for side in sides):
        return
    has = " or ".join(f"{side.lanes}x{side.lane_gbps}G" for side in sides)
    port = f"{socket.lanes} lanes of {socket.lane_gbps}G" if socket.lanes else f"lanes of {socket.lane_gbps}G"
    summary = f"`{module.id}` wants {has or 'another form'}, a port of `{socket.owner}` has {port}"
    hint = "choose a module with the lanes of the port, or another `speed`"
    yield (error if socket.sure else warning)("OPT-008", summary, hint=hint)


def _drives(socket: Socket, side: Side, shares: int) -> bool:
    if side.lane_gbps > socket.lane_gbps:
        return False
    return socket.lanes is None or side.lanes == socket.lanes * shares


def _division(catalog: Catalog, socket: Socket, module: Media, form: str) -> Iterator[Diagnostic]:
    """Yield when a module serves fewer ports than the cage of an adapter has, or half that of a switch."""
    if socket.ports is not None and socket.ports > module.ports:
        cage = f"a cage of `{socket.owner}` has {socket.ports} ports"
        summary = f"{cage}, `{module.id}` gives light to {module.ports}"
        hint = "choose a module that serves as many ports as the cage has"
        yield (error if socket.sure else warning)("OPT-011", summary, hint=hint)
    most = max(side.lanes for side in module.host if not side.forms or form in side.forms)
    whole = catalog.form_factor(form).lanes == socket.cage_lanes
    if socket.cage_lanes is not None and whole and most < socket.cage_lanes:
        summary = (
            f"`{module.id}` fills {most} of {socket.cage_lanes} lanes of {form} cages of `{socket.owner}`"
        )
        hint = "single-port modules are for adapters: choose a twin-port module"
        yield (error if socket.sure else warning)("OPT-011", summary, hint=hint)


def power(socket: Socket, part: Media | Cable, form: str) -> Iterator[Diagnostic]:
    """Yield when a module or cable end draws more than the cage gives; an unknown limit says nothing."""
    drawn = module_power_w(part, form)
    left = headroom_w(socket.limit_w, drawn)
    if left is not None and left < 0:
        summary = f"`{part.id}` draws {drawn:g} W, a cage of `{socket.owner}` gives {socket.limit_w:g} W"
        yield warning("OPT-006", summary, hint="choose a module that draws less")
