"""What a configuration says of those who manage and watch a switch is what was printed."""

from __future__ import annotations

from dataclasses import replace

from platforms import samples
from platforms.cumulus.test_words_management import leaf

from fabric.platforms.cumulus import PLATFORM
from fabric.render import environment, render


def test_all_of_it_is_read_back():
    made = {one.name: one.text for one in render(PLATFORM, leaf(), environment())}
    assert PLATFORM.facts(made).watch == replace(samples.WATCH, collectors=("10.10.0.7:4317",))
