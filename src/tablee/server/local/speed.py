"""Measures how long a bot takes for a decision on this device."""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee import games
from tablee.core.game import Game
from tablee.core.state import CLOCK, State
from tablee.server.http.endpoint import Endpoint, json_response
from tablee.server.http.routes_tables import check_bot
from tablee.server.runtime.bot_runner import BotRunner, Decision

# Seconds after which a device counts as too slow.
LIMIT = 6.0
SEED = "speed"


class BotSpeed(msgspec.Struct, frozen=True):
    """The time that a bot takes for its first decision at full strength, in milliseconds."""

    ms: int


class SpeedRoutes:
    """Handler of the measurement. Only a device has it."""

    def __init__(self, bots: BotRunner) -> None:
        self.bots = bots

    async def speed(self, request: Request) -> Response:
        """Return how long a bot (`bot`) takes for a decision at a game (`game`)."""
        game, bot = games.load(request.query_params.get("game", "")), request.query_params.get("bot", "")
        check_bot(bot)
        state, seat = first_decision(game)
        taken = LIMIT
        # The first decision also loads the weights.
        for _ in range(2):
            taken = await self._time(game, bot, state, seat)
            if taken >= LIMIT:
                break
        return json_response(BotSpeed(round(1_000 * taken)))

    async def _time(self, game: Game, bot: str, state: State, seat: int) -> float:
        """Return the seconds of one decision, at most LIMIT."""
        start = time.perf_counter()
        decision = Decision(seed=SEED, unhurried=True)
        try:
            await asyncio.wait_for(self.bots.choose_move(bot, game.key, state, seat, decision), LIMIT)
        except TimeoutError:
            return LIMIT
        return min(LIMIT, time.perf_counter() - start)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoint, for the router."""
        summary = "How long a bot thinks here"
        return [
            Endpoint("GET", "/api/device/speed", summary, self.speed, BotSpeed, query=("game", "bot")),
        ]


def first_decision(game: Game) -> tuple[State, int]:
    """Return a deal at its first decision, and the seat that has to make it."""
    state = game.deal(max(2, game.seats[0]), SEED)
    while state.actors() == [CLOCK]:
        state.play(CLOCK, state.moves(CLOCK)[0])
    return state, next(seat for seat in state.actors() if seat != CLOCK)
