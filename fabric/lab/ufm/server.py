"""The HTTPS front of a UFM server: prefixes and the logins each takes, and what a request becomes."""

from __future__ import annotations

import base64
import binascii
import json
from typing import TYPE_CHECKING

from aiohttp import web

from fabric.lab.faults import Kind
from fabric.lab.front import Front, Reply
from fabric.lab.ufm.api import Answer, Call, answered
from fabric.lab.ufm.device import UfmDevice
from fabric.lab.ufm.partitions import RefusalError

if TYPE_CHECKING:
    from fabric.lab.fleet import LabDevice
    from fabric.lab.state import Node, World

_BASIC = frozenset({"ufmRest", "ufmRestV2"})
_TOKEN = "ufmRestV3"  # noqa: S105 - the prefix of a path
_LOGIN_PAGE = b"<html><body><form>UFM login</form></body></html>"
"""What comes back, with status 200, for a path outside the API."""


async def start(device: LabDevice, world: World) -> UfmFront:
    """Start one server on its own address. Raises OSError when the address is taken."""
    front = UfmFront(device, world)
    await front.listen()
    return front


class UfmFront(UfmDevice):
    """A server that listens."""

    def __init__(self, device: LabDevice, world: World) -> None:
        super().__init__(device, world)
        self._front = Front(self, world.fleet.ufm_port, self._serve, "UFM is starting")
        self._files: Node | None = None

    async def listen(self) -> None:
        """Begin to accept connections."""
        await self._front.listen()
        if self.box:
            # asyncssh is loaded only when a lab has such a server.
            from fabric.lab.ufm.ssh import listen  # noqa: PLC0415

            self._files = await listen(self.box)

    async def close(self) -> None:
        """Stop listening and let go of every connection."""
        await self._front.close()
        if self._files:
            await self._files.close()

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        prefix, _, path = request.path.strip("/").partition("/")
        if prefix not in _BASIC | {_TOKEN}:
            return web.Response(body=_LOGIN_PAGE, content_type="text/html")
        user = self._user(prefix, request.headers.get("Authorization", ""))
        if not user:
            return web.Response(status=401, text="Unauthorized")
        body = await request.read()
        said = f"{request.method} {request.path_qs} {body.decode(errors='replace')}"
        call = Call(request.method, path, dict(request.rel_url.query), body, user, said)
        return await self._front.answer(request, said, lambda: _reply(self._done(call)))

    def _done(self, call: Call) -> Answer:
        if edit := self.world.faults.take(self.lab.name, call.said, Kind.EDIT):
            self.edit(edit.line, "human")
        if call.method != "GET" and self.world.faults.take(self.lab.name, call.said, Kind.ERROR):
            return Answer({"error": "refused by the lab"}, 400)
        if call.method != "GET" and self.world.faults.take(self.lab.name, call.said, Kind.IGNORE):
            return Answer({})
        try:
            return answered(self, call)
        except RefusalError as refusal:
            return Answer({"error": str(refusal)}, refusal.status)

    def _user(self, prefix: str, header: str) -> str:
        """Return who asks. A token comes under the word Basic too, and only below its own prefix."""
        kind, _, encoded = header.partition(" ")
        if kind != "Basic":
            return ""
        if prefix == _TOKEN:
            return self.tokens.get(encoded, "")
        try:
            user, _, password = base64.b64decode(encoded, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return ""
        known = (self.world.fleet.user, self.world.fleet.password)
        return user if (user, password) == known else ""


def _reply(answer: Answer) -> Reply:
    headers = {"Location": answer.location} if answer.location else {}
    body = b"" if answer.body is None else json.dumps(answer.body).encode()
    return Reply(body, answer.status, headers)
