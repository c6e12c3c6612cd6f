"""A line splits into key and value by the pattern that says most about it."""

from __future__ import annotations

import pytest

from fabric.platforms.eos.grammar import Kind, Rule, find, rule_at
from fabric.platforms.eos.rules import ROOT

BLOCK = Rule(
    "block",
    kind=Kind.BLOCK,
    children=(
        Rule("neighbor * remote-as"),
        Rule("neighbor @ remote-as"),
        Rule("neighbor interface *"),
        Rule("random-detect ecn"),
        Rule("random-detect ecn count", kind=Kind.FLAG),
        Rule("name FABRIC-*"),
        Rule("name *"),
    ),
)


@pytest.mark.parametrize(
    ("line", "pattern", "key", "value"),
    [
        ("neighbor SPINES remote-as 1", "neighbor * remote-as", "neighbor SPINES remote-as", "1"),
        ("neighbor 10.0.0.1 remote-as 1", "neighbor @ remote-as", "neighbor 10.0.0.1 remote-as", "1"),
        ("neighbor fe80::1 remote-as 1", "neighbor @ remote-as", "neighbor fe80::1 remote-as", "1"),
        (
            "neighbor interface Et1 peer-group P",
            "neighbor interface *",
            "neighbor interface Et1",
            "peer-group P",
        ),
        ("random-detect ecn count", "random-detect ecn count", "random-detect ecn count", ""),
        ("random-detect ecn minimum", "random-detect ecn", "random-detect ecn", "minimum"),
        ("no random-detect ecn count", "random-detect ecn count", "random-detect ecn count", "no"),
        ("name FABRIC-X", "name FABRIC-*", "name FABRIC-X", ""),
        ("name OTHER", "name *", "name OTHER", ""),
    ],
)
def test_the_most_literal_pattern_wins(line, pattern, key, value):
    found = find(BLOCK, line)
    assert (found.rule.pattern, found.key, found.value) == (pattern, key, value)


@pytest.mark.parametrize("line", ["unheard of", "no name X", "random-detect"])
def test_a_line_no_pattern_matches_is_all_key(line):
    assert find(BLOCK, line) == (None, line, "")


def test_blanks_inside_a_value_stay():
    rule = Rule("block", kind=Kind.BLOCK, children=(Rule("description"),))
    assert find(rule, "description a   b").value == "a   b"


def test_no_two_patterns_of_a_block_are_the_same():
    def patterns(rule):
        yield [child.pattern for child in rule.children]
        for child in rule.children:
            yield from patterns(child)

    assert all(len(set(found)) == len(found) for found in patterns(ROOT))


def test_a_path_leads_to_its_rule():
    assert rule_at(ROOT, ("interface Ethernet17/5", "mtu")).pattern == "mtu"
    assert rule_at(ROOT, ("interface Ethernet17/5", "unheard of")) is None
