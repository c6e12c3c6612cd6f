"""EOS lines about interfaces and the MMU, in the places of pyavd's model."""

from __future__ import annotations

from judges.eos_grammar import Word, word

P = "ethernet_interfaces[name={port}]"
ECN = (
    "random-detect ecn minimum-threshold {min:int} {unit} maximum-threshold {max:int} {_unit} "
    "max-mark-probability {percent:int} weight {weight:int}"
)
ECN_NO_WEIGHT = ECN.removesuffix(" weight {weight:int}")


def queue_words(queue: str) -> tuple[Word, ...]:
    """Return the lines inside a tx-queue whose entry in the model is `queue`."""
    threshold = f"{queue}.random_detect.ecn.threshold"
    limits = (f"{threshold}.units = {{unit}}", f"{threshold}.min = {{min}}", f"{threshold}.max = {{max}}")
    chance = f"{threshold}.max_probability = {{percent}}"
    return (
        word("no priority", f"{queue}.priority = no priority"),
        word("priority strict", f"{queue}.priority = priority strict"),
        word("bandwidth percent {n:int}", f"{queue}.bandwidth_percent = {{n}}"),
        word("bandwidth guaranteed percent {n:int}", f"{queue}.bandwidth_guaranteed_percent = {{n}}"),
        word("shape rate {rate:rest}", f"{queue}.shape.rate = {{rate}}"),
        word(ECN, *limits, chance, f"{threshold}.weight = {{weight}}"),
        word(ECN_NO_WEIGHT, *limits, chance),
        word("random-detect ecn count", f"{queue}.random_detect.ecn.count = true"),
        word("scheduler profile responsive", f"{queue}.scheduler_profile_responsive = true"),
    )


def pfc_words(at: str) -> tuple[Word, ...]:
    """Return the lines of priority flow control on a port or in a profile."""
    return (
        word("priority-flow-control on", f"{at}.priority_flow_control.enabled = true"),
        word(
            "priority-flow-control priority {n:int} no-drop",
            f"{at}.priority_flow_control.priorities[priority={{n}}].no_drop = true",
        ),
    )


def queues(at: str) -> tuple[Word, ...]:
    """Return the queue blocks of a port or a profile."""
    return tuple(
        word(
            f"{kind.replace('_', '-')} {{id:int}}",
            f"{at}.{kind}s[id={{id}}]",
            inside=queue_words(f"{at}.{kind}s[id={{id}}]"),
        )
        for kind in ("tx_queue", "uc_tx_queue", "mc_tx_queue")
    )


ETHERNET = (
    word("description {text:rest}", f"{P}.description = {{text}}"),
    word("shutdown", f"{P}.shutdown = true"),
    word("no shutdown", f"{P}.shutdown = false"),
    word("load-interval {n:int}", f"{P}.load_interval = {{n}}"),
    word("mtu {n:int}", f"{P}.mtu = {{n}}"),
    word("logging event link-status", f"{P}.logging.event.link_status = true"),
    word("no logging event link-status", f"{P}.logging.event.link_status = false"),
    word("logging event congestion-drops", f"{P}.logging.event.congestion_drops = true"),
    word("speed {speed:rest}", f"{P}.speed = {{speed}}"),
    word("error-correction encoding reed-solomon", f"{P}.error_correction_encoding.reed_solomon = true"),
    word("error-correction encoding fire-code", f"{P}.error_correction_encoding.fire_code = true"),
    word("no error-correction encoding", f"{P}.error_correction_encoding.enabled = false"),
    word("no switchport", f"{P}.switchport.enabled = false"),
    word("switchport access vlan {n}", f"{P}.switchport.access_vlan = {{n}}"),
    word("spanning-tree portfast", f"{P}.spanning_tree_portfast = edge"),
    word("spanning-tree bpduguard enable", f"{P}.spanning_tree_bpduguard = enabled"),
    word("vrf {vrf}", f"{P}.vrf = {{vrf}}"),
    word("ip address {ip} secondary", f"{P}.ip_address_secondaries[] = {{ip}}"),
    word("ip address {ip}", f"{P}.ip_address = {{ip}}"),
    word(
        "bfd interval {a:int} min-rx {b:int} multiplier {c:int}",
        f"{P}.bfd.interval = {{a}}",
        f"{P}.bfd.min_rx = {{b}}",
        f"{P}.bfd.multiplier = {{c}}",
    ),
    word("no bfd echo", f"{P}.bfd.echo = false"),
    word("ipv6 enable", f"{P}.ipv6_enable = true"),
    word("ipv6 address {ip}", f"{P}.ipv6_addresses[] = {{ip}}"),
    word("ipv6 nd ra disabled", f"{P}.ipv6_nd.ra.disabled = true"),
    word("ipv6 nd ra rx accept default-route", f"{P}.ipv6_nd.ra.rx_accept.default_route = true"),
    word("no lldp transmit", f"{P}.lldp.transmit = false"),
    word("no lldp receive", f"{P}.lldp.receive = false"),
    word("service-profile {name}", f"{P}.service_profile = {{name}}"),
    word("qos trust {field}", f"{P}.qos.trust = {{field}}"),
    *pfc_words(P),
    *queues(P),
    word("transceiver media override {type}", f"{P}.transceiver.media.override = {{type}}"),
    word("transceiver application override {app}", f"{P}.transceiver.application_override = {{app}}"),
)


