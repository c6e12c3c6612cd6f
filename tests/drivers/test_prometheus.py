"""A real Prometheus is asked: numbers, silence, strangers and slowness."""

import socket
import time
from dataclasses import replace

import pytest
from judges import tally
from judges.prometheus_server import NAME, PASSWORD, free_port

from fabric.drivers.prometheus import Prometheus
from fabric.drivers.secrets import Secrets
from fabric.lab.tls import authority
from fabric.plan.own import Server

pytestmark = pytest.mark.judge("prometheus")
LEAF = 'drops{device="leaf1"}'


@pytest.fixture
def server(prometheus):
    return Server(prometheus.url, prometheus.ca.name, NAME, "secret:env/PROMETHEUS")


def read(server, prometheus, query, deadline_s=5.0, root=None):
    secrets = Secrets({"PROMETHEUS": PASSWORD, "WRONG": "another-password"})
    asked = Prometheus(server, secrets, root or prometheus.ca.parent)
    try:
        return asked.read(query, deadline_s)
    finally:
        asked.close()
        tally.count("prometheus")


def test_a_number_is_read(server, prometheus):
    prometheus.shows(LEAF, 12.0)
    found = read(server, prometheus, f"{LEAF} * 2")
    assert (found.value, found.why) == (24.0, "")
    assert abs(time.time() - found.time) < 60


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("absent_for_ever", "no data"),
        ("0 / 0", "the value is NaN"),
        ("sum(", "refused: "),
        ('label_replace(vector(1), "a", "b", "", "") or vector(2)', "2 series"),
        ("up[1m]", "gives a matrix"),
    ],
)
def test_what_is_no_number_says_why(server, prometheus, query, why):
    found = read(server, prometheus, query)
    assert found.value is None
    assert why in found.why


def test_a_target_that_is_down_has_no_data_any_more(server, prometheus):
    prometheus.shows(LEAF, 12.0)
    prometheus.exporter.down = True
    try:
        end = time.monotonic() + 10
        while (found := read(server, prometheus, LEAF)).value is not None and time.monotonic() < end:
            time.sleep(0.2)
        assert found.why == "no data"
        assert read(server, prometheus, "min(up)").value == 0
    finally:
        prometheus.exporter.down = False


def test_a_query_says_how_old_a_sample_may_be(server, prometheus):
    prometheus.shows(LEAF, 12.0)
    assert read(server, prometheus, f"{LEAF} and time() - timestamp({LEAF}) < 30").value == 12.0
    old = f"{LEAF} and time() + 60 - timestamp({LEAF}) < 30"
    assert read(server, prometheus, old).why == "no data"


def test_a_wrong_password_is_told_and_never_repeated(server, prometheus):
    found = read(replace(server, secret="secret:env/WRONG"), prometheus, "up")
    assert found.value is None
    assert "credentials refused" in found.why
    assert "another-password" not in found.why


def test_a_certificate_of_another_authority_is_not_trusted(server, prometheus, tmp_path):
    authority(tmp_path)
    found = read(replace(server, ca="tls/ca.pem"), prometheus, "up", root=tmp_path)
    assert found.value is None
    assert "certificate not trusted" in found.why


def test_without_its_authority_it_is_not_trusted_either(server, prometheus):
    assert "certificate not trusted" in read(replace(server, ca=""), prometheus, "up").why


def test_nobody_there_is_told(server, prometheus):
    found = read(replace(server, url=f"https://127.0.0.1:{free_port()}"), prometheus, "up")
    assert "no connection" in found.why


def test_a_server_that_never_answers_is_left_in_time(server, prometheus):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        slow = replace(server, url=f"https://127.0.0.1:{deaf.getsockname()[1]}")
        begun = time.monotonic()
        found = read(slow, prometheus, "up", deadline_s=0.5)
        assert time.monotonic() - begun < 2
    assert found.value is None
