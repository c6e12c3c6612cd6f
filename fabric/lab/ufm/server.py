"""The HTTPS front of a UFM server: prefixes and the logins each takes, and the faults of the wire."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from typing import TYPE_CHECKING

from aiohttp import web

from fabric.lab.faults import Kind
from fabric.lab.tls import authority, server_context
from fabric.lab.ufm.api import Answer, Call, answered
from fabric.lab.ufm.device import BOOT_S, UfmDevice
from fabric.lab.ufm.partitions import RefusalError
from fabric.lab.wire import PATIENCE_S, dripped, dropped

if TYPE_CHECKING:
    from fabric.lab.fleet import LabDevice
    from fabric.lab.state import World

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
        self._http = web.Server(self._serve, access_log=None)
        self._ended = asyncio.Event()
        self._listener: asyncio.Server | None = None

    async def listen(self) -> None:
        """Begin to accept connections."""
        context = server_context(authority(self.world.directory), self.lab.name, self.lab.address)
        self._listener = await asyncio.get_running_loop().create_server(
            self._http, self.lab.address, self.world.fleet.ufm_port, ssl=context, backlog=64
        )

    async def close(self) -> None:
        """Stop listening and let go of every connection."""
        if self._listener:
            self._listener.close()
        self._ended.set()
        await self._http.shutdown(PATIENCE_S)

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if not self.answers():
            return web.Response(status=503, text="UFM is starting")
        if self.world.faults.holds(self.lab.name, Kind.DEAD):
            await self._ended.wait()
            return dropped(request)
        prefix, _, path = request.path.strip("/").partition("/")
        if prefix not in _BASIC | {_TOKEN}:
            return web.Response(body=_LOGIN_PAGE, content_type="text/html")
        user = self._user(prefix, request.headers.get("Authorization", ""))
        if not user:
            return web.Response(status=401, text="Unauthorized")
        body = await request.read()
        said = f"{request.method} {request.path_qs} {body.decode(errors='replace')}"
        call = Call(request.method, path, dict(request.rel_url.query), body, user, said)
        return await self._answer(request, call)

    async def _answer(self, request: web.BaseRequest, call: Call) -> web.StreamResponse:
        faults, name, said = self.world.faults, self.lab.name, call.said
        if slow := faults.take(name, said, Kind.SLOW):
            await asyncio.sleep(slow.seconds)
        if faults.take(name, said, Kind.DROP_BEFORE):
            return dropped(request)
        if faults.take(name, "", Kind.ERROR):
            return web.Response(status=500, text="Internal Server Error")
        if edit := faults.take(name, said, Kind.EDIT):
            self.edit(edit.line, "human")
        answer = self._done(call)
        if reboot := faults.take(name, said, Kind.REBOOT):
            self.reboot(reboot.seconds or BOOT_S)
        if reboot or faults.take(name, said, Kind.DROP_AFTER):
            return dropped(request)
        if drip := faults.take(name, said, Kind.DRIP):
            return await dripped(request, _bytes(answer), drip.seconds)
        headers = {"Location": answer.location} if answer.location else {}
        return web.Response(
            body=_bytes(answer), status=answer.status, content_type="application/json", headers=headers
        )

    def _done(self, call: Call) -> Answer:
        if call.method != "GET" and self.world.faults.take(self.lab.name, call.said, Kind.ERROR):
            return Answer({"error": "refused by the lab"}, 400)
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


def _bytes(answer: Answer) -> bytes:
    return b"" if answer.body is None else json.dumps(answer.body).encode()
