"""From what a file says to a hand-written intent: what it does not say is told, and never guessed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.names import listing, natural
from fabric.views.imports import SWITCH
from fabric.views.imports_ends import concluded, remedies
from fabric.views.imports_facts import facts_of, roles
from fabric.views.imports_names import names
from fabric.views.imports_sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.catalog import Catalog
    from fabric.views.imports import Network
    from fabric.views.imports_facts import Facts
    from fabric.views.imports_given import Given
    from fabric.views.imports_names import Names

NEEDED = ("model", "platform", "release")


@dataclass(frozen=True, slots=True)
class Draft:
    """An intent to be."""

    files: Mapping[str, str]
    unsaid: tuple[str, ...]
    """What neither the file nor the user says, in words."""
    derived: tuple[str, ...]
    """What was concluded, in words."""
    names: Mapping[str, str]
    """Ours by those of the file."""


def as_it_is(sheet: Sheet) -> Sheet:
    """Return a sheet to which nothing is added."""
    return sheet


def drafted(
    network: Network,
    site: str,
    said: Given,
    catalog: Catalog,
    enriched: Callable[[Sheet], Sheet] = as_it_is,
) -> Draft:
    """Return the files of an intent. Raises FabricError for names that collide, and for idle patterns.

    `enriched` adds what is known beside links.
    """
    own = names(network)
    seen = {name: found for name, found in network.devices.items() if found.kind == SWITCH}
    said.missed(own.devices[name] for name in seen)
    facts = {name: facts_of(found, own.devices[name], said, catalog) for name, found in seen.items()}
    derived = roles(network, facts)
    said, ends = concluded(network, own, said, catalog)
    unsaid = tuple(_unsaid(network, own, facts, said, catalog))
    known = {name: {**facts[name], "role": derived[name]} for name in facts}
    sheet = enriched(Sheet(network, own, known, said, catalog))
    files = {
        "site.yaml": sheet.site(site, unsaid),
        "links.csv": sheet.links(),
        "names.csv": sheet.names(),
    }
    placed = sorted((own.devices[name] for name in facts if not facts[name]["role"]), key=natural)
    words = [f"roles of {listing(placed)}, from what they are linked to"] if placed else []
    return Draft(files, unsaid, (*words, *ends), own.devices)


def _unsaid(
    network: Network, own: Names, facts: Mapping[str, Facts], said: Given, catalog: Catalog
) -> Iterator[str]:
    """Yield what is missing, in words, each with the option that says it."""
    fitting = remedies(network, own, said, catalog)
    for field in NEEDED:
        silent = sorted((own.devices[name] for name, found in facts.items() if not found[field]), key=natural)
        if silent:
            option = "--model PATTERN=MODEL" if field == "model" else f"--set {field}:PATTERN=..."
            yield f"{field} of {listing(silent)} (`{option}`)"
    if not own.pods:
        yield "hosts: there is none in the file, and an intent has some"
    elif not said.of_network("host"):
        yield f"model of the hosts (`--set host=MODEL`){fitting.get('host', '')}"
    if own.pods and not said.of_network("nic"):
        yield f"model of their NICs (`--set nic=MODEL`){fitting.get('nic', '')}"
    if network.transport == "infiniband" and not said.of_network("subnet"):
        yield "release of the subnet manager (`--set subnet=RELEASE`)"
    if not said.of_network("speed") and any(link.gbps is None for link in network.links):
        yield "speed of the links: that of modules or NICs counts (`--set speed=400G`)"
