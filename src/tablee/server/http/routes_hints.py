"""A hint for somebody who plays alone against bots: what a strong one would consider in their place."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.bots.explain import Candidate, can_advise
from tablee.core.errors import Illegal
from tablee.core.vocabulary import format_seat
from tablee.server.domain import race_clock
from tablee.server.domain.decide import Wish
from tablee.server.domain.table import Table
from tablee.server.http.endpoint import Endpoint, answer, while_there, who_of
from tablee.server.rate_limit import Buckets, Rate, TooMuch
from tablee.server.runtime.bot_pool import Thinkers
from tablee.server.runtime.registry import House

# Thinking is the dearest thing that can be asked for over HTTP.
HINTING = Rate(burst=6, per_second=0.5)
DIGITS = 3


class Reason(msgspec.Struct, frozen=True):
    """An item of the score sheet of which a move brings more, or less, than the other candidates."""

    item: str
    points: float


class Advice(msgspec.Struct, frozen=True):
    """A move, what it seems worth (0 to 1), the score it leads to, and why; the largest reason first.

    Worth and points are null where the rules themselves propose a step, as in a race_clock.
    """

    move: str
    worth: float | None
    points: float | None
    reasons: list[Reason]


class Hint(msgspec.Struct, frozen=True):
    """The best candidates at a ply, the most promising first."""

    ply: int
    moves: list[Advice]


class HintApi:
    """The handler, and who is being helped just now."""

    def __init__(self, house: House, thinkers: Thinkers, rate: Rate = HINTING) -> None:
        self.house = house
        self.thinkers = thinkers
        self.hinting = Buckets(rate)
        self.helped: set[str] = set()

    async def hint(self, request: Request) -> Response:
        """One at a time for each visitor; if the visitor goes, so does the question."""
        authority = await self.house.table(request.path_params["table"])
        await self.house.catch_up(authority)
        who = who_of(request)
        seat = seat_to_help(authority.table, who, authority.clock())
        if who in self.helped:
            raise TooMuch("one-hint-at-a-time", wait=1_000)
        self.hinting.take(request.client.host if request.client else "unknown")
        self.helped.add(who)
        try:
            return answer(await while_there(request, self._think(authority.table, seat)))
        finally:
            self.helped.discard(who)

    async def _think(self, table: Table, seat: int) -> Hint:
        match = table.playing()
        ply = table.plies[seat].told(match.ply)
        found = await self.thinkers.hint(match.game.key, match.state, seat)
        return Hint(ply, [advice(candidate) for candidate in found])

    def endpoints(self) -> list[Endpoint]:
        """Just one."""
        return [Endpoint("GET", "/api/tables/{table}/hint", "What you might play", self.hint, Hint)]


def seat_to_help(table: Table, who: str, now: int) -> int:
    """The seat of who asks, if a hint takes nothing from anybody and gives away nothing."""
    wish = Wish(table, who, now)
    state, seat = wish.while_playing().playing().state, wish.seat()
    if table.chairs[seat].stand_in:
        raise Illegal("bot-plays-for-you")
    if set(table.people()) != {seat}:
        raise Illegal("hints-against-bots-only")
    if seat not in table.acting():
        raise Illegal("not-your-turn", who=" ".join(format_seat(other) for other in table.acting()))
    if race_clock.counting(table, seat, now):
        raise Illegal("too-soon", wait=(race_clock.starts(table, seat) or now) - now)
    if table.game.memory:
        raise Illegal("memory-game")
    if not can_advise(table.game) or len(state.moves(seat)) == 1:
        raise Illegal("nothing-to-explain")
    return seat


def advice(candidate: Candidate) -> Advice:
    """A candidate as it is sent; more digits would only look exact."""
    reasons = [Reason(item, round(points, DIGITS)) for item, points in candidate.reasons]
    return Advice(candidate.move, rounded(candidate.value), rounded(candidate.points), reasons)


def rounded(number: float | None) -> float | None:
    """With the digits that are sent."""
    return None if number is None else round(number, DIGITS)
