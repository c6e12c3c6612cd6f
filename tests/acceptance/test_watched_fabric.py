"""Switches of three vendors are given those who may manage and watch them, and lose them again."""

import pytest
from floor import SECRETS, lay_out

from fabric.lab import control

EOS_SPINES = 'spine: {count: 2, model: arista-7060x6-64pe, platform: eos, release: "4.34.1F"}'
CUMULUS_SPINES = 'spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}'
GATEWAY = "gateway: 172.20.0.1}"
ALLOW = "gateway: 172.20.0.1, allow: [172.20.0.0/24, 127.0.0.0/8]}"
NTP = "  ntp: [172.20.0.2]\n"
SNMP = (
    '  snmp: {users: [{name: poller, auth: "secret:env/AUTH", privacy: "secret:env/PRIVACY"}],'
    " location: hall 2}\n"
)
ROLLOUT = "rollout: {waves"
WATCHED = 'observability: {gnmi: {certificate: gnmi}, collectors: ["172.20.1.7:4317"]}\n\n'


@pytest.fixture
def floor(tmp_path):
    made = lay_out(tmp_path)
    made.environment = {**SECRETS, "AUTH": "passphrase-1", "PRIVACY": "passphrase-2"}
    made.edit(EOS_SPINES, CUMULUS_SPINES)
    made.edit("soak: 1 s", "soak: 0 s")
    made.boot()
    try:
        yield made
    finally:
        made.close()


def apply(floor, *more):
    assert floor.plan().code == 0
    ended = floor.here("apply", floor.plan_file, *floor.devices, *more)
    assert ended.code == 0, ended.talk
    return floor.drift()


def test_they_come_and_go_without_drift_and_without_an_effect_on_the_fabric(floor):
    assert apply(floor).code == 0
    floor.edit(GATEWAY, ALLOW)
    floor.edit(NTP, NTP + SNMP)
    floor.edit(ROLLOUT, WATCHED + ROLLOUT)
    come = apply(floor)
    assert come.code == 0, come.out
    assert "FABRIC-NEIGHBORS" in control.running(floor.lab, "pod1-leaf2")
    assert "ip access-group FABRIC-GNMI" in control.running(floor.lab, "pod1-leaf1")
    assert "172.20.1.7" in control.running(floor.lab, "spine1")
    floor.edit(ALLOW, GATEWAY)
    floor.edit(NTP + SNMP, NTP)
    floor.edit(WATCHED + ROLLOUT, ROLLOUT)
    gone = apply(floor, "--allow-delete")
    assert gone.code == 0, gone.out
    for name in floor.digests():
        assert "FABRIC-MANAGEMENT" not in control.running(floor.lab, name)
