"""A Cumulus switch from the factory, as the lab's own NVUE merges and checks what it is sent."""

from __future__ import annotations

import json
import re

from fabric.core.tree import diff
from fabric.lab.cumulus import startup
from fabric.lab.cumulus.schema import objections
from fabric.lab.cumulus.semantics import complaints
from fabric.lab.cumulus.tree import folded, merged
from fabric.platforms.nvue.document import owned, parse
from fabric.platforms.nvue.patch import patch

FACTORY = "- set: {system: {hostname: cumulus, aaa: {user: {cumulus: {role: system-admin}}}}}\n"


def faults_of(text: str) -> list[object]:
    """Bring a rendered startup file in by the steps of a rollout; return all that is wrong afterwards."""
    release = re.search(r"Cumulus Linux (\S+)", text)
    assert release is not None
    target = parse({"startup.yaml": text})
    device = startup.read(FACTORY)
    for step in patch(parse({"startup.yaml": FACTORY}), target).steps:
        device = merged(device, json.loads(step.body))
    printed = parse({"startup.yaml": json.dumps(folded(device))})
    return [*objections(device, release[1]), *complaints(device), *diff(printed, target, owned)]
