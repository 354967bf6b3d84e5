"""HTTP endpoints of profiles: one's own, public ones, history, export, leaderboards."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee import bots, games
from tablee.core.errors import Illegal, Unreadable
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.attempts import logged_in
from tablee.server.auth.export import export
from tablee.server.auth.profiles import PERIODS, HistoryFilter, Owner, Profiles
from tablee.server.auth.routes import RatingInfo, rating_info
from tablee.server.domain.ratings import margin
from tablee.server.domain.results import Result
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.schemas import Listed
from tablee.server.http.visitors import forget_cookie, session_hash_of, visitor_id_of
from tablee.server.rate_limit import Rate, client_address
from tablee.server.runtime.shared_limits import SharedBuckets
from tablee.server.storage import profiles as queries

MAX_TEXT = 40
MAX_SEATS = 20
OUTCOMES = ("", "won", "lost")


class SeatTotals(msgspec.Struct, frozen=True):
    """Results at one game with a number of seats (0: unknown): matches, victories, best and mean score."""

    seats: int
    matches: int
    won: int
    best: int
    mean: float


class RatingPoint(msgspec.Struct, frozen=True):
    """The rating after a match that ended at a time (ms since 1970), and half of its 95 % interval."""

    at: int
    rating: int
    margin: int


class Earned(msgspec.Struct, frozen=True):
    """An achievement: when it was earned, null if not yet; `table` is empty in the profile of another."""

    name: str
    at: int | None
    table: str


class GameProfile(msgspec.Struct, frozen=True):
    """A person at one game; `rating` is null before the first rated match. Graph: the earliest first."""

    game: str
    rating: RatingInfo | None
    totals: list[SeatTotals]
    graph: list[RatingPoint]
    achievements: list[Earned]


class Profile(msgspec.Struct, frozen=True):
    """A profile; `name` is empty for a guest. `own`: of this visitor. `public`: everybody may read it."""

    name: str
    own: bool
    public: bool
    matches: int
    won: int
    games: list[GameProfile]


class ProfileSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether everybody may read the profile."""

    public: bool


class Opponent(msgspec.Struct, frozen=True):
    """Another seat of a match: the name of a person, or the level of a bot, and the rank."""

    name: str
    bot: str
    rank: int


class HistoryRow(msgspec.Struct, frozen=True):
    """A finished match; `at` in ms since 1970. `rating` and `margin` after it; null if it was not rated.

    `device`: it was played on a device.
    """

    table: str
    game: str
    seats: int
    rank: int
    score: int
    at: int
    finished_by_bot: bool
    rating: int | None
    margin: int | None
    opponents: list[Opponent]
    device: bool = False


class HistoryPage(msgspec.Struct, frozen=True):
    """Results, the latest first. `more`: there is another page."""

    page: int
    more: bool
    rows: list[HistoryRow]


class LeaderboardRow(msgspec.Struct, frozen=True):
    """A public account, its rating and half of the 95 % interval; `you`: that of this visitor."""

    place: int
    name: str
    rating: int
    margin: int
    matches: int
    you: bool


class Leaderboard(msgspec.Struct, frozen=True):
    """Public accounts with a rated match in a period, by the lower end of the interval of their rating.

    `own` is null unless this visitor's account is among them.
    """

    game: str
    period: str
    page: int
    more: bool
    rows: list[LeaderboardRow]
    own: LeaderboardRow | None


