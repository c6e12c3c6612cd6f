"""Sites of every shape, every platform in every role, before the judges: nobody refuses or objects.

A few in every run, two hundred in the proof.
"""

from __future__ import annotations

from itertools import product

import pytest
from cases.generated_parts import RELEASES
from cases.generated_sites import EVERY, generated, source
from cases.repositories import compiled
from judges import presence
from judges.units import JUDGES, of_each_sort
from judges.verdict import listing

from fabric.core.diagnostic import Severity
from fabric.pipeline.walking import judged, read_hops, walks

WHOLE = 200
FEW = (3, 4, 5, 6, 7, 10)
"""All platforms and InfiniBand, in six shapes."""


def judge(number: int) -> None:
    """Let every judge that is here look at a site; those that are not are named by the session."""
    made = generated(number)
    build = compiled(source(made))
    units = of_each_sort(build)
    assert {name for unit in units for name in unit.artifacts} & JUDGES.keys()
    for unit in units:
        for artifact in unit.artifacts.keys() & JUDGES.keys():
            name, ask = JUDGES[artifact]
            if not presence.why_missing(name):
                verdict = ask(unit)
                assert verdict == (), f"{made} {unit.name} {artifact}: {listing(verdict)}\n{made.text}"
    hops = judged(build, tuple(walks(build, read_hops(build))))
    assert [one.summary for one in hops if one.severity is Severity.ERROR] == []


@pytest.mark.parametrize("number", FEW, ids=lambda number: str(generated(number)))
def test_no_judge_objects_to_a_generated_site(number):
    judge(number)


@pytest.mark.proof
@pytest.mark.parametrize(
    "number", sorted({*range(WHOLE)} - {*FEW}), ids=lambda number: str(generated(number))
)
def test_no_judge_objects_to_any_generated_site(number):
    judge(number)


@pytest.mark.proof
def test_generated_sites_have_every_platform_in_every_role_and_release_at_every_speed():
    seen, speeds = set(), set()
    for number in range(WHOLE):
        made = generated(number)
        if number % EVERY == EVERY - 1:
            continue
        for design in compiled(source(made)).designs.values():
            for device in design.fabric.devices.values():
                seen |= {(device.platform, device.release), (device.platform, str(device.role))}
                speeds.add((device.platform, made.speed))
    assert {(name, release) for name, releases in RELEASES.items() for release in releases} <= seen
    assert set(product(RELEASES, ("leaf", "spine", "core"))) <= seen
    assert {("eos", "800g"), ("sonic", "800g"), ("cumulus", "800g"), ("cumulus", "200g")} <= speeds
