"""HTTP endpoints of tables: open, join, view, command, links, record."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tablee import bots, games
from tablee.core.errors import Illegal, Unreadable
from tablee.core.lesson import find_lesson
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create
from tablee.server.domain.commands import AnyCommand
from tablee.server.domain.events import Guest, Opened
from tablee.server.domain.names import one_line, required_name
from tablee.server.domain.table import SPECTATOR, Table
from tablee.server.errors import LimitExceeded
from tablee.server.http.endpoint import Endpoint, json_response, read_body, read_struct
from tablee.server.http.schemas import (
    Listed,
    NewTable,
    PlayLesson,
    PlayNow,
    PlayOn,
    TableLink,
    Visitor,
)
from tablee.server.http.site_address import site_address, table_link
from tablee.server.http.visitors import identify, new_token, set_cookie, visitor_id_of
from tablee.server.messages import Answer, Line, decode
from tablee.server.rate_limit import Rate, client_address
from tablee.server.realtime import render
from tablee.server.realtime.render import Renderer, ViewerProgress
from tablee.server.runtime.registry import SET_ASIDE_CODES, TableRegistry, draw_secret
from tablee.server.runtime.shared_limits import SharedBuckets


class TableRoutes:
    """Handlers of the table API."""

    def __init__(self, registry: TableRegistry, rate: Rate, public_url: str = "") -> None:
        self.registry = registry
        self.opening = SharedBuckets(registry.bus, "opening", rate)
        self.public_url = public_url

    # Queries

    async def tables(self, request: Request) -> Response:
        """Return the public tables with free seats."""
        found = await self.registry.store.listed(request.query_params.get("game"))
        return json_response([Listed.of(each) for each in found])

    async def table(self, request: Request) -> Response:
        """Return a table as the visitor sees it: the first message of its WebSocket."""
        table, viewer = await self._viewed(request)
        update = Renderer(table).update(viewer, ViewerProgress(), self.registry.clock())
        return Response(update, media_type="application/json")

    async def history(self, request: Request) -> Response:
        """Return the view of the visitor at an earlier ply."""
        table, viewer = await self._viewed(request)
        ply = parse_number(request.path_params["ply"], "ply")
        return json_response(render.history(table, viewer, ply, self.registry.clock()))

    async def log(self, request: Request) -> Response:
        """Return the log after a ply, as far as the visitor may know it."""
        table, viewer = await self._viewed(request)
        since = parse_number(request.query_params.get("since", "0"), "since")
        return json_response(render.lines(table, viewer, since))

    async def record(self, request: Request) -> Response:
        """Return the record of a finished match as text, even if the installed rules cannot replay it."""
        try:
            table, _ = await self._viewed(request)
            text = render.record(table, self.registry.clock())
        except Illegal as refused:
            kept = None
            if refused.code in SET_ASIDE_CODES:
                kept = await self.registry.record_set_aside(request.path_params["table"])
            if kept is None:
                raise
            text = kept
        return Response(text, media_type="text/plain; charset=utf-8")

    async def _viewed(self, request: Request) -> tuple[Table, int]:
        """Return the table and the viewer; raises Illegal if it is hidden."""
        visitor_id = visitor_id_of(request)
        table = await self.registry.viewed(request.path_params["table"], visitor_id)
        return table, viewer_of(table, visitor_id)

    # Commands

    async def visitor(self, _request: Request) -> Response:
        """Return a token for a program."""
        return json_response(Visitor(new_token()), 201)

    async def open(self, request: Request) -> Response:
        """Open a table."""
        body = await read_struct(request, NewTable)
        token, visitor_id = identify(request)
        return await self._open(request, token, new_table(body, visitor_id))

    async def play_now(self, request: Request) -> Response:
        """Join a public table, or open one; against bots the match starts at once."""
        body = await read_struct(request, PlayNow)
        required_name(body.name)
        token, visitor_id = identify(request)
        if body.against == "people":
            for found in await self.registry.store.listed(body.game):
                if await self._join(found.table_id, visitor_id, body):
                    return self.link_response(request, token, found.table_id)
        return await self._open(request, token, quick_table(body, visitor_id))

    async def _join(self, table_id: str, visitor_id: str, body: PlayNow) -> bool:
        """Take a seat and be ready; return False if the seat was taken meanwhile."""
        try:
            sit = commands.Sit(id=new_token(), name=body.name, face=body.face)
            await self.registry.handle(table_id, visitor_id, sit)
            await self.registry.handle(table_id, visitor_id, commands.Ready(id=new_token()))
        except Illegal:
            return False
        return True

    async def play_on(self, request: Request) -> Response:
        """Open a table at a position of a finished match; against bots the match goes on at once."""
        body = await read_struct(request, PlayOn)
        table, viewer = await self._viewed(request)
        # The new table would show the deal to others.
        render.check_deal_public(table, self.registry.clock())
        token, visitor_id = identify(request)
        return await self._open(request, token, table_at(table, viewer, visitor_id, body))

    async def play_lesson(self, request: Request) -> Response:
        """Open a table at a position of a lesson; the match goes on at once."""
        body = await read_struct(request, PlayLesson)
        check_bot(body.bot)
        lesson = find_lesson(games.load(request.path_params["game"]), request.path_params["lesson"])
        token, visitor_id = identify(request)
        guest = Guest(visitor_id, required_name(body.name), ready=True, face=body.face)
        opened = create.open_lesson(CATALOG, draw_secret(), lesson, body.path, guest, bot=body.bot)
        return await self._open(request, token, opened)

    async def command(self, request: Request) -> Response:
        """Carry out any command: the same messages as over the WebSocket."""
        command: AnyCommand = decode(await read_body(request), AnyCommand)
        token, visitor_id = identify(request)
        seq = await self.registry.handle(
            request.path_params["table"], visitor_id, command, address=client_address(request.scope)
        )
        table = (await self.registry.get(request.path_params["table"])).table
        numbering = table.seqs[viewer_of(table, visitor_id)]
        response = json_response(Answer(command.id, numbering.to_viewer(seq)))
        set_cookie(request, response, token)
        return response

    async def rematch(self, request: Request) -> Response:
        """Return the table of the rematch, which is opened unless somebody has asked for it before."""
        actor = await self.registry.get(request.path_params["table"])
        visitor_id = visitor_id_of(request)
        if not actor.table.rematch:
            try:
                asked, address = commands.Rematch(id=new_token()), client_address(request.scope)
                await self.registry.handle(actor.table.id, visitor_id, asked, address=address)
            except Illegal as refused:
                # Somebody else asked for it at the same time.
                if refused.code != "rematch-exists":
                    raise
        again = await self.registry.rematch(actor.table, visitor_id)
        return json_response(TableLink(again.table.id, table_link(request, self.public_url, again.table.id)))

    async def _open(self, request: Request, token: str, opened: Opened) -> Response:
        await self.take_opening(request)
        actor = await self.registry.open(opened)
        return self.link_response(request, token, actor.table.id)

    async def take_opening(self, request: Request) -> None:
        """Count a new table; raises LimitExceeded for too many from one address.

        Raises Unreadable if the request names no valid host, so that no link to the table could be made.
        """
        site_address(request, self.public_url)
        try:
            await self.opening.take(client_address(request.scope))
        except LimitExceeded:
            raise LimitExceeded("too-many-tables", most=int(self.opening.rate.burst)) from None

    def link_response(self, request: Request, token: str, table_id: str) -> Response:
        """Return the link to a table; set the token as a cookie if the request had none."""
        response = json_response(TableLink(table_id, table_link(request, self.public_url, table_id)), 201)
        set_cookie(request, response, token)
        return response

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at = "/api/tables/{table}"
        listed = list[Listed]
        return [
            Endpoint("POST", "/api/visitor", "A token for a program", self.visitor, Visitor),
            Endpoint(
                "GET", "/api/tables", "Tables that wait for people", self.tables, listed, query=("game",)
            ),
            Endpoint("POST", "/api/tables", "Open a table", self.open, TableLink, NewTable),
            Endpoint("POST", "/api/play", "Play now", self.play_now, TableLink, PlayNow),
            Endpoint("GET", at, "A table as you see it", self.table, dict),
            Endpoint("POST", f"{at}/ask", "Any command at a table", self.command, Answer, AnyCommand),
            Endpoint("GET", f"{at}/history/{{ply}}", "Your view at a ply", self.history, dict),
            Endpoint("GET", f"{at}/log", "The log after a ply", self.log, list[Line], query=("since",)),
            Endpoint("GET", f"{at}/record", "The finished match", self.record, media="text/plain"),
            Endpoint("POST", f"{at}/play-on", "Play on from a position", self.play_on, TableLink, PlayOn),
            Endpoint(
                "POST",
                "/api/games/{game}/lessons/{lesson}/play-on",
                "Play on from a position of a lesson",
                self.play_lesson,
                TableLink,
                PlayLesson,
            ),
            Endpoint("POST", f"{at}/rematch", "The table of the rematch", self.rematch, TableLink),
        ]


def new_table(body: NewTable, visitor_id: str) -> Opened:
    """Return the event that opens a table; with a name, the visitor has the first seat."""
    name = one_line("name", body.name)
    return create.open_table(
        CATALOG,
        draw_secret(),
        body.game,
        body.seats,
        visitor_id,
        options=dict(body.options),
        clock=body.clock,
        listed=body.listed,
        guests=[Guest(visitor_id, name, face=body.face)] if name else [],
    )


def quick_table(body: PlayNow, visitor_id: str) -> Opened:
    """Return the event that opens a table with the visitor and bots, or with free seats for people."""
    check_bot(body.bot)
    seats = body.seats or games.load(body.game).seats[0]
    guests = [Guest(visitor_id, required_name(body.name), ready=True, face=body.face)]
    if body.against == "bots":
        guests += [Guest(name=body.bot, bot=body.bot) for _ in range(seats - 1)]
    return create.open_table(
        CATALOG,
        draw_secret(),
        body.game,
        seats,
        visitor_id,
        options=dict(body.options),
        listed=body.against == "people",
        guests=guests,
    )


def table_at(table: Table, viewer: int, visitor_id: str, body: PlayOn) -> Opened:
    """Return the event that opens a table at a position of a finished match."""
    check_bot(body.bot)
    against_bots = body.against == "bots"
    guest = Guest(visitor_id, required_name(body.name), ready=against_bots, face=body.face)
    own = None if viewer == SPECTATOR else viewer
    ply = table.plies[viewer].to_real(body.ply)
    position, seat = create.position_at(table, ply, own if body.seat is None else body.seat, body.redraw)
    return create.open_position(
        table, draw_secret(), position, guest, seat=seat, bot=body.bot if against_bots else None
    )


def check_bot(name: str) -> None:
    """Raise Illegal unless a bot of this name is installed: a path would run that file."""
    if name not in bots.names():
        raise Illegal("no-such-bot", word=name, known=" ".join(bots.names()))


def viewer_of(table: Table, visitor_id: str) -> int:
    """Return the seat of a visitor, or SPECTATOR."""
    seat = table.seat_of(visitor_id)
    return SPECTATOR if seat is None else seat


def parse_number(text: str, name: str) -> int:
    """Return a non-negative number of at most nine digits; raises Unreadable for another text."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Unreadable("bad-number", key=name, found=text[:40])
    return int(text)
