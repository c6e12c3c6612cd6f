"""The HTTPS front of an EOS device: eAPI under `/command-api`, logins, and the faults of the wire."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import secrets
from typing import TYPE_CHECKING

from aiohttp import web

from fabric.lab.eos.accounts import accepts
from fabric.lab.eos.device import BOOT_S, EosDevice
from fabric.lab.eos.rpc import RequestError, answer, read_call, refusal
from fabric.lab.eos.shell import Shell
from fabric.lab.faults import Kind
from fabric.lab.tls import authority, server_context
from fabric.lab.wire import PATIENCE_S, dripped, dropped

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
        self._http = web.Server(self._serve, access_log=None)
        self._ended = asyncio.Event()
        self._listener: asyncio.Server | None = None

    async def listen(self) -> None:
        """Begin to accept connections."""
        context = server_context(authority(self.world.directory), self.lab.name, self.lab.address)
        self._listener = await asyncio.get_running_loop().create_server(
            self._http, self.lab.address, self.world.fleet.eapi_port, ssl=context, backlog=64
        )

    async def close(self) -> None:
        """Stop listening and let go of every connection."""
        self.shut()
        if self._listener:
            self._listener.close()
        self._ended.set()
        # aiohttp reads 0 as "for ever"
        await self._http.shutdown(PATIENCE_S)

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if not self.answers():
            return dropped(request)
        if self.world.faults.holds(self.lab.name, Kind.DEAD):
            await self._ended.wait()
            return dropped(request)
        if request.path == "/login":
            return await self._login(request)
        if request.path != "/command-api" or request.method != "POST":
            return web.Response(status=404, text="Not found")
        user = self._user(request)
        if not user:
            return web.Response(status=401, text=_UNAUTHORISED, headers={"WWW-Authenticate": "Basic"})
        return await self._command_api(request, user)

    async def _command_api(self, request: web.BaseRequest, user: str) -> web.StreamResponse:
        try:
            call = read_call(await request.read())
        except RequestError as error:
            return _reply(refusal(error))
        faults, name = self.world.faults, self.lab.name
        said = "\n".join(command.text for command in call.commands)
        if slow := faults.take(name, said, Kind.SLOW):
            await asyncio.sleep(slow.seconds)
        if faults.take(name, said, Kind.DROP_BEFORE):
            return dropped(request)
        if faults.take(name, "", Kind.ERROR):
            return web.Response(status=500, text="Internal Server Error")
        body = answer(call, Shell(self, user))
        if reboot := faults.take(name, said, Kind.REBOOT):
            self.reboot(reboot.seconds or BOOT_S)
        if reboot or not self.answers() or faults.take(name, said, Kind.DROP_AFTER):
            return dropped(request)
        if drip := faults.take(name, said, Kind.DRIP):
            return await dripped(request, json.dumps(body).encode(), drip.seconds)
        return _reply(body)

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


def _reply(body: dict[str, object]) -> web.Response:
    return web.Response(body=json.dumps(body).encode(), content_type="application/json")
