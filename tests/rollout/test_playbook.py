"""Playbooks as people write them."""

import pytest

from fabric.core.diagnostic import FabricError
from fabric.core.source import Folder, shipped
from fabric.rollout.playbook import Playbook, Step, read_playbook

SHIPPED = ("canary", "credentials-rotation", "drain-undrain", "nos-upgrade", "replace-switch", "rollback")


def read(tmp_path, text, **given):
    (tmp_path / "play.yaml").write_text(text)
    return read_playbook(Folder(tmp_path), "play.yaml", given)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_playbook_is_one(name) -> None:
    source = Folder(shipped() / "playbooks")
    variables = Playbook.model_validate(
        {"summary": "-", "steps": [{"soak": "1 s"}]}
    )  # the model itself is sound
    assert variables.steps
    with pytest.raises(FabricError, match="is not given") as refused:
        read_playbook(source, f"{name}.yaml", {})
    wanted = [str(one.summary).split("`")[1] for one in refused.value.diagnostics]
    assert read_playbook(source, f"{name}.yaml", dict.fromkeys(wanted, "pod1-leaf1"))


def test_a_variable_in_a_list_may_be_several(tmp_path) -> None:
    text = 'summary: s\nvars: {d: devices}\nsteps:\n  - gate: {devices: ["{d}", spine1]}\n'
    assert read(tmp_path, text, d="leaf1, leaf2") == (Step("gate", ("leaf1", "leaf2", "spine1")),)


def test_a_step_keeps_what_it_was_told(tmp_path) -> None:
    text = (
        "summary: s\nsteps:\n  - run: {command: [echo, a b], timeout: 2 min, again: true}\n  - soak: 10 min\n"
    )
    assert read(tmp_path, text) == (
        Step("run", command=("echo", "a b"), seconds=120, flag=True),
        Step("soak", seconds=600),
    )


@pytest.mark.parametrize(
    ("steps", "why", "line"),
    [
        ("- drian: {devices: [leaf1]}", "`drian` is no kind of step", 3),
        ("- drain: {device: [leaf1]}", "`steps.1.drain.devices`", 3),
        ("- run: {command: echo hi}", "a list such as", 3),
        ("- soak: 1 s\n    gate: {devices: [leaf1]}", "exactly one of", 3),
        ("- gate: {devices: []}", "at least one is needed", 3),
        ("- soak: 1 s\n  - soak: soon", "soon", 4),
        ("- drain:", "exactly one of", 3),
        ("- soak: 31 d", "less than or equal", 3),
        ("- run: {command: [echo], timeout: 0 s}", "greater than 0", 3),
    ],
)
def test_a_mistake_is_told_at_its_place(tmp_path, steps, why, line) -> None:
    with pytest.raises(FabricError, match="ROL-009") as refused:
        read(tmp_path, f"summary: s\nsteps:\n  {steps}\n")
    found = refused.value.diagnostics[0]
    assert why in found.summary
    assert found.place.line == line
    assert found.hint


def test_a_word_that_nobody_knows_gets_the_nearest_one_that_is_known(tmp_path) -> None:
    with pytest.raises(FabricError) as refused:
        read(
            tmp_path,
            "summary: s\nsteps:\n  - gaet: {devices: [a]}\n  - run: {command: [a], timeuot: 1 s}\nstep: []\n",
        )
    found = [(str(one.place), one.hint) for one in refused.value.diagnostics]
    assert sorted(found) == [
        ("play.yaml:3:5", "did you mean `gate`?"),
        ("play.yaml:4:25", "did you mean `timeout`?"),
        ("play.yaml:5:1", "did you mean `steps`?"),
    ]


def test_a_variable_that_nobody_knows_is_refused(tmp_path) -> None:
    with pytest.raises(FabricError, match="no variable `x`"):
        read(tmp_path, "summary: s\nsteps:\n  - soak: 1 s\n", x="1")


def test_a_command_has_at_least_the_time_it_was_given(tmp_path) -> None:
    text = "summary: s\nsteps:\n  - run: {command: [echo], timeout: 400 ms}\n"
    assert read(tmp_path, text)[0].seconds == 1


def test_a_variable_that_is_not_given_is_told_where_it_is_named(tmp_path) -> None:
    with pytest.raises(FabricError) as refused:
        read(tmp_path, "summary: s\nvars: {x: what}\nsteps:\n  - soak: 1 s\n")
    assert [str(one.place) for one in refused.value.diagnostics] == ["play.yaml:2:7"]
    with pytest.raises(FabricError) as refused:
        read(tmp_path, "")
    assert {str(one.place) for one in refused.value.diagnostics} == {"play.yaml:1:1"}
