"""The lab's own HTTP endpoint on the loopback: order faults, make human edits, look at everything."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from aiohttp import web

from fabric.lab.faults import Kind, fault_from_json

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from fabric.lab.faults import Fault
    from fabric.lab.state import Node, World


@asynccontextmanager
async def listen(world: World) -> AsyncIterator[int]:
    """Serve the endpoint on a free port of 127.0.0.1, which is yielded."""
    admin = _Admin(world)
    app = web.Application()
    app.router.add_post("/fault", admin.fault)
    app.router.add_post("/clear", admin.clear)
    app.router.add_post("/edit", admin.edit)
    app.router.add_get("/status", admin.status)
    app.router.add_get("/running/{device}", admin.running)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()


def order(world: World, device: str, fault: Fault) -> None:
    """Order a fault; a time-out, or a reboot or edit that waits for no command, happens now.

    Raises ValueError.
    """
    if fault.kind is Kind.REBOOT and not fault.match:
        world.nodes[device].reboot()
    elif fault.kind is Kind.TIMEOUT:
        world.nodes[device].run_out()
    elif fault.kind is Kind.EDIT and not fault.match:
        world.nodes[device].edit(fault.line, "human")
    else:
        world.faults.add(device, fault)


class _Admin:
    """The requests, each on one world."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def fault(self, request: web.Request) -> web.Response:
        body = await _body(request)
        name, _ = self._device(body.pop("device", ""))
        try:
            order(self._world, name, fault_from_json(body))
        except ValueError as wrong:
            raise web.HTTPBadRequest(text=str(wrong)) from wrong
        return web.json_response({"device": name})

    async def clear(self, request: web.Request) -> web.Response:
        body = await _body(request)
        name, _ = self._device(body.get("device", ""))
        self._world.faults.clear(name, Kind(body["kind"]) if body.get("kind") else None)
        return web.json_response({"device": name})

    async def edit(self, request: web.Request) -> web.Response:
        body = await _body(request)
        name, node = self._device(body.get("device", ""))
        try:
            node.edit(str(body.get("line", "")), str(body.get("user", "human")))
        except ValueError as wrong:
            raise web.HTTPBadRequest(text=str(wrong)) from wrong
        return web.json_response({"device": name, "digest": node.digest()})

    async def running(self, request: web.Request) -> web.Response:
        _, node = self._device(request.match_info["device"])
        return web.Response(text=node.running())

    async def status(self, _request: web.Request) -> web.Response:
        return web.json_response({"devices": {name: self._row(name) for name in self._world.nodes}})

    def _row(self, name: str) -> Mapping[str, object]:
        world, node = self._world, self._world.nodes[name]
        return {
            "platform": node.lab.platform,
            "address": node.lab.address,
            "answers": node.answers(),
            "digest": node.digest(),
            "ports_up": [port for port in node.lab.ports if world.port_up(name, port)],
            "ports": len(node.lab.ports),
            "bgp": [port for port, _, stands in world.sessions(name) if stands],
            "faults": [asdict(fault) for fault in world.faults.ordered(name)],
        }

    def _device(self, name: object) -> tuple[str, Node]:
        node = self._world.nodes.get(str(name))
        if node is None:
            raise web.HTTPNotFound(text=f"no device `{name}`")
        return str(name), node


async def _body(request: web.Request) -> dict[str, Any]:
    try:
        body = await request.json()
    except ValueError as wrong:
        raise web.HTTPBadRequest(text=f"the body is not JSON: {wrong}") from wrong
    if not isinstance(body, dict):
        raise web.HTTPBadRequest(text="the body is not an object")
    return body
