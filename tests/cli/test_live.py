"""From a build to its live devices, as far as that needs no device."""

from __future__ import annotations

from fabric.cli import run
from fabric.cli.compiling import compiled
from fabric.cli.live import advice, left_out, live


def site(tmp_path, old="", new=""):
    """A new fabric of two leaves on EOS, with an edit of its intent."""
    assert run(["init", str(tmp_path / "net")]) == 0
    file = tmp_path / "net/intents/dc1/site.yaml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return live(compiled(str(file.parent)))


OVERRIDE = (
    '# overrides: [{match: "pod1-leaf[1-2]", release: "..."}]',
    'overrides: [{match: pod1-leaf2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}]',
)


def test_a_switch_that_changed_its_platform_and_not_its_group_is_told(tmp_path):
    side = site(tmp_path, *OVERRIDE)
    said = {unit.name: advice(side, design, unit) for design, unit in side.units}
    assert said["pod1-leaf2"] == (
        "`hosts.yaml` has it in group `eos`, the intent says `cumulus`: correct the group"
    )
    assert said["pod1-leaf1"].startswith("check address, credentials and trust")


def test_hosts_are_counted_as_hosts(tmp_path):
    assert left_out(site(tmp_path)) == "4 hosts"
