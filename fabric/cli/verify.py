"""`fabric verify`: what hosts say of themselves, against the intent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, give


@click.command()
@click.argument("intent")
@click.argument("more", nargs=-1, metavar="[FILES]...")
@click.option("--hosts", "hosts", multiple=True, metavar="FILE", help="A report that report.sh printed.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
def verify(intent: str, more: tuple[str, ...], hosts: tuple[str, ...], form: str) -> int:
    """Compare reports of hosts with what an INTENT wants of them: `fabric verify INTENT --hosts FILES...`.

    A report is what the report.sh of a host prints. What a host cannot show is unknown, and no pass.
    """
    from fabric.cli.compiling import compiled
    from fabric.pipeline.verifying import verify_hosts
    from fabric.views.verified import verified_json, verified_text

    if not hosts:
        raise click.UsageError("name the reports: `fabric verify INTENT --hosts FILES...`")
    build = compiled(intent)
    texts, unread = _texts((*hosts, *more))
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
