"""What a configuration says of those who manage and watch a switch is what was printed."""

from __future__ import annotations

from platforms import samples

from fabric.platforms.sonic import PLATFORM
from fabric.render import environment, render


def test_all_of_it_is_read_back():
    made = {
        one.name: one.text
        for one in render(PLATFORM, samples.watched(samples.sonic(samples.leaf())), environment())
    }
    assert PLATFORM.facts(made).watch == samples.WATCH
