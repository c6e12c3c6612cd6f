"""Which switches others go around."""

import pytest
from cases.repositories import base_with, compiled

from fabric.core.diagnostic import FabricError
from fabric.pipeline import compile as compile_intent
from fabric.pipeline import registry
from fabric.topology import drained


def design(patterns):
    build = compiled(base_with(("routing:", f"routing:\n  drained: {patterns}")))
    return build.designs["backend"]


@pytest.mark.parametrize(
    ("patterns", "names"),
    [
        ("[spine2]", {"spine2"}),
        ('["spine[1-2]"]', {"spine1", "spine2"}),
        ('["pod1-leaf*", spine1]', {"pod1-leaf1", "pod1-leaf2", "spine1"}),
    ],
)
def test_patterns_name_switches(patterns, names):
    assert design(patterns).drained == names


def test_a_pattern_never_means_a_host():
    with pytest.raises(FabricError) as refused:
        design('["pod1-host1"]')
    (found,) = refused.value.diagnostics
    assert found.code == "TOP-081"
    assert found.place.line > 0


def test_a_build_can_be_asked_for_more():
    build = compiled(base_with())
    more = compile_intent(build.project, registry(), drained=["spine1", "pod9-leaf9"])
    assert more.designs["backend"].drained == {"spine1"}
    assert drained(more.site.fabrics["backend"], more.designs["backend"].fabric) == frozenset()
