"""The HTTP part: tables, links, records. Whatever happens at a table goes through `ask`."""

from __future__ import annotations

import io
from typing import Annotated, Literal

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from tablee import bots, games
from tablee.core.errors import Illegal, Unreadable
from tablee.server.domain import commands, create
from tablee.server.domain.commands import AnyRequest, Name, Options
from tablee.server.domain.decide import fingerprint, one_line
from tablee.server.domain.events import Clock, Guest, Opened
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.http.endpoint import Endpoint, answer, new_token, read, remember, token_of, who_of
from tablee.server.messages import Answer, Line
from tablee.server.rate_limit import Buckets, Rate, TooMuch
from tablee.server.realtime import render
from tablee.server.realtime.render import Seen, Sight
from tablee.server.runtime.registry import House

OPENING = Rate(burst=20, per_second=0.2)
SeatCount = Annotated[int, msgspec.Meta(ge=1, le=6)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is to be set up. With a name, the first seat is yours."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: SeatCount
    options: Options = {}
    clock: Clock = Clock()
    listed: bool = False
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


class PlayNow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tap: against bots at once, or with whoever is looking for a table."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    name: Name
    against: Literal["bots", "people"] = "bots"
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "casual"
    seats: SeatCount | None = None
    options: Options = {}


class TableLink(msgspec.Struct, frozen=True):
    """Where a table is. Whoever has the link may come in."""

    id: str
    link: str


class SeatLink(msgspec.Struct, frozen=True):
    """A link that moves your seat to another device, once. What follows # is never sent to a server."""

    link: str
    qr: str


class Visitor(msgspec.Struct, frozen=True):
    """A secret for a program, to be sent as `Authorization: Bearer ...`."""

    token: str


class Listed(msgspec.Struct, frozen=True):
    """A table that waits for people."""

    id: str
    game: str
    free: int
    changed: int


class Api:
    """The handlers; each is a few lines over the house."""

    def __init__(self, house: House, rate: Rate = OPENING) -> None:
        self.house = house
        self.opening = Buckets(rate)

    # Looking

    async def tables(self, request: Request) -> Response:
        """Tables that anybody may join."""
        places = await self.house.store.listed(request.query_params.get("game"))
        return answer([Listed(place.table_id, place.game, place.free, place.changed) for place in places])

    async def table(self, request: Request) -> Response:
        """A table as you see it: the same message that a socket sends first."""
        table, viewer = await self._looked_at(request)
        return Response(
            Sight(table).update(viewer, Seen(), self.house.clock()), media_type="application/json"
        )

    async def history(self, request: Request) -> Response:
        """The match as you saw it at a ply."""
        table, viewer = await self._looked_at(request)
        ply = number(request.path_params["ply"], "ply")
        return answer(render.history(table, viewer, ply, self.house.clock()))

    async def log(self, request: Request) -> Response:
        """What happened since a ply, as far as you may know."""
        table, viewer = await self._looked_at(request)
        since = number(request.query_params.get("since", "0"), "since")
        return answer(render.lines(table, viewer, since))

    async def record(self, request: Request) -> Response:
        """The whole match as text, when it is over."""
        table, _ = await self._looked_at(request)
        return Response(render.record(table), media_type="text/plain; charset=utf-8")

    async def qr(self, request: Request) -> Response:
        """The invitation as a picture to scan."""
        table, _ = await self._looked_at(request)
        return Response(qr_code(link(request, table.id)), media_type="image/svg+xml")

    async def _looked_at(self, request: Request) -> tuple[Table, int]:
        authority = await self.house.table(request.path_params["table"])
        # Who asked another process a moment ago expects to find it here.
        await self.house.catch_up(authority)
        table = authority.table
        return table, viewer_of(table, who_of(request))

    # Acting

    async def visitor(self, _request: Request) -> Response:
        """A secret for a program."""
        return answer(Visitor(new_token()), 201)

    async def open(self, request: Request) -> Response:
        """A new table."""
        body: NewTable = await read(request, NewTable)
        token, who = self._known(request)
        name = one_line("name", body.name)
        opened = create.opened(
            body.game,
            body.seats,
            who,
            options=dict(body.options),
            clock=body.clock,
            listed=body.listed,
            guests=[Guest(who, name)] if name else [],
        )
        return await self._opened(request, token, opened)

    async def play_now(self, request: Request) -> Response:
        """A seat at once."""
        body: PlayNow = await read(request, PlayNow)
        token, who = self._known(request)
        if body.against == "people":
            for place in await self.house.store.listed(body.game):
                if await self._join(place.table_id, who, body.name):
                    return self._seated(request, token, place.table_id)
        return await self._opened(request, token, quick_table(body, who))

    async def _join(self, table_id: str, who: str, name: str) -> bool:
        """Sit down and be ready; False if somebody else was faster."""
        try:
            await self.house.ask(table_id, who, commands.Sit(id=new_token(), name=name))
            await self.house.ask(table_id, who, commands.Ready(id=new_token()))
        except Illegal:
            return False
        return True

    async def ask(self, request: Request) -> Response:
        """Any wish at a table: the same messages as on the socket."""
        wish: AnyRequest = await read(request, AnyRequest)
        token, who = self._known(request)
        seq = await self.house.ask(request.path_params["table"], who, wish)
        table = (await self.house.table(request.path_params["table"])).table
        response = answer(Answer(wish.id, table.seqs[viewer_of(table, who)].told(seq)))
        self._remember(request, response, token)
        return response

    async def rematch(self, request: Request) -> Response:
        """Where the same people play again."""
        authority = await self.house.table(request.path_params["table"])
        again = await self.house.rematch(authority.table, who_of(request))
        return answer(TableLink(again.table.id, link(request, again.table.id)))

    async def seat_link(self, request: Request) -> Response:
        """A link that moves your seat."""
        secret, table_id = new_token(), request.path_params["table"]
        wish = commands.Lend(id=new_token(), key=fingerprint(secret))
        await self.house.ask(table_id, who_of(request), wish)
        address = f"{link(request, table_id)}#seat={secret}"
        return answer(SeatLink(address, qr_code(address).decode()), 201)

    # Helping

    def _known(self, request: Request) -> tuple[str, str]:
        """The visitor's secret, a new one if there is none, and who that is."""
        token = token_of(request) or new_token()
        return token, who_of(request, token)

    def _remember(self, request: Request, response: Response, token: str) -> None:
        if token_of(request) is None:
            remember(request, response, token)

    async def _opened(self, request: Request, token: str, opened: Opened) -> Response:
        try:
            self.opening.take(request.client.host if request.client else "unknown")
        except TooMuch:
            raise TooMuch("too-many-tables", most=int(self.opening.rate.burst)) from None
        authority = await self.house.open(opened)
        return self._seated(request, token, authority.table.id)

    def _seated(self, request: Request, token: str, table_id: str) -> Response:
        response = answer(TableLink(table_id, link(request, table_id)), 201)
        self._remember(request, response, token)
        return response

    def endpoints(self) -> list[Endpoint]:
        """Everything there is, for the router and for the OpenAPI page."""
        at = "/api/tables/{table}"
        return [
            Endpoint("POST", "/api/visitor", "A secret for a program", self.visitor, Visitor),
            Endpoint(
                "GET",
                "/api/tables",
                "Tables that wait for people",
                self.tables,
                list[Listed],
                query=("game",),
            ),
            Endpoint("POST", "/api/tables", "Set up a table", self.open, TableLink, NewTable),
            Endpoint("POST", "/api/play", "Play now", self.play_now, TableLink, PlayNow),
            Endpoint("GET", at, "A table as you see it", self.table, dict),
            Endpoint("POST", f"{at}/ask", "Any wish at a table", self.ask, Answer, AnyRequest),
            Endpoint("GET", f"{at}/history/{{ply}}", "What you saw at a ply", self.history, dict),
            Endpoint("GET", f"{at}/log", "Since you left", self.log, list[Line], query=("since",)),
            Endpoint("GET", f"{at}/record", "The finished match", self.record, media="text/plain"),
            Endpoint("GET", f"{at}/qr.svg", "The invitation to scan", self.qr, media="image/svg+xml"),
            Endpoint("POST", f"{at}/link", "Move your seat", self.seat_link, SeatLink),
            Endpoint("POST", f"{at}/rematch", "The table of the rematch", self.rematch, TableLink),
        ]


def quick_table(body: PlayNow, who: str) -> Opened:
    """You and bots, ready; or you and free seats, listed."""
    if body.bot not in bots.names():
        raise Illegal("no-such-bot", word=body.bot, known=" ".join(bots.names()))
    seats = body.seats or games.load(body.game).seats[0]
    guests = [Guest(who, one_line("name", body.name), ready=True)]
    if body.against == "bots":
        guests += [Guest(name=body.bot, bot=body.bot) for _ in range(seats - 1)]
    listed = body.against == "people"
    return create.opened(body.game, seats, who, options=dict(body.options), listed=listed, guests=guests)


def viewer_of(table: Table, who: str) -> int:
    """Through whose eyes somebody looks."""
    seat = table.seat_of(who)
    return SPECTATOR if seat is None else seat


def number(text: str, name: str) -> int:
    """A number in an address."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Unreadable("bad-number", key=name, found=text[:40])
    return int(text)


def link(request: Request, table_id: str) -> str:
    """The address that people send each other."""
    return f"{request.url.scheme}://{request.url.netloc}/t/{table_id}"


def qr_code(address: str) -> bytes:
    """An address as a picture."""
    out = io.BytesIO()
    segno.make(address, error="m").save(out, kind="svg", scale=4, xmldecl=False)
    return out.getvalue()
