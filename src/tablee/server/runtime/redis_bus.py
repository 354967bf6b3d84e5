"""The bus of a server with several processes, through Redis."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import suppress

from redis import asyncio as redis
from redis.exceptions import RedisError

from tablee.server.rate_limit import Rate
from tablee.server.runtime.bus import Handler
from tablee.server.supervision import BoundedLog, TaskMonitor

CHANNEL = "tablee"
# Seconds that an operation on the bus may delay a move.
TIMEOUT = 0.5
MAX_WAITING = 10_000
# A token bucket as the time (ms) at which it will be full again, which needs one value, with an expiry.
# Arguments: milliseconds per token, tokens of a full bucket.
TAKE_TOKEN = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + ARGV[1]
if full - now > ARGV[1] * ARGV[2] then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', string.format('%.0f', full - now))
return 1
"""
LOG = logging.getLogger(__name__)


class RedisBus:
    """Publish and subscribe through Redis. Reconnects after any failure."""

    def __init__(self, url: str, monitor: TaskMonitor | None = None) -> None:
        self.client = redis.Redis.from_url(url, socket_timeout=None, socket_connect_timeout=TIMEOUT)
        self.take_script = self.client.register_script(TAKE_TOKEN)
        self.name = secrets.token_hex(8)
        self.outbox: asyncio.Queue[str] = asyncio.Queue(MAX_WAITING)
        self.tasks: list[asyncio.Task[None]] = []
        self.monitor = monitor or TaskMonitor()
        self.log = BoundedLog(LOG)

    async def listen(self, handler: Handler) -> None:
        """Start the receiving and the sending task; does not fail if Redis is not there yet."""
        ready = asyncio.Event()
        run = self.monitor.run_forever
        self.tasks = [
            asyncio.create_task(run("bus-receiver", lambda: self._receive_forever(handler, ready))),
            asyncio.create_task(run("bus-sender", self._send_forever)),
        ]
        # Start even if Redis is not there yet.
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), TIMEOUT)

    def publish(self, *message: object) -> None:
        """Queue a message; dropped while the queue is full, which means that Redis is away."""
        with suppress(asyncio.QueueFull):
            self.outbox.put_nowait(json.dumps(message))

    async def claim(self, what: str, milliseconds: int) -> bool:
        """Claim a job for some milliseconds. While Redis is away, several processes may do it: harmless."""
        try:
            return await asyncio.wait_for(self._claim(f"{CHANNEL} {what}", milliseconds), TIMEOUT)
        except (RedisError, OSError, TimeoutError):
            return True

    async def take_token(self, key: str, rate: Rate) -> bool:
        """Take a token from a bucket in Redis. While Redis is away only the limits of each process hold."""
        values = [round(1_000 / rate.per_second), rate.burst]
        try:
            return bool(await asyncio.wait_for(self.take_script([f"{CHANNEL} {key}"], values), TIMEOUT))
        except (RedisError, OSError, TimeoutError):
            return True

    async def _claim(self, key: str, milliseconds: int) -> bool:
        if await self.client.set(key, self.name, nx=True, px=milliseconds):
            return True
        # The holder may claim again.
        return bool(await self.client.get(key) == self.name.encode())

    async def close(self) -> None:
        """Stop both tasks and disconnect."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.client.aclose()

    async def _send_forever(self) -> None:
        while True:
            message = await self.outbox.get()
            try:
                await asyncio.wait_for(self.client.publish(CHANNEL, message), TIMEOUT)
            except (RedisError, OSError, TimeoutError):
                self.log.write(logging.WARNING, "bus-not-sent")

    async def _receive_forever(self, handler: Handler, ready: asyncio.Event) -> None:
        while True:
            try:
                await self._receive(handler, ready)
            except (RedisError, OSError, TimeoutError):
                self.log.write(logging.WARNING, "bus-lost")
                await asyncio.sleep(TIMEOUT)

    async def _receive(self, handler: Handler, ready: asyncio.Event) -> None:
        async with self.client.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            ready.set()
            async for message in channel.listen():
                if message["type"] == "message":
                    handler(message["data"].decode())
