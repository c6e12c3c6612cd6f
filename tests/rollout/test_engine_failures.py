"""What went wrong in the field with other tools: each has its tests here, listed in docs/failures.md."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from fake_fleet import memory_fleet, plan_for

from fabric.drivers.sonic import script
from fabric.pipeline import registry
from fabric.plan import save
from fabric.plan.model import sealed
from fabric.platforms.form import ChangeClass
from fabric.rollout import control
from fabric.rollout.conduct import NO_TIMER, TIMER
from fabric.rollout.states import state_word

ROOT = Path(__file__).parents[2]
MODES = yaml.safe_load(Path(__file__).with_name("failure_modes.yaml").read_text())
MOST_ARGUED = 3
NAMED = {
    "eos": ({"eos.cfg": "hostname leaf1\n!\nend\n"}, {"eos.cfg": "hostname leaf2\n!\nend\n"}),
    "cumulus": (
        {"startup.yaml": "- set:\n    system:\n      hostname: leaf1\n"},
        {"startup.yaml": "- set:\n    system:\n      hostname: leaf2\n"},
    ),
    "sonic": (
        {"config_db.json": '{"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}}}', "frr.conf": ""},
        {"config_db.json": '{"DEVICE_METADATA": {"localhost": {"hostname": "leaf2"}}}', "frr.conf": ""},
    ),
}


@pytest.mark.parametrize(("reverts", "words"), [(True, TIMER), (False, NO_TIMER)])
def test_a_device_found_on_its_base_is_called_reverted_by_a_timer_only_where_there_is_one(
    tmp_path, reverts, words
):
    fleet = memory_fleet(("leaf-1",), atomic=False)
    device = fleet.devices["leaf-1"]
    device.capabilities = replace(device.capabilities, reverts=reverts)

    def taken_back(record):
        if record.state == "committed":
            device.fire_timer()

    control.apply(plan_for((("leaf-1",),)), tmp_path, fleet.world(clock=fleet.clock, told=taken_back), "me")
    found = control.status(tmp_path).progress.of("leaf-1")
    assert (found.state, words in found.reason) == ("reverted-by-timer", True), found.reason
    assert state_word(found.state, found.reason) == ("reverted-by-timer" if reverts else "on-its-base")


def test_there_are_thirty_eight_and_few_are_argued_away():
    assert list(MODES) == list(range(1, 39))
    assert sum("argued" in mode for mode in MODES.values()) <= MOST_ARGUED


@pytest.mark.parametrize("number", MODES)
def test_the_tests_of_a_failure_exist(number):
    mode = MODES[number]
    assert mode.get("tests") or mode.get("argued")
    for place in mode.get("tests", ()):
        file, _, name = place.partition("::")
        assert re.search(rf"^def {name}\(", (ROOT / file).read_text(), re.MULTILINE), place


def test_the_page_of_failures_is_current(golden):
    golden("../../docs/failures.md", page())


def page():
    """Return docs/failures.md."""
    lines = [
        "# What went wrong elsewhere",
        "",
        "Failures of network automation that people reported of other tools, and the tests that show what",
        "happens here instead. Made from `tests/rollout/failure_modes.yaml`: `pytest --update-golden`.",
        "",
        "| | failure | shown by |",
        "| --- | --- | --- |",
    ]
    for number, mode in MODES.items():
        tests = "<br>".join(f"`{place.removeprefix('tests/')}`" for place in mode.get("tests", ()))
        lines.append(f"| {number} | {mode['failure']} | {tests or mode['argued']} |")
    lines += ["", "What our specification asks for beside this, and why something else is done:", ""]
    lines += [f"- **{n}**: {mode['otherwise']}." for n, mode in MODES.items() if "otherwise" in mode]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", NAMED)
def test_a_device_s_name_is_part_of_its_identity(name):
    platform = registry().platforms[name]
    old, new = map(platform.parse, NAMED[name])
    patch = platform.patch(old, new)
    assert [edit.kind for edit in patch.edits] == ["replace"]
    assert patch.change_class is ChangeClass.IDENTITY


def test_no_driver_reads_a_prompt():
    """Commands go over an API, or each over a channel of its own that ends with a return code."""
    source = "".join(file.read_text() for file in (ROOT / "fabric" / "drivers").rglob("*.py"))
    assert not re.search(r"invoke_shell|get_pty|find_prompt|read_until", source)
    assert "exec_command" in source or "open_session" in source


def test_a_confirmed_switch_is_saved_and_synced():
    save = script.save()
    assert save[0].startswith("config save -y")
    assert save[-1] == "sync"


def test_a_service_that_is_restarted_is_let_restart_again():
    command = script.restart_step(["snmp"])
    assert command.index("reset-failed") < command.index("systemctl restart")


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a statement loads in a process of its own."""
    command = [sys.executable, "-c", f"import sys; {statement}; print(*sys.modules)"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return set(done.stdout.split())


def test_the_engine_renders_nothing():
    """Templates are rendered by one thread, before the first device is touched."""
    files = [*(ROOT / "fabric" / "rollout").glob("*.py"), *(ROOT / "fabric" / "drivers").rglob("*.py")]
    assert files
    assert [str(file) for file in files if re.search(r"jinja2|fabric\.render", file.read_text())] == []


def test_every_driver_is_imported_before_the_first_thread(tmp_path):
    (tmp_path / "hosts.yaml").write_text("leaf-1: {hostname: 127.0.0.1, platform: sonic}\n")
    save(sealed(as_sonic(plan_for((("leaf-1",),)))), tmp_path / "plan")
    read_it = f"from fabric.plan import read; plan = read(Path({str(tmp_path / 'plan')!r}))"
    world = f"from fabric.cli.rolling import world_of; world_of({str(tmp_path)!r}, plan)"
    loaded = loaded_by(f"from pathlib import Path; {read_it}; {world}")
    assert {"fabric.drivers.sonic", "paramiko"} <= loaded
    assert "fabric.drivers.eos" not in loaded


def as_sonic(plan):
    devices = {name: replace(device, platform="sonic") for name, device in plan.devices.items()}
    return replace(plan, devices=devices)
