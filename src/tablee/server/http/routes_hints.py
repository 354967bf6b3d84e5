"""HTTP endpoint of hints: the best moves for a person who plays alone against bots."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.bots.explain import Candidate, can_advise
from tablee.core.errors import Illegal
from tablee.core.vocabulary import format_seat
from tablee.server.domain import race_clock
from tablee.server.domain.decide import RequestContext
from tablee.server.domain.table import Table
from tablee.server.errors import LimitExceeded
from tablee.server.http.endpoint import Endpoint, cancel_on_disconnect, json_response
from tablee.server.http.visitors import visitor_id_of
from tablee.server.rate_limit import Rate, TokenBuckets, client_address
from tablee.server.runtime.bot_runner import BotRunner
from tablee.server.runtime.registry import TableRegistry

# Decimal places of utilities that are sent; more would only look exact.
DIGITS = 2


class Reason(msgspec.Struct, frozen=True):
    """An item of the score sheet, or `rivals`, and how many points more (or fewer) it brings.

    Compared with the other candidates; for a candidate that is not the first, compared with the first.
    `subject` is the key of the text that names what the item counts, empty if the item says it.
    """

    item: str
    points: int
    subject: str


class Advice(msgspec.Struct, frozen=True):
    """A move, its estimated utility (0 to 1), the expected score, and reasons, the largest first.

    Points are whole and no finer than their error. `gain`: by how much the first move surpasses the mean of
    the others, 0 within the error. `behind`: by how much a move is behind the first. `worth` and `points` are
    null where the game itself proposes a move, as in a race; `then` is then the move that should follow it,
    empty for any.
    """

    move: str
    worth: float | None
    points: int | None
    gain: int
    behind: int
    reasons: list[Reason]
    then: str


class Hint(msgspec.Struct, frozen=True):
    """The best moves at a ply, in the order of `behind`."""

    ply: int
    moves: list[Advice]


class HintRoutes:
    """Handler of hints. `running`: visitors whose hint is being computed."""

    def __init__(self, registry: TableRegistry, bot_pool: BotRunner, rate: Rate) -> None:
        self.registry = registry
        self.bot_pool = bot_pool
        self.hinting = TokenBuckets(rate)
        self.running: set[str] = set()

    async def hint(self, request: Request) -> Response:
        """Return a hint. One at a time per visitor; cancelled if the client disconnects."""
        actor = await self.registry.get(request.path_params["table"])
        await self.registry.catch_up(actor)
        visitor_id = visitor_id_of(request)
        seat = check_hint_allowed(actor.table, visitor_id, actor.clock())
        if visitor_id in self.running:
            raise LimitExceeded("one-hint-at-a-time", wait=1_000)
        self.hinting.take(client_address(request.scope))
        self.running.add(visitor_id)
        try:
            await self.registry.store.note_hint(visitor_id, actor.table.id)
            return json_response(await cancel_on_disconnect(request, self._compute(actor.table, seat)))
        finally:
            self.running.discard(visitor_id)

    async def _compute(self, table: Table, seat: int) -> Hint:
        match = table.playing()
        ply = table.plies[seat].to_viewer(match.ply)
        found = await self.bot_pool.hint(match.game.key, match.state, seat)
        return Hint(ply, [advice(candidate) for candidate in found])

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoint, for the router and the OpenAPI document."""
        return [Endpoint("GET", "/api/tables/{table}/hint", "What you might play", self.hint, Hint)]


def check_hint_allowed(table: Table, visitor_id: str, now: int) -> int:
    """Return the seat of the visitor; raises Illegal unless a hint is fair and reveals nothing."""
    context = RequestContext(table, visitor_id, now)
    state, seat = context.require_playing().playing().state, context.require_seat()
    if table.chairs[seat].stand_in:
        raise Illegal("bot-plays-for-you")
    if table.opened.ranked:
        raise Illegal("daily-no-help")
    if table.people() != [seat]:
        raise Illegal("hints-against-bots-only")
    if seat not in table.acting():
        raise Illegal("not-your-turn", who=" ".join(format_seat(other) for other in table.acting()))
    if race_clock.is_counting_down(table, seat, now):
        raise Illegal("too-soon", wait=(race_clock.start_time(table, seat) or now) - now)
    if table.game.memory:
        raise Illegal("memory-game")
    if not can_advise(table.game) or len(state.moves(seat)) == 1:
        raise Illegal("nothing-to-explain")
    return seat


def advice(candidate: Candidate) -> Advice:
    """Return a candidate as it is sent."""
    worth, points = candidate.value, candidate.points
    return Advice(
        candidate.move,
        None if worth is None else round(worth, DIGITS),
        None if points is None else round(points),
        candidate.gain,
        candidate.behind,
        [Reason(reason.item, reason.points, reason.subject) for reason in candidate.reasons],
        candidate.then,
    )