def plain(at: str) -> tuple[Word, ...]:
    """Return the lines of a loopback or management interface."""
    return (
        word("description {text:rest}", f"{at}.description = {{text}}"),
        word("vrf {vrf}", f"{at}.vrf = {{vrf}}"),
        word("mtu {n:int}", f"{at}.mtu = {{n}}"),
        word("ip address {ip}", f"{at}.ip_address = {{ip}}"),
        word("ipv6 enable", f"{at}.ipv6_enable = true"),
        word("ipv6 address {ip}", f"{at}.ipv6_addresses[] = {{ip}}"),
        word("ipv6 nd ra disabled", f"{at}.ipv6_nd.ra.disabled = true"),
        word("shutdown", f"{at}.shutdown = true"),
        word("no shutdown", f"{at}.shutdown = false"),
    )


INTERFACES = (
    word("interface {port:Ethernet\\S+}", P, inside=ETHERNET),
    word(
        "interface {port:Loopback\\S+}",
        "loopback_interfaces[name={port}]",
        inside=plain("loopback_interfaces[name={port}]"),
    ),
    word(
        "interface {port:Vlan\\S+}",
        "vlan_interfaces[name={port}]",
        inside=plain("vlan_interfaces[name={port}]"),
    ),
    word(
        "interface {port:Management\\S+}",
        "management_interfaces[name={port}]",
        inside=plain("management_interfaces[name={port}]"),
    ),
)

TRIDENT = "platform.trident.mmu"
PROFILE = f"{TRIDENT}.queue_profiles[name={{mmu}}]"
GROUP = f"{PROFILE}.ingress.priority_groups[id={{id}}]"
MMU = (
    word("ingress threshold {t}", f"{PROFILE}.ingress.threshold = {{t}}"),
    word("ingress reserved {n:int}", f"{PROFILE}.ingress.reserved.memory = {{n}}"),
    word("ingress headroom {n:int}", f"{PROFILE}.ingress.headroom.memory = {{n}}"),
    word(
        "ingress headroom {n:int} {unit:cells|bytes}",
        f"{PROFILE}.ingress.headroom.memory = {{n}}",
        f"{PROFILE}.ingress.headroom.unit = {{unit}}",
    ),
    word("ingress resume {n:int}", f"{PROFILE}.ingress.resume = {{n}}"),
    word("ingress priority-group {id:int} reserved {n:int}", f"{GROUP}.reserved.memory = {{n}}"),
    word("ingress priority-group {id:int} threshold {t}", f"{GROUP}.threshold = {{t}}"),
    word(
        "egress unicast queue {id:int} threshold {t}",
        f"{PROFILE}.unicast_queues[id={{id}}].threshold = {{t}}",
    ),
    word(
        "egress unicast queue {id:int} reserved {n:int}",
        f"{PROFILE}.unicast_queues[id={{id}}].reserved = {{n}}",
    ),
    word(
        "egress multicast queue {id:int} threshold {t}",
        f"{PROFILE}.multicast_queues[id={{id}}].threshold = {{t}}",
    ),
)

PLATFORM = (
    word("platform trident mmu queue profile {name} apply", f"{TRIDENT}.active_profile = {{name}}"),
    word("platform trident mmu queue profile {mmu}", PROFILE, inside=MMU),
    word(
        "platform trident mmu headroom-pool limit {unit:bytes|cells} {n:int}",
        f"{TRIDENT}.headroom_pool.unit = {{unit}}",
        f"{TRIDENT}.headroom_pool.limit = {{n}}",
    ),
    word(
        "platform trident forwarding-table partition {n}", "platform.trident.forwarding_table_partition = {n}"
    ),
    word("platform fap buffering egress profile {p}", "platform.fap.buffering_egress.profile = {p}"),
    word("platform fap voq credit rates unified", "platform.fap.voq.credit_rates_unified = true"),
    word("platform sand lag hardware-only", "platform.sand.lag.hardware_only = true"),
    word("platform sand mdb profile {p}", "platform.sand.mdb_profile = {p}"),
    word(
        "platform sand qos map traffic-class {tc:int} to network-qos {q:int}",
        "platform.sand.qos_maps[traffic_class={tc}].to_network_qos = {q}",
    ),
)
