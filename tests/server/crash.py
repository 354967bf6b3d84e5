"""Kill servers at random moments under load, and check that no acknowledged command is lost or doubled.

A few kills in `test_crash.py`; as many as you like with `python -m bench.kills`.
"""

from __future__ import annotations

import asyncio
import json
import math
import multiprocessing
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablee.server.catalog import CATALOG
from tablee.server.domain import events
from tablee.server.domain.table import Table
from tablee.server.errors import NotStored
from tablee.server.storage.database import connect as connect_database
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.rows import StoredEvent
from tests.server import run_site
from tests.server.postgres_server import PostgresServer
from tests.server.redis_server import RedisServer
from tests.server.site import free_port

GAME = "islands"
SEATS = 3
TABLES = 4
Command = dict[str, Any]
# The kinds of events that a command may cause; the fields that the command decides are compared too.
EVENTS_OF: dict[str, tuple[type[events.AnyEvent], ...]] = {
    "sit": (events.Sat,),
    "ready": (events.Readied,),
    "play": (events.Moved,),
    "say": (events.Said,),
    "undo": (events.Undone, events.UndoAsked),
    "agree": (events.UndoAnswered,),
    "rematch": (events.Rematched,),
}
# One in this many commands is a line of chat; as many are an undo.
RARELY = 12
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.server.run_site"])
CONNECTION_ERRORS = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)


def memory_of(process_id: int) -> int:
    """Return the resident memory of a process in kB; Linux only."""
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


class Process:
    """A server process that can be killed and started again on the same port.

    It is forked from a process that has imported the server, so that starting it takes a tenth of the time.
    """

    def __init__(
        self, store: str, redis: str | None, *, limits: bool = False, log: Path | None = None
    ) -> None:
        """Start the server, with the default rate limits or without any; errors are logged to `log`."""
        self.port = free_port()
        self.arguments = (self.port, store, redis)
        self.options = {"limits": limits, "log": log}
        self.start()

    def start(self) -> None:
        """Start the process; `wait_until_ready` returns when it answers."""
        self.process = FORKS.Process(target=run_site.run, args=self.arguments, kwargs=self.options)
        self.process.start()

    def memory(self) -> int:
        """Return the resident memory of the process in kB."""
        assert self.process.pid is not None
        return memory_of(self.process.pid)

    def kill(self) -> None:
        """Kill the process with SIGKILL, so that it cannot clean up."""
        self.process.kill()
        self.process.join()

    def stop(self, timeout: float = 60.0) -> bool:
        """Ask the process to stop; return whether it did, and kill it after `timeout` seconds."""
        self.process.terminate()
        self.process.join(timeout)
        if self.process.exitcode is None:
            self.kill()
            return False
        return True

    async def wait_until_ready(self) -> None:
        """Wait until the process serves; raises AssertionError if it has ended."""
        async with httpx.AsyncClient(verify=False) as http:
            while True:
                try:
                    if (await http.get(f"http://127.0.0.1:{self.port}/readyz")).is_success:
                        return
                except httpx.HTTPError:
                    assert self.process.exitcode is None, "the server did not start"
                    await asyncio.sleep(0.05)


class Acknowledged(NamedTuple):
    """A command that was answered, who sent it, and the number of its event."""

    command: Command
    token: str
    seq: int


@dataclass
class Load:
    """The state shared by all players.

    `acknowledged` has commands by table and request id, in the order of their answers. `unchecked` are the
    tables with commands acknowledged since the last check, `answered` the players who got an answer since it
    was cleared.
    """

    processes: list[Process]
    acknowledged: dict[str, dict[str, Acknowledged]] = field(default_factory=dict)
    unchecked: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    over: bool = False

    def acknowledge(self, table: str, command: Command, token: str, seq: int) -> None:
        """Keep a command that was answered."""
        self.acknowledged.setdefault(table, {})[command["id"]] = Acknowledged(command, token, seq)
        self.unchecked.add(table)
        self.answered.add(token)
        self.kinds[command["t"]] += 1

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
                async with httpx.AsyncClient(headers=self.headers, timeout=5, verify=False) as http:
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
            self.load.acknowledge(table, command, self.token, answer["seq"])

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
            self.load.acknowledge(table, command, self.token, message["seq"])
        elif message["kind"] == "not-stored":
            raise TimeoutError
        return None