class ProfileRoutes:
    """Handlers of profiles."""

    def __init__(self, accounts: Accounts, forgetting: Rate, exporting: Rate) -> None:
        """Limit how often people at one address are forgotten, and get all that is stored about them.

        The first costs as much as an account, the second as much as a visit to each of the person's tables.
        """
        self.accounts = accounts
        self.forgetting = SharedBuckets(accounts.registry.bus, "forgetting", forgetting)
        self.exporting = SharedBuckets(accounts.registry.bus, "exporting", exporting)
        self.profiles = Profiles(accounts)
        self.store = accounts.store

    async def _owner(self, request: Request) -> Owner:
        return await self.profiles.owner(visitor_id_of(request), session_hash_of(request))

    async def own(self, request: Request) -> Response:
        """Return the profile of this visitor, with or without an account."""
        owner = await self._owner(request)
        name = await self.accounts.display_name(owner.account) if owner.account else ""
        public = bool(owner.account) and await self.profiles.is_public(owner.account or "")
        return json_response(await self._profile(owner, name, own=True, public=public))

    async def other(self, request: Request) -> Response:
        """Return a public profile; raises Unreadable if there is none of this name."""
        owner, name = await self.profiles.public_owner(request.path_params["name"][:MAX_TEXT])
        return json_response(await self._profile(owner, name, own=False, public=True))

    async def _profile(self, owner: Owner, name: str, own: bool, public: bool) -> Profile:
        keys = games.keys()
        totals, earned, ratings, *graphs = await asyncio.gather(
            self.store.rows(queries.totals(owner.results())),
            self.store.rows(queries.achievements_of(owner.key)),
            self.profiles.ratings(owner),
            *(self.profiles.points(owner, key) for key in keys),
        )
        found = []
        for key, graph in zip(keys, graphs, strict=True):
            times = {row.name: row for row in earned if row.game == key}
            achievements = [earned_info(each, times.get(each), own) for each in games.load(key).achievements]
            found.append(
                GameProfile(
                    game=key,
                    rating=rating_info(key, ratings[key]) if key in ratings else None,
                    totals=[
                        SeatTotals(row.seats, row.matches, row.won, row.best, round(float(row.mean), 1))
                        for row in totals
                        if row.game == key
                    ],
                    graph=[RatingPoint(row.at, round(row.rating), margin(row.deviation)) for row in graph],
                    achievements=achievements,
                )
            )
        matches = sum(row.matches for row in totals)
        # Nobody is beaten alone.
        won = sum(row.won for row in totals if row.seats != 1)
        return Profile(name, own, public, matches, won, found)

    async def settings(self, request: Request) -> Response:
        """Make the profile of the account public, or private again."""
        visitor_id = await logged_in(self.accounts, request)
        body = await read_struct(request, ProfileSettings)
        await self.profiles.set_public(await self.accounts.account_of(visitor_id), body.public)
        return json_response(body)

    async def history(self, request: Request) -> Response:
        """Return a page of the visitor's own history, filtered."""
        owner = await self._owner(request)
        page = number_of(request, "page", queries.MAX_PAGE) or 0
        rows, seats, more = await self.profiles.history(owner, filter_of(request), page)
        found = [history_row(row, seats[row.table_id]) for row in rows]
        return json_response(HistoryPage(page, more and page < queries.MAX_PAGE, found))

    async def tables(self, request: Request) -> Response:
        """Return the tables where this visitor held a seat, the latest first; [] for a new visitor."""
        if not visitor_id_of(request):
            return json_response([])
        owner = await self._owner(request)
        own = (
            self.accounts.history(owner.account) if owner.account else self.store.tables_of(owner.visitor_id)
        )
        return json_response([Listed.of(each) for each in await own])

    async def export(self, request: Request) -> Response:
        """Return everything stored about the person, as a file."""
        owner = await self._owner(request)
        await self.exporting.take(client_address(request.scope))
        response = json_response(await export(self.accounts, owner))
        response.headers["content-disposition"] = 'attachment; filename="tablee.json"'
        return response

    async def forget(self, request: Request) -> Response:
        """Delete everything about a visitor without an account, whose token is useless afterwards."""
        await self.forgetting.take(client_address(request.scope))
        await self.accounts.delete_guest(visitor_id_of(request))
        response = json_response({})
        forget_cookie(request, response)
        return response

    async def leaderboard(self, request: Request) -> Response:
        """Return a page of a leaderboard."""
        game = games.load(request.path_params["game"]).key
        period = choice_of(request, "period", tuple(PERIODS)) or "all"
        page = number_of(request, "page", queries.MAX_PAGE) or 0
        account = await self._account(request)
        rows, more = await self.profiles.leaderboard(game, period, page)
        first = queries.PAGE * page + 1
        found = [
            leaderboard_row(first + at, row, row.display_name, row.account_name == account)
            for at, row in enumerate(rows)
        ]
        own = None
        if account is not None and (placed := await self.profiles.place(account, game, period)):
            own = leaderboard_row(*placed, await self.accounts.display_name(account), True)
        answer = Leaderboard(game, period, page, more and page < queries.MAX_PAGE, found, own)
        return json_response(answer)

    async def _account(self, request: Request) -> str | None:
        """Return the account of the visitor; None for guests, strangers, and logins without their secret."""
        try:
            return (await self._owner(request)).account
        except Illegal:
            return None

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        filters = ("game", "seats", "outcome", "opponent", "bots", "page")
        return [
            Endpoint("GET", "/api/me/profile", "Your profile, with or without account", self.own, Profile),
            Endpoint(
                "POST",
                "/api/me/profile",
                "Make your profile public or private",
                self.settings,
                ProfileSettings,
                ProfileSettings,
            ),
            Endpoint(
                "GET", "/api/me/history", "Your finished matches", self.history, HistoryPage, query=filters
            ),
            Endpoint("GET", "/api/me/tables", "Your tables, the latest first", self.tables, list[Listed]),
            Endpoint("GET", "/api/me/export", "Everything stored about you", self.export, dict),
            Endpoint("POST", "/api/me/forget", "Be forgotten, without an account", self.forget, dict),
            Endpoint("GET", "/api/people/{name}", "A public profile", self.other, Profile),
            Endpoint(
                "GET",
                "/api/leaderboards/{game}",
                "The ratings of public accounts",
                self.leaderboard,
                Leaderboard,
                query=("period", "page"),
            ),
        ]


