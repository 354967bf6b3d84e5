"""Clients beside the floods: connections that are held and not read, and a player who keeps the rules."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress

import httpx

from bench.attack.site import LOOPBACK, Site
from tests.server.hostile import BINARY, Frame

POST = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n"
UPGRADE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def hold(site: Site, manner: str, end: asyncio.Event) -> None:
    """Hold a connection open until `end`; open another one whenever the server closes it."""
    content = {
        "nothing sent": b"",
        "half a request": POST,
        "half a body": POST + b'\r\n{"',
        "answers not read": b"GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" * 400,
        "socket not read": UPGRADE.format(table=site.tables[-1]).encode()
        + Frame("", b"x", BINARY).encode() * 2_000,
    }[manner]
    while not end.is_set():
        site.tally.held[manner] += 1
        try:
            _, writer = await asyncio.open_connection(LOOPBACK, site.port, local_addr=(site.address(), 0))
        except OSError as error:
            site.tally.fail(f"no connection: {error}")
            return
        # A reader that is never asked takes 64 kB, then the rest stays with the server.
        writer.write(content)
        closed = asyncio.create_task(writer.wait_closed())
        ended = asyncio.create_task(end.wait())
        await asyncio.wait({closed, ended}, return_when=asyncio.FIRST_COMPLETED)
        writer.transport.abort()
        ended.cancel()
        await asyncio.gather(closed, ended, return_exceptions=True)
        await wait_for_end(end, 0.5)


async def wait_for_end(end: asyncio.Event, seconds: float) -> None:
    """Wait for the end of the attack, at most `seconds`."""
    with suppress(TimeoutError):
        await asyncio.wait_for(end.wait(), seconds)


async def play_fair(site: Site, end: asyncio.Event) -> None:
    """Play a move of one match after another every half second, and keep how long each answer takes."""
    async with site.http() as http:
        table = ""
        while not end.is_set():
            began = time.perf_counter()
            try:
                table = await fair_move(http, table)
            except (httpx.HTTPError, KeyError) as error:
                site.tally.fail(f"the fair player got {error!r}")
                return
            site.tally.latencies.append(time.perf_counter() - began)
            await wait_for_end(end, 0.5)


async def fair_move(http: httpx.AsyncClient, table: str) -> str:
    """Look at the table and play if it is our turn; return the table to go on with, another after a match."""
    if not table:
        body = {"game": "islands", "name": "Ann", "seats": 2, "bot": "random"}
        opened = (await http.post("/api/play", json=body)).raise_for_status()
        return str(opened.json()["id"])
    view = (await http.get(f"/api/tables/{table}")).raise_for_status().json()["view"]
    if view["outcome"] is not None:
        return ""
    if view["moves"]:
        play = {"t": "play", "id": secrets.token_hex(8), "words": view["moves"][0], "seen": view["ply"]}
        (await http.post(f"/api/tables/{table}/ask", json=play)).raise_for_status()
    return table
