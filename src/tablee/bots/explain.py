"""Why a move: the candidates with what each is expected to bring, item by item, as data.

Where nothing was learned about a game, its rules may still propose a next step, without a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache

from tablee.bots.bot import Budget, Resample
from tablee.bots.levels import level
from tablee.bots.rollout import Player
from tablee.bots.search_bot import Thinker, considered
from tablee.bots.weights import knowledge
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State

MOST_CANDIDATES = 4
FUTURES = 100
WORTH_TELLING = 0.3  # points; a smaller difference is as likely luck


@dataclass(frozen=True)
class Candidate:
    """A move, how often the search tried it, what it seems worth (0 to 1), and the score it leads to.

    `reasons` are the items of the score sheet that set it apart from the other candidates, the largest first.
    Worth and points are None where the rules propose a step and nobody thought about it.
    """

    move: str
    tried: int = 0
    worth: float | None = None
    points: float | None = None
    items: dict[str, float] = field(default_factory=dict)
    reasons: list[tuple[str, float]] = field(default_factory=list)


@cache
def can_advise(game: Game) -> bool:
    """Whether there are hints: not where remembering is the game; else if something was learned about it, or
    if its rules propose moves, which one deal tells."""
    if game.memory:
        return False
    state = game.deal(game.seats[0], "hint")
    return knowledge(game) is not None or any(proposals(state, seat) for seat in state.actors())


def explain(game: Game, seat: int, imagine: Resample, budget: Budget, rng: Rng) -> list[Candidate]:
    """The best candidates of a seat, what the expert would play first. Half of the budget is for search."""
    truth = imagine()
    if knowledge(game) is None:
        return proposals(truth, seat)
    end = budget.clock() + budget.seconds
    thinker = Thinker(game, level("expert", game))
    thinker.think(truth, seat, replace(budget, seconds=budget.seconds / 2), rng)
    best = thinker.ranked(considered(truth, seat), seat)[:MOST_CANDIDATES]
    sheets = futures(best, seat, imagine, thinker.search.player, rng, in_time=lambda: budget.clock() < end)
    return [
        Candidate(
            game.format(move),
            *thinker.tried(seat, move),
            sum(sheets[move].values()),
            sheets[move],
            reasons(sheets, move),
        )
        for move in best
    ]


def proposals(truth: State, seat: int) -> list[Candidate]:
    """What the rules know to be a good next step."""
    return [Candidate(truth.vocabulary().format(move)) for move in truth.propose(seat)[:MOST_CANDIDATES]]


def futures(
    moves: list[int],
    seat: int,
    imagine: Resample,
    player: Player,
    rng: Rng,
    *,
    in_time: Callable[[], bool],
) -> dict[int, dict[str, float]]:
    """The mean score sheet after each move; until time is up, all are tried in the same imagined truths, and
    everybody goes on with the same luck: moves that come to the same must not seem to differ."""
    totals: dict[int, dict[str, float]] = {move: {} for move in moves}
    tried = 0
    while tried < FUTURES and (tried == 0 or in_time()):
        tried += 1
        truth, same = imagine(), str(rng.word())
        for move in moves:
            player.rng = Rng(same)
            for item, points in final_items(truth, seat, move, player).items():
                totals[move][item] = totals[move].get(item, 0.0) + points
    return {move: {item: points / tried for item, points in sheet.items()} for move, sheet in totals.items()}


def final_items(truth: State, seat: int, move: int, player: Player) -> dict[str, int]:
    """The score sheet of a seat when a match is played on from a move, everybody by what was learned."""
    after = truth.copy()
    after.play(seat, move)
    player.play_on(after)
    return after.score_sheet().items[seat]


def reasons(sheets: dict[int, dict[str, float]], move: int) -> list[tuple[str, float]]:
    """What this move brings more or less of than the mean of the others."""
    others = [sheet for other, sheet in sheets.items() if other != move]
    if not others:
        return []
    found = []
    for item, points in sheets[move].items():
        usual = sum(sheet.get(item, 0.0) for sheet in others) / len(others)
        if abs(points - usual) >= WORTH_TELLING:
            found.append((item, points - usual))
    return sorted(found, key=lambda reason: -abs(reason[1]))
