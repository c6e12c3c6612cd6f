"""The HTTPS front of a Cumulus switch: logins, tokens, and the faults of the wire."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from aiohttp import web

from fabric.lab.cumulus.api import Answer, Call, RefusalError, answered, parts
from fabric.lab.cumulus.device import BOOT_S, CumulusDevice
from fabric.lab.faults import Kind
from fabric.lab.tls import authority, server_context
from fabric.lab.wire import PATIENCE_S, dripped, dropped

if TYPE_CHECKING:
    from fabric.lab.fleet import LabDevice
    from fabric.lab.state import World

_DEFAULT_LOGIN = ("cumulus", "cumulus")
"""Refused for everything since 5.6 until its password is changed (docs, NVUE API page)."""


async def start(device: LabDevice, world: World) -> CumulusFront:
    """Start one device on its own address. Raises OSError when the address is taken."""
    front = CumulusFront(device, world)
    await front.listen()
    return front


class CumulusFront(CumulusDevice):
    """A device that listens."""

    def __init__(self, device: LabDevice, world: World) -> None:
        super().__init__(device, world)
        self._http = web.Server(self._serve, access_log=None)
        self._ended = asyncio.Event()
        self._listener: asyncio.Server | None = None

    async def listen(self) -> None:
        """Begin to accept connections."""
        context = server_context(authority(self.world.directory), self.lab.name, self.lab.address)
        self._listener = await asyncio.get_running_loop().create_server(
            self._http, self.lab.address, self.world.fleet.nvue_port, ssl=context, backlog=64
        )

    async def close(self) -> None:
        """Stop listening and let go of every connection."""
        self.shut()
        if self._listener:
            self._listener.close()
        self._ended.set()
        await self._http.shutdown(PATIENCE_S)

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if not self.answers():
            return dropped(request)
        if self.world.faults.holds(self.lab.name, Kind.DEAD):
            await self._ended.wait()
            return dropped(request)
        path = parts(request.rel_url.raw_path)
        if path is None:
            return web.Response(status=404, text="404 Not Found")
        status, user = self._login(request)
        if not user:
            return _reply(Answer(RefusalError(status, "Authentication failed.").body, status))
        body = await request.read()
        said = f"{request.method} {request.path_qs} {body.decode(errors='replace')}"
        plain = request.content_type == "text/plain"
        return await self._answer(
            request, Call(request.method, path, dict(request.rel_url.query), body, user, said, plain=plain)
        )

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
        if reboot or not self.answers() or faults.take(name, said, Kind.DROP_AFTER):
            return dropped(request)
        if drip := faults.take(name, said, Kind.DRIP):
            return await dripped(request, _bytes(answer), drip.seconds)
        return _reply(answer)

    def _done(self, call: Call) -> Answer:
        """Do it; a refusal that was ordered takes the place of a body's own, an apply's comes later."""
        of_tree = call.path[:1] != ("revision",)
        if of_tree and self.world.faults.take(self.lab.name, call.said, Kind.ERROR):
            return Answer(
                RefusalError(HTTPStatus.BAD_REQUEST, "refused by the lab").body, HTTPStatus.BAD_REQUEST
            )
        try:
            return answered(self, call)
        except RefusalError as refusal:
            return Answer(refusal.body, refusal.status)

    def _login(self, request: web.BaseRequest) -> tuple[HTTPStatus, str]:
        """Return who asks, or with which status nobody known is turned away."""
        kind, _, encoded = request.headers.get("Authorization", "").partition(" ")
        if kind == "Bearer":
            return HTTPStatus.UNAUTHORIZED, self.tokens.get(encoded, "")
        try:
            user, _, password = base64.b64decode(encoded, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return HTTPStatus.UNAUTHORIZED, ""
        if (user, password) == _DEFAULT_LOGIN:
            return HTTPStatus.FORBIDDEN, ""
        known = (self.world.fleet.user, self.world.fleet.password)
        return HTTPStatus.UNAUTHORIZED, user if kind == "Basic" and (user, password) == known else ""


def _reply(answer: Answer) -> web.Response:
    if answer.body is None:
        return web.Response(status=answer.status)
    return web.Response(body=_bytes(answer), status=answer.status, content_type="application/json")


def _bytes(answer: Answer) -> bytes:
    return json.dumps(answer.body).encode()
