"""The whole key grammar of EOS, in the order EOS prints (pyavd 6.4; real 4.36 captures agree)."""

from __future__ import annotations

from fabric.platforms.eos import rules_ports, rules_qos, rules_routing, rules_system
from fabric.platforms.eos.grammar import Kind, Rule

ROOT = Rule(
    "running-config",
    kind=Kind.BLOCK,
    children=(*rules_system.RULES, *rules_ports.RULES, *rules_routing.RULES, *rules_qos.RULES),
)
