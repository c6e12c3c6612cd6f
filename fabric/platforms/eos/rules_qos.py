"""Key grammar of queues, flow control and buffers. Forms: EOS 4.34, as pyavd 6.4 spells them."""

from __future__ import annotations

from fabric.platforms.eos.grammar import Kind, Rule
from fabric.platforms.form import ChangeClass as Class

PROFILE = 50
APPLIED = 70

_BUFFER = Class.BUFFER_REPROGRAM

_QUEUE = (
    Rule("priority", kind=Kind.FLAG, undo="default {key}"),
    Rule("bandwidth percent"),
    Rule("bandwidth guaranteed percent"),
    Rule("random-detect ecn minimum-threshold", undo="no {key} {value}", add=Class.TUNING),
    Rule("random-detect ecn count", Class.COSMETIC, kind=Kind.FLAG),
)

RULES = (
    Rule("platform trident mmu queue profile *", _BUFFER, kind=Kind.BLOCK, rank=PROFILE, children=(
        Rule("ingress threshold", _BUFFER, _BUFFER),
        Rule("ingress headroom", _BUFFER, _BUFFER),
        Rule("ingress resume", _BUFFER, _BUFFER),
        Rule("ingress priority-group * reserved", _BUFFER, _BUFFER),
        Rule("ingress priority-group * threshold", _BUFFER, _BUFFER),
        Rule("egress unicast queue * threshold", _BUFFER, _BUFFER),
    )),
    Rule("platform trident mmu queue profile * apply", _BUFFER, _BUFFER, kind=Kind.FLAG, rank=APPLIED),
    Rule("platform trident mmu headroom-pool limit", _BUFFER, _BUFFER, rank=APPLIED,
         undo="no {key} {value}"),
    Rule("qos profile FABRIC-*", _BUFFER, kind=Kind.BLOCK, rank=PROFILE, children=(
        Rule("qos trust", add=Class.TUNING),
        Rule("priority-flow-control on", _BUFFER, _BUFFER, kind=Kind.FLAG),
        Rule("priority-flow-control priority * no-drop", _BUFFER, _BUFFER, kind=Kind.FLAG),
        Rule("priority-flow-control pause watchdog", kind=Kind.FLAG),
        Rule("uc-tx-queue *", kind=Kind.BLOCK, children=_QUEUE),
        Rule("tx-queue *", kind=Kind.BLOCK, children=_QUEUE),
    )),
    Rule("qos map dscp", kind=Kind.MAP, rank=PROFILE),
    Rule("priority-flow-control pause watchdog default timeout", rank=PROFILE),
    Rule("priority-flow-control pause watchdog default recovery-time", rank=PROFILE),
    Rule("priority-flow-control pause watchdog default polling-interval", rank=PROFILE),
    Rule("priority-flow-control pause watchdog action", rank=PROFILE),
)  # fmt: skip
