"""Trust and reachability over SSH, against the lab's double."""

from __future__ import annotations

import socket
from dataclasses import replace

import pytest

from fabric.drivers import Secrets, connect
from fabric.drivers.contract import UnreachableError
from fabric.drivers.sonic.ssh import Ssh
from fabric.lab import control
from fabric.lab.faults import Fault, Kind


def test_a_wrong_password_is_one_clear_message(entry):
    driver = connect(replace(entry, password="secret:env/P"), Secrets({"P": "wrong"}))
    with pytest.raises(UnreachableError, match="leaf1: credentials of `admin` refused"):
        driver.fetch()


def test_another_host_key_is_refused_before_any_credential(entry, secrets, lab):
    other = (lab / "ssh" / "leaf2.pub").read_text()
    driver = connect(replace(entry, host_key=other), secrets)
    with pytest.raises(UnreachableError, match="leaf1: the host key is not the one in the inventory"):
        driver.fetch()


def test_a_device_without_a_known_host_key_is_not_talked_to(entry, secrets):
    driver = connect(replace(entry, host_key=""), secrets)
    with pytest.raises(UnreachableError, match="enrol it first"):
        driver.fetch()


def test_a_port_where_nobody_listens_is_one_clear_message(entry, secrets):
    driver = connect(replace(entry, port=1), secrets)
    with pytest.raises(UnreachableError, match=r"leaf1 \(127\.[0-9.]+:1\): no connection"):
        driver.fetch()


def test_a_dead_device_is_given_up_with_one_message(lab, entry, secrets, token):  # noqa: ARG001 - clears faults
    control.fault(lab, "leaf1", Fault(Kind.DEAD))
    driver = connect(replace(entry, deadline_s=1), secrets)
    with pytest.raises(UnreachableError, match="leaf1"):
        driver.fetch()


def test_small_packets_are_sent_at_once(entry, secrets):
    # Nagle's algorithm holds one back until the last is acknowledged, which a peer delays by 40 ms.
    ssh = Ssh(entry, secrets)
    assert ssh.ask("true").code == 0
    sock = ssh._transport.sock  # noqa: SLF001 - what of it a device sees is only time
    assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    ssh.close()
