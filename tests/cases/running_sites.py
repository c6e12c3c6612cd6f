"""Live fabrics in files: shipped intents as switches print them, and what no configuration says."""

from __future__ import annotations

from cases.printed import PRINTED
from cases.repositories import shipped

OURS = {
    "quickstart": (("*=arista-7060x6-64pe",), ("host=hgx-h200", "nic=connectx-7")),
    "roce-256": (
        ("*leaf*=arista-7060x6-64pe", "spine*=nvidia-sn5600"),
        ("release:spine*=5.16", "host=hgx-h200", "nic=connectx-7"),
    ),
    "mixed-400-800": (
        ("*=arista-7060x6-64pe", "pod2-leaf1=nvidia-sn5600", "spine1=nvidia-sn5600"),
        ("release:spine1=5.16", "release:pod2-leaf1=5.16", "host:pod1=hgx-h200", "nic:pod1=connectx-7",
         "host:pod2=hgx-b300", "nic:pod2=thor-ultra"),
    ),
    "explicit-32": (
        ("leaf[1-3]=arista-7060x6-64pe", "leaf4=nvidia-sn5600", "spine*=nvidia-sn5600"),
        ("release:spine*=5.16", "release:leaf4=5.16", "host=hgx-h200", "nic=connectx-7"),
    ),
    "clos3-64": (
        ("*=arista-7060x6-64pe", "pod*-spine*=nvidia-sn5600"),
        ("release:pod*-spine*=5.16", "host=hgx-h200", "nic=connectx-7"),
    ),
    "planes-32": (("*=nvidia-sn5600",), ("release=5.16", "host=dgx-b300", "nic=connectx-8")),
    "mesh-64": (
        ("*=arista-7060x6-64pe", "pod2-leaf*=nvidia-sn5600"),
        ("release:pod2-*=5.16", "host=hgx-h200", "nic=connectx-7"),
    ),
}  # fmt: skip
"""Site to the models and other facts that a person gives beside: REST of Cumulus names none."""


def running_texts(site):
    """Return the files of a site as its switches print them, by path."""
    found = {}
    for _, unit in shipped(site).units():
        if unit.platform in PRINTED:
            artifacts = {artifact.name: artifact.text for artifact in shipped(site).artifacts(unit)}
            printed = PRINTED[unit.platform](artifacts)
            found |= {f"{unit.name}/{name}": text for name, text in printed.items()}
    return found
