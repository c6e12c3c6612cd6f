"""Trouble on the wire that doubles share: connections cut, answers that drip or are no answers."""

from __future__ import annotations

import asyncio

from aiohttp import web

from fabric.lab.faults import Kind

GARBLES = (Kind.GARBAGE, Kind.HTML, Kind.HALF, Kind.FLOOD)
"""Faults that put something else in the place of an answer."""
FLOOD_BYTES = 100 * 2**20
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


def garbled(kind: Kind, data: bytes) -> bytes:
    """Return what comes in the place of an answer, in UTF-8: SSH carries it too."""
    if kind is Kind.HALF:
        return data[: len(data) // 2]
    if kind is Kind.FLOOD:
        return b"[" + b"0," * (FLOOD_BYTES // 2)
    return _PAGE if kind is Kind.HTML else _NOISE


_PAGE = b"<!DOCTYPE html>\n<html><body><h1>It works!</h1></body></html>\n"
_NOISE = "\x00\x1b[2J\u202e}{]\x07\xff null NaN\n==fab==\n".encode() * 8
