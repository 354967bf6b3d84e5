"""Kills servers at random moments under load, and looks for anything that was acknowledged and is lost.

usage: python -m tests.server.crash [--kills 200] [--processes 2] [--minutes 30]

With one process the store is SQLite; with more it is PostgreSQL, with Redis, and both are killed too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablee.server.catalog import CATALOG
from tablee.server.domain import events
from tablee.server.domain.table import Table
from tablee.server.storage.event_store import EventStore
from tests.server.postgres_server import PostgresServer
from tests.server.redis_server import RedisServer
from tests.server.site import free_port

GAME = "islands"
SEATS = 3
TABLES = 4
RequestContext = dict[str, Any]
LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)


class Process:
    """A server that is started again whenever it was killed."""

    def __init__(self, store: str, redis: str | None) -> None:
        self.port = free_port()
        self.command = [sys.executable, "-m", "tests.server.run_site", str(self.port), store]
        self.command += [redis] if redis else []
        self.start()

    def start(self) -> None:
        """Start it; it answers a little later."""
        self.process = subprocess.Popen(self.command)

    def kill(self) -> None:
        """SIGKILL: it cannot tidy up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    async def answers(self) -> None:
        """Wait until it serves."""
        async with httpx.AsyncClient() as http:
            while True:
                try:
                    if (await http.get(f"http://127.0.0.1:{self.port}/readyz")).is_success:
                        return
                except httpx.HTTPError:
                    await asyncio.sleep(0.05)


@dataclass
class Load:
    """What all visitors share: where to knock, and what they were promised."""

    processes: list[Process]
    acknowledged: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    tables: set[str] = field(default_factory=set)
    kills: int = 0
    over: bool = False

    def some_port(self) -> int:
        """Any process serves any table."""
        return random.choice(self.processes).port


