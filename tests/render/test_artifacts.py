"""Rendering: what is undefined or not set is refused with its line, and a project overrides one block."""

from __future__ import annotations

import json

import pytest
import yaml
from cases.repositories import base_with, compiled, shipped

from fabric.core.diagnostic import FabricError, Place
from fabric.pipeline.rendering import rendered
from fabric.render.environment import Sandbox

CUMULUS = "templates/cumulus/device.j2"


def override(block, text, template=CUMULUS, base="builtin/cumulus/device.j2"):
    """Return the artifact of a spine in a project that overrides one block."""
    words = f'{{% extends "{base}" %}}\n{{% block {block} %}}{text}{{% endblock %}}\n'
    return artifact(**{template: words})


def artifact(**files):
    build = compiled(base_with(**files))
    unit = next(unit for _, unit in build.units() if unit.name == "spine1")
    (made,) = build.artifacts(unit)
    return made.text


def refused(**files):
    with pytest.raises(FabricError) as caught:
        artifact(**files)
    (found,) = caught.value.diagnostics
    assert found.code == "REN-001"
    assert "`spine1`" in found.summary
    if found.place.file.startswith("templates/"):
        assert f"`{found.place.file}` line {found.place.line} " in found.summary
    return found.summary


def test_a_project_overrides_one_block_and_keeps_the_rest():
    plain, changed = (yaml.safe_load(text) for text in (artifact(), override("ecmp", "")))
    assert plain[0] == changed[0]
    plain, changed = plain[1]["set"], changed[1]["set"]
    assert "ecmp-hash" in plain["system"]["forwarding"]
    assert plain != changed
    del plain["system"]["forwarding"]
    changed["system"].pop("forwarding", None)
    assert plain == changed


def test_an_overridden_block_may_keep_what_it_overrides():
    assert override("ecmp", "{{ super() }}") == artifact()


def test_a_project_may_replace_a_small_file():
    text = artifact(**{"templates/cumulus/system.j2": "- set: {system: {hostname: replaced}}\n"})
    assert "hostname: replaced" in text


def test_templates_of_other_platforms_do_not_disturb():
    assert artifact(**{"templates/eos/device.j2": "{{ nonsense }}\n"}) == artifact()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\n\n{{ nothing }}", "'nothing' is undefined"),
        ("\n\n{{ device.nothing }}", "has no attribute 'nothing'"),
        ("\n\n{{ none }}", "not set"),
        ("\n\n{{ device.hwsku or none }}", "not set"),
        ("\n\n{{ 1 / 0 }}", "division by zero"),
        ("\n\n{{ {}['a'] }}", "has no attribute 'a'"),
        ("\n\n{{ 'a' + 1 }}", "can only concatenate"),
        ("\n\n{% for a in range(10000000) %}{% endfor %}", "Range too big"),
        ("\n\n{{ ''.__class__.__mro__ }}", "unsafe"),
        ("\n\n{{ device.interfaces.append(1) }}", "has no attribute 'append'"),
    ],
)
def test_a_template_that_fails_is_named_with_its_line(text, reason):
    told = refused(
        **{CUMULUS: f'{{% extends "builtin/cumulus/device.j2" %}}{{% block ecmp %}}{text}{{% endblock %}}'}
    )
    assert "`templates/cumulus/device.j2` line 3 " in told
    assert reason in told


def test_the_file_that_fails_is_named_and_not_the_one_that_includes_it():
    told = refused(**{"templates/cumulus/system.j2": "\n{{ nothing }}\n"})
    assert "`templates/cumulus/system.j2` line 2 " in told


def test_a_mistake_of_syntax_is_named_with_its_line():
    told = refused(**{"templates/cumulus/system.j2": "a\n{% if %}\n"})
    assert "`templates/cumulus/system.j2` line 2 " in told


def test_a_template_that_includes_itself_is_refused():
    assert "templates/cumulus/system.j2" in refused(
        **{"templates/cumulus/system.j2": '{% include "cumulus/system.j2" %}'}
    )


def test_an_include_that_is_not_there_is_refused():
    assert "no/such.j2" in refused(**{"templates/cumulus/system.j2": '{% include "no/such.j2" %}'})


def test_text_that_is_no_artifact_is_refused():
    assert "`templates/cumulus/device.j2` line 1 " in refused(**{CUMULUS: "- set: [\n"})


