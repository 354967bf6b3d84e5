"""A device with local tables, without a browser: the database is a dict, bots search in this process."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from tablee.core.rng import Rng
from tablee.server.domain.schedule import Pace
from tablee.server.local.app import LocalApp, LocalSocket
from tablee.server.local.bots import run_job
from tablee.server.runtime.reviews import compute_review
from tests.server.site import TIMEOUT

TOKEN = "a-token-of-this-device"
QUICK = Pace(wait=0, scale=0.0)


class MemoryDatabase:
    """The contract of web/src/local/database.ts, in memory. `broken` makes every write fail."""

    def __init__(self) -> None:
        self.events: dict[tuple[str, int], tuple[int, str]] = {}
        self.tables: dict[str, str] = {}
        self.values: dict[str, str] = {}
        self.broken = False

    async def append(self, table: str, seq: int, at: int, payload: str, summary: str) -> bool:
        if self.broken:
            raise OSError("no space left")
        if (table, seq) in self.events:
            return False
        self.events[table, seq] = (at, payload)
        if summary:
            self.tables[table] = summary
        return True

    async def read(self, table: str, after: int) -> str:
        keys = sorted(key for key in self.events if key[0] == table and key[1] > after)
        return json.dumps([[key[1], *self.events[key]] for key in keys])

    async def last_seqs(self, tables: str) -> str:
        last: dict[str, int] = {}
        for table, seq in sorted(self.events):
            if table in json.loads(tables):
                last[table] = seq
        return json.dumps(last)

    async def put_summary(self, table: str, summary: str) -> None:
        self.tables[table] = summary

    async def summaries(self) -> str:
        return f"[{','.join(self.tables.values())}]"

    async def get_value(self, key: str) -> str:
        return self.values.get(key, "")

    async def put_value(self, key: str, value: str) -> None:
        if self.broken:
            raise OSError("no space left")
        self.values[key] = value


class InlineWorker:
    """Runs the jobs of bots at once, through the same text as a worker does."""

    async def ready(self) -> None:
        pass

    async def run(self, job: str) -> str:
        return await run_job(job, self.is_cancelled)

    async def is_cancelled(self) -> bool:
        return False

    def cancel(self) -> None:
        pass

    def on_slow(self) -> None:
        pass

    def restart(self) -> None:
        raise AssertionError("a bot did not answer")


class InlineReviews:
    """Computes reviews at once, here."""

    progress = 0.0

    async def start(self, record: str) -> str:
        return compute_review(record, self._report)

    def _report(self, share: float) -> None:
        self.progress = share

    def close(self) -> None:
        self.progress = 0.0


class Device:
    """The page of a device: requests, one connection, and the messages that it received."""

    def __init__(self, database: MemoryDatabase | None = None, worker: Any = None) -> None:
        self.database = database or MemoryDatabase()
        self.app = LocalApp(self.database, worker or InlineWorker(), TOKEN, QUICK, InlineReviews())
        self.messages: list[dict[str, Any]] = []
        self.closed: list[tuple[int, str]] = []
        self.arrived = asyncio.Event()
        self.socket: LocalSocket | None = None
        self.number = 0

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return status and body of an answer; text that is not JSON as it is."""
        sent = "" if body is None else json.dumps(body)
        status, text = json.loads(await self.app.request(method, path, sent))
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text

    def connect(self, table: str, person: str = "") -> None:
        """Open the connection of a person to a table."""
        query = f"?person={person}" if person else ""
        self.socket = self.app.connect(f"/ws/{table}{query}", self._on_frames, self._on_close)

    def _on_frames(self, frames: str) -> None:
        self.messages += [json.loads(frame) for frame in json.loads(frames)]
        self.arrived.set()

    def _on_close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))
        self.arrived.set()

    def send(self, **command: Any) -> str:
        """Send a command and return its id."""
        assert self.socket is not None
        self.number += 1
        request_id = f"request-{self.number}-{len(self.database.events)}"
        self.socket.send(json.dumps({"id": request_id, **command}))
        return request_id

    async def next(self) -> None:
        """Wait for the next messages."""
        self.arrived.clear()
        await asyncio.wait_for(self.arrived.wait(), TIMEOUT)

    @property
    def update(self) -> dict[str, Any] | None:
        """The latest update."""
        return next((each for each in reversed(self.messages) if each["t"] == "update"), None)

    async def play(self, seed: str, plies: int | None = None) -> dict[str, Any]:
        """Play random moves to the end, or to the first own turn after this many plies; return the update."""
        rng, sent = Rng(seed), ""
        while True:
            update = self.update
            answered = not sent or any(each.get("id") == sent for each in self.messages)
            if update and update["view"] and answered:
                view = update["view"]
                if update["table"]["status"] == "over":
                    return update
                if view["moves"] and plies is not None and view["ply"] >= plies:
                    return update
                if view["moves"]:
                    words = view["moves"][rng.below(len(view["moves"]))]
                    sent = self.send(t="play", words=words, seen=view["ply"])
            await self.next()


def run(test: Callable[[], Awaitable[Any]]) -> Any:
    """Run a coroutine function to its end."""

    async def limited() -> Any:
        return await asyncio.wait_for(test(), 5 * TIMEOUT)

    return asyncio.run(limited())


async def start(device: Device, game: str, **more: Any) -> str:
    """Start a match against one beginner and connect to it."""
    body = {"game": game, "name": "Ann", "bot": "beginner", "seats": 2, **more}
    status, link = await device.request("POST", "/api/play", body)
    assert status == 201, link
    device.connect(link["id"])
    table: str = link["id"]
    return table
