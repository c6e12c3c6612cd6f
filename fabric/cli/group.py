"""The command tree: names and one-line helps are here, everything else is loaded when it is used."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping


def refuse_empty(arguments: list[str]) -> None:
    """Refuse empty words: a variable of a script that is not set names no file, device or revision."""
    for before, word in pairwise(["fabric", *arguments]):
        name, sign, value = word.partition("=")
        if not word.strip() or (name.startswith("--") and sign and not value.strip()):
            hint = "give a value, or leave it out"
            raise click.UsageError(f"`{name if sign else before}` is followed by an empty word: {hint}")


class LazyGroup(click.Group):
    """A group that imports a command when it is called: `--help` loads none of them."""

    def __init__(self, name: str, places: Mapping[str, tuple[str, str]], **settings: object) -> None:
        super().__init__(name, **settings)  # type: ignore[arg-type]
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the commands in the order of the work."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load one command."""
        if cmd_name not in self.places:
            return None
        module, _, attribute = self.places[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Offer the nearest command for a typo."""
        if args and args[0] not in self.places and not args[0].startswith("-"):
            from fabric.core.diagnostic import nearest

            hint = nearest(args[0], self.places)
            message = f"there is no command `{args[0]}`" + (f"; {hint}" if hint else "")
            raise click.UsageError(message, ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Print the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in self.places.items()])
