"""Profiles of people: what the database knows of an account, or of a visitor without one.

Everybody may read their own profile; that of another person only if it is public.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, select, true

from tablee.core.errors import Illegal, Unreadable
from tablee.server.auth.accounts import Accounts
from tablee.server.domain.person import Person, person_key
from tablee.server.domain.ratings import Rating
from tablee.server.domain.results import Result
from tablee.server.storage import profiles
from tablee.server.storage.schema import ACCOUNT, RESULT

DAY = 24 * 3_600 * 1_000
# Milliseconds of the periods of leaderboards; None for all time.
PERIODS = {"week": 7 * DAY, "month": 30 * DAY, "all": None}


class Owner(Person):
    """The person whose profile it is."""

    def results(self) -> ColumnElement[bool]:
        """Return the condition that a row of `result` belongs to the person."""
        return profiles.is_result_of(self.visitor_id, self.account)


@dataclass(frozen=True)
class HistoryFilter:
    """Which results a history shows: `opponent` is a part of the name of a person, `bots` are levels."""

    game: str = ""
    seats: int | None = None
    outcome: str = ""
    opponent: str = ""
    bots: tuple[str, ...] = ()

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return the SQL conditions of this filter, on rows of `result`."""
        found: list[ColumnElement[bool]] = []
        if self.game:
            found.append(RESULT.c.game == self.game)
        if self.seats is not None:
            found.append(RESULT.c.seats == self.seats)
        if self.outcome:
            found.append(RESULT.c.rank == 1 if self.outcome == "won" else RESULT.c.rank > 1)
        if self.opponent or self.bots:
            found.append(profiles.has_opponent(self.opponent, self.bots))
        return found


class Profiles:
    """Reads profiles, histories and leaderboards."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.store = accounts.store

    async def owner(self, visitor_id: str, secret: str) -> Owner:
        """Return the person of a visitor; raises Illegal without one, or if a login lacks its secret."""
        if not visitor_id:
            raise Illegal("no-visitor")
        account = await self.accounts.account_or_none(visitor_id)
        if account is not None:
            await self.accounts.check_session(visitor_id, secret)
        return Owner(visitor_id, account)

    async def public_owner(self, name: str) -> tuple[Owner, str]:
        """Return the person and the display name of a public account; raises Unreadable for any other."""
        query = select(ACCOUNT).where(ACCOUNT.c.name == name.casefold(), ACCOUNT.c.public == true())
        found = await self.store.rows(query)
        if not found:
            raise Unreadable("no-such-profile")
        return Owner("", found[0].name), found[0].display_name

    async def is_public(self, account: str) -> bool:
        """Return whether everybody may read the profile of an account."""
        found = await self.store.rows(select(ACCOUNT.c.public).where(ACCOUNT.c.name == account))
        return bool(found and found[0].public)

    async def set_public(self, account: str, public: bool) -> None:
        """Make the profile public or private."""
        await self.store.in_transaction(partial(profiles.set_public, name=account, public=public))

    async def ratings(self, owner: Owner) -> dict[str, Rating]:
        """Return the ratings by game."""
        found = await self.store.rows(profiles.ratings_of(owner.key))
        return {row.game: Rating(row.value, row.deviation, row.matches) for row in found}

    async def points(self, owner: Owner, game: str) -> list[Any]:
        """Return time, rating and deviation after the last rated matches at a game, the earliest first."""
        return list(await self.store.rows(profiles.rating_points(owner.results(), game)))[::-1]

    async def history(
        self, owner: Owner, chosen: HistoryFilter, page: int
    ) -> tuple[list[Result], dict[str, list[Result]], bool]:
        """Return a page of results, all seats of these tables by table, and whether there is another page."""
        own = [owner.results(), *chosen.conditions()]
        condition = own[0]
        for each in own[1:]:
            condition &= each
        rows = [Result(*row) for row in await self.store.rows(profiles.history(condition, page))]
        shown = rows[: profiles.PAGE]
        seats: dict[str, list[Result]] = {}
        if shown:
            for row in await self.store.rows(profiles.seats_of([each.table_id for each in shown])):
                seats.setdefault(row.table_id, []).append(Result(*row))
        return shown, seats, len(rows) > len(shown)

    def since(self, period: str) -> int:
        """Return when a period began (ms since 1970); 0 for all time."""
        length = PERIODS[period]
        return 0 if length is None else self.accounts.registry.clock() - length

    async def leaderboard(self, game: str, period: str, page: int) -> tuple[Sequence[Any], bool]:
        """Return the rows of a page, counted from 0, and whether there is another one."""
        rows = await self.store.rows(profiles.leaderboard(game, self.since(period), page))
        return rows[: profiles.PAGE], len(rows) > profiles.PAGE

    async def place(self, account: str, game: str, period: str) -> tuple[int, Any] | None:
        """Return place and row of an account in a leaderboard; None if it is not in it."""
        since = self.since(period)
        own = await self.store.rows(profiles.ratings_of(person_key("", account)))
        row = next((each for each in own if each.game == game and each.at >= since), None)
        if row is None or not await self.is_public(account):
            return None
        ((above,),) = await self.store.rows(profiles.count_above(game, since, row.low))
        return above + 1, row
