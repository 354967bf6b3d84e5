"""HTTP endpoints of the deal of the day: the day, its ranking, the calendar, the proof, and a new try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, select
from starlette.requests import Request
from starlette.responses import Response

from tablee import games
from tablee.core.daily import closing_of, day_after, day_commitment, end_of, parse_day
from tablee.core.errors import Illegal, Unreadable
from tablee.server.domain.commands import Face, Name
from tablee.server.domain.daily import streak
from tablee.server.domain.decide import required_name
from tablee.server.domain.events import Guest
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.routes_tables import TableRoutes
from tablee.server.http.schemas import TableLink
from tablee.server.http.visitors import identify, visitor_id_of
from tablee.server.runtime.daily import DailyDeals, has_finished, read_person, read_tries
from tablee.server.storage import daily
from tablee.server.storage.schema import DAILY_RESULT

# Days that the home page shows beside the streak, today included.
WEEK = 7
MONTH = 31


class OwnTry(msgspec.Struct, frozen=True):
    """A try of this person. `score` and `lead` are null while it goes on; `ranked`: it counts."""

    table: str
    score: int | None
    lead: int | None
    ranked: bool


class DailyGame(msgspec.Struct, frozen=True):
    """The deal of one game. `bots`: their levels, in the order of the seats after the person's.

    `players`: how many people are in the ranking. `tries`: those of this person, the first begun first.
    `open`: whether the ranking may be seen, which is after the own try, or when the day is over.
    """

    game: str
    bots: list[str]
    options: dict[str, str]
    players: int
    tries: list[OwnTry]
    open: bool


class DayMark(msgspec.Struct, frozen=True):
    """A day, and whether this person has finished a ranked try on it."""

    day: str
    played: bool


class Daily(msgspec.Struct, frozen=True):
    """The deals of a day (UTC). Times are in milliseconds since 1970.

    `ends`: until when a ranked try may begin; `closes`: when the ranking is final and the secret published.
    `commitment` and `next_commitment` fix the secrets of this day and of the day after; both were published
    the day before. `secret` is empty until `closes`.
    """

    day: str
    today: str
    first_day: str
    ends: int
    closes: int
    featured: str
    commitment: str
    next_commitment: str
    secret: str
    streak: int
    week: list[DayMark]
    games: list[DailyGame]


class DailyRow(msgspec.Struct, frozen=True):
    """A row of a ranking: equal results share a place. `lead`: points more than the best of the others."""

    place: int
    name: str
    face: str
    score: int
    lead: int
    table: str
    you: bool


class ExpertLine(msgspec.Struct, frozen=True):
    """The match of the strongest bot at the same deal; `score` is null while it goes on."""

    table: str
    score: int | None


class Standings(msgspec.Struct, frozen=True):
    """The ranking of a deal: `scores` are score and number of people, `around` the rows near the own one.

    `own` is null without a ranked result; then `around` is empty, as it is near the top.
    """

    day: str
    game: str
    players: int
    scores: list[tuple[int, int]]
    top: list[DailyRow]
    around: list[DailyRow]
    own: DailyRow | None
    expert: ExpertLine | None


class CalendarDay(msgspec.Struct, frozen=True):
    """A day that has deals, and the games of which this person has finished one, with the best score."""

    day: str
    scores: dict[str, int]
    ranked: bool


class Proof(msgspec.Struct, frozen=True):
    """What proves the deals up to a day: hashing its secret once for each day before leads to the anchor."""

    first_day: str
    anchor: str
    day: str
    secret: str


class NewTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a try, or with `ranked` go on with the one that counts."""

    name: Name
    face: Face = ""
    ranked: bool = True


