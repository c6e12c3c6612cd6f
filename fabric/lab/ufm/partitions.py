"""Partitions as UFM keeps them: what each request does to them, traps included (infiniband.md 1.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

MANAGEMENT = "0x7fff"
NAMED_SINCE = (6, 22)
"""First release that takes `partition_name` (REST guide)."""
_MEMBERSHIPS = ("full", "limited")
_RATES = (2.5, 10, 30, 5, 20, 40, 60, 80, 120, 14, 56, 112, 168, 25, 100, 200, 300)
_QOS = {"mtu_limit": (2, 4), "rate_limit": _RATES, "service_level": tuple(range(16))}
_GUID = re.compile(r"[0-9a-f]{16,20}")


class RefusalError(Exception):
    """UFM does not do this."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


@dataclass(slots=True)
class Pkey:
    """One partition."""

    name: str
    index0: bool = False
    ip_over_ib: bool = True
    members: dict[str, str] = field(default_factory=dict)
    """GUID to membership."""
    qos: dict[str, Any] = field(
        default_factory=lambda: {"mtu_limit": 2, "rate_limit": 2.5, "service_level": 0}
    )

    def shown(self, query: Mapping[str, str]) -> dict[str, Any]:
        """Return it as a read asks for it."""
        found: dict[str, Any] = {"partition": self.name, "ip_over_ib": self.ip_over_ib}
        if query.get("qos_conf") == "true":
            found["qos_conf"] = dict(self.qos)
        if query.get("guids_data") == "true":
            found["guids"] = [
                {"guid": guid, "index0": self.index0, "membership": kind}
                for guid, kind in self.members.items()
            ]
        return found


class Partitions:
    """All partitions of one subnet."""

    def __init__(self, initial: Mapping[str, Mapping[str, Any]], release: str) -> None:
        self.release = tuple(int(part) for part in re.findall(r"\d+", release)[:2])
        self.by_key: dict[str, Pkey] = {
            MANAGEMENT: Pkey("management"),
            **{key: _read(body) for key, body in initial.items()},
        }

    def listed(self, query: Mapping[str, str]) -> Any:
        """Return all; without a query the shape is another one, and two queries at once do not work."""
        if query.get("guids_data") == query.get("qos_conf") == "true":
            raise RefusalError(400, "guids_data and qos_conf are not supported together")
        if not query:
            return {key: pkey.name for key, pkey in self.by_key.items()}
        return {key: pkey.shown(query) for key, pkey in self.by_key.items()}

    def one(self, key: str, query: Mapping[str, str]) -> dict[str, Any]:
        """Return one; what is not there is an empty object with status 200."""
        pkey = self.by_key.get(canonical(key))
        return pkey.shown(query) if pkey else {}

    def add_empty(self, body: Mapping[str, Any]) -> str:
        """Make a partition without members: the only way to have one."""
        key = _user_key(body)
        name = f"api_pkey_{key}"
        if self.release >= NAMED_SINCE:
            name = str(body.get("partition_name") or name)
        pkey = Pkey(name, bool(body.get("index0")), bool(body.get("ip_over_ib", True)))
        pkey.qos |= _qos(body)
        self.by_key[key] = pkey
        return name

    def add_members(self, body: Mapping[str, Any]) -> str:
        """Add members, all with the one `membership`; a list of memberships is passed over in silence."""
        kind = body.get("membership", "full")
        if kind not in _MEMBERSHIPS:
            raise RefusalError(400, "membership must be full or limited")
        return self._join(body, dict.fromkeys(_guids(body), str(kind)), {})

    def set_members(self, body: Mapping[str, Any], *, partly: bool = False) -> str:
        """Replace the members; `memberships` follows the order of `guids`."""
        guids = _guids(body)
        kinds = body.get("memberships") or ["full"] * len(guids)
        if len(kinds) != len(guids) or set(kinds) - set(_MEMBERSHIPS):
            raise RefusalError(400, "memberships do not fit the guids")
        wanted = dict(zip(guids, kinds, strict=True))
        before = self.by_key.get(_user_key(body), Pkey("")).members
        if not partly:
            return self._join(body, wanted, {guid: "" for guid in before if guid not in wanted})
        half = dict(list(wanted.items())[: max(1, len(wanted) // 2)])
        return self._join(body, half, {})

    def remove_members(self, key: str, guids: Collection[str]) -> str:
        """Take members out; the partition goes with its last one, and a stranger is no fault."""
        pkey = self.by_key.get(canonical(key))
        if pkey is None:
            raise RefusalError(404, "Not Found")
        for guid in guids:
            pkey.members.pop(guid, None)
        self._drop_if_empty(canonical(key))
        return pkey.name

    def set_qos(self, body: Mapping[str, Any]) -> str:
        """Set what a partition may do."""
        pkey = self.by_key.get(canonical(str(body.get("pkey", ""))))
        if pkey is None:
            raise RefusalError(404, "Not Found")
        pkey.qos |= _qos(body)
        return pkey.name

    def delete(self, key: str) -> str:
        """Delete a partition and all memberships in it."""
        if canonical(key) == MANAGEMENT or canonical(key) not in self.by_key:
            raise RefusalError(404, "Not Found")
        return self.by_key.pop(canonical(key)).name

    def _join(self, body: Mapping[str, Any], come: Mapping[str, str], go: Collection[str]) -> str:
        key = _user_key(body)
        pkey = self.by_key.setdefault(key, Pkey(f"api_pkey_{key}"))
        pkey.index0 = bool(body.get("index0", pkey.index0))
        pkey.ip_over_ib = bool(body.get("ip_over_ib", pkey.ip_over_ib))
        pkey.members = {guid: kind for guid, kind in {**pkey.members, **come}.items() if guid not in go}
        self._drop_if_empty(key)
        return pkey.name

    def _drop_if_empty(self, key: str) -> None:
        if key != MANAGEMENT and not self.by_key[key].members:
            del self.by_key[key]


def canonical(key: str) -> str:
    """Return a key as UFM shows it: lower case, not padded."""
    try:
        return hex(int(key, 16))
    except ValueError:
        return ""


def _user_key(body: Mapping[str, Any]) -> str:
    key = canonical(str(body.get("pkey", "")))
    if not key or not 0 < int(key, 16) < int(MANAGEMENT, 16):
        raise RefusalError(400, "pkey must be between 0x0 and 0x7fff")
    return key


def _guids(body: Mapping[str, Any]) -> list[str]:
    guids = [str(guid) for guid in body.get("guids", ())]
    if wrong := [guid for guid in guids if not _GUID.fullmatch(guid)]:
        raise RefusalError(400, f"guid {wrong[0]} is not 16 to 20 hexadecimal digits")
    return guids


def _qos(body: Mapping[str, Any]) -> dict[str, Any]:
    found = {word: body[word] for word in _QOS if word in body}
    for word, value in found.items():
        if value not in _QOS[word]:
            raise RefusalError(400, f"{word} {value} is not supported")
    return found


def _read(body: Mapping[str, Any]) -> Pkey:
    members = dict(body.get("members", {}))
    pkey = Pkey(str(body["name"]), bool(body.get("index0")), bool(body.get("ip_over_ib", True)), members)
    pkey.qos |= body.get("qos", {})
    return pkey
