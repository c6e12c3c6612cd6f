"""A small InfiniBand subnet, its intent and its hand-made subnet manager files, for judges and twin."""

from __future__ import annotations

from itertools import product

from fabric.device import IbNode, Partition, SubnetManagerConfig
from fabric.topology.model import Role

LEAVES, SPINES, HOSTS_PER_LEAF = 4, 2, 4
TENANT = Partition(
    name="tenant1", pkey=0x0001, ipoib=True, membership="full", service_level=1,
    members=(("0x0000000000003000", "full"), ("0x0000000000003001", "full")),
)  # fmt: skip


def small_subnet() -> SubnetManagerConfig:
    """Return 16 hosts on 4 leaves and 2 spines: a full fat tree."""
    spines = [_node(f"spine{s + 1}", Role.SPINE, 0x1000 + s, 64) for s in range(SPINES)]
    leaves = [_node(f"leaf{n + 1}", Role.LEAF, 0x2000 + n, 64) for n in range(LEAVES)]
    hosts = [_node(f"host{h + 1}", Role.HOST, 0x3000 + h, 1) for h in range(LEAVES * HOSTS_PER_LEAF)]
    down = [(f"host{n * HOSTS_PER_LEAF + h + 1}", 1, f"leaf{n + 1}", h + 1)
            for n, h in product(range(LEAVES), range(HOSTS_PER_LEAF))]  # fmt: skip
    up = [(f"leaf{n + 1}", HOSTS_PER_LEAF + s + 1, f"spine{s + 1}", n + 1)
          for n, s in product(range(LEAVES), range(SPINES))]  # fmt: skip
    return SubnetManagerConfig(
        name="sm", fabric="compute", release="5.0", routing_engine="ar_updn", adaptive_routing=True,
        subnet_prefix="0xfe80000000000000", priority=14, roots=tuple(spines),
        nodes=(*spines, *leaves, *hosts), links=(*down, *up), partitions=(TENANT,), service_levels=(),
    )  # fmt: skip


def small_artifacts() -> dict[str, str]:
    """Return hand-made files of a subnet manager for the small subnet, as NVIDIA's OpenSM takes them."""
    return {
        "opensm.conf": (
            "# routing\n"
            "routing_engine ar_updn\n"
            "ar_mode 1\n"
            "root_guid_file /etc/opensm/root_guid.conf\n"
            "partition_config_file /etc/opensm/partitions.conf\n"
            "qos TRUE\n"
            "qos_policy_file /etc/opensm/qos-policy.conf\n"
            "qos_max_vls 4\n"
            "qos_high_limit 255\n"
            "qos_vlarb_high 0:64,1:64\n"
            "qos_vlarb_low 0:4,1:4\n"
            "qos_sl2vl 0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n"
            "sm_priority 14\n"
            "m_key @{secret:env/M_KEY}\n"
        ),
        "root_guid.conf": "0x0000000000001000\n0x0000000000001001\n",
        "partitions.conf": (
            "Default=0x7fff, ipoib : ALL=limited, ALL_SWITCHES=full, SELF=full;\n"
            "tenant1=0x0001, ipoib, sl=1, defmember=full : 0x0000000000003000, 0x0000000000003001;\n"
        ),
        "qos-policy.conf": "qos-ulps\n    default : 0\n    any, pkey 0x0001 : 1\nend-qos-ulps\n",
    }


def _node(name: str, role: Role, guid: int, ports: int) -> IbNode:
    return IbNode(name, role, f"0x{guid:016x}", "quantum-2" if ports > 1 else "connectx-7", ports)
