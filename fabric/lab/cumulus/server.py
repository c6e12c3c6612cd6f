"""The HTTPS front of a Cumulus switch: logins, tokens, and what a request becomes."""

from __future__ import annotations

import base64
import binascii
import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from aiohttp import web

from fabric.lab.cumulus.api import Answer, Call, RefusalError, answered, parts
from fabric.lab.cumulus.device import CumulusDevice
from fabric.lab.cumulus.semantics import node
from fabric.lab.faults import Kind
from fabric.lab.front import Front, Reply
from fabric.lab.passwords import fits

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
        self._front = Front(self, world.fleet.nvue_port, self._serve)

    async def listen(self) -> None:
        """Begin to accept connections."""
        await self._front.listen()

    async def close(self) -> None:
        """Stop listening and let go of every connection."""
        self.shut()
        await self._front.close()

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        path = parts(request.rel_url.raw_path)
        if path is None:
            return web.Response(status=404, text="404 Not Found")
        status, user = self._login(request)
        if not user:
            denied = Answer(RefusalError(status, "Authentication failed.").body, status)
            return web.Response(body=_reply(denied).body, status=status, content_type="application/json")
        body = await request.read()
        said = f"{request.method} {request.path_qs} {body.decode(errors='replace')}"
        plain = request.content_type == "text/plain"
        call = Call(request.method, path, dict(request.rel_url.query), body, user, said, plain=plain)
        return await self._front.answer(request, said, lambda: _reply(self._done(call)))

    def _done(self, call: Call) -> Answer:
        """Do it; a refusal that was ordered takes the place of a body's own, an apply's comes later."""
        if edit := self.world.faults.take(self.lab.name, call.said, Kind.EDIT):
            self.edit(edit.line, "human")
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
        return HTTPStatus.UNAUTHORIZED, user if kind == "Basic" and self._lets_in(user, password) else ""

    def _lets_in(self, user: str, password: str) -> bool:
        """Go by the accounts of the configuration; `*` is one that no password opens."""
        fleet = self.world.fleet
        accounts = node(self.tree, "system", "aaa", "user")
        kept = {name: str(account.get("hashed-password", "")) for name, account in accounts.items()}
        if fleet.local_accounts and any(value.startswith("$6$") for value in kept.values()):
            return fits(password, kept.get(user, ""))
        return (user, password) == (fleet.user, fleet.password)


def _reply(answer: Answer) -> Reply:
    return Reply(b"" if answer.body is None else json.dumps(answer.body).encode(), answer.status)
