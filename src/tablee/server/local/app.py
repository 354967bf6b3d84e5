"""The routes of a server that make sense on one device, called by the page instead of a network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote, urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from tablee import games
from tablee.core.errors import Refusal
from tablee.server.domain.events import Opened
from tablee.server.domain.schedule import PACE, Pace
from tablee.server.http.error_handlers import on_exception, on_refusal
from tablee.server.http.routes_exercises import ExerciseRoutes
from tablee.server.http.routes_games import GameRoutes
from tablee.server.http.routes_hints import HintRoutes
from tablee.server.http.routes_reviews import ReviewRoutes
from tablee.server.http.routes_tables import TableRoutes
from tablee.server.http.visitors import visitor_id_of
from tablee.server.local.bots import BotWorker, WorkerBots
from tablee.server.local.daily import PastDealRoutes
from tablee.server.local.exercises import LocalExercises
from tablee.server.local.reviews import LocalReviews, ReviewScript, ScriptWorker
from tablee.server.local.speed import SpeedRoutes
from tablee.server.local.store import Database, LocalStore
from tablee.server.rate_limit import OpenCounts, Rate
from tablee.server.realtime.connection import websocket_endpoint
from tablee.server.realtime.rooms import Rooms
from tablee.server.realtime.transport import EXTENSION
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.reviews import Reviewer
from tablee.server.runtime.scheduler import Scheduler
from tablee.server.runtime.table_actor import TableActor
from tablee.server.storage.rows import Store

if TYPE_CHECKING:
    from tablee.server.storage.event_store import EventStore

# Seconds between two comparisons with the log, which another page of the same browser may write.
POLL_INTERVAL = 2.0
# Seconds after which a review is given up: nobody else waits for it, and plain rules take minutes.
REVIEW_TIMEOUT = 3_600.0
# Nobody else is served: limits protect others.
NO_LIMIT = Rate(burst=1_000_000, per_second=1_000_000)
Message = MutableMapping[str, Any]


class LocalSocket:
    """One connection of the page to a table, in place of a WebSocket.

    `on_frames` receives the frames as a JSON list of texts, `on_close` a code and a reason.
    """

    free = True
    on_free: Callable[[], None] | None = None
    on_message: Callable[[bytes | None], None] | None = None

    def __init__(self, on_frames: Callable[[str], None], on_close: Callable[[int, str], None]) -> None:
        self.on_frames = on_frames
        self.on_close = on_close
        self.received: asyncio.Queue[Message] = asyncio.Queue()
        self.received.put_nowait({"type": "websocket.connect"})

    def send(self, text: str) -> None:
        """Pass a frame of the page on."""
        self.received.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """Note that the page has closed the connection."""
        self.received.put_nowait({"type": "websocket.disconnect", "code": 1000})

    def push(self, frames: Sequence[bytes]) -> None:
        """Send text frames to the page; see `Transport`."""
        self.on_frames(json.dumps([frame.decode() for frame in frames]))

    def pause_reading(self) -> None:
        """Do nothing: the page waits for answers."""

    def resume_reading(self) -> None:
        """Do nothing."""

    def disconnect(self, code: int, reason: str) -> None:
        """Close the connection; see `Transport`."""
        if self.free:
            self.free = False
            self.on_close(code, reason)
            self.close()

    async def to_page(self, message: Message) -> None:
        """Handle what the application sends through ASGI: a refusal before the connection is served."""
        if message["type"] == "websocket.send":
            self.push([message["text"].encode()])
        elif message["type"] == "websocket.close":
            self.disconnect(message.get("code", 1000), message.get("reason") or "")


class DeviceRegistry(TableRegistry):
    """The tables of a device: each is marked as such, also in its record."""

    async def open(self, opened: Opened, table_id: str | None = None) -> TableActor:
        """Open a table; raises LimitExceeded if there are too many unfinished ones."""
        return await super().open(msgspec.structs.replace(opened, device=True), table_id)


class LocalApp:
    """The tables of a device. Create it inside a running event loop.

    `token` identifies the person who owns the device, as the cookie of a site does (`http/visitors.py`).
    `review_script`: where reviews are computed; None: nowhere.
    """

    def __init__(
        self,
        database: Database,
        worker: BotWorker,
        token: str,
        pace: Pace = PACE,
        review_script: ReviewScript | None = None,
    ) -> None:
        games.all()
        store: Store = LocalStore(database)
        # Nothing below asks for more than `Store` has; accounts and metrics, which do, are not here.
        self.registry = DeviceRegistry(cast("EventStore", store))
        self.rooms = Rooms(self.registry)
        bot_runner = WorkerBots(worker)
        self.scheduler = Scheduler(self.registry, pace, bot_runner)
        self.headers = [
            (b"host", b"device"),
            (b"authorization", b"Bearer " + token.encode()),
            (b"content-type", b"application/json"),
        ]
        reviews, tables = LocalReviews(database), TableRoutes(self.registry, NO_LIMIT)
        groups = (
            GameRoutes(),
            tables,
            PastDealRoutes(tables, database),
            HintRoutes(self.registry, bot_runner, NO_LIMIT),
            ReviewRoutes(self.registry, reviews, NO_LIMIT),
            ExerciseRoutes(self.registry, LocalExercises(database), NO_LIMIT),
            SpeedRoutes(bot_runner),
        )
        socket = websocket_endpoint(self.rooms, visitor_id_of, NO_LIMIT, OpenCounts(1_000))
        self.app = Starlette(
            routes=[
                *(endpoint.route() for group in groups for endpoint in group.endpoints()),
                WebSocketRoute("/ws/{table}", socket),
            ],
            exception_handlers={Refusal: on_refusal, Exception: on_exception},
        )
        self.registry.spawn(self.registry.monitor.run_forever("poll", self._poll, POLL_INTERVAL))
        if review_script is not None:
            reviewer = Reviewer(self.registry, reviews, ScriptWorker(review_script))
            reviewer.timeout = REVIEW_TIMEOUT
            self.registry.spawn(reviewer.run_forever())

    async def request(self, method: str, address: str, body: str = "") -> str:
        """Return the answer to a request of the page: its status and its body, as a JSON list."""
        waiting: asyncio.Queue[Message] = asyncio.Queue()
        waiting.put_nowait({"type": "http.request", "body": body.encode(), "more_body": False})
        status, chunks = 500, []

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                chunks.append(message.get("body", b""))

        try:
            await self.app(self._scope("http", address, method=method), waiting.get, send)
        except Exception as error:
            # Starlette raises it again after it has answered: a server would log it.
            self.registry.monitor.fail("request", error)
        return json.dumps([status, b"".join(chunks).decode()])

    def connect(
        self, address: str, on_frames: Callable[[str], None], on_close: Callable[[int, str], None]
    ) -> LocalSocket:
        """Open a connection to a table, /ws/ID, which lasts until one side closes it."""
        socket = LocalSocket(on_frames, on_close)
        scope = self._scope("websocket", address, subprotocols=[])
        scope["extensions"] = {EXTENSION: {"transport": socket}}
        self.registry.spawn(self.app(scope, socket.received.get, socket.to_page))
        return socket

    def _scope(self, kind: str, address: str, **more: Any) -> dict[str, Any]:
        parts = urlsplit(address)
        return {
            "type": kind,
            "scheme": "https" if kind == "http" else "wss",
            "path": unquote(parts.path),
            "query_string": parts.query.encode(),
            "headers": self.headers,
            "client": ("device", 0),
            **more,
        }

    async def _poll(self) -> None:
        """Compare the tables with the log, and start timers that a failed write has stopped."""
        await self.registry.poll_log()
        for room in self.rooms.by_table.values():
            self.registry.on_watched(room.renderer.table)

    async def close(self) -> None:
        """Stop all timers and tasks."""
        self.scheduler.close()
        await self.registry.close()
