"""`fabric verify`: what hosts say of themselves, and switches of their cables, against the intent."""

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
    "--format", "form", type=click.Choice((*FORMATS, *MACHINES)), default="human", help="How to print it."
)
def verify(
    intent: str, more: tuple[str, ...], hosts: tuple[str, ...], lldp: tuple[str, ...], form: str
) -> int:
    """Compare reports of hosts with what an INTENT wants of them: `fabric verify INTENT --hosts FILES...`.

    A report is what the report.sh of a host prints. What a host cannot show is unknown, and no pass.
    With `--lldp` cables are compared with what switches hear: each file is called as its switch.
    """
    from fabric.cli.compiling import compiled
    from fabric.pipeline.verifying import verify_hosts
    from fabric.views.verified import verified_json, verified_text

    if bool(hosts) == bool(lldp):
        raise click.UsageError("name reports: `fabric verify INTENT --hosts FILES...`, or `--lldp FILES...`")
    if hosts and form in MACHINES:
        raise click.UsageError(f"`--format {form}` is of `--lldp`")
    build = compiled(intent)
    if lldp:
        return _cables(build, (*lldp, *more), form)
    texts, unread = _texts((*hosts, *more))
    found = verify_hosts(build, texts)
    found = replace(found, refused=(*unread, *found.refused))
    give(verified_json(found) if form == "json" else verified_text(found))
    return Exit.FAILED if found.differences or found.refused else Exit.DONE


def _cables(build: Build, paths: tuple[str, ...], form: str) -> int:
    from fabric.cli.verify_cables import of_lldp

    findings, words = of_lldp(build, paths)
    in_form(findings, form)
    say(words)
    return Exit.FAILED if findings else Exit.DONE


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
