"""A device that does not answer, or is not to be trusted, is one clear error: at plan and at apply."""

import socket

import pytest
import yaml
from floor import lay_out

from fabric.lab import control
from fabric.lab.faults import Fault, Kind

EOS, SONIC = "spine1", "pod1-leaf2"
OTHER_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJVZ7ik6wNzfRBpHzyyRvEVqcX5ZSHWuC5CAh8JhZ0aZ"
OTHER_DIGEST = "00" * 32


@pytest.fixture
def floor(planned):
    """The floor; what a test does to inventory and switches is undone, and no switch may have changed."""
    hosts = planned.inventory / "hosts.yaml"
    good, plan, digests = hosts.read_text(), planned.plan_file.read_bytes(), planned.digests()
    yield planned
    hosts.write_text(good)
    for name in digests:
        control.clear(planned.lab, name)
    assert planned.plan_file.read_bytes() == plan
    assert planned.digests() == digests
    assert planned.here("rollout", "status", "--state", planned.state).code == 1


def rewrite(floor, device, **values):
    """Change a device's row in the inventory; what Nornir has no field for goes to its data."""
    path = floor.inventory / "hosts.yaml"
    rows = yaml.safe_load(path.read_text())
    for key, value in values.items():
        row = rows[device] if key in rows[device] else rows[device]["data"]
        row[key] = value
    path.write_text(yaml.safe_dump(rows, sort_keys=False))


def refused(floor, *words):
    """Plan and apply; both must end with one error that has these words."""
    for ended in (floor.plan(), floor.here("apply", floor.plan_file, *floor.devices)):
        assert ended.code == 1, ended.talk
        assert ended.out == ""
        assert ended.talk.count("error[") == 1, ended.talk
        for word in words:
            assert word in ended.talk


@pytest.mark.parametrize("device", [EOS, SONIC])
def test_a_device_that_takes_no_connection(floor, device):
    rewrite(floor, device, port=9)
    refused(floor, f"`{device}` cannot be read", "no connection", "refused")


@pytest.mark.parametrize("device", [EOS, SONIC])
def test_a_device_that_takes_connections_and_never_answers(floor, device):
    rewrite(floor, device, deadline_s=1.5)
    control.fault(floor.lab, device, Fault(Kind.DEAD))
    refused(floor, f"`{device}` cannot be read")


def test_a_device_that_listens_and_says_nothing_at_all(floor):
    address = "127.199.199.1"
    with socket.create_server((address, 0)) as silent:
        rewrite(floor, EOS, hostname=address, port=silent.getsockname()[1], deadline_s=1.5)
        refused(floor, f"`{EOS}` cannot be read")


def test_a_certificate_of_another_authority(floor):
    other = lay_out(floor.root / "other")
    other.boot()
    try:
        (floor.inventory / "other.pem").write_bytes((other.inventory / "ca.pem").read_bytes())
    finally:
        other.close()
    rewrite(floor, EOS, ca_file="other.pem")
    refused(floor, f"`{EOS}` cannot be read", "certificate")


def test_a_certificate_that_is_not_the_pinned_one(floor):
    rewrite(floor, EOS, fingerprint=OTHER_DIGEST)
    refused(floor, f"`{EOS}` cannot be read", "not the pinned one")


def test_a_host_key_that_is_not_the_known_one(floor):
    rewrite(floor, SONIC, host_key=OTHER_KEY)
    refused(floor, f"`{SONIC}` cannot be read", "host key")


def test_a_host_key_that_nobody_knows(floor):
    rewrite(floor, SONIC, host_key="")
    refused(floor, f"`{SONIC}` cannot be read", "host key")


@pytest.mark.parametrize("device", [EOS, SONIC])
def test_a_wrong_password(floor, device):
    (floor.inventory / "wrong").write_text("not-the-password")
    rewrite(floor, device, password=f"secret:file/{floor.inventory / 'wrong'}")
    refused(floor, f"`{device}` cannot be read", "credentials")


@pytest.mark.parametrize("device", [EOS, SONIC])
def test_a_password_that_nobody_gave(floor, device):
    rewrite(floor, device, password="secret:env/NOBODY_GAVE_THIS")
    for ended in (floor.plan(), floor.here("apply", floor.plan_file, *floor.devices)):
        assert ended.code == 1
        assert ended.talk == (
            "error: the secret `secret:env/NOBODY_GAVE_THIS` is empty or not there: "
            "export `NOBODY_GAVE_THIS`\n"
        )


def test_every_device_that_fails_is_named_at_once(floor):
    rewrite(floor, EOS, port=9)
    rewrite(floor, SONIC, port=9)
    ended = floor.plan()
    assert ended.talk.count("error[") == 1  # one reason
    assert f"`{EOS}`" in ended.talk
    assert f"`{SONIC}`" in ended.talk
