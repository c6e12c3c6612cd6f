"""What rows of racks and lengths must be to each other, before anything stands on the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.intent.fabric import Fabric
    from fabric.intent.racks import Racks
    from fabric.intent.site import Site


def problems(site: Site) -> Iterator[Diagnostic]:
    """Yield every contradiction in the racks of a site, and the links whose length nothing tells."""
    if site.racks is not None:
        yield from _rows(site.racks)
        return
    for fabric in site.fabrics.values():
        yield from _no_length(fabric)


def _no_length(fabric: Fabric) -> Iterator[Diagnostic]:
    of_pods = (found for own in fabric.physical.pods.values() for found in own.items())
    for kind, media in (*fabric.physical.links.items(), *of_pods):
        if media.length is None:
            hint = "add `length`, or `racks` to the site, from which lengths follow"
            yield error("RCK-008", f"links of `{kind}` have no length", media.loc(), hint)


def _rows(racks: Racks) -> Iterator[Diagnostic]:
    names: set[str] = set()
    places: dict[int, str] = {}
    for row in racks.rows:
        rows = tuple(row.named())
        if not rows:
            hint = "write the lower number first"
            yield error("RCK-007", f"the numbers of `{row.name}` fall", row.loc("name"), hint)
        for name, place in rows:
            if name in names:
                yield error(
                    "RCK-007", f"there are two rows `{name}`", row.loc("name"), "give each its own name"
                )
                break
            if place in places:
                summary = f"rows `{places[place]}` and `{name}` both have place {place}"
                hint = "give each row a `place` of its own: lengths of cables follow from it"
                yield error("RCK-007", summary, row.loc("place"), hint)
                break
            names.add(name)
            places[place] = name
