"""What a configuration says of choices at login and of telemetry is what was printed, in both dialects."""

from __future__ import annotations

from dataclasses import replace

import pytest
from platforms.cumulus.test_words_management import leaf

from fabric.device.facts import Choices
from fabric.platforms.cumulus import PLATFORM
from fabric.render import environment, render


@pytest.mark.parametrize(("release", "histograms"), [("5.9", False), ("5.13", True), ("5.16", True)])
def test_all_of_it_is_read_back(release, histograms):
    config = replace(leaf(), release=release)
    made = {one.name: one.text for one in render(PLATFORM, config, environment())}
    assert PLATFORM.facts(made).choices == Choices(
        timezone="Europe/Berlin",
        login_banner=("Authorised persons only",),
        motd_banner=("Changes come from git", "not by hand"),
        api_certificate="api",
        drop_reasons=True,
        queue_depths=histograms,
    )
