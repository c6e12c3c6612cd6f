"""From which address we reach a device."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address

_DISCARD = 9


def own_address(host: str) -> IPv4Address | None:
    """Return our IPv4 address towards a host; None where it is our own machine or no way is known.

    Nothing is sent: connecting a datagram socket only asks the routing table.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((host, _DISCARD))
        except OSError:
            return None
        ours = IPv4Address(asking.getsockname()[0])
    return None if ours.is_loopback else ours
