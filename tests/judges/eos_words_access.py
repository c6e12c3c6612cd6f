"""EOS lines about who may come in and who may ask, in the places of pyavd's model."""

from __future__ import annotations

from judges.eos_grammar import word

SNMP_USER = "snmp_server.users[name={user}]"
SNMP = (
    word(
        "snmp-server ipv4 access-list {acl} vrf {vrf}",
        "snmp_server.ipv4_acls[name={acl}].vrf = {vrf}",
    ),
    word(
        "snmp-server ipv6 access-list {acl} vrf {vrf}",
        "snmp_server.ipv6_acls[name={acl}].vrf = {vrf}",
    ),
    word("snmp-server contact {words:rest}", "snmp_server.contact = {words}"),
    word("snmp-server location {words:rest}", "snmp_server.location = {words}"),
    word(
        "snmp-server vrf {vrf} local-interface {port}",
        "snmp_server.local_interfaces[name={port}].vrf = {vrf}",
    ),
    word(
        "snmp-server community {community} {access:ro|rw}",
        "snmp_server.communities[name={community}].access = {access}",
    ),
    word(
        "snmp-server group {group} v3 {how:auth|noauth|priv}",
        "snmp_server.groups[name={group}].version = v3",
        "snmp_server.groups[name={group}].authentication = {how}",
    ),
    word(
        "snmp-server user {user} {group} v3 auth {auth} {a} priv {priv} {b}",
        f"{SNMP_USER}.group = {{group}}",
        f"{SNMP_USER}.version = v3",
        f"{SNMP_USER}.auth = {{auth}}",
        f"{SNMP_USER}.auth_passphrase = {{a}}",
        f"{SNMP_USER}.priv = {{priv}}",
        f"{SNMP_USER}.priv_passphrase = {{b}}",
    ),
    word("no snmp-server vrf {vrf}", "snmp_server.vrfs[name={vrf}].enable = false"),
    word("snmp-server vrf {vrf}", "snmp_server.vrfs[name={vrf}].enable = true"),
)

ENTRY = "standard_access_lists[name={acl}].entries[sequence={n}]"
ENTRY6 = "ipv6_standard_access_lists[name={acl}].sequence_numbers[sequence={n}]"
ACCESS_LISTS = (
    word(
        "ip access-list standard {acl}",
        "standard_access_lists[name={acl}]",
        inside=(
            word(
                "{n:int} {verb:permit|deny} host {where}",
                f"{ENTRY}.action = {{verb}}",
                f"{ENTRY}.source = {{where}}",
            ),
            word(
                "{n:int} {verb:permit|deny} {where}",
                f"{ENTRY}.action = {{verb}}",
                f"{ENTRY}.source = {{where}}",
            ),
        ),
    ),
    word(
        "ipv6 access-list standard {acl}",
        "ipv6_standard_access_lists[name={acl}]",
        inside=(word("{n:int} {what:rest}", f"{ENTRY6}.action = {{what}}"),),
    ),
)
