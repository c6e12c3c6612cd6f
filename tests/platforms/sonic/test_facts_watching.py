"""What a configuration says of those who manage and watch a switch is what was printed."""

from __future__ import annotations

from ipaddress import IPv4Network

from platforms import samples

from fabric.device.facts import Watch
from fabric.platforms.sonic import PLATFORM
from fabric.render import environment, render


def test_all_of_it_is_read_back():
    made = {
        one.name: one.text
        for one in render(PLATFORM, samples.watched(samples.sonic(samples.leaf())), environment())
    }
    assert PLATFORM.facts(made).watch == Watch(
        allow=(IPv4Network("172.22.0.0/22"), IPv4Network("10.9.9.9/32")),
        community=True,
        users=("poller",),
        contact="noc@fabric.example",
        location="row 7, hall 2",
        gnmi_port=9339,
        certificate="gnmi",
        client_ca="clients",
        collectors=(),
    )
