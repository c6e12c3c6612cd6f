"""JSON-RPC of eAPI: reads `runCmds`, runs the commands in order, words results and errors as EOS does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.lab.eos.answers import REASONS, Answer, Code, CommandError

if TYPE_CHECKING:
    from fabric.lab.eos.shell import Shell

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
NO_METHOD = -32601
BAD_PARAMS = -32602
_PARAMS = frozenset(
    {
        "version", "cmds", "format", "autoComplete", "expandAliases", "timestamps", "stopOnError",
        "includeErrorDetail",
    }
)  # fmt: skip


class RequestError(Exception):
    """The request is not one of eAPI's."""

    def __init__(self, code: int, message: str, call: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.call = call


@dataclass(frozen=True, slots=True)
class Command:
    """One command with its further input."""

    text: str
    given: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """One `runCmds`."""

    call: object
    """The client's id, given back as it came."""
    commands: tuple[Command, ...]
    as_text: bool


def read_call(body: bytes) -> Call:
    """Read a request. Raises RequestError."""
    try:
        raw = json.loads(body)
    except ValueError as broken:
        raise RequestError(PARSE_ERROR, f"Parse error: {broken}") from broken
    if not isinstance(raw, dict) or "jsonrpc" not in raw:
        raise RequestError(INVALID_REQUEST, "Expected field 'jsonrpc' not specified")
    call, params = raw.get("id"), raw.get("params")
    if raw.get("method") != "runCmds":
        raise RequestError(NO_METHOD, f"Unknown method {raw.get('method')}", call)
    if not isinstance(params, dict) or not isinstance(params.get("cmds"), list):
        raise RequestError(BAD_PARAMS, "runCmds() requires the argument 'cmds'", call)
    if unknown := sorted(set(params) - _PARAMS):
        sentence = f"runCmds() got an unexpected keyword argument '{unknown[0]}'"
        raise RequestError(BAD_PARAMS, sentence, call)
    return Call(call, tuple(_command(c) for c in params["cmds"]), params.get("format", "json") == "text")


def answer(call: Call, shell: Shell) -> dict[str, object]:
    """Run the commands of a call. The first error ends it; what ran before it stays done."""
    results: list[dict[str, object]] = []
    try:
        for number, command in enumerate(call.commands, 1):
            try:
                results.append(_result(shell.run(command.text, command.given), as_text=call.as_text))
            except CommandError as error:
                return _failed(call, number, error, results)
    finally:
        shell.close()
    return {"jsonrpc": "2.0", "id": call.call, "result": results}


def refusal(error: RequestError) -> dict[str, object]:
    """Return the reply to what is no request."""
    return {"jsonrpc": "2.0", "id": error.call, "error": {"code": error.code, "message": str(error)}}


def _command(raw: object) -> Command:
    if isinstance(raw, dict):
        return Command(str(raw.get("cmd", "")), str(raw.get("input", "")))
    return Command(str(raw))


def _result(answer: Answer, *, as_text: bool) -> dict[str, object]:
    if as_text:
        return {"output": answer.as_text()}
    if answer.data is None:
        raise CommandError(Code.UNCONVERTED, "Command cannot be used over the API in this format")
    return dict(answer.data)


def _failed(
    call: Call, number: int, error: CommandError, results: list[dict[str, object]]
) -> dict[str, object]:
    entry: dict[str, object] = {"errors": list(error.errors)}
    if call.as_text:
        entry["output"] = "".join(f"% {text}\n" for text in error.errors)
    said = call.commands[number - 1].text
    message = f"CLI command {number} of {len(call.commands)} '{said}' failed: {REASONS[error.code]}"
    body = {"code": int(error.code), "message": message, "data": [*results, entry]}
    return {"jsonrpc": "2.0", "id": call.call, "error": body}
