"""A new repository works at once, and survives what its user does to it."""

from __future__ import annotations

import json
import subprocess

import pytest
import yaml
from cases.editor import refusals, schema_beside

from fabric.cli import run
from fabric.cli.exits import Exit
from fabric.cli.init import PLATFORMS
from fabric.views.scaffolding import platforms
from fabric.views.schema import schema_text

INTENT, LEDGER = "intents/dc1", "inventory/dc1/allocations.yaml"


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A new repository, entered and committed."""
    assert run(["init", str(tmp_path / "net")]) == Exit.DONE
    monkeypatch.chdir(tmp_path / "net")
    commit("begin", "init", "-q", "-b", "main")
    return tmp_path / "net"


def git(*arguments):
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.net", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)


def commit(message, *before):
    if before:
        git(*before)
    git("add", "-A")
    git("commit", "-q", "-m", message)


def edit(repository, old, new):
    file = repository / INTENT / "site.yaml"
    text = file.read_text()
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new))


def changes(capsys):
    """What an edit changes, by unit, against the commit before; every edit must build."""
    capsys.readouterr()
    code = run(["diff", INTENT, "--against", "HEAD", "--format", "json"])
    said = capsys.readouterr()
    found = {"add": [], "change": [], "remove": []}
    for group in json.loads(said.out)["groups"]:
        found[group["kind"]] += [device["name"] for device in group["devices"]]
    assert code == (Exit.CHANGES if any(found.values()) else Exit.DONE)
    return found


def test_a_new_repository_validates_without_errors_and_builds(repository, capsys):
    assert run(["validate", INTENT, "--frozen", "--format", "json"]) == Exit.DONE
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert [found for found in findings if found["severity"] == "error"] == []
    assert run(["build", INTENT, "--frozen", "-o", "build"]) == Exit.DONE
    manifest = json.loads((repository / "build" / "manifest.json").read_text())
    hosts = {f"pod1-host{number}" for number in range(1, 5)}
    assert manifest["units"].keys() == {"pod1-leaf1", "pod1-leaf2", "spine1", "spine2"} | hosts


def test_every_switch_is_in_the_inventory_with_an_address(repository):
    hosts = yaml.safe_load((repository / "inventory/dc1/hosts.yaml").read_text())
    numbers = yaml.safe_load((repository / LEDGER).read_text())["backend"]
    assert hosts.keys() == numbers.keys()
    assert len({row["hostname"] for row in hosts.values()}) == len(hosts)


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        (f"{INTENT}/site.yaml", "intent"),
        ("inventory/dc1/hosts.yaml", "inventory"),
        ("inventory/groups.yaml", "inventory"),
    ],
)
def test_an_editor_finds_the_schema_of_what_is_edited(repository, file, kind):
    schema = schema_beside(repository / file)
    assert schema == (repository / "docs" / "schema" / f"{kind}.json").resolve()
    assert schema.read_text() == schema_text(kind)
    assert refusals(kind, (repository / file).read_text()) == []


def test_what_is_made_is_not_committed(repository):
    run(["build", INTENT, "-o", "build"])
    for name in ("build/manifest.json", "change.plan", ".fabric/state/x", "lab/fleet.json"):
        git("check-ignore", "-q", name)
    assert (repository / "build").exists()


def test_a_folder_with_files_is_refused_and_left_alone(tmp_path, capsys):
    (tmp_path / "mine").write_text("x")
    assert run(["init", str(tmp_path)]) == Exit.FAILED
    assert "error[INI-001]" in capsys.readouterr().err
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine"]


def test_a_fresh_clone_is_taken(tmp_path):
    (tmp_path / ".git").mkdir()
    assert run(["init", str(tmp_path)]) == Exit.DONE


@pytest.mark.parametrize("site", ["../up", "Big Site", "a\nb: c"])
def test_a_name_that_is_none_writes_nothing(tmp_path, site):
    assert run(["init", str(tmp_path / "net"), "--site", site]) == Exit.FAILED
    assert list(tmp_path.rglob("*")) == []


def test_a_watchdog_of_a_large_fabric_has_time_for_every_port(tmp_path, capsys):
    assert run(["init", str(tmp_path / "net"), "--gpus", "1024", "--rails", "8"]) == Exit.DONE
    capsys.readouterr()
    assert run(["validate", str(tmp_path / "net/intents/dc1"), "--format", "json"]) == Exit.DONE
    assert "PFC-015" not in capsys.readouterr().out


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(("hosts", "rails"), [(1, 1), (7, 5), (33, 3), (128, 8)])
def test_every_size_on_every_platform_builds(tmp_path, platform, hosts, rails, capsys):
    shape = ["--hosts", str(hosts), "--rails", str(rails), "--leaf-platform", platform]
    assert run(["init", str(tmp_path / "net"), "--site", "lab1", *shape]) == Exit.DONE
    capsys.readouterr()
    assert run(["validate", str(tmp_path / "net/intents/lab1"), "--frozen", "--format", "json"]) == Exit.DONE
    codes = {found["code"] for found in json.loads(capsys.readouterr().out)["findings"]}
    assert not codes & {"TOP-017", "TOP-018"}  # enough uplinks, and all of them used


def test_the_platforms_to_choose_from_are_those_with_hardware():
    assert set(PLATFORMS) == set(platforms())


def test_the_workflow_is_yaml_and_lets_changes_pass(repository):
    text = (repository / ".github/workflows/fabric.yml").read_text()
    steps = yaml.safe_load(text)["jobs"]["check"]["steps"]
    assert "validate --frozen" in steps[3]["run"]
    assert "-eq 2" in steps[4]["run"]
    assert steps[4]["env"]["GH_TOKEN"] == "${{ github.token }}"


@pytest.mark.parametrize(
    ("there", "told"),
    [
        ("", "gh pr comment 7 --body-file comment.md"),
        ("41\n", "gh api --silent -X PATCH repos/us/net/issues/comments/41 -F body=@comment.md"),
    ],
    ids=["first push", "later push"],
)
def test_the_scripts_of_the_workflow_do_what_they_say(repository, tmp_path, there, told):
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    steps = yaml.safe_load((repository / ".github/workflows/fabric.yml").read_text())["jobs"]["check"][
        "steps"
    ]
    fabric = tmp_path / "bin" / "fabric"
    fabric.parent.mkdir()
    fabric.write_text(
        '#!/bin/sh\necho "$@" >> ../calls\n'
        '[ "$1" != diff ] || { echo "<!-- mine -->" > comment.md; exit 2; }\n'
    )
    gh = fabric.with_name("gh")
    gh.write_text('#!/bin/sh\necho "gh $@" >> ../calls\n[ "$2" != --paginate ] || cat ../there\n')
    for program in (fabric, gh):
        program.chmod(0o755)
    (tmp_path / "there").write_text(there)
    path = {
        "PATH": f"{fabric.parent}:/usr/bin:/bin",
        "GITHUB_BASE_REF": "main",
        "GITHUB_REPOSITORY": "us/net",
        "PR": "7",
    }
    (repository / "intents" / "new").mkdir()
    for step in steps[3:]:
        subprocess.run(["bash", "-e", "-c", step["run"]], check=True, env=path, capture_output=True)
    theirs = '.[] | select(.body | startswith("<!-- mine -->")) | .id'
    assert (tmp_path / "calls").read_text().splitlines() == [
        "validate --frozen --artifacts intents/dc1/",
        "validate --frozen --artifacts intents/new/",
        "diff intents/dc1/ --against origin/main --format markdown -o comment.md",
        f"gh api --paginate repos/us/net/issues/7/comments --jq {theirs}",
        told,
    ]


# Ten things a user does first, each against the repository as it was made.


def test_one_host_more_touches_its_leaves_only(repository, capsys):
    edit(repository, "count: 4", "count: 5")
    found = changes(capsys)
    assert found["add"] == ["pod1-host5"]
    assert set(found["change"]) == {"pod1-leaf1", "pod1-leaf2"}


def test_a_new_pod_needs_numbers_and_moves_nobody(repository, capsys):
    before = (repository / LEDGER).read_text().splitlines()
    row = "  pod1: {count: 4, model: hgx-h200, nics: {backend: {model: connectx-7, count: 2}}}"
    edit(repository, row, f"{row}\n{row.replace('pod1', 'pod2')}")
    assert run(["validate", INTENT, "--frozen"]) == Exit.FAILED
    assert "error[ALC-005]" in capsys.readouterr().err
    assert run(["allocate", INTENT]) == Exit.DONE
    assert run(["validate", INTENT, "--frozen"]) == Exit.DONE
    assert set(before) <= set((repository / LEDGER).read_text().splitlines())
    found = changes(capsys)
    assert {"pod2-leaf1", "pod2-leaf2", "pod2-host1"} <= set(found["add"])
    assert set(found["change"]) == {"spine1", "spine2"}


def test_other_marking_reaches_every_switch(repository, capsys):
    edit(repository, "ecn: auto", "ecn: {min: 300 KB, max: 1200 KB, probability: 10 %}")
    assert set(changes(capsys)["change"]) >= {"pod1-leaf1", "pod1-leaf2", "spine1", "spine2"}


def test_another_mtu_reaches_hosts_too(repository, capsys):
    edit(repository, "physical:\n", "physical:\n  mtu: 4200\n")
    assert len(changes(capsys)["change"]) == 8


def test_more_spines_need_more_numbers(repository, capsys):
    edit(repository, "count: 2}\n  # overrides", "count: 4}\n  # overrides")
    assert run(["allocate", INTENT]) == Exit.DONE
    assert changes(capsys)["add"] == ["spine3", "spine4"]


def test_one_leaf_of_another_vendor(repository):
    override = (
        "overrides: [{match: pod1-leaf2, platform: sonic, hwsku: Arista-7060X6-64PE-O128, release: '202511'}]"
    )
    edit(repository, '# overrides: [{match: "pod1-leaf[1-2]", release: "..."}]', override)
    assert run(["build", INTENT, "-o", "build"]) == Exit.DONE
    assert sorted(entry.name for entry in (repository / "build/pod1-leaf2").iterdir()) == [
        "config_db.json",
        "frr.conf",
    ]


def test_a_time_server_reaches_switches_only(repository, capsys):
    edit(repository, "  aaa:\n", "  ntp: [172.20.0.2]\n  aaa:\n")
    assert set(changes(capsys)["change"]) == {"pod1-leaf1", "pod1-leaf2", "spine1", "spine2"}


def test_a_longer_cable_changes_what_rests_on_it(repository, capsys):
    edit(repository, "fibre: os2-mpo12-apc, length: 30 m", "fibre: os2-mpo12-apc, length: 450 m")
    assert run(["validate", INTENT]) == Exit.DONE
    edit(repository, "length: 450 m", "length: 900 m")
    assert run(["validate", INTENT]) == Exit.FAILED
    assert f"{INTENT}/site.yaml:" in (said := capsys.readouterr().err)
    assert "error[OPT-003]" in said


def test_a_misspelt_field_is_found_where_it_stands(repository, capsys):
    edit(repository, "uplinks: 4", "uplink: 4")
    assert run(["validate", INTENT]) == Exit.FAILED
    said = capsys.readouterr().err
    assert f"{INTENT}/site.yaml:14:" in said
    assert "did you mean `uplinks`?" in said


def test_a_password_in_the_clear_is_refused(repository, capsys):
    text = (repository / "inventory/groups.yaml").read_text()
    (repository / "inventory/groups.yaml").write_text(text.replace("secret:env/FABRIC_PASSWORD", "hunter2"))
    assert run(["validate", INTENT]) == Exit.FAILED
    said = capsys.readouterr().err
    assert "error[INV-003]" in said


def test_serial_numbers_end_the_warning_about_identity(repository, capsys):
    file = repository / "inventory/dc1/hosts.yaml"
    lines = [
        line.replace("data: {", f"data: {{serial: SN{number}, ") if "data: {m" in line else line
        for number, line in enumerate(file.read_text().splitlines(), 100)
    ]
    file.write_text("\n".join(lines) + "\n")
    assert run(["validate", INTENT]) == Exit.DONE
    assert "INV-006" not in capsys.readouterr().err
