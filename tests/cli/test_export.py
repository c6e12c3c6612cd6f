"""`fabric export`: files for other programs."""

from __future__ import annotations

import pytest
from cli.repository import files, lay_out, said


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


def test_without_a_file_the_text_is_data(site, capsys):
    found = said(capsys, "export", site, "slurm")
    assert (found.code, found.err) == (0, "")
    assert found.out.splitlines()[1] == "SwitchName=pod1-leaf1 Nodes=pod1-host[1-2]"


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("slurm", "topology.yaml"),
        ("kubernetes", "labels.sh"),
        ("netbox", "n.json"),
        ("containerlab", "c.clab.yml"),
    ],
)
def test_a_file_is_written_by_its_ending(site, tmp_path, capsys, target, name):
    found = said(capsys, "export", site, target, "-o", tmp_path / "out" / name)
    assert (found.code, found.out) == (0, "")
    assert list(files(tmp_path / "out")) == [name]


def test_netbox_forms_are_a_folder(site, tmp_path, capsys):
    said(capsys, "export", site, "netbox", "-o", tmp_path / "netbox")
    assert sorted(files(tmp_path / "netbox")) == ["1-devices.csv", "2-interfaces.csv", "3-cables.csv"]


def test_an_unknown_form_writes_nothing(site, tmp_path, capsys):
    found = said(capsys, "export", site, "slurm", "-o", tmp_path / "topology.txt")
    assert found.code == 1
    assert "CBL-003" in found.err
    assert not (tmp_path / "topology.txt").exists()


def test_an_unknown_target_is_a_mistake_of_use(site, capsys):
    assert said(capsys, "export", site, "nomad").code == 64
