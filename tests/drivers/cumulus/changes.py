"""Changes of a Cumulus leaf, and what of its configuration they touch."""

from __future__ import annotations

import json

from fabric.platforms.form import ChangeClass, Patch, Step


def steps(*made):
    return Patch((), tuple(Step(kind, json.dumps(body)) for kind, body in made), ChangeClass.TUNING)


def mtu(value):
    return steps(("nvue-set", {"interface": {"swp1": {"link": {"mtu": value}}}}))


def interfaces(running):
    """Return interfaces as printed: those of one content are folded."""
    return json.loads(running["startup.yaml"])["interface"]
