"""The HTTPS front of an EOS device: eAPI under `/command-api`, and its logins."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from typing import TYPE_CHECKING

from aiohttp import web

from fabric.lab.eos.accounts import accepts
from fabric.lab.eos.device import EosDevice
from fabric.lab.eos.rpc import RequestError, answer, read_call, refusal
from fabric.lab.eos.shell import Shell
from fabric.lab.front import Front, Reply

if TYPE_CHECKING:
    from fabric.lab.fleet import LabDevice
    from fabric.lab.state import World

_UNAUTHORISED = "Unable to authenticate user: Bad username/password combination"


async def start(device: LabDevice, world: World) -> EosFront:
    """Start one device on its own address. Raises OSError when the address is taken."""
    front = EosFront(device, world)
    await front.listen()
    return front


class EosFront(EosDevice):
    """A device that listens."""

    def __init__(self, device: LabDevice, world: World) -> None:
        super().__init__(device, world)
        self._cookies: dict[str, str] = {}
        self._front = Front(self, world.fleet.eapi_port, self._serve)

    async def listen(self) -> None:
        """Begin to accept connections."""
        await self._front.listen()

    async def close(self) -> None:
        """Stop listening and let go of every connection."""
        self.shut()
        await self._front.close()

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path == "/login":
            return await self._login(request)
        if request.path != "/command-api" or request.method != "POST":
            return web.Response(status=404, text="Not found")
        user = self._user(request)
        if not user:
            return web.Response(status=401, text=_UNAUTHORISED, headers={"WWW-Authenticate": "Basic"})
        try:
            call = read_call(await request.read())
        except RequestError as error:
            return web.Response(body=_bytes(refusal(error)), content_type="application/json")
        said = "\n".join(command.text for command in call.commands)
        return await self._front.answer(request, said, lambda: Reply(_bytes(answer(call, Shell(self, user)))))

    async def _login(self, request: web.BaseRequest) -> web.StreamResponse:
        """Open a cookie session, the other way of eAPI to log in."""
        try:
            given = json.loads(await request.read())
        except ValueError:
            given = {}
        if not self._lets_in(str(given.get("username")), str(given.get("password"))):
            return web.Response(status=401, text=_UNAUTHORISED)
        response = web.Response(text="Logged in")
        cookie = secrets.token_hex(16)
        self._cookies[cookie] = str(given["username"])
        response.set_cookie("Session", cookie, secure=True, httponly=True)
        return response

    def _user(self, request: web.BaseRequest) -> str:
        """Return who asks; empty when nobody known does."""
        if known := self._cookies.get(request.cookies.get("Session", "")):
            return known
        kind, _, encoded = request.headers.get("Authorization", "").partition(" ")
        try:
            user, _, password = base64.b64decode(encoded, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return ""
        return user if kind == "Basic" and self._lets_in(user, password) else ""

    def _lets_in(self, user: str, password: str) -> bool:
        fleet = self.world.fleet
        found = accepts(self.running(), user, password) if fleet.local_accounts else None
        return (user, password) == (fleet.user, fleet.password) if found is None else found


def _bytes(body: dict[str, object]) -> bytes:
    return json.dumps(body).encode()
