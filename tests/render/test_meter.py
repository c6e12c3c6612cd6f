"""What a template may do is counted: what never ends is ended, and what is usual never comes near."""

from __future__ import annotations

import pytest
from cases.repositories import Texts, shipped
from jinja2 import TemplateAssertionError
from jinja2.sandbox import SecurityError

from fabric.render import environment
from fabric.render.meter import MOST_STEPS, TooMuchWorkError

NAME = "own/a.j2"
DOUBLING = (
    "{{% set n = namespace(x={0}, y={0}) %}}{{% for _ in range(60) %}}{{% set n.x = {1} %}}{{% endfor %}}{2}"
)


def rendered(template, steps=20_000, **others):
    texts = {f"templates/{name}": text for name, text in {NAME: template, **others}.items()}
    return environment(Texts(texts), steps).get_template(NAME).render(one=["a"] * 1000)


ENDLESS = {
    "loops in loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "a loop that leaves all out": "{% for a in one %}{% for b in one if b == 1 %}{% endfor %}{% endfor %}",
    "a loop of a loop": "{% for a in [one] * 99 recursive %}"
    "{% if a is not string %}{{ loop(a) }}{% endif %}{% endfor %}",
    "text of a loop": "{% for a in one %}" + "text" * 200 + "{% endfor %}",
    "macros": "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "blocks": "".join(
        f"{{% block b{n} %}}{{{{ self.b{n + 1}() }}}}{{{{ self.b{n + 1}() }}}}{{% endblock %}}"
        for n in range(60)
    )
    + "{% block b60 %}{% endblock %}",
    "a long text": "{{ 'a' * 10 ** 9 }}",
    "a long list": "{{ ([1] * 10 ** 9) | length }}",
    "a large number": "{{ 10 ** (10 ** 9) }}",
    "a number squared": DOUBLING.format("9", "n.x * n.x", ""),
    "a text doubled": DOUBLING.format("'a'", "n.x ~ n.x", ""),
    "a text added": DOUBLING.format("'a'", "n.x + n.x", ""),
    "a list doubled": DOUBLING.format("[1]", "n.x + n.x", ""),
    "a list of itself": DOUBLING.format("[1]", "[n.x, n.x]", "{{ n.x }}"),
    "a map of itself": DOUBLING.format("[1]", "{1: n.x, 2: n.x}", "{{ n.x }}"),
    "a map by name": DOUBLING.format("[1]", "dict(a=n.x, b=n.x)", "{{ n.x }}"),
    "a filter of a width": "{{ 'a' | center(10 ** 9) }}",
    "a method of a width": "{{ 'a'.ljust(10 ** 9) }}",
    "a format of a width": "{{ '%999999999d' | format(1) }}",
    "a format of a given width": "{{ '%*d' | format(10 ** 9, 1) }}",
    "a format of Python": "{{ '{:{}}'.format(1, 10 ** 9) }}",
    "an operator of a width": "{{ '%999999999d' % 1 }}",
    "a text of replacements": "{{ ('a' * 9999) | replace('a', 'b' * 9999) }}",
    "a list of fills": "{{ [1] | batch(10 ** 9, 0) | list | length }}",
    "a list of nothing": "{{ [1] | slice(10 ** 9) | list | length }}",
    "a text of joins": "{{ ('a' * 9999).join(one) }}",
    "an indent of JSON": "{{ [1] | tojson(indent=10 ** 9) }}",
    "an exact number": "{{ 1 | round(10 ** 9) }}",
    "a look for each": "{% for a in one %}{% if 1 in one %}{% endif %}{% endfor %}",
    "a filter for each": "{% for a in one %}{% set x = one | max %}{% endfor %}",
    "a slice for each": "{% for a in one %}{% set x = one[:] %}{% endfor %}",
    "names of files": "{% for a in one %}{% include one ignore missing %}{% endfor %}",
}


@pytest.mark.parametrize("template", ENDLESS.values(), ids=ENDLESS.keys())
def test_what_never_ends_is_ended(template):
    with pytest.raises(TooMuchWorkError, match="takes more than 20,000 steps"):
        rendered(template)


def test_files_that_include_each_other_twice_are_ended():
    twice = {f"n{n}.j2": f"{{% include 'n{n + 1}.j2' %}}" * 2 for n in range(60)}
    with pytest.raises(TooMuchWorkError):
        rendered("{% include 'n0.j2' %}", **twice, **{"n60.j2": ""})


@pytest.mark.parametrize("template", ["{{ lipsum(100000) }}", "{{ lipsum }}"])
def test_texts_of_nothing_are_not_there(template):
    with pytest.raises(Exception, match="'lipsum' is undefined"):
        rendered(template)


def test_a_filter_of_chance_is_not_there():
    with pytest.raises(TemplateAssertionError, match="No filter named 'random'"):
        rendered("{{ one | random }}")


def test_a_method_whose_work_is_not_known_is_refused():
    with pytest.raises(SecurityError):
        rendered("{{ 'aaa'.translate({97: 'b' * 1000}) }}")


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ 4200000000 | string }}{{ '%d' | format(4200000000) }}", "42000000004200000000"),
        ("{{ '{}:{}'.format(4200000000, 1) }}", "4200000000:1"),
        ("{{ 4200000000 * 2 }}", "8400000000"),
        ("{{ 4200000000 | tojson }}", "4200000000"),
        ("{{ nothing | default(4200000000) }}", "4200000000"),
        (
            "{% for a in one | map('upper') %}{% if loop.last %}{{ loop.length }}{% endif %}{% endfor %}",
            "1000",
        ),
        ("{{ '%-4s|%02d' | format('a', 7) }}", "a   |07"),
        ("{{ ', '.join(['a', 'b']) }}{{ 'ab'.replace('a', 'b') }}", "a, bbb"),
        ("{% for a in [1, 2, 3] if a != 2 %}{{ a }}{% endfor %}", "13"),
    ],
)
def test_what_is_usual_is_rendered_as_before(template, text):
    assert rendered(template) == text


def test_each_artifact_has_all_steps():
    sandbox = environment(Texts({f"templates/{NAME}": "{% for a in range(900) %}{% endfor %}"}), 2_200)
    for _ in range(3):
        sandbox.begin()
        sandbox.get_template(NAME).render()


def test_templates_of_ours_take_a_hundredth_of_it_in_a_large_fabric():
    build = shipped("ib-b200-superpod")
    sandbox = environment(build.project.source)
    build._environment.append(sandbox)  # noqa: SLF001 - to look at its meter
    for _, unit in build.units():
        build.artifacts(unit)
        assert sandbox.meter.most - sandbox.meter.left < MOST_STEPS / 100
