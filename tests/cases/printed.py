"""A device that runs exactly our artifact, as its vendor would print it.

Written from the vendors' own rules (reference/eos.md 1.4, sonic.md 5, cumulus.md), not from our parsers.
"""

from __future__ import annotations

import json
import re

import yaml

SALTED = "$6$Zq8w$k1vM0tq7Yw0fJr3bQxN5"
ALWAYS = """\
no service interface inactive port-id allocation disabled
!
system l1
   unsupported speed action error
   unsupported error-correction action error
!
"""


def eos(artifacts: dict[str, str]) -> dict[str, str]:
    """Header, trailing blanks, empty ports, lines that 4.3x always prints, a new salt, no last newline."""
    text = re.sub(r"secret sha512 \S+", f"secret sha512 {SALTED}", artifacts["eos.cfg"])
    text = re.sub(r"key 0 \S+", "key 7 070E234F1F5B4A", text)
    if "ip routing ipv6 interfaces\n" in text:
        text = text.replace("ip routing\n", "").replace(
            "ip routing ipv6 interfaces\n", "ip routing ipv6 interfaces \n"
        )
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
    for fields in database["INTERFACE"].values():
        if not fields:
            fields["NULL"] = "NULL"
    head = "frr version 10.4\nfrr defaults traditional\nno fpm use-next-hop-groups\nfpm address 127.0.0.1\n"
    backwards = dict(reversed(database.items()))
    return {"config_db.json": json.dumps(backwards), "frr.conf": head + artifacts["frr.conf"]}


def cumulus(artifacts: dict[str, str]) -> dict[str, str]:
    """What NVUE's REST answers for the applied revision: one JSON object, a hash for a password."""
    document = yaml.safe_load(artifacts["startup.yaml"])
    inner = next(part["set"] for part in document if "set" in part)
    users = inner["system"].get("aaa", {}).get("user", {})
    for user in users.values():
        if "hashed-password" in user:
            user["hashed-password"] = SALTED
    return {"startup.yaml": json.dumps(dict(reversed(inner.items())))}


PRINTED = {"eos": eos, "sonic": sonic, "cumulus": cumulus}
