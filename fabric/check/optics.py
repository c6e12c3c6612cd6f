"""Whether modules, fibres and cages fit each other and reach far enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.catalog.mating import cage_accepts, light_meets, plugs_mate
from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.physics.link import reach_m
from fabric.physics.power import cage_limit_w, headroom_w, module_power_w
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.catalog import Catalog, Fibre, Media
    from fabric.core.diagnostic import Path
    from fabric.device import Design
    from fabric.topology import End, Link


def links_are_sound(design: Design) -> Iterable[Diagnostic]:
    """OPT-001 to OPT-003, OPT-005: both ends of a class of links understand each other over its fibre."""
    for link in _one_of_each(design):
        path = _path(design, link)
        try:
            a, b = design.catalog.media(link.media_a), design.catalog.media(link.media_b)
            fibre = design.catalog.fibre(link.fibre)
        except CatalogError:
            continue  # a copper cable has fixed ends; an unknown name was reported when the fabric expanded
        yield from _light(design.catalog, a, b, path)
        yield from _glass(design.catalog, (a, b), fibre, (link.length_m, path))


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
    known = catalog.lanes_meet(a.media.signature, b.media.signature)
    if not light_meets(catalog, a, b):
        summary = f"`{a.id}` and `{b.id}` do not understand each other's light"
        hint = known.note if known else f"{a.media.signature} against {b.media.signature}: use one standard"
        yield error("OPT-002", summary, path, hint)
    elif known is not None and known.verdict == "conditional":
        yield warning("OPT-002", f"`{a.id}` and `{b.id}` meet under a condition", path, known.note)


def _glass(
    catalog: Catalog, ends: tuple[Media, Media], fibre: Fibre, run: tuple[float, Path]
) -> Iterator[Diagnostic]:
    length_m, path = run
    reach = reach_m(catalog, *ends, fibre.fibre)
    if reach is None:
        summary = f"`{ends[0].id}` and `{ends[1].id}` do not both work over {fibre.fibre}"
        yield error("OPT-003", summary, (*path, "fibre"), "choose a fibre that both modules are made for")
    elif length_m > reach:
        summary = f"the modules reach {reach:g} m over {fibre.fibre}, the cable has {length_m:g} m"
        yield error("OPT-003", summary, (*path, "length"), "shorten it, or choose modules with more reach")
    for module in {end.id: end for end in ends}.values():
        if not plugs_mate(catalog, module.connector, fibre.connector):
            summary = f"`{module.id}` has {module.connector}, the fibre `{fibre.id}` {fibre.connector}"
            yield error("OPT-005", summary, (*path, "fibre"), "choose a fibre with the plug of the module")


def _cage(design: Design, end: End, module: Media, path: Path) -> Iterator[Diagnostic]:
    device = design.device(end.device)
    if device.role in {Role.HOST, Role.MANAGER}:
        return
    switch = design.catalog.switch(device.model)
    form = switch.cages[0].form_factor
    fitting = [own for own in module.form_factors if cage_accepts(design.catalog, form, own)]
    if not fitting:
        summary = (
            f"`{module.id}` ({', '.join(module.form_factors)}) does not fit {form} cages of `{device.model}`"
        )
        yield error("OPT-004", summary, path, "choose a module of that form")
        return
    limit, drawn = cage_limit_w(switch, end.port.cage), module_power_w(module, fitting[0])
    left = headroom_w(limit, drawn)
    if left is not None and left < 0:
        summary = f"`{module.id}` draws {drawn:g} W, a cage of `{device.model}` gives {limit:g} W"
        yield warning("OPT-006", summary, path, "choose a module that draws less")


CHECKS = (links_are_sound, modules_fit_their_cages)
