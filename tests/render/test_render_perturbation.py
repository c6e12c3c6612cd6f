"""Perturbation: another value in one field changes the artifacts, or the table says why it does not.

A field that a platform leaves out in silence is a setting that somebody reviewed and no device has.
"""

from __future__ import annotations

import pytest
from cases.full_units import LEAVES, field_of, leaf, templates
from cases.perturbation import another, leaves, put
from cases.repositories import everything

from fabric.catalog import CatalogError
from fabric.core.diagnostic import FabricError
from fabric.render import render

KNOWN_ELSEWHERE = {
    "name": "the name of the unit; `system.hostname` is what is printed",
    "platform": "it chose these templates",
    "model": "`hardware`, what the catalog knows of it, is what is read",
    "interfaces.peer.port": "printed by its name, in the description",
    "interfaces.peer.asn": "that of the session is printed",
    "interfaces.peer.address": "that of the session is printed",
    "interfaces.peer.address6": "that of the session is printed",
    "interfaces.rail": "the place of the port, for tables",
    "qos.classes.dscp": "the total map is printed",
    "qos.classes.bandwidth_pct": "of a strict class: it takes what it needs",
    "qos.buffers.cell_bytes": "a fact for arithmetic",
}
NO_DESCRIPTION_OF_ITS_OWN = {
    "interfaces.peer.device": "in the description of the port already",
    "interfaces.peer.role": "in the peer group already",
    "interfaces.peer.port_name": "in the description of the port already",
    "qos.classes.name": "classes bear numbers on the device",
}
SILENT = {
    "eos": KNOWN_ELSEWHERE
    | NO_DESCRIPTION_OF_ITS_OWN
    | {
        "release": "one form of the configuration serves all releases",
        "hwsku": "SONiC's",
        "routing_mode": "SONiC's",
        "mac": "EOS reads its own",
        "interfaces.cable_m": "headroom is one profile for all ports, from the rows of headroom",
        "bgp.neighbors.peer": "sessions are named by their port",
        "ecmp.fields": "the five-tuple is what Tomahawk hashes by itself; no other is printed",
        "ecmp.seed": "no command is known: CAP-001 says so",
        "qos.headroom.speed_gbps": "one profile for all ports",
        "qos.headroom.cable_m": "one profile for all ports",
        "qos.headroom.key_m": "EOS has no table of lengths",
        "qos.headroom.xoff_bytes": "only the deepest row rules the one profile",
        "qos.headroom.xon_bytes": "EOS resumes by offset",
        "qos.headroom.size_bytes": "counts the headroom in, so it is no reservation beside it",
        "qos.headroom.xon_offset_bytes": "only the deepest row rules the one profile",
        "qos.headroom.dynamic_threshold": "only the deepest row rules the one profile",
        "qos.buffers.ingress_pool_bytes": "EOS sizes its pool itself",
        "qos.buffers.egress_pool_bytes": "EOS sizes its pool itself",
        "qos.buffers.lossy_threshold": "EOS sizes its pool itself",
        "qos.buffers.lossy_reserved_bytes": "EOS sizes its pool itself",
        "qos.trimming": "its words are not written: CAP-001 refuses it",
        "telemetry.drop_reasons": "keeps no dropped packets: CAP-001 says so",
        "collectors.address": "collectors dial in: the list of gNMI holds them",
        "collectors.port": "collectors dial in",
    },
    "sonic": KNOWN_ELSEWHERE
    | {
        "release": "one form of the configuration serves all releases",
        "system.users.name": "accounts stand outside CONFIG_DB: CAP-001 says so",
        "system.users.password": "accounts stand outside CONFIG_DB: CAP-001 says so",
        "interfaces.peer.role": "of the second cable to a neighbour: metadata come once",
        "bgp.neighbors.peer": "sessions are named by their port",
        "ecmp.seed": "SWITCH_HASH has none: CAP-001 says so",
        "ecmp.adaptive": "community SONiC has none: CAP-001 refuses it",
        "telemetry.drop_reasons": "keeps no dropped packets: CAP-001 says so",
        "telemetry.cloudvision.servers": "CloudVision takes the stream of EOS alone: CAP-001 says so",
        "telemetry.cloudvision.token": "CloudVision takes the stream of EOS alone: CAP-001 says so",
        "telemetry.queue_depths": "watermark counters are always on",
        "system.api_certificate": "it is configured over SSH: CAP-001 says so",
        "collectors.address": "collectors dial in: the table of gNMI holds them",
        "collectors.port": "collectors dial in",
        "qos.headroom.xoff_bytes": "looked up by speed and length in the table of the HwSKU",
        "qos.headroom.xon_bytes": "looked up by speed and length in the table of the HwSKU",
        "qos.headroom.size_bytes": "looked up by speed and length in the table of the HwSKU",
        "qos.headroom.xon_offset_bytes": "looked up by speed and length in the table of the HwSKU",
        "qos.headroom.dynamic_threshold": "looked up by speed and length in the table of the HwSKU",
    },
    "cumulus": KNOWN_ELSEWHERE
    | NO_DESCRIPTION_OF_ITS_OWN
    | {
        "role": "the peer groups say it",
        "hwsku": "SONiC's",
        "routing_mode": "SONiC's",
        "mac": "Cumulus reads its own",
        "telemetry.cloudvision.servers": "CloudVision takes the stream of EOS alone: CAP-001 says so",
        "telemetry.cloudvision.token": "CloudVision takes the stream of EOS alone: CAP-001 says so",
        "system.tacacs.authorize_commands": "NVUE has no such switch: CAP-001 refuses it",
        "interfaces.unnumbered": "a port with a session is unnumbered by the kind of the session",
        "interfaces.cable_m": "NVUE takes one length, the longest of the switch",
        "ecmp.adaptive": "by flowlet it has none: CAP-001 refuses it; per packet it is printed",
        "qos.watchdog.restore_ms": "NVUE has no restoration time",
        "qos.watchdog.action": "NVUE has no action: CAP-001 says so for those that are not `drop`",
        "qos.headroom.speed_gbps": "Spectrum computes headroom from speed, length and MTU",
        "qos.headroom.cable_m": "Spectrum computes headroom from speed, length and MTU",
        "qos.headroom.key_m": "Spectrum computes headroom from speed, length and MTU",
        "qos.headroom.xoff_bytes": "Spectrum computes headroom from speed, length and MTU",
        "qos.headroom.xon_bytes": "Spectrum computes headroom from speed, length and MTU",
        "qos.headroom.size_bytes": "Spectrum computes headroom from speed, length and MTU",
        "qos.headroom.xon_offset_bytes": "Spectrum computes headroom from speed, length and MTU",
        "qos.headroom.dynamic_threshold": "Spectrum computes headroom from speed, length and MTU",
        "qos.buffers.ingress_pool_bytes": "Spectrum computes its pools",
        "qos.buffers.headroom_pool_bytes": "Spectrum computes its pools",
        "qos.buffers.egress_pool_bytes": "Spectrum computes its pools",
        "qos.buffers.lossy_threshold": "Spectrum computes its pools",
        "qos.buffers.lossy_reserved_bytes": "Spectrum computes its pools",
        "qos.buffers.computed_by_device": "always so on Spectrum",
    },
}
"""Fields of which at least one value is not printed, by platform, and why."""
FEATURES = (
    "system",
    "interfaces",
    "bgp",
    "ecmp",
    "qos",
    "lldp",
    "snmp",
    "gnmi",
    "collectors",
    "telemetry",
    "",
)
"""Parts of a switch; the last is the switch itself."""


