"""NAPALM's interface to a SONiC switch, for scripts that speak it; the engine uses the driver below it.

A configuration is CONFIG_DB as JSON. A candidate is text in this object until it is committed; then it goes
the way of every change of ours: entry by entry, under the dead-man timer, undone when a step fails.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

# As a module: NAPALM takes the first subclass of its base that it finds in a driver's module.
import napalm.base.base as napalm
from napalm.base import exceptions

from fabric.drivers.contract import DriverError, RefusedError, Session
from fabric.drivers.entry import HostEntry
from fabric.drivers.secrets import Secrets
from fabric.drivers.sonic import getters, partial
from fabric.drivers.sonic.driver import SonicDriver
from fabric.drivers.sonic.reading import DATABASE
from fabric.drivers.sonic.ssh import Ssh
from fabric.platforms.form import ChangeClass, Patch, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.drivers.sonic.partial import Database

TOKEN = "fab_napalm_0_0"  # noqa: S105 - a name
"""Under which changes stand on the device; its fence is older than that of any engine."""
_UNCONFIRMED_S = 300
"""Dead-man timer of a commit that is confirmed at once."""
_DRY = f"/tmp/{TOKEN}-dry.json"  # noqa: S108 - on the switch
_STARTUP = "sudo cat /etc/sonic/config_db.json"


class SonicNapalm(napalm.NetworkDriver):  # type: ignore[misc]
    """One switch. `optional_args`: `port`, `host_key` (needed), `key_file`."""

    platform = "sonic"

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
        entry = HostEntry(
            name=hostname,
            platform="sonic",
            address=hostname,
            port=int(options.get("port", 0)),
            username=username,
            password="" if options.get("key_file") else "secret:env/PASSWORD",
            key_file=str(options.get("key_file", "")),
            host_key=str(options.get("host_key", "")),
            deadline_s=timeout,
        )
        secrets = Secrets({"PASSWORD": password})
        self._ssh = Ssh(entry, secrets)
        self._driver = SonicDriver(entry, secrets)
        self._candidate: Database | None = None
        self._refusal: type[Exception] = exceptions.MergeConfigException
        self._before: Mapping[str, str] | None = None
        self._open = False

    def open(self) -> None:
        """Log in. Raises ConnectionException."""
        try:
            self._ssh.ask("true")
        except DriverError as fault:
            raise exceptions.ConnectionException(str(fault)) from fault
        self._open = True

    def close(self) -> None:
        """Let go of the connections. Never changes the switch."""
        self._ssh.close()
        self._driver.close()
        self._open = False

    def is_alive(self) -> dict[str, bool]:
        """Say whether it is open and answers, by asking it."""
        if not self._open:
            return {"is_alive": False}
        try:
            return {"is_alive": self._ssh.ask("true").code == 0}
        except DriverError:
            return {"is_alive": False}

    def load_replace_candidate(self, filename: str | None = None, config: str | None = None) -> None:
        """Take a whole CONFIG_DB as the candidate."""
        self._refusal = exceptions.ReplaceConfigException
        self._candidate = self._checked(self._read(_text(filename, config)))

    def load_merge_candidate(self, filename: str | None = None, config: str | None = None) -> None:
        """Take what runs with these entries and fields over it as the candidate."""
        self._refusal = exceptions.MergeConfigException
        wanted = self._read(_text(filename, config))
        merged = self._running()
        for table, entries in wanted.items():
            for key, entry in entries.items():
                at = merged.setdefault(table, {})
                at[key] = {**at.get(key, {}), **entry}
        self._candidate = self._checked(merged)

    def compare_config(self) -> str:
        """Return what the candidate changes, one field a line; empty without a candidate."""
        if self._candidate is None:
            return ""
        now, then = set(_lines(self._running())), set(_lines(self._candidate))
        return "\n".join([f"- {x}" for x in sorted(now - then)] + [f"+ {x}" for x in sorted(then - now)])

    def commit_config(self, message: str = "", revert_in: int | None = None) -> None:
        """Bring the candidate in and save it; with `revert_in` seconds it waits to be confirmed instead."""
        if message:
            raise NotImplementedError("SONiC keeps no message with a change")
        if self.has_pending_commit():
            raise exceptions.CommitError("a commit waits to be confirmed")
        if self._candidate is None:
            raise exceptions.CommitError("there is no candidate")
        before = self._driver.fetch()
        change = partial.difference(partial.read_database(before[DATABASE]), self._candidate)
        steps = tuple(_steps(change))
        try:
            if steps:
                self._driver.stage(TOKEN, Patch((), steps, ChangeClass.TUNING))
                self._driver.commit(TOKEN, revert_in or _UNCONFIRMED_S)
        except RefusedError as refusal:
            raise self._refusal(str(refusal)) from refusal
        except DriverError as fault:
            raise exceptions.CommitError(str(fault)) from fault
        finally:
            self._candidate = None
        self._before = before
        if revert_in is None:
            self._driver.confirm(TOKEN)

    def has_pending_commit(self) -> bool:
        """Say whether a commit of this interface waits to be confirmed."""
        return self._driver.probe(TOKEN).session is Session.PENDING

    def confirm_commit(self) -> None:
        """Keep the commit that waits, and save it."""
        if not self.has_pending_commit():
            raise exceptions.CommitError("no commit waits to be confirmed")
        self._driver.confirm(TOKEN)

    def discard_config(self) -> None:
        """Forget the candidate."""
        self._candidate = None

    def rollback(self) -> None:
        """Bring back what ran before the last commit of this session; one that waits is taken back."""
        if self._before is None:
            raise exceptions.CommitError("nothing was committed in this session")
        self._driver.abort(TOKEN)
        self._driver.restore(TOKEN, self._before)

    def get_config(
        self,
        retrieve: str = "all",
        full: bool = False,  # noqa: ARG002, FBT001, FBT002 - NAPALM's signature
        sanitized: bool = False,  # noqa: FBT001, FBT002 - NAPALM's signature
        format: str = "text",  # noqa: A002 - NAPALM's signature
    ) -> dict[str, str]:
        """Return CONFIG_DB as JSON; `sanitized` without secrets."""
        if format != "text":
            raise NotImplementedError(f"there is no format `{format}`")
        found = {"running": "", "startup": "", "candidate": ""}
        if retrieve in {"all", "running"}:
            found["running"] = _shown(self._running(), sanitized=sanitized)
        if retrieve in {"all", "startup"}:
            saved = partial.read_database(self._ssh.ask(_STARTUP).out)
            found["startup"] = _shown(saved, sanitized=sanitized)
        if retrieve in {"all", "candidate"} and self._candidate is not None:
            found["candidate"] = _shown(self._candidate, sanitized=sanitized)
        return found

    def get_facts(self) -> dict[str, Any]:
        """Return who it is."""
        return getters.facts(self._ssh)

    def get_interfaces(self) -> dict[str, dict[str, Any]]:
        """Return the state of every port."""
        return getters.interfaces(self._ssh)

    def get_lldp_neighbors(self) -> dict[str, list[dict[str, str]]]:
        """Return who is heard on each port."""
        return getters.lldp_neighbors(self._ssh)

    def _running(self) -> Database:
        return partial.read_database(self._driver.fetch()[DATABASE])

    def _checked(self, wanted: Database) -> Database:
        """Let the switch check a candidate by its YANG models; `config load`, which takes it, does not."""
        self._candidate = None
        self._ssh.upload({_DRY: partial.text(wanted)})
        said = self._ssh.tell(f"sudo config replace -d {_DRY}; code=$?; rm -f {_DRY}; exit $code")
        if said.code:
            raise self._refusal(said.words)
        return wanted

    def _read(self, text: str) -> Database:
        try:
            return partial.read_database(text)
        except ValueError as wrong:
            raise self._refusal(str(wrong)) from wrong


def _text(filename: str | None, config: str | None) -> str:
    if filename is None:
        return config or "{}"
    with open(filename, encoding="utf-8") as file:  # noqa: PTH123 - a name of the caller's
        return file.read()


def _steps(change: partial.Undo) -> Iterator[Step]:
    if change.first:
        yield _delete(change.first)
    if change.load:
        yield Step("load", partial.text(change.load))
    if change.last:
        yield _delete(change.last)


def _delete(deletes: Iterable[partial.Delete]) -> Step:
    return Step("delete", json.dumps([[d.table, d.key, d.field] for d in deletes]))


def _lines(database: Database) -> Iterator[str]:
    for table, entries in database.items():
        for key, entry in entries.items():
            yield f"{table}|{key}"
            yield from (f"{table}|{key} {field} {value}" for field, value in entry.items())


def _shown(database: Database, *, sanitized: bool) -> str:
    return partial.text(getters.without_secrets(database) if sanitized else database)
