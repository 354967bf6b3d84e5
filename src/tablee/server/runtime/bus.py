"""How processes tell each other that a table changed. It may lose messages: the log is the truth."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from redis import asyncio as redis
from redis.exceptions import RedisError

Hear = Callable[[str], None]
CHANNEL = "tablee"
# A move is never held up by the bus for longer than this, in seconds.
PATIENCE = 0.5
WAITING = 10_000
LOG = logging.getLogger(__name__)


class Bus(Protocol):
    """Listen, publish, claim, close."""

    async def listen(self, hear: Hear) -> None:
        """Call `hear` with every message of another process, from now on."""

    def publish(self, *message: object) -> None:
        """Tell the others, if that is possible. Never waits, never fails."""

    async def claim(self, what: str, milliseconds: int) -> bool:
        """Whether this process may do something that one is enough for. If nobody knows, it may."""

    async def close(self) -> None:
        """Fall silent."""


class Alone:
    """The bus of a single process: there is nobody to tell."""

    async def listen(self, hear: Hear) -> None:
        """Nothing will come."""

    def publish(self, *message: object) -> None:
        """Nobody hears it."""

    async def claim(self, what: str, milliseconds: int) -> bool:
        """There is nobody else."""
        return True

    async def close(self) -> None:
        """Nothing is open."""


class RedisBus:
    """Publish and subscribe through Redis; whatever happens to Redis, it tries again."""

    def __init__(self, url: str) -> None:
        self.client = redis.Redis.from_url(url, socket_timeout=None, socket_connect_timeout=PATIENCE)
        self.name = secrets.token_hex(8)
        self.outbox: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self.tasks: list[asyncio.Task[None]] = []

    async def listen(self, hear: Hear) -> None:
        """Begin to listen and to send."""
        ready = asyncio.Event()
        self.tasks = [
            asyncio.create_task(self._hear_for_ever(hear, ready), name="bus ear"),
            asyncio.create_task(self._send_for_ever(), name="bus mouth"),
        ]
        # Start even if Redis is not there yet.
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), PATIENCE)

    def publish(self, *message: object) -> None:
        """Put it into the outbox; a full one means that Redis is away, and the poll will heal it."""
        with suppress(asyncio.QueueFull):
            self.outbox.put_nowait(json.dumps(message))

    async def claim(self, what: str, milliseconds: int) -> bool:
        """The first who asks has it, for so long. While Redis is away things are done twice: harmless."""
        try:
            return await asyncio.wait_for(self._claim(f"{CHANNEL} {what}", milliseconds), PATIENCE)
        except (RedisError, OSError, TimeoutError):
            return True

    async def _claim(self, key: str, milliseconds: int) -> bool:
        if await self.client.set(key, self.name, nx=True, px=milliseconds):
            return True
        # Who has it already may ask once more.
        return bool(await self.client.get(key) == self.name.encode())

    async def close(self) -> None:
        """Stop both tasks."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.client.aclose()

    async def _send_for_ever(self) -> None:
        while True:
            message = await self.outbox.get()
            try:
                await asyncio.wait_for(self.client.publish(CHANNEL, message), PATIENCE)
            except (RedisError, OSError, TimeoutError):
                LOG.warning("bus-not-sent")

    async def _hear_for_ever(self, hear: Hear, ready: asyncio.Event) -> None:
        while True:
            try:
                await self._hear(hear, ready)
            except (RedisError, OSError, TimeoutError):
                LOG.warning("bus-lost")
                await asyncio.sleep(PATIENCE)

    async def _hear(self, hear: Hear, ready: asyncio.Event) -> None:
        async with self.client.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            ready.set()
            async for message in channel.listen():
                if message["type"] == "message":
                    hear(message["data"].decode())


def make_bus(url: str | None) -> Bus:
    """Redis by its URL, or nobody."""
    return RedisBus(url) if url else Alone()