def test_a_mistake_in_a_template_of_the_project_stands_in_the_template():
    with pytest.raises(FabricError) as caught:
        artifact(**{"templates/cumulus/system.j2": "\n\n   {{ nothing }}\n"})
    assert caught.value.diagnostics[0].place == Place("templates/cumulus/system.j2", 3, 4, "   {{ nothing }}")


def test_a_mistake_that_a_template_of_ours_makes_stands_where_the_unit_does():
    build = compiled(base_with())
    build._environment.append(Stumbling(None))  # noqa: SLF001 - no project has templates of ours that fail
    unit = next(unit for _, unit in build.units() if unit.name == "spine1")
    with pytest.raises(FabricError) as caught:
        build.artifacts(unit)
    (found,) = caught.value.diagnostics
    assert found.summary.startswith("`templates/cumulus/device.j2` line 1 cannot be rendered for `spine1`")
    assert (found.place.file, found.place.excerpt) == ("site/site.yaml", SPINES)


SPINES = '  spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}'


class Stumbling(Sandbox):
    """Templates of ours that rely on a value which is not there."""

    def found(self, name):
        return "{{ nothing }}", f"/usr/templates/{name}", lambda: True


def test_a_template_that_never_ends_is_one_finding_and_nothing_more_is_rendered():
    words = {CUMULUS: "{{ 'a' * 10 ** 9 }}", "templates/host/netplan.j2": "{{ nothing }}"}
    with pytest.raises(FabricError) as caught:
        tuple(rendered(compiled(base_with(**words))))
    (found,) = caught.value.diagnostics
    assert found.code == "REN-001"
    assert str(found.place) == "templates/cumulus/device.j2:1:1"
    assert "takes more than 4,000,000 steps" in found.summary
    assert found.hint.startswith("look at what loops there")


def test_a_none_in_a_condition_is_no_mistake():
    assert override("ecmp", "{% if none %}x{% endif %}") != ""


def test_templates_cannot_change_what_they_are_given():
    assert "unsafe" in refused(**{CUMULUS: "{% set own = [] %}{{ own.append(1) }}"})


def artifacts_of(intent):
    build = shipped(intent)
    for _, unit in build.units():
        yield build.registry.platforms[unit.platform], unit, build.artifacts(unit)


@pytest.mark.parametrize("intent", ["quickstart", "roce-256", "ib-b200-superpod"])
def test_every_unit_has_all_artifacts_of_its_platform(intent):
    for platform, unit, made in artifacts_of(intent):
        config = shipped(intent).config(unit)
        left_out = platform.without(config) if platform.without else frozenset()
        each = platform.each(config) if platform.each else {}
        assert [artifact.name for artifact in made] == [
            name.replace("*", own)
            for name in platform.templates
            if name not in left_out
            for own in each.get(name, ("",))
        ]
        assert {artifact.unit for artifact in made} == {unit.name}
        assert all(artifact.text for artifact in made if artifact.name != "topoconfig.conf")


@pytest.mark.parametrize("intent", ["quickstart", "roce-256", "ib-b200-superpod"])
def test_artifacts_are_in_their_canonical_form(intent):
    for platform, _, made in artifacts_of(intent):
        for artifact in made:
            assert platform.canonical[artifact.name](artifact.text) == artifact.text


@pytest.mark.parametrize("intent", ["quickstart", "roce-256"])
def test_structured_artifacts_can_be_read(intent):
    for _, _, made in artifacts_of(intent):
        for artifact in made:
            if artifact.name.endswith(".json"):
                assert isinstance(json.loads(artifact.text), dict)
            if artifact.name.endswith(".yaml"):
                assert yaml.safe_load(artifact.text)


@pytest.mark.parametrize("intent", ["quickstart", "roce-256", "ib-b200-superpod"])
def test_no_artifact_prints_the_words_of_python(intent):
    for _, _, made in artifacts_of(intent):
        for artifact in made:
            for word in ("None", "<fabric", "IPv4", "Undefined", "PosixPath"):
                assert word not in artifact.text, f"{artifact.unit}/{artifact.name} has `{word}`"


@pytest.mark.parametrize("intent", ["quickstart", "roce-256"])
def test_secrets_are_placeholders(intent):
    texts = [
        artifact.text for _, unit, made in artifacts_of(intent) if unit.role != "host" for artifact in made
    ]
    assert any("@{secret:env/FABRIC_ADMIN_HASH}" in text for text in texts)
