"""EOS lines about routing, in the places of pyavd's model."""

from __future__ import annotations

from judges.eos_grammar import Word, word

B = "router_bgp"
GROUP = f"{B}.peer_groups[name={{peer}}]"
NEIGHBOR = f"{B}.neighbors[ip_address={{peer}}]"
ADDRESS = r"[\da-f.:]*[.:][\da-f.:]*"


def neighbor(who: str, at: str) -> tuple[Word, ...]:
    """Return the lines that a peer group and an addressed neighbour share."""
    n = f"neighbor {who}"
    return (
        word(rf"{n} remote-as {{asn:[\d.]+}}", f"{at}.remote_as = {{asn}}"),
        word(f"{n} local-as {{asn}} no-prepend replace-as", f"{at}.local_as = {{asn}}"),
        word(f"{n} description {{text:rest}}", f"{at}.description = {{text}}"),
        word(f"{n} update-source {{port}}", f"{at}.update_source = {{port}}"),
        word(f"{n} next-hop-self", f"{at}.next_hop_self = true"),
        word(f"{n} bfd", f"{at}.bfd = true"),
        word(
            f"{n} bfd interval {{a:int}} min-rx {{b:int}} multiplier {{c:int}}",
            f"{at}.bfd_timers.interval = {{a}}",
            f"{at}.bfd_timers.min_rx = {{b}}",
            f"{at}.bfd_timers.multiplier = {{c}}",
        ),
        word(
            f"{n} allowas-in {{k:int}}", f"{at}.allowas_in.enabled = true", f"{at}.allowas_in.times = {{k}}"
        ),
        word(f"{n} ebgp-multihop {{k:int}}", f"{at}.ebgp_multihop = {{k}}"),
        word(f"{n} timers {{t:rest}}", f"{at}.timers = {{t}}"),
        word(f"{n} route-map {{map}} in", f"{at}.route_map_in = {{map}}"),
        word(f"{n} route-map {{map}} out", f"{at}.route_map_out = {{map}}"),
        word(
            f"{n} password {{kind:7|8a}} {{key}}",
            f"{at}.password = {{key}}",
            f"{at}.password_type = {{kind}}",
        ),
        word(f"{n} send-community", f"{at}.send_community = all"),
        word(f"{n} send-community {{what:rest}}", f"{at}.send_community = {{what}}"),
        word(
            f"{n} maximum-routes {{k:int}} warning-only",
            f"{at}.maximum_routes = {{k}}",
            f"{at}.maximum_routes_warning_only = true",
        ),
        word(f"{n} maximum-routes {{k:int}}", f"{at}.maximum_routes = {{k}}"),
        word(f"{n} shutdown", f"{at}.shutdown = true"),
    )


def family(af: str) -> Word:
    """Return the block of an address family."""
    at = f"{B}.{af.replace(' ', '_').replace('-', '_')}"
    peers = (
        (f"{{peer:{ADDRESS}}}", f"{at}.neighbors[ip_address={{peer}}]"),
        ("{peer}", f"{at}.peer_groups[name={{peer}}]"),
    )
    return word(
        af.replace("_", " "),
        inside=(
            *(word(f"neighbor {who} activate", f"{to}.activate = true") for who, to in peers),
            *(word(f"no neighbor {who} activate", f"{to}.activate = false") for who, to in peers),
            *(
                word(
                    f"neighbor {who} next-hop address-family ipv6 originate",
                    f"{to}.next_hop.address_family_ipv6.enabled = true",
                    f"{to}.next_hop.address_family_ipv6.originate = true",
                )
                for who, to in peers
            ),
            *(
                word(
                    f"neighbor {who} next-hop address-family ipv6",
                    f"{to}.next_hop.address_family_ipv6.enabled = true",
                )
                for who, to in peers
            ),
            *(
                word(f"neighbor {who} route-map {{map}} in", f"{to}.route_map_in = {{map}}")
                for who, to in peers
            ),
            *(
                word(f"neighbor {who} route-map {{map}} out", f"{to}.route_map_out = {{map}}")
                for who, to in peers
            ),
            word("network {net} route-map {map}", f"{at}.networks[prefix={{net}}].route_map = {{map}}"),
            word("network {net}", f"{at}.networks[prefix={{net}}]"),
        ),
    )


