"""`fabric demo`: what a newcomer runs first."""

from floor import ROOT, Floor


def test_the_demo_plays_to_its_end_and_leaves_nothing_behind(tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    ended = Floor(ROOT, environment={}).run("demo", TMPDIR=str(temporary))
    assert ended.code == 0, ended.talk
    told = ("rolled-back", "0 differ from the intent", "planned, failed, undone, done, verified")
    assert [words for words in told if words not in ended.talk] == []
    assert list(temporary.iterdir()) == []
