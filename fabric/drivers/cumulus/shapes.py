"""What is read of each object of NVUE, by its path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.drivers.shape import Absent, Either, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.drivers.shape import Shape

COUNTED = tuple(f"{way}-{kind}" for way in ("in", "out") for kind in ("pkts", "drops", "errors"))
_HEARD = {"chassis": Absent({}), "port": Absent({})}
_PORT = {
    "link": Absent({"stats": Absent(dict.fromkeys(COUNTED, number))}),
    "lldp": Absent({"neighbor": Absent({"*": _HEARD})}),
}
_PLAIN = {"transition": Absent({"issue": Absent({"*": {}})})}
_REVISION = {**_PLAIN, "*": Either(_PLAIN)}
"""The documentation shows some nested under their number."""
_BY_NAME: Mapping[str, Shape] = {
    "": {"acl": Absent({})},
    "interface": {"*": Absent(_PORT)},
    "vrf": {"*": {}},
    "revision": {"*": _REVISION},
}


def shape_of(path: Sequence[str]) -> Shape:
    """Return the shape of an object: of one that is not here no more than that it is one."""
    if path[:1] == ("revision",) and path[1:]:
        return _REVISION
    return _BY_NAME.get(path[0] if path else "", {})