INTERFACE = f"{B}.neighbor_interfaces[name={{port}}]"
BGP = (
    word("router-id {id}", f"{B}.router_id = {{id}}"),
    word("update wait-for-convergence", f"{B}.updates.wait_for_convergence = true"),
    word("update wait-install", f"{B}.updates.wait_install = true"),
    word("no bgp default ipv4-unicast", f"{B}.bgp.default.ipv4_unicast = false"),
    word("bgp default ipv4-unicast", f"{B}.bgp.default.ipv4_unicast = true"),
    word("bgp asn notation {style}", f"{B}.as_notation = {{style}}"),
    word(
        "timers bgp {a:int} {b:int}",
        f"{B}.timers.keepalive_time = {{a}}",
        f"{B}.timers.hold_time = {{b}}",
    ),
    word(
        "distance bgp {a:int} {b:int} {c:int}",
        f"{B}.distance.external_routes = {{a}}",
        f"{B}.distance.internal_routes = {{b}}",
        f"{B}.distance.local_routes = {{c}}",
    ),
    word("graceful-restart restart-time {n:int}", f"{B}.graceful_restart.restart_time = {{n}}"),
    word("graceful-restart stalepath-time {n:int}", f"{B}.graceful_restart.stalepath_time = {{n}}"),
    word("graceful-restart", f"{B}.graceful_restart.enabled = true"),
    word("no graceful-restart-helper", f"{B}.graceful_restart_helper.enabled = false"),
    word(
        "maximum-paths {n:int} ecmp {m:int}",
        f"{B}.maximum_paths.paths = {{n}}",
        f"{B}.maximum_paths.ecmp = {{m}}",
    ),
    word("maximum-paths {n:int}", f"{B}.maximum_paths.paths = {{n}}"),
    # pyavd has no key of its own for `bgp bestpath ...`; its list of raw defaults is printed where EOS does.
    word("bgp {line:bestpath .+}", f"{B}.bgp_defaults[] = bgp {{line}}"),
    word(
        "bgp listen range {net} peer-group {peer} peer-filter {filter}",
        f"{B}.listen_ranges[].prefix = {{net}}",
        f"{B}.listen_ranges[-].peer_group = {{peer}}",
        f"{B}.listen_ranges[-].peer_filter = {{filter}}",
    ),
    word("neighbor {peer} peer group", GROUP),
    word(f"neighbor {{peer:{ADDRESS}}} peer group {{group}}", f"{NEIGHBOR}.peer_group = {{group}}"),
    *neighbor(f"{{peer:{ADDRESS}}}", NEIGHBOR),
    word(
        "neighbor interface {port} peer-group {group} remote-as {asn}",
        f"{INTERFACE}.peer_group = {{group}}",
        f"{INTERFACE}.remote_as = {{asn}}",
    ),
    word(
        "neighbor interface {port} peer-group {group} peer-filter {filter}",
        f"{INTERFACE}.peer_group = {{group}}",
        f"{INTERFACE}.peer_filter = {{filter}}",
    ),
    word("neighbor interface {port} peer-group {group}", f"{INTERFACE}.peer_group = {{group}}"),
    *neighbor("{peer}", GROUP),
    word(
        "redistribute {what:connected|static} route-map {map}",
        f"{B}.redistribute.{{what}}.enabled = true",
        f"{B}.redistribute.{{what}}.route_map = {{map}}",
    ),
    word("redistribute {what:connected|static}", f"{B}.redistribute.{{what}}.enabled = true"),
    family("address-family ipv4"),
    family("address-family ipv6"),
)

LIST = "prefix_lists[name={list}].sequence_numbers[sequence={n}]"
LIST6 = LIST.replace("prefix_lists", "ipv6_prefix_lists")
MAP = "route_maps[name={map}].sequence_numbers[sequence={n}]"
ROUTING = (
    word("ip routing", "ip_routing = true"),
    word("ip routing ipv6 interfaces", "ip_routing_ipv6_interfaces = true"),
    word("no ip routing vrf {vrf}", "vrfs[name={vrf}].ip_routing = false"),
    word("ip routing vrf {vrf}", "vrfs[name={vrf}].ip_routing = true"),
    word("ipv6 unicast-routing", "ipv6_unicast_routing = true"),
    word(
        "ip hardware fib load-balance distribution dynamic",
        "ip_hardware.fib.load_balance_distribution.dynamic.enabled = true",
    ),
    word(
        "ip hardware fib load-balance distribution dynamic flow-set-size {n:int}",
        "ip_hardware.fib.load_balance_distribution.dynamic.flow_set_size = {n}",
    ),
    word(
        "ip prefix-list {list}",
        inside=(word("seq {n:int} {action:(?:permit|deny) .+}", f"{LIST}.action = {{action}}"),),
    ),
    word(
        "ipv6 prefix-list {list}",
        inside=(word("seq {n:int} {action:(?:permit|deny) .+}", f"{LIST6}.action = {{action}}"),),
    ),
    word(
        "ip route vrf {vrf} {net} {gateway}",
        "static_routes[].vrf = {vrf}",
        "static_routes[-].prefix = {net}",
        "static_routes[-].next_hop = {gateway}",
    ),
    word(
        "ip route {net} {gateway}", "static_routes[].prefix = {net}", "static_routes[-].next_hop = {gateway}"
    ),
    word(
        "route-map {map} {action:permit|deny} {n:int}",
        f"{MAP}.type = {{action}}",
        inside=(
            word("description {text:rest}", f"{MAP}.description = {{text}}"),
            word("match {what:rest}", f"{MAP}.match[] = {{what}}"),
            word("set {what:rest}", f"{MAP}.set[] = {{what}}"),
        ),
    ),
    word(
        "peer-filter {filter}",
        inside=(
            word(
                "{n:int} match {what:rest}",
                "peer_filters[name={filter}].sequence_numbers[sequence={n}].match = {what}",
            ),
        ),
    ),
    word(
        "router bfd",
        inside=(
            word(
                "interval {a:int} min-rx {b:int} multiplier {c:int} default",
                "router_bfd.interval = {a}",
                "router_bfd.min_rx = {b}",
                "router_bfd.multiplier = {c}",
            ),
        ),
    ),
    word(r"router bgp {asn:[\d.]+}", f"{B}.as = {{asn}}", inside=BGP),
)
