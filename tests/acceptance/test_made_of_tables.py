"""A SONiC switch that makes FRR's file of tables: in, no drift, and back to the byte."""

import pytest
from floor import lay_out

NAME = "pod1-leaf2"
DRIFT = 2
pytestmark = pytest.mark.proof


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    made = lay_out(tmp_path_factory.mktemp("floor"))
    made.edit("platform: sonic, hwsku", "platform: sonic, routing_mode: unified, hwsku")
    made.boot()
    try:
        yield made
    finally:
        made.close()


def rolled(floor):
    """Plan and apply what the intent says; nothing differs afterwards."""
    assert floor.plan().code == 0
    done = floor.here("apply", floor.plan_file, *floor.devices)
    assert done.code == 0, done.talk
    assert floor.drift().code == 0


def test_a_change_of_routing_and_a_deleted_row_go_in_and_back(floor):
    rolled(floor)
    before = floor.digests()[NAME]
    floor.edit("multiplier: 3}", "multiplier: 3}\n  ecmp: {max_paths: 32}")
    floor.edit("ntp: [172.20.0.2]", "ntp: [172.20.0.7]")
    rolled(floor)
    assert floor.digests()[NAME] != before
    assert {one.verb for one in floor.commits() if one.device == NAME} >= {"load", "delete", "restart"}
    assert floor.here("rollout", "rollback", *floor.devices).code == 0
    assert floor.digests()[NAME] == before
    assert floor.drift().code == DRIFT
