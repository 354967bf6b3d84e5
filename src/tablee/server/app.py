"""The application: routes, the socket of a table, and what lives as long as the process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from tablee import games
from tablee.core.errors import Refusal, Unreadable
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.passkey_routes import PasskeyApi
from tablee.server.auth.routes import TRYING, AccountApi
from tablee.server.domain.commands import AnyRequest, Pong
from tablee.server.domain.schedule import PACE, Pace
from tablee.server.http import routes_ops
from tablee.server.http.endpoint import refuse, understand, who_of
from tablee.server.http.middleware import PER_ADDRESS, Shield, incident
from tablee.server.http.routes_games import ShelfApi
from tablee.server.http.routes_hints import HINTING, HintApi
from tablee.server.http.routes_tables import OPENING, Api
from tablee.server.http.static import Client
from tablee.server.messages import Answer, refused
from tablee.server.rate_limit import Bucket, Rate, TooMuch
from tablee.server.realtime.rooms import Socket
from tablee.server.realtime.uvicorn_ws import wire_of
from tablee.server.runtime.bot_pool import Thinkers
from tablee.server.runtime.bus import make_bus
from tablee.server.runtime.registry import House
from tablee.server.runtime.scheduler import Driver
from tablee.server.storage.event_store import Store

PER_SOCKET = Rate(burst=40, per_second=20)
# Who goes on after so many refusals in a row is not a person.
PATIENCE = 100
TOO_FAST = 4429
HEAL = 2.0
Spoken = AnyRequest | Pong


@dataclass(frozen=True)
class Settings:
    """What a host may choose."""

    store: str = "sqlite:///tablee.db"
    redis: str | None = None
    origins: tuple[str, ...] = ()
    per_address: Rate = PER_ADDRESS
    per_socket: Rate = PER_SOCKET
    opening: Rate = OPENING
    trying: Rate = TRYING
    hinting: Rate = HINTING
    pace: Pace = PACE
    thinkers: int = 1


class NamedRequest(msgspec.Struct):
    """As much of a message as is needed to answer it by its id."""

    id: str = ""


class Sitting:
    """One socket from its opening to its end."""

    def __init__(self, house: House, websocket: WebSocket, rate: Rate) -> None:
        self.house = house
        self.websocket = websocket
        self.table_id: str = websocket.path_params["table"]
        self.bucket = Bucket(rate)
        self.annoyed = 0

    async def run(self) -> None:
        """Look, listen, and be told, until one side has enough."""
        try:
            self.who = who_of(self.websocket)
            authority = await self.house.table(self.table_id)
        except Refusal as wrong:
            await self.websocket.close(1008, wrong.code)
            return
        await self.websocket.accept()
        self.wire = wire_of(self.websocket.scope)
        self.socket = Socket(self.wire, self.who, self.house.room(authority).sight, self.house.clock)
        self.wire.on_free = self.socket.wake
        self.house.enter(self.socket)
        try:
            await self._read()
        finally:
            self.wire.on_free = None
            self.house.leave(self.socket)

    async def _read(self) -> None:
        while self.annoyed < PATIENCE:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._answer(message.get("text"))
        self.wire.let_go(TOO_FAST, "too-fast")

    async def _answer(self, text: str | None) -> None:
        request = ""
        try:
            if text is None:
                raise Unreadable("not-text")
            if not self.bucket.take():
                raise TooMuch("too-fast", wait=round(1_000 / self.bucket.rate.per_second))
            request = name_of(text)
            wish = understand(text, Spoken)
            if isinstance(wish, Pong):
                self.socket.pings.heard(wish.number)
                return
            seq = await self.house.ask(self.table_id, self.who, wish, self.socket.pings.round_trip)
            told = self.socket.sight.table.seqs[self.socket.viewer].told(seq)
            self.socket.tell(Answer(wish.id, told))
            self.annoyed = 0
        except Refusal as wrong:
            self.annoyed += isinstance(wrong, TooMuch | Unreadable)
            self.socket.tell(refused(wrong, request))
            if wrong.code == "seen-has-changed":
                self.socket.show_again()


def name_of(text: str) -> str:
    """The id of a message that may be wrong in any other way."""
    try:
        return msgspec.json.decode(text, type=NamedRequest).id[:40]
    except (msgspec.DecodeError, RecursionError):
        return ""


async def on_refusal(_request: Request, wrong: Exception) -> Response:
    """Nothing changed, and this is why."""
    assert isinstance(wrong, Refusal)
    return refuse(wrong)


async def on_http(request: Request, wrong: Exception) -> Response:
    """No such page, or not by this method. A person is shown a page, a program is told."""
    assert isinstance(wrong, HTTPException)
    if wrong.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return Client().lost(request)
    response = refuse(Unreadable("no-such-page" if wrong.status_code == 404 else "not-possible"))
    response.status_code = wrong.status_code
    return response


async def on_incident(_request: Request, wrong: Exception) -> Response:
    """Our fault."""
    return incident(wrong)


async def heal_for_ever(house: House) -> None:
    """Ask the log now and then what the bus may have lost."""
    while True:
        await asyncio.sleep(HEAL)
        with suppress(Refusal):
            await house.heal()


def make_app(settings: Settings) -> ASGIApp:
    """The whole server as one ASGI application."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        # Reading pieces and words takes a moment: better now than while somebody waits for the shelf.
        games.all()
        store = await Store.open(settings.store)
        house = House(store, make_bus(settings.redis))
        await house.bus.listen(house.hear)
        thinkers = Thinkers(settings.thinkers)
        accounts = Accounts(house)
        apis = (
            ShelfApi(),
            Api(house, settings.opening),
            HintApi(house, thinkers, settings.hinting),
            AccountApi(accounts, settings.trying),
            PasskeyApi(accounts, settings.trying),
        )
        endpoints = [endpoint for api in apis for endpoint in api.endpoints()]
        app.router.routes += [each.route() for each in endpoints]
        app.router.routes += routes_ops.routes(house, endpoints)
        app.router.routes.append(WebSocketRoute("/ws/{table}", socket_of(house, settings.per_socket)))
        driver = Driver(house, settings.pace, thinkers)
        house.spawn(heal_for_ever(house))
        house.spawn(driver.sweep_for_ever())
        yield
        driver.close()
        thinkers.close()
        await house.close()

    handlers = {Refusal: on_refusal, HTTPException: on_http, Exception: on_incident}
    return Shield(
        Starlette(lifespan=life, exception_handlers=handlers), settings.origins, settings.per_address
    )


def socket_of(house: House, rate: Rate) -> Callable[[WebSocket], Awaitable[None]]:
    """The endpoint for sockets."""

    async def socket(websocket: WebSocket) -> None:
        await Sitting(house, websocket, rate).run()

    return socket
