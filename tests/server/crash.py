"""Kill servers at random moments under load, then check that no acknowledged event is lost.

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
Command = dict[str, Any]
# The kinds of events that a command may cause; `say` and `play` are compared in full.
EVENTS_OF: dict[str, tuple[type[events.AnyEvent], ...]] = {
    "sit": (events.Sat,),
    "ready": (events.Readied,),
    "play": (events.Moved,),
    "say": (events.Said,),
    "undo": (events.Undone, events.UndoAsked),
    "agree": (events.UndoAnswered,),
    "rematch": (events.Rematched,),
}
# One in so many commands is a line of chat; as many are an undo.
RARELY = 12
CONNECTION_ERRORS = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)


class Process:
    """A server process that can be killed and started again on the same port."""

    def __init__(self, store: str, redis: str | None) -> None:
        self.port = free_port()
        self.command = [sys.executable, "-m", "tests.server.run_site", str(self.port), store]
        self.command += [redis] if redis else []
        self.start()

    def start(self) -> None:
        """Start the process; `wait_until_ready` returns when it answers."""
        self.process = subprocess.Popen(self.command)

    def kill(self) -> None:
        """Kill the process with SIGKILL, so that it cannot clean up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    async def wait_until_ready(self) -> None:
        """Wait until the process serves; raises AssertionError if it has ended."""
        async with httpx.AsyncClient() as http:
            while True:
                try:
                    if (await http.get(f"http://127.0.0.1:{self.port}/readyz")).is_success:
                        return
                except httpx.HTTPError:
                    assert self.process.poll() is None, "the server did not start"
                    await asyncio.sleep(0.05)


@dataclass
class Load:
    """The state shared by all players.

    `acknowledged` maps table and request id to the command and the number of its event.
    """

    processes: list[Process]
    acknowledged: dict[tuple[str, str], tuple[Command, int]] = field(default_factory=dict)
    tables: set[str] = field(default_factory=set)
    kills: int = 0
    over: bool = False

    def some_port(self) -> int:
        """Return the port of a random process; each of them serves every table."""
        return random.choice(self.processes).port


