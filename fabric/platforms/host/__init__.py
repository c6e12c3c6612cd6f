"""Hosts: NIC settings, addresses and NCCL's environment, with a script that brings them about."""

from fabric.platforms.form import Platform
from fabric.platforms.host.classes import classify
from fabric.platforms.host.formats import CANONICAL, owned, parse
from fabric.platforms.host.hop import hop
from fabric.platforms.host.network import LINK, NETPLAN, NETWORK
from fabric.platforms.host.router import router
from fabric.platforms.host.words import context, each, without

PLATFORM = Platform(
    name="host",
    templates={
        "nic.json": "host/nic.j2",
        NETPLAN: "host/netplan.j2",
        NETWORK: "host/network.j2",
        LINK: "host/link.j2",
        "nccl.env": "host/nccl.j2",
        "apply.sh": "host/apply.j2",
        "report.sh": "host/report.j2",
        "fabric-nic.service": "host/service.j2",
    },
    canonical=CANONICAL,
    context=context,
    without=without,
    each=each,
    parse=parse,
    owned=owned,
    classify=classify,
    hop=hop,
    router=router,
)

__all__ = ["PLATFORM"]
