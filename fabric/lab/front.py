"""The HTTPS front of every double that speaks it: how it starts and stops, and the faults of the wire."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from aiohttp import web

from fabric.lab.faults import Kind
from fabric.lab.tls import authority, server_context
from fabric.lab.wire import GARBLES, PATIENCE_S, dripped, dropped, garbled

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from fabric.lab.fleet import LabDevice
    from fabric.lab.state import World

    Serve = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]

BOOT_S = 0.5
"""How long a reboot takes here."""


class Device(Protocol):
    """What a front stands before."""

    lab: LabDevice
    world: World

    def answers(self) -> bool:
        """Say whether it is up."""

    def reboot(self, boot_s: float) -> None:
        """Lose everything that is not kept, and come back."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a device says to a request."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class Front:
    """One device's listener, with a certificate of the lab's authority."""

    def __init__(self, device: Device, port: int, serve: Serve, starting: str = "") -> None:
        self._device = device
        self._port = port
        self._serve = serve
        self._starting = starting
        self._http = web.Server(self._alive, access_log=None)
        self._ended = asyncio.Event()
        self._listener: asyncio.Server | None = None

    async def listen(self) -> None:
        """Begin to accept connections. Raises OSError when the address is taken."""
        lab = self._device.lab
        context = server_context(authority(self._device.world.directory), lab.name, lab.address)
        self._listener = await asyncio.get_running_loop().create_server(
            self._http, lab.address, self._port, ssl=context, backlog=64
        )

    async def close(self) -> None:
        """Stop listening and let go of every connection."""
        if self._listener:
            self._listener.close()
        self._ended.set()
        # aiohttp reads 0 as "for ever"
        await self._http.shutdown(PATIENCE_S)

    async def answer(
        self, request: web.BaseRequest, said: str, work: Callable[[], Reply]
    ) -> web.StreamResponse:
        """Do the work that a request asks for, in the trouble that was ordered for it."""
        faults, name = self._device.world.faults, self._device.lab.name
        if slow := faults.take(name, said, Kind.SLOW):
            await asyncio.sleep(slow.seconds)
        if faults.take(name, said, Kind.DROP_BEFORE):
            return dropped(request)
        if faults.take(name, "", Kind.ERROR):
            return web.Response(status=500, text="Internal Server Error")
        reply = work()
        if reboot := faults.take(name, said, Kind.REBOOT):
            self._device.reboot(reboot.seconds or BOOT_S)
        if reboot or not self._device.answers() or faults.take(name, said, Kind.DROP_AFTER):
            return dropped(request)
        if drip := faults.take(name, said, Kind.DRIP):
            return await dripped(request, reply.body, drip.seconds)
        if garble := faults.take(name, said, *GARBLES):
            return web.Response(body=garbled(garble.kind, reply.body), content_type="application/json")
        kind = "application/json" if reply.body else "text/plain"
        return web.Response(
            body=reply.body, status=reply.status, headers=dict(reply.headers), content_type=kind
        )

    async def _alive(self, request: web.BaseRequest) -> web.StreamResponse:
        if not self._device.answers():
            starts = self._starting  # where the web server is up before what stands behind it
            return web.Response(status=503, text=starts) if starts else dropped(request)
        if self._device.world.faults.holds(self._device.lab.name, Kind.DEAD):
            await self._ended.wait()
            return dropped(request)
        return await self._serve(request)