async def play_matches(load: Load) -> None:
    """Play one match and its rematch after another, the first of each pair at a new table."""
    players = [RandomPlayer(load) for _ in range(SEATS)]
    while not load.over:
        table = (await players[0].post("/api/tables", {"game": GAME, "seats": SEATS}))["id"]
        for number, player in enumerate(players, 1):
            await player.send(table, "sit", name=f"player {number}")
        await play_match(table, players)
        if not load.over:
            await play_match(await players[-1].rematch_of(table), players)


async def play_match(table: str, players: list[RandomPlayer]) -> None:
    """Play one match to its end, or until the load is over."""
    for player in players:
        await player.send(table, "ready")
        player.update = None
    await asyncio.gather(*(player.play(table) for player in players))


def matches(command: Command, event: events.AnyEvent) -> bool:
    """Return whether an event is what an acknowledged command causes."""
    match event:
        case events.Moved():
            same = command.get("words") == event.words
        case events.Said():
            same = command.get("text") == event.text
        case events.Sat():
            same = command.get("name") == event.name
        case events.UndoAnswered():
            same = command.get("agreed") == event.agreed
        case _:
            same = True
    return same and isinstance(event, EVENTS_OF[command["t"]])


def check_table(table_id: str, rows: Iterable[StoredEvent], expected: dict[str, Acknowledged]) -> None:
    """Check that the log of a table has every acknowledged command once, in order, and can be folded."""
    log = [(row, events.decode(row.payload)) for row in rows]
    requests = Counter(logged.request for _, logged in log if logged.request)
    lost = expected.keys() - requests.keys()
    assert not lost, f"acknowledged and lost: {lost}"
    doubled = [request for request, times in requests.items() if times > 1]
    assert not doubled, f"carried out twice: {doubled}"
    table = Table(table_id, CATALOG)
    for row, logged in log:
        table.apply(row.seq, row.at, logged)
        known = expected.get(logged.request)
        if known is not None:
            assert matches(known.command, logged.event), f"{known.command} became {logged.event}"
            assert known.seq == row.seq, f"{known.command} is event {row.seq}, not {known.seq}"
    for token in {each.token for each in expected.values()}:
        # A player sends a command only when the one before is answered.
        own = [each.seq for each in expected.values() if each.token == token]
        assert own == sorted(set(own)), f"not in the order in which they were answered: {own}"


async def check(store_url: str, load: Load, tables: Iterable[str]) -> int:
    """Check the log of these tables, also while they are played at; return the number of events in it."""
    # Commands that are acknowledged while the log is read may be missing in it.
    expected = {table: dict(load.acknowledged[table]) for table in tables}
    # Without `open`, which would migrate and start to write.
    store = EventStore(connect_database(store_url))
    count = 0
    try:
        for table, commands in expected.items():
            rows = await store.read(table)
            check_table(table, rows, commands)
            count += len(rows)
    finally:
        await store.close()
    return count


async def check_recent(store_url: str, load: Load) -> None:
    """Check the tables with newly acknowledged commands, as soon as the database answers."""
    tables, load.unchecked = load.unchecked, set()
    while True:
        try:
            await check(store_url, load, tables)
        except NotStored:
            await asyncio.sleep(0.05)
        else:
            return


async def kill_under_load(
    store: str,
    kills: int,
    processes: int = 1,
    redis: RedisServer | None = None,
    postgres: PostgresServer | None = None,
    *,
    minutes: float = math.inf,
    on_kill: Callable[[], None] = lambda: None,
) -> tuple[Load, int]:
    """Kill processes under load, `kills` times or for `minutes`; check the log after each and at the end.

    Redis and PostgreSQL are killed too, every second and every third time. Return the load and the number
    of events in the log. Raises AssertionError.
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
            await check_recent(store, load)
            for task in tasks:
                if task.done():
                    # Players go on until the load is over: this one ended with an exception.
                    task.result()
            on_kill()
        await wait_until_resumed(load)
        load.over = True
        await asyncio.gather(*tasks)
    finally:
        for process in running:
            process.kill()
    return load, await check(store, load, load.acknowledged)


async def wait_until_resumed(load: Load) -> None:
    """Wait until each player has one more command acknowledged, and in all there is one of each kind.

    A table at which a player was refused what the match needs would wait for ever. Raises AssertionError
    after 300 seconds.
    """
    load.answered.clear()
    began = time.monotonic()
    while len(load.answered) < TABLES * SEATS or load.kinds.keys() != EVENTS_OF.keys():
        going = f"{len(load.answered)} of {TABLES * SEATS} players go on after {load.kinds}"
        assert time.monotonic() < began + 300, going
        await asyncio.sleep(0.05)
