"""What is chosen of login on a SONiC switch, as its CONFIG_DB says; its watermarks are always on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabric.device.facts import Choices

if TYPE_CHECKING:
    from collections.abc import Mapping

    Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]


def choices(tables: Tables) -> Choices:
    """Return what the tables say."""
    banner = tables.get("BANNER_MESSAGE", {}).get("global", {})
    said = banner if banner.get("state") == "enabled" else {}
    authorized = str(tables.get("AAA", {}).get("authorization", {}).get("login", ""))
    return Choices(
        timezone=str(tables.get("DEVICE_METADATA", {}).get("localhost", {}).get("timezone", "")),
        login_banner=_lines(said.get("login", "")),
        motd_banner=_lines(said.get("motd", "")),
        authorize_commands="tacacs+" in authorized if tables.get("TACPLUS_SERVER") else None,
    )


def _lines(text: object) -> tuple[str, ...]:
    return tuple(str(text).splitlines())
