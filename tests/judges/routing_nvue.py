"""Reads the routing of a startup.yaml as Cumulus Linux gives it to its FRR: not the project's reader.

A key of BGP that is not known here is an error of the test: what nobody reads, nobody rehearses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from fabric.platforms.router import Router

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Tree = dict[str, Any]
ON = {"on", "enabled"}
FAMILIES = {"ipv4-unicast": "ipv4 unicast", "ipv6-unicast": "ipv6 unicast"}
NO_ROUTING = {"description", "type", "address-family", "bfd", "enable", "state"}


def router(artifacts: Mapping[str, str]) -> Router:
    """Read addresses and routing of a switch from its artifacts."""
    tree = merged(artifacts["startup.yaml"])
    addresses = {
        name: tuple(address for family in ("ip", "ipv4", "ipv6") for address in _addresses(given, family))
        for name, given in tree["interface"].items()
        if name != "eth0"
    }
    return Router({name: found for name, found in addresses.items() if found}, "\n".join(lines(tree)) + "\n")


def merged(text: str) -> Tree:
    """Return what all `set` items of a startup file say together; every scalar is a text, `on` too."""
    tree: Tree = {}
    for item in yaml.load(text, Loader=yaml.BaseLoader):
        _merge(tree, item.get("set", {}))
    return tree


def lines(tree: Tree) -> Iterator[str]:
    """Return FRR's lines."""
    yield "frr defaults datacenter"
    yield from _bfd(tree["router"].get("bfd", {}))
    yield from _policy(tree["router"].get("policy", {}))
    whole, own = tree["router"]["bgp"], tree["vrf"]["default"]["router"]["bgp"]
    assert _on(whole)
    assert _on(own)
    yield from _whole(whole)
    path_selection = own.get("path-selection", {}).get("multipath", {})
    if path_selection.get("aspath-ignore") in ON:
        yield " bgp bestpath as-path multipath-relax"
    groups, neighbors = own.get("peer-group", {}), own.get("neighbor", {})
    for name in groups:
        yield f" neighbor {name} peer-group"
    for name, given in neighbors.items():
        yield from _session(name, given)
    for name, given in {**groups, **neighbors}.items():
        yield from _settings(name, given)
    for family, given in own["address-family"].items():
        if _on(given):
            yield from _family(family, given, {**groups, **neighbors})
    yield "exit"


def _whole(given: Tree) -> Iterator[str]:
    yield f"router bgp {given['autonomous-system']}"
    yield f" bgp router-id {given['router-id']}"
    yield " no bgp default ipv4-unicast"
    restart = given.get("graceful-restart", {})
    if restart.get("mode") == "full":
        yield f" bgp graceful-restart restart-time {restart['restart-time']}"
        yield " bgp graceful-restart"
    if given.get("wait-for-install") in ON:
        yield " bgp suppress-fib-pending"


def _session(name: str, given: Tree) -> Iterator[str]:
    group = given.get("peer-group")
    if given["type"] == "unnumbered":
        yield f" neighbor {name} interface" + (f" peer-group {group}" if group else "")
    if "remote-as" in given:
        yield f" neighbor {name} remote-as {given['remote-as']}"
    if given["type"] == "numbered" and group:
        yield f" neighbor {name} peer-group {group}"


def _settings(name: str, given: Tree) -> Iterator[str]:
    left = given.keys() - NO_ROUTING - {"peer-group", "remote-as"}
    assert not left, f"no reader for {left} of neighbour {name}"
    bfd = given.get("bfd", {})
    if "profile" in bfd:
        yield f" neighbor {name} bfd profile {bfd['profile']}"
    elif bfd.get("enable") in ON or bfd.get("state") in ON:
        times = [bfd.get(key, "") for key in ("detect-multiplier", "min-rx-interval", "min-tx-interval")]
        yield f" neighbor {name} bfd {' '.join(times)}".rstrip()


def _family(family: str, given: Tree, peers: Tree) -> Iterator[str]:
    left = given.keys() - {"enable", "state", "multipaths", "redistribute"}
    assert not left, f"no reader for {left} of {family}"
    yield f" address-family {FAMILIES[family]}"
    yield f"  maximum-paths {given.get('multipaths', {}).get('ebgp', 64)}"
    for source, how in given.get("redistribute", {}).items():
        if _on(how):
            policy = f" route-map {how['route-map']}" if "route-map" in how else ""
            yield f"  redistribute {source}{policy}"
    for name, peer in peers.items():
        own = peer.get("address-family", {}).get(family, {})
        if _on(own):
            yield f"  neighbor {name} activate"
        for direction, way in own.get("policy", {}).items():
            yield f"  neighbor {name} route-map {way['route-map']} {direction.removesuffix('bound')}"
    yield " exit-address-family"


def _bfd(given: Tree) -> Iterator[str]:
    for name, times in given.get("profile", {}).items() if _on(given) else ():
        yield "bfd"
        yield f" profile {name}"
        yield f"  detect-multiplier {times['detect-multiplier']}"
        yield f"  receive-interval {times['min-rx-interval']}"
        yield f"  transmit-interval {times['min-tx-interval']}"
        yield "exit"
        yield "exit"


def _policy(given: Tree) -> Iterator[str]:
    words = {"ipv4": "ip", "ipv6": "ipv6"}
    for name, entry in given.get("prefix-list", {}).items():
        for number, rule in entry["rule"].items():
            for prefix, limits in rule["match"].items():
                least, most = (limits or {}).get("min-prefix-len"), (limits or {}).get("max-prefix-len")
                bounds = (f" ge {least}" if least else "") + (f" le {most}" if most else "")
                action = f"seq {number} {rule['action']}"
                yield f"{words[entry['type']]} prefix-list {name} {action} {prefix}{bounds}"
    for name, entry in given.get("route-map", {}).items():
        for number, rule in entry["rule"].items():
            (action,) = rule["action"]
            yield f"route-map {name} {action} {number}"
            match = rule.get("match", {})
            if "ip-prefix-list" in match:
                family = words[match.get("type", "ipv4")]
                yield f" match {family} address prefix-list {match['ip-prefix-list']}"
            yield from _set(rule.get("set", {}))
            yield "exit"


def _set(given: Tree) -> Iterator[str]:
    left = given.keys() - {"as-path-prepend", "community", "med", "metric", "local-preference"}
    assert not left, f"no reader for {left} of a route map"
    prepend = given.get("as-path-prepend", {})
    if "as" in prepend:
        yield f" set as-path prepend {prepend['as'].replace(',', ' ')}"
    if "last-as" in prepend:
        yield f" set as-path prepend last-as {prepend['last-as']}"
    if "community" in given:
        yield f" set community {' '.join(given['community'])}"
    for key, word in (("med", "metric"), ("metric", "metric"), ("local-preference", "local-preference")):
        if key in given:
            yield f" set {word} {given[key]}"


def _addresses(given: Tree, family: str) -> Iterator[str]:
    yield from (given.get(family) or {}).get("address") or {}


def _on(given: Tree) -> bool:
    return given.get("state", given.get("enable")) in ON


def _merge(into: Tree, more: Tree) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value