class Person:
    """One seat at one table: plays at random, and asks again under the same id until answered."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.token = secrets.token_urlsafe(24)
        self.view: dict[str, Any] | None = None
        self.headers = {"Authorization": f"Bearer {self.token}"}

    async def post(self, path: str, body: object) -> Any:
        """Over HTTP, until somebody answers."""
        while True:
            try:
                async with httpx.AsyncClient(headers=self.headers, timeout=5) as http:
                    answer = await http.post(f"http://127.0.0.1:{self.load.some_port()}{path}", json=body)
                    if answer.status_code < 500:
                        return answer.json()
            except LOST:
                pass
            await asyncio.sleep(0.05)

    async def ask(self, table: str, kind: str, **values: Any) -> None:
        """A wish with an id of its own."""
        await self.post(f"/api/tables/{table}/ask", {"t": kind, "id": secrets.token_hex(8), **values})

    async def play(self, table: str) -> None:
        """Play until the match is over, through however many sockets that takes."""
        wish: RequestContext | None = None
        while not self.load.over:
            address = f"ws://127.0.0.1:{self.load.some_port()}/ws/{table}"
            try:
                async with connect(address, additional_headers=self.headers, open_timeout=5) as wire:
                    if wish is not None:
                        await wire.send(json.dumps(wish))
                    while not self.load.over:
                        wish = await self.step(wire, table, wish)
            except StopAsyncIteration:
                return
            except LOST:
                await asyncio.sleep(0.02)

    async def step(
        self, wire: ClientConnection, table: str, wish: RequestContext | None
    ) -> RequestContext | None:
        """Read one message, and act on it; gives back what is not answered yet."""
        message = json.loads(await asyncio.wait_for(wire.recv(), 5))
        if message["t"] == "update":
            self.view = message["view"]
        elif wish is not None and message.get("id") == wish["id"]:
            wish = self.answered(table, wish, message)
        if wish is None:
            wish = self.decide()
            if wish is not None:
                await wire.send(json.dumps(wish))
        return wish

    def decide(self) -> RequestContext | None:
        """A random move, where there is one."""
        if self.view is None:
            return None
        if self.view["outcome"] is not None:
            raise StopAsyncIteration
        if not self.view["moves"]:
            return None
        words = random.choice(self.view["moves"])
        return {"t": "play", "id": secrets.token_hex(8), "words": words, "seen": self.view["ply"]}

    def answered(self, table: str, wish: RequestContext, message: dict[str, Any]) -> RequestContext | None:
        """Note what was promised. What was not stored for sure is asked again through another socket."""
        if message["t"] == "answer":
            self.load.acknowledged[table, wish["id"]] = (wish["words"], message["seq"])
        elif message["retry"]:
            raise TimeoutError
        return None


async def evening(load: Load) -> None:
    """People who play match after match."""
    people = [Person(load) for _ in range(SEATS)]
    while not load.over:
        table = (await people[0].post("/api/tables", {"game": GAME, "seats": SEATS}))["id"]
        load.tables.add(table)
        for person in people:
            await person.ask(table, "sit", name="somebody")
            await person.ask(table, "ready")
            person.view = None
        await asyncio.gather(*(person.play(table) for person in people))


async def check(store_url: str, load: Load) -> int:
    """Every acknowledged wish is in the log once, and every log folds; says how many events there are."""
    store = await EventStore.open(store_url)
    count = 0
    for table_id in load.tables:
        table, wishes = Table(table_id, CATALOG), Counter[str]()
        for row in await store.read(table_id):
            happened = events.decode(row.payload)
            table.apply(row.seq, row.at, happened)
            wishes.update([happened.request] if happened.request else [])
            count += 1
            promised = load.acknowledged.get((table_id, happened.request))
            if promised is not None:
                assert isinstance(happened.event, events.Moved)
                assert promised == (happened.event.words, row.seq)
        lost = [wish for of, wish in load.acknowledged if of == table_id and wish not in wishes]
        assert not lost, f"acknowledged and lost: {lost}"
        assert all(times == 1 for times in wishes.values())
    await store.close()
    return count


async def survive(
    store: str,
    kills: int,
    processes: int = 1,
    redis: RedisServer | None = None,
    postgres: PostgresServer | None = None,
    *,
    minutes: float = math.inf,
) -> tuple[int, int, int]:
    """So many kills under load, or as many as fit into the time; how many, how many moves were acknowledged,
    and how many events the log holds."""
    end = time.monotonic() + 60 * minutes
    running = [Process(store, redis.url if redis else None) for _ in range(processes)]
    load = Load(running)
    try:
        await asyncio.gather(*(process.answers() for process in running))
        evenings = [asyncio.create_task(evening(load)) for _ in range(TABLES)]
        while load.kills < kills and time.monotonic() < end:
            load.kills += 1
            await asyncio.sleep(random.uniform(0.2, 1.2))
            victim = random.choice(running)
            victim.kill()
            if redis is not None and load.kills % 2 == 0:
                redis.restart()
            if postgres is not None and load.kills % 3 == 0:
                postgres.restart()
            victim.start()
            await victim.answers()
        await resumed(load)
        load.over = True
        await asyncio.gather(*evenings)
    finally:
        for process in running:
            process.kill()
    return load.kills, len(load.acknowledged), await check(store, load)


async def resumed(load: Load) -> None:
    """After the last kill, moves are acknowledged again."""
    before, began = len(load.acknowledged), time.monotonic()
    while len(load.acknowledged) < before + 40:
        assert time.monotonic() < began + 300, "nobody plays any more"
        await asyncio.sleep(0.05)


def main() -> None:
    """By hand, before a release."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.crash")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if asked.processes == 1:
            done = asyncio.run(survive(f"sqlite:///{folder}/tablee.db", asked.kills, minutes=asked.minutes))
        else:
            redis, postgres = RedisServer(Path(folder)), PostgresServer()
            done = asyncio.run(
                survive(postgres.url, asked.kills, asked.processes, redis, postgres, minutes=asked.minutes)
            )
            redis.stop()
            postgres.remove()
    print(f"{done[0]} kills: {done[1]} acknowledged moves, {done[2]} events, none lost, none twice")


if __name__ == "__main__":
    main()
