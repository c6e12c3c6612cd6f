"""Key grammar of routing. Forms: EOS 4.34, as pyavd 6.4 spells them."""

from __future__ import annotations

from fabric.platforms.eos.grammar import Kind, Rule
from fabric.platforms.form import ChangeClass as Class

FILTER = 30
BFD = 40
PROTOCOL = 80

_GROUP = (
    Rule("neighbor * peer group", Class.SESSION_RESET, kind=Kind.FLAG, members=True),
    Rule("neighbor * remote-as", Class.SESSION_RESET),
    Rule("neighbor * bfd", kind=Kind.FLAG),
    Rule("neighbor * description", Class.COSMETIC, Class.COSMETIC),
    Rule("neighbor * route-map *"),
    Rule("neighbor * send-community", Class.SESSION_RESET, kind=Kind.FLAG),
    # Keyed without its value (annet's arista.rul): the limit overwrites in place.
    Rule("neighbor * maximum-routes"),
)
_ADDRESS = (  # of this fabric's groups: what is said of other neighbours stands below a name of its own
    Rule("neighbor @ peer group", Class.SESSION_RESET),
    Rule("neighbor @ remote-as", Class.SESSION_RESET, members=True, undo="no neighbor {second}"),
)

_FAMILY = (
    Rule("neighbor * activate", Class.SESSION_RESET, kind=Kind.FLAG),
    Rule("neighbor * next-hop address-family ipv6 originate", Class.SESSION_RESET, kind=Kind.FLAG),
    Rule("neighbor * route-map *", Class.TUNING, Class.TUNING, undo="no {key} {value}"),
)
_FAMILIES = tuple(
    Rule(f"address-family {family}", Class.SESSION_RESET, kind=Kind.BLOCK, children=_FAMILY)
    for family in ("ipv4", "ipv6")
)

RULES = (
    Rule("ip prefix-list FABRIC-*", kind=Kind.BLOCK, rank=FILTER, children=(
        # Entries cannot be edited in place (annet's arista.rul): the old one goes first.
        Rule("seq *", Class.TUNING, kind=Kind.NUMBERED, undo="no seq {last}"),
    )),
    Rule("ip prefix-list *", kind=Kind.BLOCK, rank=FILTER, owned=False, children=(
        Rule("seq *", kind=Kind.NUMBERED, owned=False, undo="no seq {last}"),
    )),
    Rule("ipv6 prefix-list FABRIC-*", kind=Kind.BLOCK, rank=FILTER, children=(
        Rule("seq *", Class.TUNING, kind=Kind.NUMBERED, undo="no seq {last}"),
    )),
    Rule("ip access-list *", kind=Kind.BLOCK, rank=FILTER, owned=False, children=(
        Rule("@", kind=Kind.NUMBERED, owned=False, undo="no {last}"),
    )),
    Rule("route-map FABRIC-* * *", kind=Kind.BLOCK, rank=FILTER + 1, children=(
        Rule("match ip address prefix-list"),
        Rule("match ipv6 address prefix-list"),
        Rule("set as-path prepend"),
    )),
    Rule("route-map * * *", kind=Kind.BLOCK, rank=FILTER + 1, owned=False, children=(
        Rule("match ip address prefix-list", owned=False),
    )),
    Rule("ip routing ipv6 interfaces", Class.SESSION_RESET, kind=Kind.FLAG, rank=FILTER),
    Rule("ip routing", Class.SESSION_RESET, kind=Kind.FLAG, rank=FILTER),
    Rule("ip hardware fib load-balance distribution dynamic", Class.TUNING, kind=Kind.FLAG, rank=FILTER),
    Rule("port-channel load-balance trident udf * * * * header * * offset *", Class.TUNING, Class.TUNING,
         rank=FILTER, undo="no {key} {value}"),
    Rule("load-balance policies", kind=Kind.BLOCK, rank=FILTER, shared=True, children=(
        Rule("load-balance sand profile default", kind=Kind.BLOCK, shared=True, children=(
            # Of RoCE's port alone: what is said of others, and of other headers, is not ours.
            Rule("fields udp dst-port 4791", Class.TUNING, kind=Kind.BLOCK, children=(
                Rule("payload bytes", Class.TUNING),
            )),
        )),
    )),
    Rule("ip routing vrf MGMT", Class.TUNING, kind=Kind.FLAG, rank=FILTER),
    Rule("ipv6 unicast-routing", Class.SESSION_RESET, kind=Kind.FLAG, rank=FILTER),
    Rule("router bfd", kind=Kind.BLOCK, rank=BFD, children=(
        Rule("interval", undo="no {key} {value}"),
    )),
    # The AS number is the block's value: another one is another identity, and EOS takes it only anew.
    Rule("router bgp", Class.IDENTITY, kind=Kind.BLOCK, rank=PROTOCOL, children=(
        Rule("router-id", Class.IDENTITY),
        Rule("update wait-for-convergence", kind=Kind.FLAG),
        Rule("update wait-install", kind=Kind.FLAG),
        Rule("bgp default ipv4-unicast", Class.SESSION_RESET, kind=Kind.FLAG, undo="default {key}"),
        Rule("graceful-restart restart-time", Class.TUNING),
        Rule("graceful-restart", kind=Kind.FLAG),
        Rule("maximum-paths", Class.TUNING),
        *_GROUP,
        *_ADDRESS,
        Rule("redistribute connected", Class.TUNING),
        Rule("neighbor interface *", Class.SESSION_RESET, undo="no {key} {value}"),
        *_FAMILIES,
    )),
)  # fmt: skip
