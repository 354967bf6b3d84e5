"""Floods over HTTP: pipelined requests as raw bytes."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from bench.attack.site import BATCH, LOOPBACK, TIMEOUT, Site
from tests.server.hostile import Context, Messages, Request


class HttpFlood:
    """Pipelined requests over one connection after another."""

    def __init__(self, site: Site, rng: random.Random, count: int) -> None:
        self.site = site
        self.tally = site.tally
        self.messages = Messages(site.document, rng)
        self.rng = rng
        self.left = count
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.tokens = [f"{rng.getrandbits(160):040x}" for _ in range(3)]
        self.address = site.address()

    async def run(self) -> None:
        """Send the requests."""
        while self.tally.wanted and self.left > 0:
            requests = [self.messages.request(self._context()) for _ in range(BATCH)]
            self.left -= len(requests)
            await self._batch([request for request in requests if not request.closes])
            for request in requests:
                if request.closes:
                    await self._batch([request])
        self._close()

    def _context(self) -> Context:
        known: dict[str, list[Any]] = {
            "bot": ["random"], "options": [{}], "clock": [{}], "seats": [2, 3, 4],
            "password": ["a good password"], "name": ["Eve", "Mallory", f"{self.rng.getrandbits(32):x}"],
        }  # fmt: skip
        return Context(list(self.site.tables), self.tokens, known)

    async def _batch(self, requests: list[Request]) -> None:
        """Send requests at once and count their answers, in order."""
        closes, done = requests[-1].closes, 0
        self.tally.sent.update(request.manner for request in requests)
        try:
            reader, writer = await self._connected()
            writer.write(b"".join(request.raw for request in requests))
            if closes:
                writer.write_eof()
            for request in requests:
                async with asyncio.timeout(TIMEOUT):
                    await self._answer(reader, request)
                done += 1
        except TimeoutError:
            self.tally.fail(f"not answered in {TIMEOUT:.0f} s: {requests[done].raw[:300]!r}")
            self._close()
        except (OSError, asyncio.IncompleteReadError) as error:
            self.tally.outcomes[requests[done].manner, "closed"] += 1
            if not closes and not self.site.limited:
                self.tally.fail(f"closed ({type(error).__name__}): {requests[done].raw[:300]!r}")
            self._close()
        if closes:
            self._close()

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.streams is None:
            self.streams = await asyncio.open_connection(
                LOOPBACK, self.site.port, local_addr=(self.address, 0), limit=1_000_000
            )
        return self.streams

    async def _answer(self, reader: asyncio.StreamReader, request: Request) -> None:
        status, body = await read_response(reader, request.head)
        self.tally.outcomes[request.manner, str(status)] += 1
        if status >= 500 and not (status == 503 and b'"not-stored"' in body):
            self.tally.fail(f"{status}: {request.raw[:300]!r}: {body[:300]!r}")
        if status == 201 and b'"link"' in body:
            self.site.tables.append(json.loads(body).get("id") or self.site.tables[-1])

    def _close(self) -> None:
        if self.streams is not None:
            self.streams[1].transport.abort()
            self.streams = None


async def read_response(reader: asyncio.StreamReader, head: bool) -> tuple[int, bytes]:
    """Return status and body, which is empty after a HEAD request (`head`).

    Raises IncompleteReadError if the connection ends before.
    """
    while True:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ", 2)[1])
        if status >= 200:
            break
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if head or status in (204, 304):
        return status, b""
    if headers.get("transfer-encoding") != "chunked":
        return status, await reader.readexactly(int(headers.get("content-length", "0")))
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += (await reader.readexactly(size + 2))[:-2]
    await reader.readexactly(2)
    return status, body