def earned_info(name: str, row: Any, own: bool) -> Earned:
    """Return an achievement, earned by a row of the database, or not yet if it is None."""
    return Earned(name, None, "") if row is None else Earned(name, row.at, row.table_id if own else "")


def filter_of(request: Request) -> HistoryFilter:
    """Return the filter of a request; raises Unreadable for an invalid one."""
    opponent = " ".join(request.query_params.get("opponent", "")[:MAX_TEXT].split())
    game = request.query_params.get("game", "")
    return HistoryFilter(
        game=games.load(game).key if game else "",
        seats=number_of(request, "seats", MAX_SEATS),
        outcome=choice_of(request, "outcome", OUTCOMES),
        opponent=opponent,
        bots=levels_of(request),
    )


def levels_of(request: Request) -> tuple[str, ...]:
    """Return the bots of a request, separated by commas; raises Unreadable for one that is unknown."""
    text = request.query_params.get("bots", "")
    chosen = text[: MAX_TEXT * 3].split(",") if text else []
    for name in chosen:
        if name not in bots.names():
            raise Unreadable("no-such-bot", word=name[:MAX_TEXT], known=" ".join(bots.names()))
    return tuple(chosen)


def number_of(request: Request, name: str, most: int) -> int | None:
    """Return a query parameter from 0 to `most`, None without it; raises Unreadable for any other value."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and int(text) <= most):
        raise Unreadable("bad-number", key=name, found=text[:MAX_TEXT])
    return int(text)


def choice_of(request: Request, name: str, choices: tuple[str, ...]) -> str:
    """Return a query parameter, "" without it; raises Unreadable unless it is one of the choices."""
    text = request.query_params.get(name, "")
    if text and text not in choices:
        raise Unreadable("bad-choice", key=name, found=text[:MAX_TEXT], known=" ".join(filter(None, choices)))
    return text


def history_row(result: Result, seats: list[Result]) -> HistoryRow:
    """Return a result with the other seats of its match."""
    rated = result.rating is not None and result.deviation is not None
    return HistoryRow(
        table=result.table_id,
        game=result.game,
        seats=result.seats,
        rank=result.rank,
        score=result.score,
        at=result.at,
        finished_by_bot=result.finished_by_bot,
        rating=round(result.rating or 0) if rated else None,
        margin=margin(result.deviation or 0) if rated else None,
        opponents=[Opponent(each.name, each.bot, each.rank) for each in seats if each.seat != result.seat],
        device=result.device,
    )


def leaderboard_row(place: int, row: Any, name: str, you: bool) -> LeaderboardRow:
    """Return a row of `rating` as it is shown."""
    return LeaderboardRow(place, name, round(row.value), margin(row.deviation), row.matches, you)
