"""What CONFIG_DB says of choices at login is what was printed."""

from __future__ import annotations

import json

from cases.full_units import leaf

from fabric.device.facts import Choices
from fabric.platforms.sonic import PLATFORM
from fabric.render import environment, render


def read(config):
    return PLATFORM.facts({one.name: one.text for one in render(PLATFORM, config, environment())}).choices


def test_all_of_it_is_read_back():
    assert read(leaf("sonic")) == Choices(
        timezone="UTC",
        login_banner=("Authorised persons only",),
        motd_banner=("Changes come from git", "not by hand"),
        authorize_commands=True,
    )


def test_words_of_a_banner_that_is_off_are_not_said():
    made = {one.name: one.text for one in render(PLATFORM, leaf("sonic"), environment())}
    tables = json.loads(made["config_db.json"])
    tables["BANNER_MESSAGE"]["global"]["state"] = "disabled"
    assert PLATFORM.facts({**made, "config_db.json": json.dumps(tables)}).choices.login_banner == ()
