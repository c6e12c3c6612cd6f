"""Options that several commands on live devices share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    Command = Callable[..., Any]

STATE = Path(".fabric/state")
"""Where rollouts are kept unless somebody says otherwise."""
_OPTIONS = (
    click.option(
        "--inventory", type=click.Path(file_okay=False), help="Inventory folder instead of the site's."
    ),
    click.option("--fabric", help="Fabric of the site; needed when it has several."),
    click.option("--limit", multiple=True, help="Devices, such as `pod1-leaf[1-4]`; may be repeated."),
    click.option(
        "--state",
        default=STATE,
        show_default=True,
        type=click.Path(path_type=Path),
        help="State folder: what was last applied.",
    ),
)


def of_live_devices(command: Command) -> Command:
    """Add which devices of an intent are meant, how they are reached, and where rollouts are kept."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
