"""`fabric explain`: where a value comes from, or what a code means."""

from __future__ import annotations

import sys

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, coloured, give
from fabric.core.diagnostic import FabricError, error


@click.command()
@click.argument("intent_or_code", metavar="INTENT|CODE")
@click.argument("subject", metavar="[DEVICE[:PORT[:FIELD]]]", required=False)
@click.option("--inventory", type=click.Path(file_okay=False), help="Inventory folder instead of the site's.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
def explain(intent_or_code: str, subject: str | None, inventory: str | None, form: str) -> int:
    """Say where each value of a device or port comes from, or what the CODE of a finding means.

    A PORT is the vendor's name (Ethernet33/1, swp33s0, rail0) or its place (33/1). A FIELD is a name such as
    mtu, speed_gbps, ecn, headroom, bgp.asn; without PORT it is one of the device itself.
    """
    if subject is None:
        give(_code(intent_or_code, form))
    else:
        give(_chains(intent_or_code, subject, inventory, form))
    return Exit.DONE


def _code(given: str, form: str) -> str:
    from fabric.views.codes import CODE, meaning_json, meaning_of, meaning_text

    if "/" in given or not CODE.fullmatch(given.upper()[:7]):
        hint = "name a device too, or a code such as `TOP-004`"
        raise FabricError(error("EXP-005", f"`{given}` is no code", hint=hint))
    meaning = meaning_of(given)
    return meaning_json(meaning) if form == "json" else meaning_text(meaning)


def _chains(intent: str, subject: str, inventory: str | None, form: str) -> str:
    from fabric.cli.compiling import compiled
    from fabric.views.explained import explained_json, explained_text
    from fabric.views.explaining import explain as explanations

    made = compiled(intent, inventory=inventory)
    found = explanations(made, subject)
    if form == "json":
        return explained_json(made, found)
    return explained_text(made, found, colour=coloured(sys.stdout))
