"""The page of a saved plan has picture and findings, if the intent is the one that it was made from."""

import pytest
from floor import lay_out

PICTURE = "Topology with what changes marked"


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    made = lay_out(tmp_path_factory.mktemp("floor"))
    made.boot()
    try:
        assert made.plan().code == 0
        yield made
    finally:
        made.close()


def page(floor, *words):
    return floor.here("show", floor.plan_file, "--format", "html", *words)


def of_intent(floor):
    return page(floor, "--intent", floor.intent, "--inventory", floor.inventory)


def test_with_its_intent_the_page_has_picture_and_findings(floor):
    named, by_itself = of_intent(floor), page(floor)
    for ended in (named, by_itself):
        assert ended.code == 0, ended.talk
        assert PICTURE in ended.out
        assert "CAP-001" in ended.out


def test_without_its_intent_the_page_has_the_plan_alone(floor):
    intents = floor.root / "intents"
    intents.rename(floor.root / "away")
    try:
        ended = page(floor)
        assert (ended.code, PICTURE in ended.out, "CAP-001" in ended.out) == (0, False, False)
    finally:
        (floor.root / "away").rename(intents)


def test_an_intent_that_moved_on_gives_neither(floor):
    floor.edit("multiplier: 3}", "multiplier: 4}")
    try:
        ended = of_intent(floor)
        assert "is not what the plan was made from: no picture, no findings" in ended.talk
        assert (ended.code, PICTURE in ended.out) == (0, False)
    finally:
        floor.edit("multiplier: 4}", "multiplier: 3}")
