"""Key grammar of the lines that make a switch manageable. Forms: EOS 4.34, as pyavd 6.4 spells them."""

from __future__ import annotations

from fabric.platforms.eos.grammar import Kind, Rule
from fabric.platforms.form import ChangeClass as Class

VRF = 10
LIST = 12
SERVICE = 20

RULES = (
    Rule("aaa root", Class.COSMETIC, kind=Kind.FLAG),
    Rule("username *", kind=Kind.SECRET, add=Class.TUNING),
    # A line of its own beside the account's (`show running-config` of EOS 4.32): people's keys, not ours.
    Rule("username * ssh-key", owned=False),
    Rule("hardware counter feature ecn out", Class.COSMETIC, kind=Kind.FLAG),
    Rule("daemon TerminAttr", Class.COSMETIC, kind=Kind.BLOCK, children=(
        Rule("exec", Class.COSMETIC),
        Rule("shutdown", Class.COSMETIC, kind=Kind.FLAG),
    )),
    Rule("load-interval default", Class.COSMETIC),
    Rule("service routing protocols model", Class.RESTART, add=Class.RESTART),
    Rule("queue-monitor length", Class.COSMETIC, kind=Kind.FLAG),
    Rule("monitor layer1", Class.COSMETIC, kind=Kind.BLOCK, children=(
        Rule("logging transceiver", Class.COSMETIC, kind=Kind.FLAG),
        Rule("logging transceiver *", Class.COSMETIC, kind=Kind.FLAG),
        Rule("logging mac fault", Class.COSMETIC, kind=Kind.FLAG),
    )),
    Rule("lldp timer", Class.COSMETIC, default="30"),
    Rule("lldp hold-time", Class.COSMETIC, default="120"),
    Rule("lldp timer reinitialization", Class.COSMETIC, default="2"),
    # What is sent is not printed, what is not is (EOS manual: all but MED and power are sent unasked).
    Rule("lldp tlv transmit *", Class.COSMETIC, kind=Kind.FLAG, default=""),
    Rule("lldp management-address vrf", Class.COSMETIC),
    Rule("logging buffered", Class.COSMETIC),
    Rule("logging vrf * host *", Class.COSMETIC, rank=SERVICE),
    Rule("logging vrf * source-interface", Class.COSMETIC, rank=SERVICE),
    Rule("hostname", Class.IDENTITY, Class.IDENTITY),
    Rule("ip name-server vrf * *", Class.COSMETIC, rank=SERVICE),
    Rule("dns domain", Class.COSMETIC),
    Rule("ipv6 access-list standard FABRIC-*", kind=Kind.BLOCK, rank=LIST, children=(
        Rule("@", kind=Kind.NUMBERED, undo="no {last}"),
    )),
    Rule("ip access-list standard FABRIC-*", kind=Kind.BLOCK, rank=LIST, children=(
        Rule("@", kind=Kind.NUMBERED, undo="no {last}"),
    )),
    *(Rule(f"snmp-server {family} access-list * vrf", exclusive=True, undo="no {key} {value}", rank=SERVICE)
      for family in ("ipv4", "ipv6")),
    Rule("snmp-server contact", Class.COSMETIC, rank=SERVICE),
    Rule("snmp-server location", Class.COSMETIC, rank=SERVICE),
    Rule("snmp-server vrf * local-interface", Class.COSMETIC, rank=SERVICE),
    Rule("snmp-server community", kind=Kind.SECRET, rank=SERVICE, undo="no {key} {secret}"),
    Rule("snmp-server group *", rank=SERVICE),
    Rule("snmp-server user * *", kind=Kind.SECRET, rank=SERVICE + 1, undo="no {key} v3"),
    Rule("snmp-server vrf *", kind=Kind.FLAG, rank=SERVICE),
    Rule("spanning-tree mode"),
    Rule("clock timezone", Class.COSMETIC),
    Rule("queue-monitor streaming", Class.COSMETIC, kind=Kind.BLOCK, rank=SERVICE, children=(
        Rule("max-connections", Class.COSMETIC),
        Rule("ip access-group", undo="no {key} {value}"),
        Rule("vrf", Class.COSMETIC),
        Rule("shutdown", Class.COSMETIC, kind=Kind.FLAG),
    )),
    Rule("vrf instance MGMT", kind=Kind.BLOCK, rank=VRF),
    Rule("management api http-commands", kind=Kind.BLOCK, rank=SERVICE, children=(
        Rule("protocol https", kind=Kind.FLAG, default=""),
        Rule("protocol https ssl profile", undo="no {key}"),
        Rule("protocol http", kind=Kind.FLAG, default="no"),
        Rule("shutdown", kind=Kind.FLAG),
        *(Rule(f"vrf {vrf}", kind=Kind.BLOCK, children=(
            Rule("shutdown", kind=Kind.FLAG),
            Rule("ip access-group", undo="no {key} {value}"),
            Rule("ipv6 access-group", undo="no {key} {value}"),
        )) for vrf in ("MGMT", "default")),
    )),
    Rule("management ssh", kind=Kind.BLOCK, rank=SERVICE, children=(
        # One list for each VRF: the old one goes before the new one comes.
        *(Rule(f"{family} access-group {way} in", exclusive=True)
          for family in ("ip", "ipv6") for way in ("* vrf *", "*")),
        Rule("vrf MGMT", kind=Kind.BLOCK, children=(Rule("shutdown", kind=Kind.FLAG),)),
        # Of the default VRF, where hosts are: the way in through MGMT is open by then. It comes with a port
        # of management, which is not ours: an intent that says nothing of one leaves it off.
        Rule("shutdown", kind=Kind.FLAG, add=Class.TUNING, shared=True),
    )),
    # Others have transports and profiles of their own beside ours.
    Rule("management api gnmi", kind=Kind.BLOCK, rank=SERVICE + 1, shared=True, children=(
        Rule("transport grpc MGMT", kind=Kind.BLOCK, children=(
            Rule("ssl profile"),
            Rule("port"),
            Rule("vrf"),
            Rule("ip access-group", undo="no {key} {value}"),
        )),
        Rule("provider", undo="no {key} {value}"),
    )),
    Rule("management security", kind=Kind.BLOCK, rank=SERVICE, shared=True, children=(
        *(Rule(f"ssl profile {name}", kind=Kind.BLOCK, children=(
            Rule("tls versions"),
            Rule("certificate"),
            Rule("trust certificate *"),
        )) for name in ("FABRIC", "FABRIC-API")),
    )),
    Rule("tacacs-server host * vrf *", kind=Kind.SECRET, rank=SERVICE),
    Rule("aaa group server tacacs+ TACACS", kind=Kind.BLOCK, rank=SERVICE + 1, children=(
        Rule("server * vrf *"),
    )),
    Rule("aaa authentication login default", rank=SERVICE + 2),
    Rule("aaa authorization exec default", rank=SERVICE + 2),
    Rule("aaa authorization commands all default", rank=SERVICE + 2),
    Rule("aaa accounting commands all default", rank=SERVICE + 2),
    # It names the management port, which is not ours: an intent that says nothing of it leaves it there.
    Rule("ntp local-interface vrf *", Class.COSMETIC, rank=SERVICE, shared=True),
    Rule("ntp server vrf * *", Class.COSMETIC, rank=SERVICE),
    # Not ours: the way in is laid by the first boot; changing it in a session cuts the session off.
    Rule("ip route vrf MGMT * *", owned=False),
    Rule("banner motd", Class.COSMETIC, kind=Kind.HEREDOC),
    Rule("banner login", Class.COSMETIC, kind=Kind.HEREDOC),
)  # fmt: skip
