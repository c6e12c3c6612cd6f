"""Where templates come from: the project's first, then ours; and what they may not print."""

from __future__ import annotations

import pytest
from cases.repositories import Texts
from jinja2 import TemplateNotFound, UndefinedError
from jinja2.sandbox import SecurityError

from fabric.catalog import load_catalog
from fabric.render import environment
from fabric.render.environment import NoneRefusedError

ASIC = load_catalog().asic("Spectrum-4")


def rendered(template, name="own/a.j2", **words):
    return environment(Texts({f"templates/{name}": template})).get_template(name).render(**words)


def test_the_project_comes_before_ours():
    assert rendered("mine", "eos/device.j2") == "mine"


def test_ours_is_reached_by_its_prefix():
    loader = environment(Texts({"templates/eos/ipv6.j2": "mine"}))
    assert loader.get_template("eos/ipv6.j2").render() == "mine"
    assert loader.get_template("builtin/eos/ipv6.j2").render() != "mine"


def test_without_a_project_ours_is_found():
    assert (
        environment().get_template("eos/ipv6.j2").render()
        == environment().get_template("builtin/eos/ipv6.j2").render()
    )


@pytest.mark.parametrize("name", ["none.j2", "../pyproject.toml", "/etc/passwd", "builtin/../pyproject.toml"])
def test_nothing_outside_the_templates_is_found(name):
    with pytest.raises(TemplateNotFound):
        environment(Texts({})).get_template(name)


def test_what_is_undefined_is_refused():
    with pytest.raises(UndefinedError):
        rendered("{{ nothing }}")


def test_none_is_refused():
    with pytest.raises(NoneRefusedError):
        rendered("{{ value }}", value=None)


def test_zero_and_empty_are_printed():
    assert rendered("{{ a }}{{ b }}{{ c }}", a=0, b="", c=False) == "0False"


def test_blocks_leave_no_blank_lines():
    assert rendered("{% if true %}\na\n{% endif %}\n  {% if true %}\nb\n  {% endif %}\n") == "a\nb\n"


def test_text_is_printed_as_it_is():
    assert rendered("{{ text }}", text="<a & b>") == "<a & b>"


@pytest.mark.parametrize(
    "use",
    [
        "asic.parse_raw('gASVAA', proto='pickle', allow_pickle=true)",
        "asic['parse_file']('/etc/passwd')",
        "(asic | attr('model_validate'))({})",
        "asic.copy()",
        "asic.__class__.mro()",
        "'{0.parse_raw}'.format(asic)",
        "[asic] | map(attribute='model_construct') | map('string') | list",
    ],
)
def test_a_template_calls_no_method_of_our_values(use):
    with pytest.raises(SecurityError):
        rendered("{{ " + use + " }}", asic=ASIC)


def test_a_template_reads_their_fields():
    assert rendered("{{ asic.mmu_bytes }}", asic=ASIC) == str(ASIC.mmu_bytes)
