"""EOS lines about the switch itself and its services, in the places of pyavd's model."""

from __future__ import annotations

from judges.eos_grammar import word

USER = "local_users[name={user}]"
ROLE = (f"{USER}.privilege = {{level}}", f"{USER}.role = {{role}}")
SYSTEM = (
    word("no aaa root", "aaa_root.disabled = true"),
    word(
        "username {user} privilege {level:int} role {role} secret sha512 {hash}",
        *ROLE,
        f"{USER}.sha512_password = {{hash}}",
    ),
    word("username {user} privilege {level:int} role {role} nopassword", *ROLE, f"{USER}.no_password = true"),
    word("username {user} ssh-key {key:rest}", f"{USER}.ssh_key = {{key}}"),
    word(
        "hardware counter feature {name:[a-z-]+} {way:in|out}",
        "hardware_counters.features[name={name}].direction = {way}",
    ),
    word("hardware counter feature {name:[a-z -]+}", "hardware_counters.features[name={name}]"),
    word(
        "daemon {daemon}",
        "daemons[name={daemon}]",
        inside=(
            word("exec {command:rest}", "daemons[name={daemon}].exec = {command}"),
            word("no shutdown", "daemons[name={daemon}].enabled = true"),
            word("shutdown", "daemons[name={daemon}].enabled = false"),
        ),
    ),
    word(
        "vlan internal order {order} range {a:int} {b:int}",
        "vlan_internal_order.allocation = {order}",
        "vlan_internal_order.range.beginning = {a}",
        "vlan_internal_order.range.ending = {b}",
    ),
    word("load-interval default {n:int}", "load_interval.default = {n}"),
    word("service routing protocols model {model}", "service_routing_protocols_model = {model}"),
    word(
        "monitor layer1",
        "monitor_layer1.enabled = true",
        inside=(
            word("logging transceiver", "monitor_layer1.logging_transceiver.enabled = true"),
            word("logging transceiver dom", "monitor_layer1.logging_transceiver.dom = true"),
            word(
                "logging transceiver communication", "monitor_layer1.logging_transceiver.communication = true"
            ),
            word("logging mac fault", "monitor_layer1.logging_mac_fault = true"),
        ),
    ),
    word("hostname {name}", "hostname = {name}"),
    word("spanning-tree mode {mode}", "spanning_tree.mode = {mode}"),
    word("vlan {id:int}", "vlans[id={id}]"),
    word("vrf instance {vrf}", "vrfs[name={vrf}]"),
    word(
        "system l1",
        inside=(
            word("unsupported speed action {a}", "system.l1.unsupported_speed_action = {a}"),
            word(
                "unsupported error-correction action {a}",
                "system.l1.unsupported_error_correction_action = {a}",
            ),
        ),
    ),
    word("clock timezone {zone}", "clock.timezone = {zone}"),
    *(word(f"banner {kind}\n{{text:(?s:.+)}}", f"banners.{kind} = {{text}}") for kind in ("login", "motd")),
    word("end"),
)

