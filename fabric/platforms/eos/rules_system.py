"""Key grammar of the lines that make a switch manageable. Forms: EOS 4.34, as pyavd 6.4 spells them."""

from __future__ import annotations

from fabric.platforms.eos.grammar import Kind, Rule
from fabric.platforms.form import ChangeClass as Class

VRF = 10
SERVICE = 20

RULES = (
    Rule("aaa root", Class.COSMETIC, kind=Kind.FLAG),
    Rule("username *", kind=Kind.SECRET, add=Class.TUNING),
    Rule("hardware counter feature ecn out", Class.COSMETIC, kind=Kind.FLAG),
    Rule("service routing protocols model", Class.RESTART, add=Class.RESTART),
    Rule("lldp timer", Class.COSMETIC, default="30"),
    Rule("lldp hold-time", Class.COSMETIC, default="120"),
    Rule("lldp management-address vrf", Class.COSMETIC),
    Rule("logging vrf * host *", Class.COSMETIC, rank=SERVICE),
    Rule("logging vrf * source-interface", Class.COSMETIC, rank=SERVICE),
    Rule("hostname", Class.IDENTITY, Class.IDENTITY),
    Rule("ip name-server vrf * *", Class.COSMETIC, rank=SERVICE),
    Rule("dns domain", Class.COSMETIC),
    Rule("spanning-tree mode"),
    Rule("vrf instance MGMT", kind=Kind.BLOCK, rank=VRF),
    Rule("management api http-commands", kind=Kind.BLOCK, rank=SERVICE, children=(
        Rule("protocol https", kind=Kind.FLAG, default=""),
        Rule("protocol http", kind=Kind.FLAG, default="no"),
        Rule("shutdown", kind=Kind.FLAG),
        Rule("vrf MGMT", kind=Kind.BLOCK, children=(Rule("shutdown", kind=Kind.FLAG),)),
    )),
    Rule("management ssh", kind=Kind.BLOCK, rank=SERVICE, children=(
        Rule("vrf MGMT", kind=Kind.BLOCK, children=(Rule("shutdown", kind=Kind.FLAG),)),
    )),
    Rule("tacacs-server host * vrf *", kind=Kind.SECRET, rank=SERVICE),
    Rule("aaa group server tacacs+ TACACS", kind=Kind.BLOCK, rank=SERVICE + 1, children=(
        Rule("server * vrf *"),
    )),
    Rule("aaa authentication login default", rank=SERVICE + 2),
    Rule("aaa authorization exec default", rank=SERVICE + 2),
    Rule("aaa accounting commands all default", rank=SERVICE + 2),
    Rule("ntp server vrf * *", Class.COSMETIC, rank=SERVICE),
    # Not ours: the way in is laid by the first boot; changing it in a session cuts the session off.
    Rule("ip route vrf MGMT * *", owned=False),
    Rule("banner motd", Class.COSMETIC, kind=Kind.HEREDOC, owned=False),
    Rule("banner login", Class.COSMETIC, kind=Kind.HEREDOC, owned=False),
)  # fmt: skip