class DailyRoutes:
    """Handlers of the deal of the day."""

    def __init__(self, deals: DailyDeals, tables: TableRoutes) -> None:
        self.deals = deals
        self.store = deals.store
        self.tables = tables

    # Queries

    async def day(self, request: Request) -> Response:
        """Return the deals of a day, today without a parameter."""
        day = await self._known_day(request.query_params.get("day", self.deals.today))
        chain, keys = await self.deals.chain_of(day), games.keys()
        rows = await self.store.query(partial(read_day, visitor_id=visitor_id_of(request), day=day))
        today, closed = self.deals.today, self.deals.is_closed(day)
        following = await self.deals.chain_of(day_after(day))
        answer = Daily(
            day=day,
            today=today,
            first_day=await self.deals.first_day(),
            ends=end_of(day),
            closes=closing_of(day),
            featured=self.deals.featured(day).key,
            commitment=day_commitment(chain.secret(day)),
            next_commitment=day_commitment(following.secret(day_after(day))),
            secret=chain.secret(day) if closed else "",
            streak=streak(rows.played, today),
            week=[DayMark(each, each in rows.played) for each in last_days(today)],
            games=[daily_game(key, rows, closed) for key in keys],
        )
        return json_response(answer)

    async def standings(self, request: Request) -> Response:
        """Return the ranking of a deal; raises Illegal before the own try, unless the day is over."""
        day, game = await self._deal_of(request)
        expert = await self.deals.expert_id(day, game)
        read = partial(self._read_standings, visitor_id=visitor_id_of(request), day=day, game=game)
        return json_response(await self.store.query(partial(read, expert=expert)))

    def _read_standings(
        self, connection: Connection, visitor_id: str, day: str, game: str, expert: str
    ) -> Standings:
        person = read_person(connection, visitor_id)
        own = [row for row in read_tries(connection, person, day, day) if row.game == game]
        if not self.deals.is_closed(day) and not has_finished(own):
            raise Illegal("daily-private")
        own_row = next((row for row in own if row.ranked and row.score is not None), None)
        ranking = daily.read_ranking(connection, day, game, own_row)
        rows = [daily_row(row, ranking.places, own_row) for row in ranking.top]
        near = [daily_row(row, ranking.places, own_row) for row in ranking.around]
        played = connection.execute(select(DAILY_RESULT.c.score).where(DAILY_RESULT.c.table_id == expert))
        return Standings(
            day=day,
            game=game,
            players=sum(count for _, count in ranking.scores),
            scores=ranking.scores,
            top=rows,
            around=[] if any(row.you for row in rows) else near,
            own=next((row for row in near if row.you), None),
            expert=next((ExpertLine(expert, score) for (score,) in played.all()), None),
        )

    async def calendar(self, request: Request) -> Response:
        """Return the days of a month that have deals, with the own results."""
        month = request.query_params.get("month", self.deals.today[:7])
        start = parse_day(f"{month}-01")
        first, last = max(start, await self.deals.first_day()), min(day_after(start, MONTH), self.deals.today)
        visitor_id = visitor_id_of(request)
        tries = await self.store.query(
            lambda connection: read_tries(connection, read_person(connection, visitor_id), first, last)
        )
        finished = [row for row in tries if row.score is not None]
        days = []
        while first <= last and first.startswith(month):
            of_day = [row for row in finished if row.day == first]
            best = {row.game: row.score for row in sorted(of_day, key=lambda row: row.score)}
            days.append(CalendarDay(first, best, any(row.ranked for row in of_day)))
            first = day_after(first)
        return json_response(days)

    async def proof(self, _request: Request) -> Response:
        """Return the last published secret, which proves all days before."""
        day = await self.deals.last_closed_day()
        first_day = await self.deals.first_day()
        chain = await self.deals.chain_of(max(day, first_day))
        return json_response(Proof(chain.first_day, chain.anchor, day, chain.secret(day)))

    async def _known_day(self, text: str) -> str:
        """Return a day that has deals; raises Unreadable."""
        day = parse_day(text)
        await self.deals.chain_of(day)
        if day > self.deals.today:
            raise Unreadable("no-such-day", day=day)
        return day

    async def _deal_of(self, request: Request) -> tuple[str, str]:
        """Return day and game of a path; raises Unreadable if there is no such deal."""
        day = await self._known_day(request.path_params["day"])
        return day, games.load(request.path_params["game"]).key

    # Commands

    async def begin(self, request: Request) -> Response:
        """Open a table of a deal; a ranked try that was begun is returned as it is."""
        day, game = await self._deal_of(request)
        body: NewTry = await read_struct(request, NewTry)
        guest_name = required_name(body.name)
        token, visitor_id = identify(request)
        person = await self.deals.person(visitor_id)
        found = await self.deals.ranked_try(person, day, game) if body.ranked else None
        if found is None:
            await self.tables.take_opening(request)
            guest = Guest(visitor_id, guest_name, ready=True, face=body.face)
            found = await self.deals.begin(person, day, game, guest, body.ranked)
        return self.tables.link_response(request, token, found)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at, days = "/api/daily/{day}/{game}", list[CalendarDay]
        return [
            Endpoint("GET", "/api/daily", "The deals of a day", self.day, Daily, query=("day",)),
            Endpoint(
                "GET", "/api/daily/calendar", "The days of a month", self.calendar, days, query=("month",)
            ),
            Endpoint("GET", "/api/daily/proof", "What proves the deals", self.proof, Proof),
            Endpoint("GET", at, "The ranking of a deal", self.standings, Standings),
            Endpoint("POST", at, "Begin a try", self.begin, TableLink, NewTry),
        ]


@dataclass(frozen=True)
class DayRows:
    """The tries of a person at a day, all days on which the person has played, people in each ranking."""

    own: list[Any]
    played: set[str]
    players: dict[str, int]


def read_day(connection: Connection, visitor_id: str, day: str) -> DayRows:
    """Read what the page of a day shows."""
    person = read_person(connection, visitor_id)
    days = daily.days_played(visitor_id, person.account)
    played = {row[0] for row in connection.execute(days).all()} if visitor_id else set()
    counts = connection.execute(daily.count_ranked(day, games.keys())).all()
    return DayRows(read_tries(connection, person, day, day), played, dict(counts))


def last_days(today: str) -> list[str]:
    """Return the days of the last week, today last."""
    return [day_after(today, at - WEEK + 1) for at in range(WEEK)]


def daily_game(key: str, rows: DayRows, closed: bool) -> DailyGame:
    """Return the deal of a game with a person's tries."""
    game, own = games.load(key), [row for row in rows.own if row.game == key]
    return DailyGame(
        game=key,
        bots=list(game.daily_bots),
        options=game.resolve_options(dict(game.daily_options)),
        players=rows.players.get(key, 0),
        tries=[OwnTry(row.table_id, row.score, row.lead, row.ranked) for row in own],
        open=closed or has_finished(own),
    )


def daily_row(row: Any, places: Mapping[tuple[int, int], int], own_row: Any) -> DailyRow:
    """Return a row of the ranking, without the ids of visitor and account."""
    is_own = own_row is not None and row.table_id == own_row.table_id
    # A result that was stored after the others were counted is put behind them.
    place = places.get((row.score, row.lead), len(places) + 1)
    return DailyRow(place, row.name, row.face, row.score, row.lead, row.table_id, is_own)
