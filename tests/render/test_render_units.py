"""Hosts, subnet managers and bridged leaves: another value of a field is printed, or the table says why not.

And the walk over all samples meets every field of every dataclass of `fabric.device`: a new one is tried too.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from dataclasses import fields, is_dataclass

import pytest
from cases import dpus
from cases.full_units import (
    LEAVES,
    bridged,
    field_of,
    host,
    leaf,
    manager,
    platform_of,
    templates,
    torus_manager,
)
from cases.perturbation import NO_VALUES, another, leaves, put

import fabric.device
from fabric.catalog import CatalogError
from fabric.core.diagnostic import FabricError
from fabric.device import Secret
from fabric.render import render

LANES = {
    "service_levels.name": "levels bear numbers on the wire",
    "service_levels.number": "a level that is not named has the lane of the first",
    "name": "the files of both managers are the same",
    "fabric": "one manager serves one fabric",
    "release": "one form of the files serves all releases",
    "nodes.model": "ibdiagnet knows models by GUID",
    "nodes.ports": "ports are printed with their cables",
    "nodes.role": "of spines and leaves: roots are named by GUID",
}
OF_PEER = ("device", "role", "port", "port_name", "asn", "address", "address6")
SILENT = {
    "host": {
        "model": "the catalog's facts of it chose what is set",
        "fabrics.nics.peer.role": "a host names its peer alone",
        "fabrics.nics.peer.port": "printed by its name",
        "fabrics.nics.peer.asn": "a host has no session",
        "fabrics.nics.peer.address": "of numbered links between switches",
        "fabrics.nics.peer.address6": "of numbered links between switches",
        "fabrics.nics.gateway6": "printed with the address of its family",
        "fabrics.qos.classes.dscp": "the total map is printed",
        "fabrics.qos.watchdog": "switches watch for storms",
        "fabrics.qos.headroom": "a NIC computes its own from `cable_m`",
        "fabrics.qos.trimming": "switches cut packets",
        "fabrics.qos.buffers.ingress_pool_bytes": "a NIC sizes its buffers itself",
        "fabrics.qos.buffers.headroom_pool_bytes": "a NIC sizes its buffers itself",
        "fabrics.qos.buffers.egress_pool_bytes": "a NIC sizes its buffers itself",
        "fabrics.qos.buffers.lossy_threshold": "a NIC sizes its buffers itself",
        "fabrics.qos.buffers.lossy_reserved_bytes": "a NIC sizes its buffers itself",
        "fabrics.qos.buffers.cell_bytes": "a NIC sizes its buffers itself",
        "fabrics.qos.buffers.computed_by_device": "always so in a NIC",
    },
    "manager": LANES
    | {
        "roots.name": "roots are named by GUID",
        "roots.role": "roots are named by GUID",
        "roots.model": "roots are named by GUID",
        "roots.ports": "roots are named by GUID",
    },
    "torus": LANES
    | {
        "service_levels.virtual_lane": "torus-2QoS takes lanes for itself",
        "torus.group_ports": "OpenSM's own limit is higher",
        "torus.seeds.offset": "of the first seed: nought is not printed",
    },
    "bridged": {},
    "dpu": {
        "name": "HBN has the name of its container",
        "role": "DPUs are one role",
        "platform": "it chose these words",
        "model": "it chose the names of the ports",
        "host": "what is inside of it is told by the ports",
        **dict.fromkeys((f"uplinks.peer.{one}" for one in OF_PEER), "the session is a neighbour of `bgp`"),
        **dict.fromkeys((f"host_ports.peer.{one}" for one in OF_PEER), "a host has no session"),
        "bgp.neighbors.port": "printed by the name of its uplink",
        "bgp.neighbors.address": "its sessions are unnumbered",
    },
}
"""Fields of which at least one value is not printed, by sample, and why."""
ONE_THING = {
    "torus": "the manager of no torus",
    "roots": "a torus has none",
    "torus.size": "size, rings and seeds are one thing: tests/platforms/ufm/test_torus.py",
    "torus.rings": "size, rings and seeds are one thing",
    "torus.seeds.origin": "size, rings and seeds are one thing",
    "torus.seeds.steps": "size, rings and seeds are one thing",
}
"""Fields of managers that cannot have another value by themselves."""
SAMPLES = {
    "host": ("host", host),
    "manager": ("ufm", manager),
    "torus": ("ufm", torus_manager),
    "bridged": ("sonic", bridged),
    "dpu": ("bluefield", lambda: dpus.config(dpus.built(dpus.BEHIND_DPUS, dpus.WITH_BFD), "pod1-dpu1")),
}
"""Name to platform and configuration."""
NO_CONFIGURATION = {
    "Design": "what builders look at",
    "Origin": "says why",
    "Secret": "a value",
    "Unit": "a name",
}
READ_BACK = ("facts", "hop")
"""Modules of what is read from devices and artifacts."""


def artifacts(platform, config):
    try:
        return tuple(made.text for made in render(platform_of(platform), config, templates()))
    except (FabricError, CatalogError, KeyError) as refusal:
        return repr(refusal)


@pytest.mark.parametrize("sample", ["host", "manager", "torus", "dpu"])
def test_another_value_of_any_field_changes_the_artifacts(sample):
    platform, make = SAMPLES[sample]
    config, silent = make(), set()
    unchanged = artifacts(platform, config)
    assert not isinstance(unchanged, str)
    for path, value in leaves(config):
        name = field_of(path)
        if sample != "host" and name in ONE_THING:
            continue
        if artifacts(platform, put(config, path, another(path, value))) == unchanged:
            silent.add(name)
    assert silent == set(SILENT[sample])


@pytest.mark.parametrize("field", ["vlan", "gateway", "mtu"])
@pytest.mark.parametrize("platform", LEAVES)
def test_another_value_of_the_vlan_of_hosts_changes_the_artifacts(platform, field):
    config = put(leaf(platform), ("access",), bridged().access)
    path = ("access", field)
    other = another(path, getattr(config.access, field))
    assert artifacts(platform, put(config, path, other)) != artifacts(platform, config)


def met(part):
    """Yield (class, field) of every dataclass in a configuration."""
    if is_dataclass(part):
        for one in fields(part):
            yield type(part).__name__, one.name
            if one.name not in NO_VALUES and not isinstance(part, Secret):
                yield from met(getattr(part, one.name))
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from met(value)
    elif isinstance(part, tuple):
        for value in part:
            yield from met(value)


def test_the_samples_have_every_field_of_every_unit():
    modules = [
        importlib.import_module(f"fabric.device.{found.name}")
        for found in pkgutil.iter_modules(fabric.device.__path__)
        if found.name not in READ_BACK
    ]
    wanted = {
        (name, one.name)
        for module in modules
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__
        and is_dataclass(kind)
        and name[0] != "_"
        and name not in NO_CONFIGURATION
        for one in fields(kind)
        if not one.name.startswith("_")
    }
    configurations = [*(leaf(platform) for platform in LEAVES), *(make() for _, make in SAMPLES.values())]
    assert wanted - {pair for config in configurations for pair in met(config)} == set()
