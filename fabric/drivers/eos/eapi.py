"""eAPI: JSON-RPC over the kept HTTPS connection, and what its errors mean."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from fabric.drivers.contract import LostReplyError, RefusedError
from fabric.drivers.deadline import Deadline
from fabric.drivers.eos.lines import words
from fabric.drivers.eos.shapes import SHAPES
from fabric.drivers.https import Https, Request
from fabric.drivers.shape import NonsenseError, decoded, fitted

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
        self._https = Https(entry, secrets.value, _PORT, secrets.mask)
        enable: Command = "enable"
        if entry.enable:
            enable = {"cmd": "enable", "input": secrets.value(entry.enable)}
        self._enable = enable

    def read(self, *commands: str) -> list[Mapping[str, Any]]:
        """Run show commands and return their JSON; raises RefusedError or UnreachableError."""
        return self._shaped(commands, self._ask(commands, "json"))

    def read_each(self, *commands: str) -> list[Mapping[str, Any] | None]:
        """Run show commands and return the JSON of each, None for one that the device refuses.

        A refused one stops its batch: what stands behind it is asked in another request.
        """
        found: list[Mapping[str, Any] | None] = []
        while len(found) < len(commands):
            batch = [self._enable, *commands[len(found) :]]
            body = self._body(self._asked(batch, "json"))
            if body.get("error") is None:
                found += self._whole(batch, body)[1:]
                continue
            ran = _ran(body["error"])
            if not 1 < len(ran) <= len(batch):
                raise self._refused(batch, body["error"])
            found += [*self._objects(ran[1:-1]), None]
        self._shaped(commands, [{} if one is None else one for one in found])
        return found

    def read_text(self, command: str) -> str:
        """Run one show command and return what it prints."""
        return str(self._ask((command,), "text")[0].get("output", ""))

    def change(self, commands: Sequence[Command]) -> str:
        """Run commands that change something and return what the last one prints; never repeated."""
        batch = [self._enable, *commands]
        reply = self._https.tell(_request(batch, "text"), Deadline(self._entry.change_deadline_s))
        try:
            results = self._results(batch, reply)
        except NonsenseError as fault:
            raise LostReplyError(str(fault)) from fault
        return str(results[-1].get("output", ""))

    def close(self) -> None:
        """Let go of the connection; eAPI keeps nothing for it on the device."""
        self._https.close()

    def _ask(self, commands: Sequence[str], form: Form) -> list[Mapping[str, Any]]:
        batch = [self._enable, *commands]
        return self._results(batch, self._asked(batch, form))

    def _asked(self, batch: Sequence[Command], form: Form) -> Reply:
        return self._https.ask(_request(batch, form), Deadline(self._entry.deadline_s))

    def _results(self, batch: Sequence[Command], reply: Reply) -> list[Mapping[str, Any]]:
        body = self._body(reply)
        if (failure := body.get("error")) is not None:
            raise self._refused(batch, failure)
        return self._whole(batch, body)[1:]

    def _body(self, reply: Reply) -> Mapping[str, Any]:
        name = self._entry.name
        if not reply.done:
            raise RefusedError(f"{name}: HTTP {reply.status}: {self._https.said(reply.data)}")
        body: Mapping[str, Any] = decoded(reply.data, {}, name)
        return body

    def _whole(self, batch: Sequence[Command], body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        results = body.get("result")
        if not isinstance(results, list) or len(results) != len(batch):
            raise NonsenseError(f"{self._entry.name}: its answer makes no sense: it is not complete")
        return self._objects(results)

    def _objects(self, results: list[Any]) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = fitted(results, [{}], self._entry.name)
        return found

    def _shaped(self, commands: Sequence[str], replies: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Return the replies to show commands when each can be read as what was asked."""
        for command, reply in zip(commands, replies, strict=True):
            fitted(reply, SHAPES.get(command, {}), f"{self._entry.name}: `{command}`")
        return replies

    def _refused(self, batch: Sequence[Command], failure: Any) -> RefusedError:
        return RefusedError(self._secrets.mask(f"{self._entry.name}: {_refusal(batch, failure)}"))


def _request(batch: Sequence[Command], form: Form) -> Request:
    params = {"version": 1, "cmds": batch, "format": form}
    call = {"jsonrpc": "2.0", "method": "runCmds", "params": params, "id": "fabric", "streaming": False}
    return Request(_PATH, json.dumps(call).encode(), _TYPE)


def _ran(failure: Any) -> list[Any]:
    """Return the results of a batch up to the refused command, which is the last; other errors have none."""
    data = failure.get("data") if isinstance(failure, dict) else None
    return data if isinstance(data, list) else []


def _refusal(batch: Sequence[Command], failure: Any) -> str:
    """Return the refused command and the device's words."""
    if not isinstance(failure, dict):
        return "refused without a word"
    message, ran = str(failure.get("message", "refused without a word")), _ran(failure)
    if not 0 < len(ran) <= len(batch):
        return f"{message} [{failure.get('code')}]"
    last = ran[-1] if isinstance(ran[-1], dict) else {}
    errors = last.get("errors")
    told = errors if isinstance(errors, list) else ()
    said = "; ".join(str(error).strip() for error in told) or last.get("output") or message
    return f"`{words(batch[len(ran) - 1])}`: {str(said).strip()}"