def feature_of(name):
    head = name.partition(".")[0]
    return head if head in FEATURES else ""


def artifacts(platform, config):
    """Return the artifacts of a switch, or the refusal: saying no is not silence."""
    try:
        return tuple(made.text for made in render(everything().platforms[platform], config, templates()))
    except (FabricError, CatalogError, KeyError) as refusal:
        return repr(refusal)


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature or "switch")
@pytest.mark.parametrize("platform", LEAVES)
def test_another_value_of_any_field_changes_the_artifacts(platform, feature):
    config = leaf(platform)
    unchanged = artifacts(platform, config)
    assert not isinstance(unchanged, str)
    silent, tried = set(), 0
    for path, value in leaves(config):
        if feature_of(field_of(path)) == feature:
            other = another(path, value)
            assert other != value
            tried += 1
            if artifacts(platform, put(config, path, other)) == unchanged:
                silent.add(field_of(path))
    assert tried
    assert silent == {name for name in SILENT[platform] if feature_of(name) == feature}


PARTS = (
    ("system", "management"),
    ("system", "tacacs"),
    ("system", "ntp"),
    ("system", "allow"),
    ("snmp",),
    ("snmp", "community"),
    ("snmp", "users"),
    ("gnmi",),
    ("bgp", "bfd"),
    ("qos",),
    ("qos", "watchdog"),
    ("qos", "classes", 1, "ecn"),
)


@pytest.mark.parametrize("platform", LEAVES)
@pytest.mark.parametrize("path", PARTS, ids=field_of)
def test_a_part_that_is_left_out_changes_the_artifacts(platform, path):
    config = leaf(platform)
    here = config
    for part in path:
        here = here[part] if isinstance(part, int) else getattr(here, part)
    assert here
    without = put(config, path, type(here)() if isinstance(here, tuple | dict) else None)
    printed = artifacts(platform, without)
    assert not isinstance(printed, str), printed
    assert printed != artifacts(platform, config)
