"""What REST says of the server and its subnet: who it is, which links carry, how many alarms stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabric.drivers.contract import Identity, Observation, RefusedError
from fabric.drivers.shape import Needed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.drivers.ufm.rest import Rest

_GUID_DIGITS = 16
_ENDS = ("source_guid", "source_port", "destination_guid", "destination_port")
_LINK = Needed(dict.fromkeys(_ENDS, object))


def identify(rest: Rest, address: str) -> Identity:
    """Return who it is. UFM tells no serial number; the GUID of its own adapter stands for it."""
    systems = rest.read(f"resources/systems?ip={address}", [{}])
    if not systems:
        raise RefusedError(f"UFM knows no system with the address {address}, so it cannot say who it is")
    own: Mapping[str, Any] = systems[0]
    return Identity(
        hostname=str(own.get("system_name", "")),
        serial=_guid(own.get("system_guid", "")),
        mac="",
        model=str(own.get("model", "")),
        release=release(rest),
    )


def release(rest: Rest) -> str:
    """Return UFM's own version, such as `6.23.1-4`."""
    return str(rest.read("app/ufm_version", {}).get("ufm_release_version", ""))


def observe(rest: Rest) -> Observation:
    """Read links, with the far end of each port, and alarms; ports are `<guid>_<number>` as UFM has them."""
    far = dict(_ends(rest.read("resources/links", [_LINK])))
    alarms = rest.read("app/alarms", [object])
    return Observation(lldp=far, oper_up=frozenset(far), counters={"alarms": len(alarms)})


def port_name(guid: str, number: str) -> str:
    """Return a port as UFM names it."""
    return f"{guid}_{number}"


def _ends(links: Any) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield (port, far end) for both ends of every link."""
    for link in links:
        a = _guid(link["source_guid"]), str(link["source_port"])
        b = _guid(link["destination_guid"]), str(link["destination_port"])
        yield port_name(*a), b
        yield port_name(*b), a


def _guid(text: object) -> str:
    return str(text).lower().removeprefix("0x").zfill(_GUID_DIGITS)
