"""Fabrics written by hand: a small one, and any other fabric said in its switches and links."""

from __future__ import annotations

from cases.repositories import SITE, edited

FOLDER = "site"
SWITCHES = (
    "    leaf1: {role: leaf, model: nvidia-sn5600, platform: cumulus, release: '5.16', rail: 1}\n"
    "    leaf2: {role: leaf, model: nvidia-sn5600, platform: cumulus, release: '5.16', rail: 2}\n"
    "    spine1: {role: spine, model: nvidia-sn5600, platform: cumulus, release: '5.16'}\n"
)
ROWS = (
    ("pod1-host1:1", "leaf1:1/1"),
    ("pod1-host1:2", "leaf2:1/1"),
    ("pod1-host2:1", "leaf1:1/5"),
    ("pod1-host2:2", "leaf2:1/5"),
    ("leaf1:33/1", "spine1:1/1"),
    ("leaf2:33/1", "spine1:1/5"),
)
TABLE = "a,b\n" + "".join(f"{a},{b}\n" for a, b in ROWS)


def listed(rows=ROWS) -> str:
    """Return links as YAML, a line each."""
    return "\n" + "".join(f'    - {{a: "{a}", b: "{b}"}}\n' for a, b in rows)


def by_hand(*changes: tuple[str, str], links: str | None = None, switches: str = SWITCHES) -> str:
    """Return the small fabric as text, with changes."""
    text = (
        "schema: fabric/1\nname: made\nfabric: {name: backend, transport: roce}\n"
        "hosts:\n  pod1: {count: 2, model: hgx-h200, nics: {backend: {model: connectx-7, count: 2}}}\n"
        f"topology:\n  kind: explicit\n  rails: 2\n  switches:\n{switches}"
        f"  links: {listed() if links is None else links}\n"
    )
    return edited(text, *changes)


def beside(text: str, **tables: str) -> dict[str, str]:
    """Return the files of a site with tables beside its YAML."""
    return {SITE: text, **{f"{FOLDER}/{name}.csv": table for name, table in tables.items()}}


def written(fabric, text: str) -> str:
    """Return an intent whose topology is said in the switches and links of its fabric, links backwards."""
    head, _, tail = text.partition("topology:\n")
    rest = "\n".join(line for line in tail.splitlines() if line and not line.startswith(" "))
    switches = "".join(
        f"    {d.name}: {{role: {d.role}, model: {d.model}, platform: {d.platform}, release: '{d.release}'"
        + "".join(
            f", {name}: {value}" for name in ("pod", "rail", "plane") if (value := getattr(d, name, None))
        )
        + "}\n"
        for d in fabric.devices.values()
        if d.role in {"leaf", "spine", "core"}
    )
    links = "".join(
        f"    - {{a: '{_end(link.b)}', b: '{_end(link.a)}', speed: {link.speed_gbps}G}}\n"
        for link in reversed(fabric.links)
    )
    return f"{head}topology:\n  kind: explicit\n  switches:\n{switches}  links:\n{links}{rest}\n"


def _end(end) -> str:
    return f"{end.device}:{end.port.cage}" + ("" if "host" in end.device else f"/{end.port.lane}")


OCS = "  ocs:\n    ocs1: {model: google-palomar, cross_connects: [{a: 1, b: 101}, {a: 102, b: 2}]}\n"
THROUGH = (
    *ROWS[:4],
    ("ocs1:1", "leaf1:33/1"),
    ("leaf2:33/1", "ocs1:2"),
    ("ocs1:101", "spine1:1/1"),
    ("spine1:1/5", "ocs1:102"),
)


def through_ocs(*changes: tuple[str, str], rows=THROUGH) -> str:
    """Return the small fabric whose uplinks lead through an optical circuit switch."""
    return by_hand(("  links:", f"{OCS}  links:"), *changes, links=listed(rows))
