"""Names that people gave to switches are written as patterns where they are some."""

from __future__ import annotations

import pytest

from fabric.views.imports_called import pattern_of


def leaves(name, pods=2, each=3):
    return {
        name(pod, number): {"pod": pod, "number": number, "place": (pod - 1) * each + number}
        for pod in range(1, pods + 1)
        for number in range(1, each + 1)
    }


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        (lambda pod, number: f"dc1-pod{pod}-lf{number:02}", "dc1-pod{pod}-lf{number:02}"),
        (lambda pod, number: f"dc1-pod{pod}-lf{(pod - 1) * 3 + number:02}", "dc1-pod{pod}-lf{place:02}"),
        (lambda pod, number: f"leaf{100 * pod + number}", "leaf{pod}{number:02}"),
        (lambda pod, number: f"su{pod - 1}-l{number - 1:03}", "su{pod0}-l{number0:03}"),
        (lambda pod, number: f"leaf{(pod - 1) * 3 + number}", "leaf{place}"),
        (lambda pod, number: f"r{pod * 31 % 7}u{40 - number}-leaf", ""),
        (lambda pod, number: f"leaf{'abcdef'[pod * 3 - 4 + number]}", ""),
    ],
)
def test_a_pattern_is_found(name, pattern):
    assert pattern_of(leaves(name)) == pattern


def test_the_odd_one_out_spoils_no_pattern():
    numbers = leaves(lambda pod, number: f"lf{pod}-{number}")
    odd = {("spare" if name == "lf2-2" else name): known for name, known in numbers.items()}
    assert pattern_of(odd) == "lf{pod}-{number}"


def test_one_switch_makes_no_pattern():
    assert pattern_of({"core1": {"number": 1, "place": 1}}) == ""
