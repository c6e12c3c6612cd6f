"""`fabric verify`: what hosts say of themselves, and how cables were seen, against the intent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, give, say
from fabric.cli.validate import MACHINES, in_form

if TYPE_CHECKING:
    from fabric.pipeline import Build


@click.command()
@click.argument("intent")
@click.argument("more", nargs=-1, metavar="[FILES]...")
@click.option("--hosts", "hosts", multiple=True, metavar="FILE", help="A report that report.sh printed.")
@click.option(
    "--lldp", "lldp", multiple=True, metavar="PATH", help="What switches hear, as JSON: files, folders."
)
@click.option(
    "--ibnetdiscover",
    "dumps",
    multiple=True,
    metavar="FILE",
    help="What `ibnetdiscover` printed of a subnet.",
)
@click.option(
    "--format", "form", type=click.Choice((*FORMATS, *MACHINES)), default="human", help="How to print it."
)
def verify(  # noqa: PLR0913, PLR0917 - one parameter for each option
    intent: str,
    more: tuple[str, ...],
    hosts: tuple[str, ...],
    lldp: tuple[str, ...],
    dumps: tuple[str, ...],
    form: str,
) -> int:
    """Compare reports of hosts with what an INTENT wants of them: `fabric verify INTENT --hosts FILES...`.

    A report is what the report.sh of a host prints. What a host cannot show is unknown, and no pass.
    With `--lldp` cables are compared with what switches hear: each file is called as its switch; with
    `--ibnetdiscover` nodes, GUIDs, cables and speeds of InfiniBand with what a subnet shows.
    """
    from fabric.cli.compiling import compiled
    from fabric.cli.verify_cables import of_dumps, of_lldp

    if sum(map(bool, (hosts, lldp, dumps))) != 1:
        ways = "`--hosts FILES...`, `--lldp FILES...` or `--ibnetdiscover FILES...`"
        raise click.UsageError(f"name what to compare with, one of {ways}")
    if hosts and form in MACHINES:
        raise click.UsageError(f"`--format {form}` is of `--lldp` and `--ibnetdiscover`")
    build = compiled(intent)
    if hosts:
        return _hosts(build, (*hosts, *more), form)
    findings, words = of_lldp(build, (*lldp, *more)) if lldp else of_dumps(build, (*dumps, *more))
    in_form(findings, form)
    say(words)
    return Exit.FAILED if findings else Exit.DONE


def _hosts(build: Build, files: tuple[str, ...], form: str) -> int:
    from fabric.pipeline.verifying import verify_hosts
    from fabric.views.verified import verified_json, verified_text

    texts, unread = _texts(files)
    found = verify_hosts(build, texts)
    found = replace(found, refused=(*unread, *found.refused))
    give(verified_json(found) if form == "json" else verified_text(found))
    return Exit.FAILED if found.differences or found.refused else Exit.DONE


def _texts(files: tuple[str, ...]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return each file with its text, and a line for each that cannot be read."""
    from fabric.platforms.host.report import LARGEST

    texts: list[tuple[str, str]] = []
    unread: list[str] = []
    for file in files:
        try:
            with Path(file).open("rb") as stream:
                content = stream.read(LARGEST + 1)
            if len(content) > LARGEST:
                unread.append(f"{file}: it has more than {LARGEST >> 20} MiB, which no report has")
            else:
                texts.append((file, content.decode()))
        except OSError as failure:
            unread.append(f"{file}: {failure.strerror}")
        except UnicodeDecodeError:
            unread.append(f"{file}: it is no text in UTF-8")
    return texts, unread
