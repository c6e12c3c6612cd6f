"""eAPI: JSON-RPC over the kept HTTPS connection, and what its errors mean."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from fabric.drivers.contract import LostReplyError, RefusedError, UnreachableError
from fabric.drivers.deadline import Deadline
from fabric.drivers.eos.lines import words
from fabric.drivers.https import Https, Request

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.drivers.entry import HostEntry
    from fabric.drivers.eos.lines import Command
    from fabric.drivers.https import Reply
    from fabric.drivers.secrets import Secrets

_PATH = "/command-api"
_TYPE = "application/json-rpc"
_PORT = 443

Form = Literal["json", "text"]


class Eapi:
    """Runs batches of commands on one device. A batch stops at the first refused command."""

    def __init__(self, entry: HostEntry, secrets: Secrets) -> None:
        self._entry = entry
        self._secrets = secrets
        self._https = Https(entry, secrets.value(entry.password), _PORT)
        enable: Command = "enable"
        if entry.enable:
            enable = {"cmd": "enable", "input": secrets.value(entry.enable)}
        self._enable = enable

    def read(self, *commands: str) -> list[Mapping[str, Any]]:
        """Run show commands and return their JSON; raises RefusedError or UnreachableError."""
        return self._ask(commands, "json")

    def read_text(self, command: str) -> str:
        """Run one show command and return what it prints."""
        return str(self._ask((command,), "text")[0].get("output", ""))

    def change(self, commands: Sequence[Command]) -> str:
        """Run commands that change something and return what the last one prints; never repeated."""
        batch = [self._enable, *commands]
        reply = self._https.tell(_request(batch, "text"), Deadline(self._entry.change_deadline_s))
        try:
            results = self._results(batch, reply)
        except UnreachableError as fault:
            raise LostReplyError(str(fault)) from fault
        return str(results[-1].get("output", ""))

    def close(self) -> None:
        """Let go of the connection; eAPI keeps nothing for it on the device."""
        self._https.close()

    def _ask(self, commands: Sequence[str], form: Form) -> list[Mapping[str, Any]]:
        batch = [self._enable, *commands]
        reply = self._https.ask(_request(batch, form), Deadline(self._entry.deadline_s))
        return self._results(batch, reply)

    def _results(self, batch: Sequence[Command], reply: Reply) -> list[Mapping[str, Any]]:
        name = self._entry.name
        answer = reply.accepted(name)
        try:
            body = json.loads(answer)
            failure, results = body.get("error"), body.get("result")
        except (ValueError, AttributeError) as fault:
            raise UnreachableError(f"{name}: the answer is not JSON-RPC") from fault
        if failure is not None:
            raise RefusedError(self._secrets.mask(f"{name}: {_refusal(batch, failure)}"))
        if not isinstance(results, list) or len(results) != len(batch):
            raise UnreachableError(f"{name}: the answer is not complete")
        return results[1:]


def _request(batch: Sequence[Command], form: Form) -> Request:
    params = {"version": 1, "cmds": batch, "format": form}
    call = {"jsonrpc": "2.0", "method": "runCmds", "params": params, "id": "fabric", "streaming": False}
    return Request(_PATH, json.dumps(call).encode(), _TYPE)


def _refusal(batch: Sequence[Command], failure: Mapping[str, Any]) -> str:
    """Return the refused command and the device's words.

    `data` has one entry per command that ran, the refused one last; the errors of other kinds have none.
    """
    message = str(failure.get("message", "refused without a word"))
    data = failure.get("data")
    if not isinstance(data, list) or not 0 < len(data) <= len(batch):
        return f"{message} [{failure.get('code')}]"
    last = data[-1] if isinstance(data[-1], dict) else {}
    said = "; ".join(str(error).strip() for error in last.get("errors", ())) or last.get("output") or message
    return f"`{words(batch[len(data) - 1])}`: {str(said).strip()}"
