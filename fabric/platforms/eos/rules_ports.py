"""Key grammar of ports. Forms: EOS 4.34, as pyavd 6.4 spells them."""

from __future__ import annotations

from fabric.platforms.eos.grammar import Kind, Rule
from fabric.platforms.form import ChangeClass as Class

VLAN = 50
PORT = 60

RULES = (
    Rule("interface Ethernet*", kind=Kind.PORT, rank=PORT, children=(
        Rule("description", Class.COSMETIC, Class.COSMETIC),
        Rule("shutdown", Class.LINK_FLAP, Class.LINK_FLAP, kind=Kind.FLAG, default="no"),
        Rule("mtu", Class.TUNING, Class.TUNING, default="1500"),
        Rule("logging event link-status", Class.COSMETIC, kind=Kind.FLAG, default="", owned=False),
        Rule("speed", Class.LINK_FLAP, Class.LINK_FLAP),
        Rule("error-correction encoding", Class.LINK_FLAP, Class.LINK_FLAP, kind=Kind.VALUE),
        # A port that stops or starts to route loses its session; on a port without one it is an addition.
        Rule("switchport", Class.SESSION_RESET, kind=Kind.FLAG, undo="default {key}"),
        Rule("switchport access vlan", Class.SESSION_RESET),
        Rule("switchport trunk allowed vlan", kind=Kind.SET, owned=False),
        Rule("ip address", Class.SESSION_RESET, exclusive=True),
        Rule("ipv6 enable", Class.SESSION_RESET, kind=Kind.FLAG),
        Rule("ipv6 address", Class.SESSION_RESET, exclusive=True),
        Rule("ipv6 nd ra disabled", kind=Kind.FLAG),
        Rule("ip access-group *", owned=False),
        Rule("service-profile", Class.BUFFER_REPROGRAM, Class.BUFFER_REPROGRAM, undo="no {key} {value}"),
        Rule("spanning-tree portfast", kind=Kind.FLAG),
        Rule("spanning-tree bpduguard"),
    )),
    # No VLAN of anybody: numbers that EOS takes for routed ports; older releases call it `allocation policy`.
    Rule("vlan internal order", rank=VLAN, owned=False),
    Rule("vlan internal allocation policy", rank=VLAN, owned=False),
    Rule("vlan *", Class.SESSION_RESET, kind=Kind.BLOCK, rank=VLAN),
    Rule("interface Vlan*", Class.SESSION_RESET, kind=Kind.BLOCK, rank=PORT, children=(
        Rule("mtu", Class.TUNING, Class.TUNING, default="1500"),
        Rule("ip address", Class.SESSION_RESET, exclusive=True),
        Rule("ipv6 address", Class.SESSION_RESET, exclusive=True),
        Rule("ipv6 nd ra disabled", kind=Kind.FLAG),
    )),
    Rule("interface Loopback0", Class.IDENTITY, kind=Kind.BLOCK, rank=PORT, children=(
        Rule("description", Class.COSMETIC, Class.COSMETIC),
        Rule("ip address", Class.IDENTITY, exclusive=True),
        Rule("ipv6 address", Class.SESSION_RESET, exclusive=True),
    )),
    # Not ours: see `ip route vrf MGMT` in rules_system.
    Rule("interface Management*", kind=Kind.PORT, rank=PORT, owned=False, children=(
        Rule("description", owned=False),
        Rule("vrf", owned=False),
        Rule("ip address", owned=False),
    )),
)  # fmt: skip
