"""`fabric import links`: an intent beside what is missing in it, and nothing written over."""

from __future__ import annotations

from cases.foreign import AIR, SONIC, SONIC_DEVICES
from cli.repository import files, said


def test_an_intent_is_written_and_what_is_missing_told(tmp_path, capsys):
    (tmp_path / "air.json").write_text(AIR)
    found = said(
        capsys, "import", "links", tmp_path / "air.json", "--format", "air", "-o", tmp_path / "Lab 1"
    )
    assert (found.code, found.out) == (0, "")
    assert sorted(files(tmp_path / "Lab 1")) == ["links.csv", "names.csv", "site.yaml"]
    assert "name: lab-1\n" in (tmp_path / "Lab 1" / "site.yaml").read_text()
    assert "left out: leaf1:swp64, which leads out of the simulation" in found.err
    assert "missing: model of `leaf1`, `spine1` (`--model PATTERN=MODEL`)" in found.err


def test_what_people_may_have_edited_is_left_alone(tmp_path, capsys):
    (tmp_path / "links.csv").write_text(SONIC)
    found = said(capsys, "import", "links", tmp_path / "links.csv", "--format", "sonic-lab", "-o", tmp_path)
    assert found.code == 1
    assert "OUT-002" in found.err
    assert list(files(tmp_path)) == ["links.csv"]


def test_a_list_of_devices_belongs_to_sonic(tmp_path, capsys):
    (tmp_path / "links").write_text(SONIC)
    (tmp_path / "devices").write_text(SONIC_DEVICES)
    options = ("--devices", tmp_path / "devices", "-o", tmp_path / "new")
    file = tmp_path / "links"
    assert said(capsys, "import", "links", file, "--format", "sonic-lab", *options).code == 0
    assert (
        said(capsys, "import", "links", file, "--format", "air", *options[:2], "-o", tmp_path / "x").code
        == 64
    )
