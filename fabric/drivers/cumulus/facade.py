"""NAPALM's interface to a Cumulus switch, for scripts that speak it; the engine has a driver of its own.

A configuration is a `startup.yaml`, or the object that NVUE's REST takes. A candidate is a revision whose
number lives in this object alone: closing leaves it, and a running confirm timer, as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# As a module: NAPALM takes the first subclass of its base that it finds in a driver's module.
import napalm.base.base as napalm
from napalm.base import exceptions

from fabric.drivers.contract import DriverError, RefusedError
from fabric.drivers.cumulus import getters, states
from fabric.drivers.cumulus.candidate import returning, shown
from fabric.drivers.cumulus.nvue import Nvue
from fabric.drivers.cumulus.revisions import YES, Revisions
from fabric.drivers.entry import HostEntry
from fabric.drivers.secrets import Secrets
from fabric.platforms import block_yaml
from fabric.platforms.nvue.document import SECRETS, body

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_RUNNING, _STARTUP = "applied", "startup"
_HIDDEN = "<removed>"


class CumulusNapalm(napalm.NetworkDriver):  # type: ignore[misc]
    """One switch. `optional_args`: `port`, `ca_file`, `fingerprint`, `tls_name`."""

    platform = "cumulus"

    def __init__(
        self,
        hostname: str,
        username: str,
        password: str,
        timeout: int = 60,
        optional_args: dict[str, Any] | None = None,
    ) -> None:
        """Remember how to reach it; nothing is sent."""
        options = optional_args or {}
        secrets = Secrets({"PASSWORD": password})
        entry = HostEntry(
            name=hostname,
            platform="cumulus",
            address=hostname,
            port=int(options.get("port", 0)),
            username=username,
            password="secret:env/PASSWORD",  # noqa: S106 - a reference
            ca_file=str(options.get("ca_file", "")),
            fingerprint=str(options.get("fingerprint", "")),
            tls_name=str(options.get("tls_name", "")),
            deadline_s=timeout,
        )
        self._nvue = Nvue(entry, secrets)
        self._revisions = Revisions(hostname, self._nvue, secrets)
        self._candidate = ""
        self._pending = ""
        self._before: Mapping[str, Any] | None = None
        self._open = False

    def open(self) -> None:
        """Log in. Raises ConnectionException."""
        try:
            self._nvue.read("system")
        except DriverError as fault:
            raise exceptions.ConnectionException(str(fault)) from fault
        self._open = True

    def close(self) -> None:
        """Let go of the connection. Never changes the switch."""
        self._nvue.close()
        self._open = False

    def is_alive(self) -> dict[str, bool]:
        """Say whether it is open and answers, by asking it."""
        if not self._open:
            return {"is_alive": False}
        try:
            self._nvue.read("system")
        except DriverError:
            return {"is_alive": False}
        return {"is_alive": True}

    def load_replace_candidate(self, filename: str | None = None, config: str | None = None) -> None:
        """Load a whole configuration into a revision; it takes the place of everything."""
        self._load(_text(filename, config), exceptions.ReplaceConfigException, replace=True)

    def load_merge_candidate(self, filename: str | None = None, config: str | None = None) -> None:
        """Load a part of a configuration into a revision."""
        self._load(_text(filename, config), exceptions.MergeConfigException, replace=False)

    def compare_config(self) -> str:
        """Return what the candidate changes, one leaf a line; empty without a candidate."""
        if not self._candidate:
            return ""
        comes = self._nvue.read(rev=self._candidate, diff=_RUNNING, filled="false")
        goes = self._nvue.read(rev=_RUNNING, diff=self._candidate, filled="false")
        return shown(goes, comes).strip()

    def commit_config(self, message: str = "", revert_in: int | None = None) -> None:
        """Apply the candidate and save it; with `revert_in` seconds it waits to be confirmed instead."""
        if self.has_pending_commit():
            raise exceptions.CommitError("a commit waits to be confirmed")
        if not self._candidate:
            raise exceptions.CommitError("there is no candidate")
        self._before = self._nvue.read(rev=_RUNNING, filled="false")
        asked: dict[str, Any] = {"state": "apply", "auto-prompt": YES}
        if message:
            asked["message"] = message
        if revert_in is not None:
            asked["state-controls"] = {"confirm": revert_in}
        wanted = states.DONE if revert_in is None else {states.CONFIRM}
        _committing(lambda: self._revisions.move(self._candidate, asked, wanted))
        self._pending = self._candidate if revert_in is not None else ""
        self._candidate = ""
        if revert_in is None:
            self._save()

    def has_pending_commit(self) -> bool:
        """Say whether a commit, whosever it is, waits to be confirmed."""
        listing = self._nvue.read("revision")
        return any(shown.get("state") == states.CONFIRM for shown in listing.values())

    def confirm_commit(self) -> None:
        """Keep the commit that waits, and save it."""
        if not self._pending or not self.has_pending_commit():
            raise exceptions.CommitError("no commit of this session waits to be confirmed")
        asked = {"state": "confirm_yes", "auto-prompt": YES}
        _committing(lambda: self._revisions.move(self._pending, asked, states.DONE))
        self._pending = ""
        self._save()

    def discard_config(self) -> None:
        """Drop the candidate."""
        if self._candidate:
            self._nvue.change("DELETE", ("revision", self._candidate))
            self._candidate = ""

    def rollback(self) -> None:
        """Bring back what ran before the last commit of this session; one that waits is refused."""
        if self._before is None:
            raise exceptions.CommitError("nothing was committed in this session")
        if self._pending:
            self._revisions.abort(states.Revision(self._pending, states.CONFIRM))
            self._pending = ""
        unset, wanted = returning(self._nvue.read(rev=_RUNNING, filled="false"), self._before)
        if unset or wanted:
            number = self._revisions.loaded(unset, wanted)
            asked = {"state": "apply", "auto-prompt": YES}
            _committing(lambda: self._revisions.move(number, asked, states.DONE))
        self._save()

    def get_config(
        self,
        retrieve: str = "all",
        full: bool = False,  # noqa: FBT001, FBT002 - NAPALM's signature
        sanitized: bool = False,  # noqa: FBT001, FBT002 - NAPALM's signature
        format: str = "text",  # noqa: A002 - NAPALM's signature
    ) -> dict[str, str]:
        """Return configurations as startup files; `full` with defaults, `sanitized` without secrets."""
        if format != "text":
            raise NotImplementedError(f"there is no format `{format}`")
        wanted = {"running": _RUNNING, "startup": _STARTUP, "candidate": self._candidate}
        filled = "true" if full else "false"
        found = dict.fromkeys(wanted, "")
        for name, revision in wanted.items():
            if retrieve in {"all", name} and revision:
                tree = self._nvue.read(rev=revision, filled=filled)
                found[name] = block_yaml.write([{"set": _sanitized(tree) if sanitized else tree}])
        return found

    def get_facts(self) -> dict[str, Any]:
        """Return who it is."""
        return getters.facts(self._nvue)

    def get_interfaces(self) -> dict[str, dict[str, Any]]:
        """Return the state of every interface."""
        return getters.interfaces(self._nvue)

    def get_interfaces_counters(self) -> dict[str, dict[str, int]]:
        """Return the counters of every interface."""
        return getters.interfaces_counters(self._nvue)

    def get_lldp_neighbors(self) -> dict[str, list[dict[str, str]]]:
        """Return who is heard on each interface."""
        return getters.lldp_neighbors(self._nvue)

    def get_lldp_neighbors_detail(self, interface: str = "") -> dict[str, list[dict[str, Any]]]:
        """Return all that neighbours say, of one interface or of all."""
        return getters.lldp_neighbors_detail(self._nvue, interface)

    def get_bgp_neighbors(self) -> dict[str, dict[str, Any]]:
        """Return the sessions of the default VRF, which NAPALM calls `global`."""
        return getters.bgp_neighbors(self._nvue)

    def _load(self, text: str, kind: type[Exception], *, replace: bool) -> None:
        self.discard_config()
        try:
            wanted = body(text)
            number = self._revisions.loaded({}, {})
            self._candidate = number
            if replace:
                self._nvue.change("DELETE", (), rev=number)
            if wanted:
                self._nvue.change("PATCH", (), wanted, rev=number)
        except (RefusedError, ValueError) as fault:
            self.discard_config()
            raise kind(str(fault)) from fault

    def _save(self) -> None:
        applied = states.revision(_RUNNING, self._nvue.read("revision", _RUNNING))
        if applied.state not in states.SAVED:
            self._revisions.move(_RUNNING, {"state": "save", "auto-prompt": YES}, states.DONE)


def _text(filename: str | None, config: str | Sequence[str] | None) -> str:
    if filename is not None:
        with open(filename, encoding="utf-8") as file:  # noqa: PTH123 - a name of the caller's
            return file.read()
    return config if isinstance(config, str) else "\n".join(config or ())


def _committing(move: Callable[[], None]) -> None:
    try:
        move()
    except DriverError as fault:
        raise exceptions.CommitError(str(fault)) from fault


def _sanitized(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _sanitized(inner, name) for name, inner in value.items()}
    return _HIDDEN if key in SECRETS else value
