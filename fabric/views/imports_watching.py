"""Who may manage switches and who watches them, as lines of an intent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.views.imports_sections import reference, section, usual

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabric.device.facts import Watch


def allow_words(watches: Sequence[Watch]) -> str:
    """Return `allow` of the management network as most switches have it, with a comma before it."""
    allow = usual(watch.allow for watch in watches)
    return f", allow: [{', '.join(map(str, allow))}]" if allow else ""


def snmp_lines(watches: Sequence[Watch]) -> list[str]:
    """Return `snmp` below `services`; passphrases are references that somebody must fill."""
    users = usual(tuple(sorted(watch.users)) for watch in watches)
    lines = (
        [f'    community: "{reference("snmp", "COMMUNITY")}"'] if any(w.community for w in watches) else []
    )
    if users:
        lines.append("    users:")
        lines += (
            f'      - {{name: {name}, auth: "{reference(f"snmp_{name}", "AUTH")}", '
            f'privacy: "{reference(f"snmp_{name}", "PRIVACY")}"}}'
            for name in users
        )
    if not lines:
        return []
    for name in ("contact", "location"):
        words = usual(getattr(watch, name) for watch in watches)
        lines += [f'    {name}: "{words}"'] if words else []
    return ["  snmp:", *lines]


def observability_section(watches: Sequence[Watch], more: Sequence[str] = ()) -> str:
    """Return `observability`: the gNMI server that most have, where those push to that do, and more lines."""
    lines: list[str] = []
    if port := usual(watch.gnmi_port for watch in watches):
        words = [f"port: {port}"]
        for name in ("certificate", "client_ca"):
            value = usual(getattr(watch, name) for watch in watches)
            words += [f"{name}: {value}"] if value else []
        lines.append(f"  gnmi: {{{', '.join(words)}}}")
    if collectors := usual(watch.collectors for watch in watches):
        lines.append(f"  collectors: [{', '.join(map(_quoted, collectors))}]")
    return section("observability", [*lines, *more])


def _quoted(word: str) -> str:
    return f'"{word}"'
