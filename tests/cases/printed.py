"""A device that runs exactly our artifact, as its vendor would print it.

Written from the vendors' own rules (reference/eos.md 1.4, sonic.md 5, cumulus.md), not from our parsers.
"""

from __future__ import annotations

import json
import re

import yaml

DEFAULTS = {"state": "enabled", "port": 8765, "token-expiration": 60}
SALTED = "$6$Zq8w$k1vM0tq7Yw0fJr3bQxN5"
ALWAYS = """\
!
transceiver qsfp default-mode 4x10G
!
vlan internal order ascending range 1006 1199
!
ip load-sharing trident fields ip source-ip source-port destination-ip destination-port ingress-interface
!
no service interface inactive port-id allocation disabled
!
system l1
   unsupported speed action error
   unsupported error-correction action error
!
"""


def without_defaults(match: re.Match[str]) -> str:
    """Return a line of the DSCP map without the code points that have this class anyway (EOS manual)."""
    default = [number for number in (1, 0, 2, 3, 4, 5, 6, 7) for _ in range(8)]
    left = [code for code in match[1].split() if default[int(code)] != int(match[2])]
    return f"qos map dscp {' '.join(left)} to traffic-class {match[2]}" if left else "!"


def eos(artifacts: dict[str, str]) -> dict[str, str]:
    """Header, trailing blanks, empty ports, comments, lines that 4.3x always prints, a new salt, no newline.

    Code points that keep their default class are gone, and zeros behind a point."""
    text = re.sub(r"secret sha512 \S+", f"secret sha512 {SALTED}", artifacts["eos.cfg"])
    text = re.sub(r"key 0 \S+", "key 7 070E234F1F5B4A", text)
    if "ip routing ipv6 interfaces\n" in text:
        text = text.replace("ip routing\n", "").replace(
            "ip routing ipv6 interfaces\n", "ip routing ipv6 interfaces \n"
        )
    text = re.sub(
        r"^qos map dscp ([\d ]+) to traffic-class (\d)$", without_defaults, text, flags=re.MULTILINE
    )
    text = re.sub(r"(default \S+) (\d+\.\d*?)0+$", r"\1 \2", text, flags=re.MULTILINE)
    text = text.replace("interface Loopback0\n", "interface Loopback0\n   !! who we are\n", 1)
    empty = "".join(f"interface Ethernet{cage}/1\n!\n" for cage in range(40, 65))
    text = text.replace("interface Loopback0\n", empty + "interface Loopback0\n", 1)
    head = "! Command: show running-config\n! device: leaf (DCS-7060X6, EOS-4.34.1F)\n!\n"
    return {"eos.cfg": (head + ALWAYS + text).removesuffix("\n")}


def sonic(artifacts: dict[str, str]) -> dict[str, str]:
    """What buffermgrd and the image add to CONFIG_DB, keys encrypted, and FRR's own opening lines."""
    database = json.loads(artifacts["config_db.json"])
    ports = [name for name, row in database["PORT"].items() if row.get("admin_status") == "up"]
    made = "pg_lossless_400000_40m_profile"
    row = {
        "xon": "18432",
        "xoff": "160000",
        "size": "18432",
        "dynamic_th": "0",
        "pool": "ingress_lossless_pool",
    }
    database["BUFFER_PROFILE"][made] = row
    database["BUFFER_PG"] |= {f"{name}|3": {"profile": made} for name in ports}
    database["FEATURE"] = {"bgp": {"state": "enabled"}}
    database["VERSIONS"] = {"DATABASE": {"VERSION": "version_202511_01"}}
    database["CRM"] = {"Config": {"polling_interval": "300"}}
    database["DEVICE_METADATA"]["localhost"] |= {"mac": "00:00:00:00:00:09", "platform": "x86_64-arista"}
    for table in ("TACPLUS", "TACPLUS_SERVER"):
        for fields in database.get(table, {}).values():
            if "passkey" in fields:
                fields["passkey"] = "U2FsdGVkX18"
    rewritten(database, ports)
    head = "frr version 10.4\nfrr defaults traditional\nno fpm use-next-hop-groups\nfpm address 127.0.0.1\n"
    backwards = dict(reversed(database.items()))
    # The image's own file is beside the tables that it is made of.
    own = artifacts.get("frr.conf", "router bgp 1\n")
    return {"config_db.json": json.dumps(backwards), "frr.conf": head + own}


def rewritten(database: dict[str, dict[str, dict[str, object]]], ports: list[str]) -> None:
    """Turn sets around, and add what the switch writes into rows of ours."""
    for fields in database.get("PORT_QOS_MAP", {}).values():
        if "pfc_enable" in fields:
            fields["pfc_enable"] = ",".join(reversed(str(fields["pfc_enable"]).split(",")))
    for name in ports:
        database["PORT"][name]["dhcp_rate_limit"] = "300"
    for row in database["INTERFACE"].values():
        if not row:
            row["NULL"] = "NULL"


def cumulus(artifacts: dict[str, str]) -> dict[str, str]:
    """What NVUE answers for the applied revision: one JSON object, ports folded, defaults, another hash."""
    document = yaml.safe_load(artifacts["startup.yaml"])
    inner = next(part["set"] for part in document if "set" in part)
    users = inner["system"].get("aaa", {}).get("user", {})
    for user in users.values():
        if "hashed-password" in user:
            user["hashed-password"] = SALTED
    inner["interface"] = folded(inner["interface"])
    inner.setdefault("acl", {})
    inner.setdefault("system", {}).setdefault("api", {}).update(DEFAULTS)
    return {"startup.yaml": json.dumps(dict(reversed(inner.items())))}


def folded(ports: dict[str, object]) -> dict[str, object]:
    """Return ports with neighbours of one content under one key, as `nv config show` prints them."""
    found: dict[str, object] = {}
    alike: list[str] = []
    for name in [*sorted(ports, key=lambda one: (len(one), one)), ""]:
        if alike and (not name or ports[name] != ports[alike[0]] or not follows(alike[-1], name)):
            first, last = alike[0], re.search(r"\d+$", alike[-1])
            found[first if len(alike) == 1 or last is None else f"{first}-{last[0]}"] = ports[first]
            alike = []
        alike.append(name)
    return found


def follows(one: str, other: str) -> bool:
    """Whether two ports are neighbours: `swp7` and `swp8`, `swp1s0` and `swp1s1`."""
    a, b = (re.fullmatch(r"(.*?)(\d+)", name) for name in (one, other))
    return bool(a and b and a[1] == b[1] and int(a[2]) + 1 == int(b[2]))


PRINTED = {"eos": eos, "sonic": sonic, "cumulus": cumulus}
