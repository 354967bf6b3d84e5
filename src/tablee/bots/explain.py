"""Hints: the best candidate moves of a seat, with the expected score of each, item by item, as data.

For a game without weights the candidates are what `State.propose` returns, without scores. The server calls
this module in a worker process; screens turn the result into sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache

from tablee.bots.bot import Budget, Resample
from tablee.bots.levels import level
from tablee.bots.rollout import RolloutPolicy
from tablee.bots.search_bot import SearchBot, candidate_moves
from tablee.bots.weights import load_weights
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State

MAX_CANDIDATES = 4
MAX_ROLLOUTS = 100
MIN_REASON_POINTS = 0.3  # smaller differences are within the error of the rollouts


@dataclass(frozen=True)
class Candidate:
    """A move as text, its visits and mean value (0 to 1) in the search, and the score expected after it.

    `items` is the expected score sheet, `points` its total. `reasons` are the items, with the difference in
    points, in which the move differs from the mean of the other candidates, largest first. Value and points
    are None for a move proposed by the game without a search.
    """

    move: str
    visits: int = 0
    value: float | None = None
    points: float | None = None
    items: dict[str, float] = field(default_factory=dict)
    reasons: list[tuple[str, float]] = field(default_factory=list)


@cache
def can_advise(game: Game) -> bool:
    """Return whether `explain` has hints for a game: it has weights, or proposes moves in a sample deal.

    Always False for a memory game, where a hint would remember for the player.
    """
    if game.memory:
        return False
    state = game.deal(game.seats[0], "hint")
    return load_weights(game) is not None or any(proposals(state, seat) for seat in state.actors())


def explain(game: Game, seat: int, resample: Resample, budget: Budget, rng: Rng) -> list[Candidate]:
    """Return up to MAX_CANDIDATES moves of an acting seat, the expert's choice first.

    Half of the budget is for the search, the rest for rollouts of the candidates.
    """
    state = resample()
    if load_weights(game) is None:
        return proposals(state, seat)
    end = budget.clock() + budget.seconds
    bot = SearchBot(game, level("expert", game))
    bot.run_search(state, seat, replace(budget, seconds=budget.seconds / 2), rng)
    best = bot.rank(candidate_moves(state, seat), seat)[:MAX_CANDIDATES]
    sheets = mean_score_sheets(
        best, seat, resample, bot.search.policy, rng, in_time=lambda: budget.clock() < end
    )
    return [
        Candidate(
            game.format(move),
            *bot.statistics(seat, move),
            sum(sheets[move].values()),
            sheets[move],
            reasons(sheets, move),
        )
        for move in best
    ]


def proposals(state: State, seat: int) -> list[Candidate]:
    """Return the moves that the game proposes, without scores."""
    return [Candidate(state.vocabulary().format(move)) for move in state.propose(seat)[:MAX_CANDIDATES]]


def mean_score_sheets(
    moves: list[int],
    seat: int,
    resample: Resample,
    policy: RolloutPolicy,
    rng: Rng,
    *,
    in_time: Callable[[], bool],
) -> dict[int, dict[str, float]]:
    """Return the mean score sheet of the seat after each move, over up to MAX_ROLLOUTS rollouts of each.

    At least one, then more while `in_time`. All moves are tried in the same resampled states with the same
    RNG seed, so that equivalent moves get equal sheets.
    """
    totals: dict[int, dict[str, float]] = {move: {} for move in moves}
    rollouts = 0
    while rollouts < MAX_ROLLOUTS and (rollouts == 0 or in_time()):
        rollouts += 1
        state, seed = resample(), str(rng.word())
        for move in moves:
            policy.rng = Rng(seed)
            for item, points in score_sheet_after(state, seat, move, policy).items():
                totals[move][item] = totals[move].get(item, 0.0) + points
    return {
        move: {item: points / rollouts for item, points in sheet.items()} for move, sheet in totals.items()
    }


def score_sheet_after(state: State, seat: int, move: int, policy: RolloutPolicy) -> dict[str, int]:
    """Return the score sheet of a seat after a move and one rollout, in which `policy` plays all seats."""
    after = state.copy()
    after.play(seat, move)
    policy.play_out(after)
    return after.score_sheet().items[seat]


def reasons(sheets: dict[int, dict[str, float]], move: int) -> list[tuple[str, float]]:
    """Return (item, points) by which a move differs from the mean of the other moves, largest first."""
    others = [sheet for other, sheet in sheets.items() if other != move]
    if not others:
        return []
    found = []
    for item, points in sheets[move].items():
        usual = sum(sheet.get(item, 0.0) for sheet in others) / len(others)
        if abs(points - usual) >= MIN_REASON_POINTS:
            found.append((item, points - usual))
    return sorted(found, key=lambda reason: -abs(reason[1]))
