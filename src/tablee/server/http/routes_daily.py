"""HTTP endpoints of the deal of the day: the day, its ranking, the calendar, the proof, and a new try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, select
from starlette.requests import Request
from starlette.responses import Response

from tablee import games
from tablee.core.daily import closing_of, day_after, day_commitment, end_of, parse_day
from tablee.core.errors import Illegal, Unreadable
from tablee.server.domain.daily import has_finished, streak
from tablee.server.domain.events import Guest
from tablee.server.domain.names import required_name
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.routes_tables import TableRoutes
from tablee.server.http.schemas import TableLink
from tablee.server.http.schemas_daily import (
    CalendarDay,
    Daily,
    DailyRow,
    DayMark,
    ExpertLine,
    NewTry,
    Proof,
    Standings,
    daily_game,
    days_of,
    featured,
)
from tablee.server.http.visitors import identify, visitor_id_of
from tablee.server.runtime.daily import DailyDeals, read_person, read_tries
from tablee.server.storage import daily
from tablee.server.storage.schema import DAILY_RESULT

# Days that the home page shows beside the streak, today included.
WEEK = 7


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
            featured=featured(day),
            commitment=day_commitment(chain.secret(day)),
            next_commitment=day_commitment(following.secret(day_after(day))),
            secret=chain.secret(day) if closed else "",
            streak=streak(rows.played, today),
            week=[DayMark(each, each in rows.played) for each in last_days(today)],
            games=[
                daily_game(
                    key, rows.players.get(key, 0), [row for row in rows.own if row.game == key], closed
                )
                for key in keys
            ],
        )
        return json_response(answer)

    async def standings(self, request: Request) -> Response:
        """Return the ranking of a deal; raises Illegal before the visitor's try, unless the day is over."""
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
        """Return the days of a month that have deals, with the visitor's results."""
        month = request.query_params.get("month", self.deals.today[:7])
        listed = list(days_of(month, await self.deals.first_day(), self.deals.today))
        tries = await self._tries(visitor_id_of(request), listed[0], listed[-1]) if listed else []
        days = []
        for day in listed:
            of_day = [row for row in tries if row.day == day and row.score is not None]
            best = {row.game: row.score for row in sorted(of_day, key=lambda row: row.score)}
            days.append(CalendarDay(day, best, any(row.ranked for row in of_day)))
        return json_response(days)

    async def _tries(self, visitor_id: str, first_day: str, last_day: str) -> list[Any]:
        """Return the rows of a visitor's tries between two days."""
        return await self.store.query(
            lambda connection: read_tries(
                connection, read_person(connection, visitor_id), first_day, last_day
            )
        )

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
        body = await read_struct(request, NewTry)
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


def daily_row(row: Any, places: Mapping[tuple[int, int], int], own_row: Any) -> DailyRow:
    """Return a row of the ranking, without the ids of visitor and account."""
    is_own = own_row is not None and row.table_id == own_row.table_id
    # A result that was stored after the others were counted is put behind them.
    place = places.get((row.score, row.lead), len(places) + 1)
    return DailyRow(place, row.name, row.face, row.score, row.lead, row.table_id, is_own)
