"""Files of other programs, small: the same network in each of their formats."""

from __future__ import annotations

import json

SONIC = """\
StartDevice,StartPort,EndDevice,EndPort,BandWidth,VlanID,VlanMode
Leaf_01,Ethernet0,server-02,p4p1,400000,1681,Access
Leaf_01,Ethernet4,server-10,p4p1,400000,1682,Access
Leaf_01,Ethernet256,spine-01,Ethernet1/1,400000,,Trunk
"""
SONIC_DEVICES = """\
Hostname,ManagementIp,HwSku,Type,Protocol,Os,AuthType
Leaf_01,10.251.0.188/23,Mellanox-SN5600-O128,DevSonic,,sonic
spine-01,10.251.0.13/23,Arista-7060X6,FanoutLeaf,,eos
server-02,10.251.0.245/23,TestServ,Server,,ubuntu
"""
HEDGEHOG = """\
apiVersion: vpc.githedgehog.com/v1beta1
kind: IPv4Namespace
metadata: {name: default}
spec: {subnets: [10.0.0.0/8]}
---
apiVersion: wiring.githedgehog.com/v1beta1
kind: Switch
metadata: {name: leaf-1}
spec: {profile: cumulus-vx, role: border-leaf}
---
apiVersion: wiring.githedgehog.com/v1beta1
kind: Switch
metadata: {name: spine-1}
spec: {profile: cumulus-vx, role: spine}
---
apiVersion: wiring.githedgehog.com/v1beta1
kind: Server
metadata: {name: server-n00}
spec: {}
---
apiVersion: wiring.githedgehog.com/v1beta1
kind: Connection
metadata: {name: bundled}
spec:
  bundled:
    links:
    - {server: {port: server-n00/eth1}, switch: {port: leaf-1/E1/1/1}}
    - {server: {port: server-n00/eth2}, switch: {port: leaf-1/E1/1/2}}
---
apiVersion: wiring.githedgehog.com/v1beta1
kind: Connection
metadata: {name: fabric}
spec:
  fabric:
    links:
    - leaf: {ip: 172.30.128.1/31, port: leaf-1/E1/33}
      spine: {ip: 172.30.128.0/31, port: spine-1/E1/1}
---
apiVersion: wiring.githedgehog.com/v1beta1
kind: Connection
metadata: {name: outside}
spec: {external: {link: {switch: {port: leaf-1/E1/64}}}}
"""
AIR = json.dumps(
    {
        "format": "JSON",
        "content": {
            "nodes": {
                "leaf1": {"os": "cumulus-vx-5.15.0"},
                "spine1": {"os": "cumulus-vx-5.15.0"},
                "server01": {"os": "generic/ubuntu2404"},
                "oob-mgmt-switch": {"os": "cumulus-vx-5.15.0"},
            },
            "links": [
                [{"interface": "swp9", "node": "leaf1"}, {"interface": "eth1", "node": "server01"}],
                [{"interface": "swp33", "node": "leaf1"}, {"interface": "swp1", "node": "spine1"}],
                [{"interface": "eth0", "node": "leaf1"}, {"interface": "swp1", "node": "oob-mgmt-switch"}],
                [{"interface": "swp64", "node": "leaf1"}, "exit"],
            ],
        },
    },
    indent=1,
)
IBNETDISCOVER = """\
#
# Topology file: generated on Mon Nov 30 12:00:00 2026
#
vendid=0x2c9
devid=0xd2f2
sysimgguid=0xa0
switchguid=0xa0(a0)
Switch\t64 "S-00000000000000a0"\t\t# "MF0;leaf1:MQM9700/U1" enhanced port 0 lid 1 lmc 0
[1]\t"H-00000000000000b0"[1](b1) \t\t# "node01 mlx5_3" lid 5 4xNDR
[33]\t"S-00000000000000c0"[2]\t\t# "MF0;spine1:MQM9700/U1" lid 2 4xNDR

switchguid=0xc0(c0)
Switch64"S-00000000000000c0"# "MF0;spine1:MQM9700/U1" enhanced port 0 lid 2 lmc 0
[2]"S-00000000000000a0"[33]# "MF0;leaf1:MQM9700/U1" lid 1 4xNDR

caguid=0xb0
Ca\t1 "H-00000000000000b0"\t\t# "node01 mlx5_3"
[1](b1) \t"S-00000000000000a0"[1]\t\t# lid 5 lmc 0 "MF0;leaf1:MQM9700/U1" lid 1 4xNDR
"""
