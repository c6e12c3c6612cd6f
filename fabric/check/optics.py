"""Whether modules, fibres and cages fit each other and reach far enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.catalog import Catalog, Fibre, Media
    from fabric.core.diagnostic import Path
    from fabric.device import Design
    from fabric.topology import End, Link


def links_are_sound(design: Design) -> Iterable[Diagnostic]:
    """OPT-001 to OPT-006: both ends of each class of links understand each other over its fibre."""
    for link in _one_of_each(design):
        path = _path(design, link)
        try:
            a, b = design.catalog.media(link.media_a), design.catalog.media(link.media_b)
            fibre = design.catalog.fibre(link.fibre)
        except CatalogError:
            continue  # a copper cable has fixed ends; an unknown name was reported when the fabric expanded
        yield from _light(design.catalog, a, b, path)
        for module in dict.fromkeys((a, b)):
            yield from _glass(module, fibre, link.length_m, path)


def modules_fit_their_cages(design: Design) -> Iterable[Diagnostic]:
    """OPT-004, OPT-006: a module has the form of its cage, and draws no more power than the cage gives."""
    for link in _one_of_each(design):
        for end, name in ((link.a, link.media_a), (link.b, link.media_b)):
            try:
                module = design.catalog.media(name)
            except CatalogError:
                continue
            yield from _cage(design, end, module, _path(design, link))


def _one_of_each(design: Design) -> Iterator[Link]:
    """Yield one link for each combination of models and modules: the others only repeat its findings."""
    seen: set[tuple[object, ...]] = set()
    for link in design.fabric.links:
        models = (design.device(link.a.device).model, design.device(link.b.device).model)
        key = (*models, link.media_a, link.media_b, link.fibre, link.length_m)
        if link.media_a and key not in seen:
            seen.add(key)
            yield link


def _path(design: Design, link: Link) -> Path:
    links = {str(kind): media for kind, media in design.intent.physical.links.items()}
    return links[link.kind].loc() if link.kind in links else design.intent.physical.loc()


def _light(catalog: Catalog, a: Media, b: Media, path: Path) -> Iterator[Diagnostic]:
    if a.port_gbps != b.port_gbps:
        summary = f"`{a.id}` sends {a.port_gbps}G a port, `{b.id}` {b.port_gbps}G"
        yield error("OPT-001", summary, path, "use modules of one port speed")
    if a.media.signature == b.media.signature:
        return
    known = catalog.lanes_meet(a.media.signature, b.media.signature)
    if known is None or known.verdict == "no":
        summary = (
            f"`{a.id}` ({a.media.signature}) and `{b.id}` ({b.media.signature}) do not understand each other"
        )
        yield error("OPT-002", summary, path, known.note if known else "use modules of one standard")
    elif known.verdict == "conditional":
        yield warning("OPT-002", f"`{a.id}` and `{b.id}` meet under a condition", path, known.note)


def _glass(module: Media, fibre: Fibre, length_m: float, path: Path) -> Iterator[Diagnostic]:
    reach = module.reach_m.get(fibre.fibre)
    if reach is None:
        hint = f"it is made for {', '.join(module.reach_m)}"
        yield error("OPT-003", f"`{module.id}` does not work over {fibre.fibre}", (*path, "fibre"), hint)
    elif length_m > reach:
        summary = f"`{module.id}` reaches {reach:g} m over {fibre.fibre}, the cable has {length_m:g} m"
        yield error(
            "OPT-003", summary, (*path, "length"), "shorten the cable or choose a module with more reach"
        )
    if fibre.connector != module.connector.removeprefix("2x"):
        summary = f"`{module.id}` has {module.connector}, the fibre `{fibre.id}` {fibre.connector}"
        yield error("OPT-005", summary, (*path, "fibre"), "choose a fibre with the plug of the module")


def _cage(design: Design, end: End, module: Media, path: Path) -> Iterator[Diagnostic]:
    device = design.device(end.device)
    if device.role in {Role.HOST, Role.MANAGER}:
        return
    switch = design.catalog.switch(device.model)
    cage = switch.cages[0]
    taken = (cage.form_factor, *design.catalog.form_factor(cage.form_factor).accepts)
    fitting = [form for form in module.form_factors if form in taken]
    if not fitting:
        forms = ", ".join(module.form_factors)
        summary = f"`{module.id}` ({forms}) does not fit the {cage.form_factor} cages of `{device.model}`"
        yield error("OPT-004", summary, path, "choose a module of that form")
        return
    drawn = module.power_w.get(fitting[0])
    if switch.cage_power_w is not None and drawn is not None and drawn > switch.cage_power_w:
        summary = (
            f"`{module.id}` draws {drawn:g} W, a cage of `{device.model}` gives {switch.cage_power_w:g} W"
        )
        yield warning("OPT-006", summary, path, "choose a module that draws less")


CHECKS = (links_are_sound, modules_fit_their_cages)
