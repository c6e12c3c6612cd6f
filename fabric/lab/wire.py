"""Trouble on the wire that doubles behind HTTPS share: connections cut, answers that drip."""

from __future__ import annotations

import asyncio

from aiohttp import web

PATIENCE_S = 0.5
"""How long an answer that is under way may take when the lab ends."""
_DRIP_BYTES = 64


def dropped(request: web.BaseRequest) -> web.Response:
    """Cut the connection; the response returned goes nowhere."""
    if request.transport:
        request.transport.abort()
    return web.Response(status=503)


async def dripped(request: web.BaseRequest, data: bytes, seconds: float) -> web.StreamResponse:
    """Send an answer a few bytes at a time."""
    pieces = [data[i : i + _DRIP_BYTES] for i in range(0, len(data), _DRIP_BYTES)]
    response = web.StreamResponse(
        headers={"Content-Type": "application/json", "Content-Length": str(len(data))}
    )
    await response.prepare(request)
    for piece in pieces:
        await asyncio.sleep(seconds / len(pieces))
        await response.write(piece)
    return response
