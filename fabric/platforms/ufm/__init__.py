"""NVIDIA UFM and the OpenSM it runs: partitions, routing, service levels and the intended cabling."""

from fabric.platforms.form import Platform
from fabric.platforms.ufm.classes import classify
from fabric.platforms.ufm.formats import CANONICAL
from fabric.platforms.ufm.patch import beyond, patch
from fabric.platforms.ufm.trees import owned, parse
from fabric.platforms.ufm.words import TORUS_FILE, context, without

PLATFORM = Platform(
    name="ufm",
    templates={
        "ufm.json": "ufm/ufm.j2",
        "opensm.conf": "ufm/opensm.j2",
        "partitions.conf": "ufm/partitions.j2",
        "qos-policy.conf": "ufm/qos_policy.j2",
        "root_guid.conf": "ufm/root_guid.j2",
        TORUS_FILE: "ufm/torus_2qos.j2",
        "topology.topo": "ufm/topology.j2",
        "topoconfig.conf": "ufm/topoconfig.j2",
    },
    canonical=CANONICAL,
    context=context,
    without=without,
    parse=parse,
    owned=owned,
    classify=classify,
    beyond=beyond,
    by_hand="set it in `opensm.conf` and restart OpenSM, on the standby first; then fail over, and the other",
    patch=patch,
)

__all__ = ["PLATFORM"]