class RandomPlayer:
    """A client that plays at random, and sends a command again with the same id until it is answered."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.token = secrets.token_urlsafe(24)
        self.update: dict[str, Any] | None = None
        self.headers = {"Authorization": f"Bearer {self.token}"}

    async def post(self, path: str, body: object) -> Any:
        """Send a POST request to one process after another until one answers, and return the answer."""
        return await self.request("POST", path, body)

    async def get(self, path: str) -> Any:
        """Send a GET request to one process after another until one answers, and return the answer."""
        return await self.request("GET", path)

    async def request(self, method: str, path: str, body: object = None) -> Any:
        while True:
            try:
                async with httpx.AsyncClient(headers=self.headers, timeout=5) as http:
                    address = f"http://127.0.0.1:{self.load.some_port()}{path}"
                    answer = await http.request(method, address, json=body)
                    if answer.status_code < 500:
                        return answer.json()
            except CONNECTION_ERRORS:
                pass
            await asyncio.sleep(0.05)

    async def send(self, table: str, kind: str, **values: Any) -> None:
        """Send a command over HTTP until it is answered, and keep it if it was accepted."""
        command = {"t": kind, "id": secrets.token_hex(8), **values}
        answer = await self.post(f"/api/tables/{table}/ask", command)
        if "seq" in answer:
            self.load.acknowledged[table, command["id"]] = (command, answer["seq"])

    async def rematch_of(self, table: str) -> str:
        """Ask for the rematch of a table and return its id."""
        while True:
            await self.send(table, "rematch")
            answer = await self.get(f"/api/tables/{table}")
            if answer["table"]["rematch"]:
                return str(answer["table"]["rematch"])

    async def play(self, table: str) -> None:
        """Play until the match is over, opening a new WebSocket whenever one is lost."""
        command: Command | None = None
        while not self.load.over:
            address = f"ws://127.0.0.1:{self.load.some_port()}/ws/{table}"
            try:
                async with connect(address, additional_headers=self.headers, open_timeout=5) as websocket:
                    if command is not None:
                        await websocket.send(json.dumps(command))
                    while not self.load.over:
                        command = await self.step(websocket, table, command)
            except StopAsyncIteration:
                return
            except CONNECTION_ERRORS:
                await asyncio.sleep(0.02)

    async def step(self, websocket: ClientConnection, table: str, command: Command | None) -> Command | None:
        """Read one message and act on it; return the command that is not answered yet, or None."""
        message = json.loads(await asyncio.wait_for(websocket.recv(), 5))
        if message["t"] == "update":
            self.update = message
        elif command is not None and message.get("id") == command["id"]:
            command = self.on_answer(table, command, message)
        if command is None:
            command = self.decide()
            if command is not None:
                await websocket.send(json.dumps(command))
        return command

    def decide(self) -> Command | None:
        """Return a random command, None if others must act; raises StopAsyncIteration after the match."""
        if self.update is None or self.update["view"] is None:
            return None
        view, asking = self.update["view"], self.update["table"]["asking"]
        if view["outcome"] is not None:
            raise StopAsyncIteration
        command_id = secrets.token_hex(8)
        if asking is not None and asking["seat"] != self.update["you"]:
            if self.update["you"] in asking["agreed"]:
                return None
            return {"t": "agree", "id": command_id, "agreed": random.random() < 0.5}
        if not view["moves"]:
            return None
        if not random.randrange(RARELY):
            return {"t": "say", "id": command_id, "text": f"line {command_id}"}
        if not random.randrange(RARELY):
            return {"t": "undo", "id": command_id}
        return {"t": "play", "id": command_id, "words": random.choice(view["moves"]), "seen": view["ply"]}

    def on_answer(self, table: str, command: Command, message: dict[str, Any]) -> Command | None:
        """Keep an acknowledged command; raises TimeoutError if the command must be sent again."""
        if message["t"] == "answer":
            self.load.acknowledged[table, command["id"]] = (command, message["seq"])
        elif message["retry"]:
            raise TimeoutError
        return None


async def play_matches(load: Load) -> None:
    """Play one match and its rematch after another, the first of each pair at a new table."""
    players = [RandomPlayer(load) for _ in range(SEATS)]
    while not load.over:
        table = (await players[0].post("/api/tables", {"game": GAME, "seats": SEATS}))["id"]
        for player in players:
            await player.send(table, "sit", name="player")
        await play_match(load, table, players)
        if not load.over:
            await play_match(load, await players[-1].rematch_of(table), players)


async def play_match(load: Load, table: str, players: list[RandomPlayer]) -> None:
    """Play one match to its end, or until the load is over."""
    load.tables.add(table)
    for player in players:
        await player.send(table, "ready")
        player.update = None
    await asyncio.gather(*(player.play(table) for player in players))


def matches(command: Command, event: events.AnyEvent) -> bool:
    """Return whether an event is what an acknowledged command causes."""
    if isinstance(event, events.Moved):
        return bool(command.get("words") == event.words)
    if isinstance(event, events.Said):
        return bool(command.get("text") == event.text)
    return isinstance(event, EVENTS_OF[command["t"]])


async def check(store_url: str, load: Load) -> int:
    """Check that the log contains every acknowledged command once and can be folded; return its length."""
    store = await EventStore.open(store_url)
    count = 0
    for table_id in load.tables:
        table, requests = Table(table_id, CATALOG), Counter[str]()
        for row in await store.read(table_id):
            logged = events.decode(row.payload)
            table.apply(row.seq, row.at, logged)
            requests.update([logged.request] if logged.request else [])
            count += 1
            expected = load.acknowledged.get((table_id, logged.request))
            if expected is not None:
                assert matches(expected[0], logged.event), f"{expected[0]} became {logged.event}"
                assert expected[1] == row.seq
        lost = [request for of, request in load.acknowledged if of == table_id and request not in requests]
        assert not lost, f"acknowledged and lost: {lost}"
        assert all(times == 1 for times in requests.values())
    await store.close()
    return count


async def kill_under_load(
    store: str,
    kills: int,
    processes: int = 1,
    redis: RedisServer | None = None,
    postgres: PostgresServer | None = None,
    *,
    minutes: float = math.inf,
) -> tuple[int, int, int]:
    """Kill processes under load, `kills` times or for `minutes`, then check the log.

    Return the numbers of kills, of acknowledged commands, and of events in the log.
    """
    end = time.monotonic() + 60 * minutes
    running = [Process(store, redis.url if redis else None) for _ in range(processes)]
    load = Load(running)
    try:
        await asyncio.gather(*(process.wait_until_ready() for process in running))
        tasks = [asyncio.create_task(play_matches(load)) for _ in range(TABLES)]
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
            await victim.wait_until_ready()
        await wait_until_resumed(load)
        load.over = True
        await asyncio.gather(*tasks)
    finally:
        for process in running:
            process.kill()
    return load.kills, len(load.acknowledged), await check(store, load)


async def wait_until_resumed(load: Load) -> None:
    """Wait until 40 more commands are acknowledged; raises AssertionError after 300 seconds."""
    before, began = len(load.acknowledged), time.monotonic()
    while len(load.acknowledged) < before + 40:
        assert time.monotonic() < began + 300, "no command is acknowledged any more"
        await asyncio.sleep(0.05)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.crash")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.processes == 1:
            done = asyncio.run(
                kill_under_load(f"sqlite:///{folder}/tablee.db", arguments.kills, minutes=arguments.minutes)
            )
        else:
            redis, postgres = RedisServer(Path(folder)), PostgresServer()
            done = asyncio.run(
                kill_under_load(
                    postgres.url,
                    arguments.kills,
                    arguments.processes,
                    redis,
                    postgres,
                    minutes=arguments.minutes,
                )
            )
            redis.stop()
            postgres.remove()
    print(f"{done[0]} kills: {done[1]} acknowledged commands, {done[2]} events, none lost, none twice")


if __name__ == "__main__":
    main()