NTP = "ntp.servers[name={host}]"
NTP_FLAGS = {
    " prefer iburst": (f"{NTP}.preferred = true", f"{NTP}.iburst = true"),
    " prefer": (f"{NTP}.preferred = true",),
    " iburst": (f"{NTP}.iburst = true",),
    "": (),
}
UDF = "port_channel.load_balance_trident_udf"
SAND = "load_balance.policies.sand_profiles[name={sand}]"
HOST = "logging.vrfs[name={vrf}].hosts[name={host}]"
SERVICES = (
    word("lldp timer {n:int}", "lldp.timer = {n}"),
    word("lldp hold-time {n:int}", "lldp.holdtime = {n}"),
    word("lldp timer reinitialization {n:int}", "lldp.timer_reinitialization = {n}"),
    word("lldp tlv transmit {tlv}", "lldp.tlvs[name={tlv}].transmit = true"),
    word("no lldp tlv transmit {tlv}", "lldp.tlvs[name={tlv}].transmit = false"),
    word("lldp management-address vrf {vrf}", "lldp.vrf = {vrf}"),
    word("lldp management-address {port}", "lldp.management_address = {port}"),
    word("lldp run", "lldp.run = true"),
    word(
        "logging buffered {n:int} {level}", "logging.buffered.size = {n}", "logging.buffered.level = {level}"
    ),
    word("logging buffered {n:int}", "logging.buffered.size = {n}"),
    word("logging trap {level}", "logging.trap = {level}"),
    word("logging console {level}", "logging.console = {level}"),
    word("logging format timestamp {style:rest}", "logging.format.timestamp = {style}"),
    word("logging facility {name}", "logging.facility = {name}"),
    word(
        "logging vrf {vrf} host {host} {port:int} protocol {protocol}",
        f"{HOST}.ports[] = {{port}}",
        f"{HOST}.protocol = {{protocol}}",
    ),
    word("logging vrf {vrf} host {host} {port:int}", f"{HOST}.ports[] = {{port}}"),
    word("logging vrf {vrf} host {host}", HOST),
    word("logging vrf {vrf} source-interface {port}", "logging.vrfs[name={vrf}].source_interface = {port}"),
    word(
        "logging host {host} {port:int} protocol {protocol}",
        "logging.vrfs[name=default].hosts[name={host}].ports[] = {port}",
        "logging.vrfs[name=default].hosts[name={host}].protocol = {protocol}",
    ),
    word("logging host {host}", "logging.vrfs[name=default].hosts[name={host}]"),
    word("logging source-interface {port}", "logging.source_interface = {port}"),
    word("logging event link-status global", "logging.event.global_link_status = true"),
    word("logging event congestion-drops interval {n:int}", "logging.event.congestion_drops_interval = {n}"),
    word("ip name-server vrf {vrf} {host}", "ip_name_server.vrfs[name={vrf}].servers[ip_address={host}]"),
    word("dns domain {name}", "dns_domain = {name}"),
    word(
        "ntp local-interface vrf {vrf} {port}",
        "ntp.local_interface.name = {port}",
        "ntp.local_interface.vrf = {vrf}",
    ),
    word("ntp local-interface {port}", "ntp.local_interface.name = {port}"),
    *(
        word(f"ntp server vrf {{vrf}} {{host}}{words}", "ntp.vrf = {vrf}", NTP, *flags)
        for words, flags in NTP_FLAGS.items()
    ),
    *(
        word(
            f"port-channel load-balance trident udf eth-type {family} ip-protocol {{proto}} "
            "header {place} {layer} offset {n:int} mask {mask}",
            f"{UDF}[].eth_type = {family.lower()}",
            f"{UDF}[-].ip_protocol = {{proto}}",
            f"{UDF}[-].header = {{place}}_{{layer}}",
            f"{UDF}[-].offset = {{n}}",
            f"{UDF}[-].mask = {{mask}}",
        )
        for family in ("IPv4", "IPv6")
    ),
    word("port-channel load-balance sand profile {name}", "port_channel.load_balance_sand_profile = {name}"),
    word(
        "load-balance policies",
        inside=(
            word(
                "load-balance sand profile {sand}",
                SAND,
                inside=(
                    word(
                        "fields udp dst-port {n:int}",
                        f"{SAND}.fields.udp.dst_port = {{n}}",
                        inside=(
                            word("payload bytes {bytes}", f"{SAND}.fields.udp.payload_bytes = {{bytes}}"),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

SSL = "management_security.ssl_profiles[name={ssl}]"
GRPC = "management_api_gnmi.transport.grpc[name={grpc}]"
TACACS = "tacacs_servers.hosts[host={host}]"
GROUP = "aaa_server_groups[name={group}]"
MANAGEMENT = (
    word(
        "management api http-commands",
        inside=(
            word("protocol https", "management_api_http.enable_https = true"),
            word("no protocol https", "management_api_http.enable_https = false"),
            word("protocol http", "management_api_http.enable_http = true"),
            word("no protocol http", "management_api_http.enable_http = false"),
            word("protocol unix-socket", "management_api_http.enable_unix = true"),
            word("default-services", "management_api_http.default_services = true"),
            word("no default-services", "management_api_http.default_services = false"),
            word("protocol https ssl profile {name}", "management_api_http.https_ssl_profile = {name}"),
            word("session timeout {n:int}", "management_api_http.session_timeout = {n}"),
            word("no shutdown"),  # pyavd prints it when a protocol is on
            word(
                "vrf {vrf}",
                "management_api_http.enable_vrfs[name={vrf}]",
                inside=(
                    word("no shutdown"),
                    word(
                        "ip access-group {acl}",
                        "management_api_http.enable_vrfs[name={vrf}].access_group = {acl}",
                    ),
                    word(
                        "ipv6 access-group {acl}",
                        "management_api_http.enable_vrfs[name={vrf}].ipv6_access_group = {acl}",
                    ),
                ),
            ),
        ),
    ),
    word(
        "management api gnmi",
        inside=(
            word(
                "transport grpc {grpc}",
                GRPC,
                inside=(
                    word("ssl profile {name}", f"{GRPC}.ssl_profile = {{name}}"),
                    word("port {n:int}", f"{GRPC}.port = {{n}}"),
                    word("vrf {vrf}", f"{GRPC}.vrf = {{vrf}}"),
                    word("ip access-group {acl}", f"{GRPC}.ip_access_group = {{acl}}"),
                ),
            ),
            word("provider {name}", "management_api_gnmi.provider = {name}"),
        ),
    ),
    word(
        "management security",
        inside=(
            word(
                "ssl profile {ssl}",
                SSL,
                inside=(
                    word("tls versions {versions:rest}", f"{SSL}.tls_versions = {{versions}}"),
                    word("trust certificate {file}", f"{SSL}.trust_certificate.certificates[] = {{file}}"),
                    word(
                        "certificate {file} key {key}",
                        f"{SSL}.certificate.file = {{file}}",
                        f"{SSL}.certificate.key = {{key}}",
                    ),
                ),
            ),
        ),
    ),
    word(
        "tacacs-server host {host} vrf {vrf} key {kind:0|7|8a} {key:rest}",
        f"{TACACS}.vrf = {{vrf}}",
        f"{TACACS}.key = {{key}}",
        f"{TACACS}.key_type = {{kind}}",
    ),
    word(
        "aaa group server tacacs+ {group}",
        f"{GROUP}.type = tacacs+",
        inside=(
            word("server {host} vrf {vrf}", f"{GROUP}.servers[server={{host}}].vrf = {{vrf}}"),
            word("server {host}", f"{GROUP}.servers[server={{host}}]"),
        ),
    ),
    word("aaa authentication login default {how:rest}", "aaa_authentication.login.default = {how}"),
    word("aaa authentication login console {how:rest}", "aaa_authentication.login.console = {how}"),
    word("aaa authorization exec default {how:rest}", "aaa_authorization.exec.default = {how}"),
    word(
        "aaa authorization commands all default {how:rest}", "aaa_authorization.commands.all_default = {how}"
    ),
    word(
        "aaa accounting commands all default start-stop group {group}",
        "aaa_accounting.commands.default[commands=all].type = start-stop",
        "aaa_accounting.commands.default[commands=all].methods[].method = group",
        "aaa_accounting.commands.default[commands=all].methods[-].group = {group}",
    ),
    word(
        "management ssh",
        inside=(
            word("shutdown", "management_ssh.enable = false"),
            word("no shutdown", "management_ssh.enable = true"),
            word("idle-timeout {n:int}", "management_ssh.idle_timeout = {n}"),
            word("ip access-group {acl} in", "management_ssh.ip_access_group_in = {acl}"),
            word(
                "ip access-group {acl} vrf {vrf} in",
                "management_ssh.vrfs[name={vrf}].ip_access_group_in = {acl}",
            ),
            word(
                "ipv6 access-group {acl} in",
                "management_ssh.ipv6_access_group_in = {acl}",
            ),
            word(
                "ipv6 access-group {acl} vrf {vrf} in",
                "management_ssh.vrfs[name={vrf}].ipv6_access_group_in = {acl}",
            ),
            word(
                "vrf {vrf}",
                "management_ssh.vrfs[name={vrf}]",
                inside=(
                    word("no shutdown", "management_ssh.vrfs[name={vrf}].enable = true"),
                    word("shutdown", "management_ssh.vrfs[name={vrf}].enable = false"),
                ),
            ),
        ),
    ),
)
