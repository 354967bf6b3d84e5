"""Deals of past days on a device: all of them follow from the last secret that the site has published."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tablee import games
from tablee.core.daily import (
    Proof,
    closing_of,
    day_commitment,
    day_of,
    days_between,
    end_of,
    parse_day,
    previous_secret,
    read_proof,
)
from tablee.core.errors import Illegal
from tablee.server.catalog import CATALOG
from tablee.server.domain import create
from tablee.server.domain.events import Guest
from tablee.server.domain.names import required_name
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.routes_tables import TableRoutes
from tablee.server.http.schemas import TableLink
from tablee.server.http.schemas_daily import CalendarDay, Daily, NewTry, daily_game, days_of, featured
from tablee.server.http.visitors import identify
from tablee.server.local.store import Database, guard

# The key of the site's proof in the database; the page's script writes it (`web/src/local/pastDeals.ts`).
PROOF_KEY = "daily/proof"


class PastDealRoutes:
    """Handlers of the deals of past days, with the paths of a site. Today's deal is the site's alone."""

    def __init__(self, tables: TableRoutes, database: Database) -> None:
        self.tables = tables
        self.registry = tables.registry
        self.database = database

    async def day(self, request: Request) -> Response:
        """Return the deals of a past day, by default the latest; without tries, which only the site knows."""
        proof = await self._proof()
        day = request.query_params.get("day", proof.day)
        secret, keys = secret_of(proof, day), games.keys()
        answer = Daily(
            day=day,
            today=day_of(self.registry.clock()),
            first_day=proof.first_day,
            ends=end_of(day),
            closes=closing_of(day),
            featured=featured(day),
            commitment=day_commitment(secret),
            next_commitment="",
            secret=secret,
            streak=0,
            week=[],
            games=[daily_game(key, 0, [], closed=True) for key in keys],
        )
        return json_response(answer)

    async def calendar(self, request: Request) -> Response:
        """Return the days of a month whose deals can be played here."""
        proof = await self._proof()
        month = request.query_params.get("month", proof.day[:7])
        days = [CalendarDay(day, {}, ranked=False) for day in days_of(month, proof.first_day, proof.day)]
        return json_response(days)

    async def begin(self, request: Request) -> Response:
        """Open a table of a past deal, which is never ranked."""
        day, body = request.path_params["day"], await read_struct(request, NewTry)
        secret = secret_of(await self._proof(), day)
        token, visitor_id = identify(request)
        guest = Guest(visitor_id, required_name(body.name), ready=True, face=body.face)
        opened = create.open_deal(CATALOG, secret, day, request.path_params["game"], guest)
        return self.tables.link_response(request, token, (await self.registry.open(opened)).table.id)

    async def _proof(self) -> Proof:
        """Return what the site has published; raises Illegal if this device has never received it."""
        text = await guard(lambda: self.database.get_value(PROOF_KEY))
        if not text:
            raise Illegal("daily-needs-site")
        return read_proof(text)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router."""
        days = list[CalendarDay]
        return [
            Endpoint("GET", "/api/daily", "The deals of a past day", self.day, Daily, query=("day",)),
            Endpoint(
                "GET", "/api/daily/calendar", "The days of a month", self.calendar, days, query=("month",)
            ),
            Endpoint("POST", "/api/daily/{day}/{game}", "Play a past deal", self.begin, TableLink, NewTry),
        ]


def secret_of(proof: Proof, day: str) -> str:
    """Return the secret of a day; raises Illegal if the proof lacks it, Unreadable for an invalid day."""
    if not proof.first_day <= parse_day(day) <= proof.day:
        raise Illegal("daily-needs-site")
    return previous_secret(proof.secret, days_between(day, proof.day))
