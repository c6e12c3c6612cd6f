"""Live fabrics in files: shipped intents as switches print them, and what no configuration says."""

from __future__ import annotations

import re

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


def by_place(device, turn):
    """Counted on over the pods, as in `dc1-pod2-lf07`."""
    pod = f"pod{device.pod.removeprefix('pod')}-" if device.pod else ""
    plane = f"pl{device.plane}-" if device.plane else ""
    return f"dc1-{pod}{plane}{device.role[:2]}{turn + 1:02}"


def by_hall(device, _turn):
    """Without a letter of ours, and counted from 0."""
    pod = f"su{int(device.pod.removeprefix('pod')) - 1}-" if device.pod else ""
    plane = f"-p{device.plane - 1}" if device.plane else ""
    return f"ny5-be-{pod}{device.role[0]}{device.index - 1:03}{plane}"


def by_rack(device, turn):
    """By rack and unit: no number tells the place."""
    return f"r{turn * 7 % 97 + 1}u{40 - turn % 3}-{device.role}"


SCHEMES = (by_place, by_hall, by_rack)


def foreign_site(site, scheme):
    """Return the files of a site whose switches have other names, and what a person says beside."""
    names, models, words = {}, [], []
    for unit in (unit for _, unit in shipped(site).units() if unit.platform in PRINTED):
        device = next(iter(shipped(site).designs.values())).device(unit.name)
        turn = sum(other.role == device.role for other in names)
        names[device] = scheme(device, turn)
        models.append(f"{names[device]}={device.model}")
        words += [f"release:{names[device]}={device.release}"] if device.platform == "cumulus" else []
    assert len(set(names.values())) == len(names)
    known = {device.name: name for device, name in names.items()}
    whole = re.compile(r"(?<![\w-])(" + "|".join(sorted(known, key=len, reverse=True)) + r")(?![\w-])")
    words += [word for word in OURS[site][1] if not word.startswith("release")]
    texts = {
        path: whole.sub(lambda found: known[found[1]], text) for path, text in running_texts(site).items()
    }
    return (
        {f"{known[path.split('/')[0]]}/{path.split('/')[1]}": text for path, text in texts.items()},
        models,
        words,
    )
