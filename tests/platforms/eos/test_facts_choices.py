"""What a configuration says of choices at login and of telemetry is what was printed."""

from __future__ import annotations

from dataclasses import replace

from platforms import samples

from fabric.device.facts import Choices
from fabric.platforms.eos import PLATFORM
from fabric.render import environment, render


def read(config):
    return PLATFORM.facts({one.name: one.text for one in render(PLATFORM, config, environment())}).choices


def test_all_of_it_is_read_back():
    assert read(samples.watched(samples.leaf())) == Choices(
        timezone="Europe/Berlin",
        login_banner=("Authorised persons only",),
        motd_banner=("Changes come from git", "not by hand"),
        api_certificate="api",
        authorize_commands=False,
        queue_depths=True,
        cloudvision=("10.10.0.8:9910", "10.10.0.9:9910"),
        cloudvision_token="/persist/cv-token",
    )


def test_a_switch_that_asks_no_server_cannot_say_whether_it_asks_about_commands():
    leaf = samples.leaf()
    asks = replace(leaf.system.tacacs, authorize_commands=True)
    assert read(replace(leaf, system=replace(leaf.system, tacacs=asks))).authorize_commands is True
    assert read(replace(leaf, system=replace(leaf.system, tacacs=None))).authorize_commands is None
