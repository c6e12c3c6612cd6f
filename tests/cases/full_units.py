"""Units with every feature in use, and how they are rendered: for perturbation."""

from __future__ import annotations

from functools import cache

from cases.designs import LEAF, SONIC_LEAF, infiniband, units
from cases.repositories import everything, shipped

from fabric.render import environment

EOS_LEAF = 'leaf: {model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", per: rail, uplinks: 4}'
LEAVES = {"eos": EOS_LEAF, "sonic": SONIC_LEAF, "cumulus": LEAF}
SERVICES = (
    '  ntp: [10.20.0.2]\n  aaa: {users: [{name: admin, password: "secret:env/ADMIN_HASH"}]}\n',
    (
        "  timezone: UTC\n"
        "  banner: {login: [Authorised persons only], motd: [Changes come from git, not by hand]}\n"
        "  api: {certificate: api}\n"
        "  ntp: [10.20.0.2]\n  dns: [10.20.0.3]\n  syslog: [10.20.0.4]\n  domain: a.example\n"
        "  aaa: {users: [{name: admin, password: 'secret:env/HASH'}],"
        " tacacs: {servers: [10.20.0.5], key: 'secret:env/KEY', authorize_commands: true}}\n"
        "  snmp: {community: 'secret:env/COMMUNITY', contact: noc, location: hall 2,"
        " users: [{name: poller, auth: 'secret:env/AUTH', privacy: 'secret:env/PRIVACY'}]}\n"
        "observability:\n  gnmi: {certificate: gnmi, client_ca: clients}\n"
        "  collectors: ['10.20.9.7:4317']\n  drop_reasons: true\n  queue_depths: true\n"
        "  cloudvision: {servers: ['10.20.9.8:9910']}\n"
    ),
)

ALLOW = ("gateway: 10.20.0.1}", "gateway: 10.20.0.1, allow: [10.20.0.0/24, 10.250.8.0/24]}")


def field_of(path):
    return ".".join(part for part in path if isinstance(part, str))


TRIMMED = (
    "  dcqcn: {enabled: true}\n",
    "  dcqcn: {enabled: true}\n  trimming: {classes: [default], to: cnp, size: 256 B}\n",
)
"""What SONiC alone is written for."""


@cache
def leaf(platform):
    more = (TRIMMED,) if platform == "sonic" else ()
    return units((LEAF, LEAVES[platform]), SERVICES, ALLOW, *more)["pod1-leaf1"]


@cache
def bridged():
    """Return a leaf that is the gateway of its hosts."""
    return _of("four-fabrics", "fe-pod1-leaf1")


@cache
def host():
    return units(SERVICES)["pod1-host1"]


@cache
def manager():
    return infiniband()["ufm1"]


@cache
def torus_manager():
    return _of("torus-ib", "ufm1")


def _of(intent, name):
    build = shipped(intent)
    return next(build.config(unit) for _, unit in build.units() if unit.name == name)


@cache
def templates():
    return environment()


def platform_of(name):
    return everything().platforms[name]
