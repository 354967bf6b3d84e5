"""Hints: the best candidate moves of a seat with reasons, as data, ordered by the lead they lead to.

For a game without weights the candidates are what `State.propose` returns, without scores. The server calls
this module in a worker process; screens turn the result into sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from tablee.bots.bot import Budget, Resample
from tablee.bots.differences import MIN_PAIRS, difference
from tablee.bots.levels import level
from tablee.bots.rollout import RolloutPolicy
from tablee.bots.search_bot import SearchBot, candidate_moves
from tablee.bots.weights import load_weights
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State

MAX_CANDIDATES = 4
MAX_ROLLOUTS = 400
# The item, beside those of the score sheet, that counts the points of the best other seat against a move.
RIVALS = "rivals"

# A score sheet of one seat, by item.
Sheet = dict[str, float]
# For each move the sheets after its rollouts. Those at the same index began in the same resampled state.
Samples = dict[int, list[Sheet]]


@dataclass(frozen=True)
class Reason:
    """An item of the score sheet as a reason for a move (positive) or against it, in whole points, no finer
    than their error.

    `subject` is the key of the text that names what the item counts, "" if the item says it already.
    """

    item: str
    points: int
    subject: str = ""


@dataclass(frozen=True)
class Candidate:
    """A move as text, its visits and mean value (0 to 1) in the search, and the score expected after it.

    `items` is the expected score sheet, `points` its total. The next fields compare the lead over the best
    other seat, in whole points, 0 where the difference is smaller than its error. `gain`: how much more the
    first candidate leads to than the others do on average, 0 for the others. `behind`: how much less a
    candidate leads to than the first. `reasons` are the items of that difference, largest first. Value and
    points are None for a move proposed by the game without a search; `then` is the move that should follow
    it, "" for any.
    """

    move: str
    visits: int = 0
    value: float | None = None
    points: float | None = None
    items: Sheet = field(default_factory=dict)
    gain: int = 0
    behind: int = 0
    reasons: list[Reason] = field(default_factory=list)
    then: str = ""


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
    """Return up to MAX_CANDIDATES moves of an acting seat, in the order of `behind`.

    Half of the budget is for the search, the rest for rollouts of the candidates.
    """
    state = resample()
    if load_weights(game) is None:
        return proposals(state, seat)
    end = budget.clock() + budget.seconds
    bot = SearchBot(game, level("expert", game))
    bot.run_search(state, seat, replace(budget, seconds=budget.seconds / 2), rng)
    best = bot.rank(candidate_moves(state, seat), seat)[:MAX_CANDIDATES]
    samples = sample_sheets(
        best, seat, resample, bot.search.policy, rng, in_time=lambda: budget.clock() < end
    )
    return candidates(bot, state, seat, samples)


def proposals(state: State, seat: int) -> list[Candidate]:
    """Return the moves that the game proposes, without scores."""
    words = state.vocabulary()
    found = []
    for move in state.propose(seat)[:MAX_CANDIDATES]:
        following = state.follow_up(seat, move)
        found.append(Candidate(words.format(move), then="" if following is None else words.format(following)))
    return found


def sample_sheets(
    moves: list[int],
    seat: int,
    resample: Resample,
    policy: RolloutPolicy,
    rng: Rng,
    *,
    in_time: Callable[[], bool],
) -> Samples:
    """Return the score sheets of the seat after each move and up to MAX_ROLLOUTS rollouts of each.

    At least MIN_PAIRS, then more while `in_time`. All moves are tried in the same resampled states with the
    same RNG seed, so that equivalent moves get equal sheets.
    """
    samples: Samples = {move: [] for move in moves}
    for rollout in range(MAX_ROLLOUTS):
        if rollout >= MIN_PAIRS and not in_time():
            break
        state, seed = resample(), str(rng.word())
        for move in moves:
            policy.rng = Rng(seed)
            samples[move].append(sheet_after(state, seat, move, policy))
    return samples


def sheet_after(state: State, seat: int, move: int, policy: RolloutPolicy) -> Sheet:
    """Return the score sheet of a seat after a move and one rollout, in which `policy` plays all seats.

    It has the item RIVALS at a table of more than one.
    """
    after = state.copy()
    after.play(seat, move)
    policy.play_out(after)
    sheets = after.score_sheet().items
    own: Sheet = dict(sheets[seat])
    rivals = [sum(sheet.values()) for other, sheet in enumerate(sheets) if other != seat]
    return {**own, RIVALS: -max(rivals)} if rivals else own


def in_order(samples: Samples) -> list[int]:
    """Return the moves, those that are behind the first by more points last; equal ones in their given order.

    The first is the earliest that no other move surpasses by more than the error.
    """
    leads = {move: totals(sheets) for move, sheets in samples.items()}
    first = next(
        move for move in leads if all(difference(leads[other], leads[move]).rounded() <= 0 for other in leads)
    )
    behind = {move: points_behind(leads[first], lead) for move, lead in leads.items()}
    return sorted(leads, key=lambda move: (move != first, behind[move]))


def points_behind(first: Sequence[float], lead: Sequence[float]) -> int:
    """Return how many points a move is behind the first."""
    return max(0, difference(first, lead).rounded())


def candidates(bot: SearchBot, state: State, seat: int, samples: Samples) -> list[Candidate]:
    """Return the sampled moves, best first (see `in_order`), with their reasons.

    The first one is compared with the mean of all others, each of these with the first one.
    """
    first, *others = in_order(samples)
    mean_of_others = mean_sheets([samples[move] for move in others])
    found = []
    for move in (first, *others):
        sheets, base = samples[move], mean_of_others if move == first else samples[first]
        change = difference(totals(sheets), totals(base)).rounded() if base else 0
        after = state.copy()
        after.play(seat, move)
        found.append(
            Candidate(
                bot.game.format(move),
                *bot.statistics(seat, move),
                points=mean(totals(sheets, without=RIVALS)),
                items={item: mean([sheet[item] for sheet in sheets]) for item in sheets[0] if item != RIVALS},
                gain=max(0, change) if move == first else 0,
                behind=0 if move == first else max(0, -change),
                reasons=[
                    Reason(item, points, "" if item == RIVALS else after.item_subject(seat, item))
                    for item, points in changes(sheets, base)
                ],
            )
        )
    return found


def changes(sheets: Sequence[Sheet], base: Sequence[Sheet]) -> list[tuple[str, int]]:
    """Return the score items in which two samples of sheets differ, with points, largest first.

    Points are rounded to their error; items below it are left out. Sheets at the same index belong together.
    """
    if not base:
        return []
    items = dict.fromkeys(item for sheet in (sheets[0], base[0]) for item in sheet)
    found = [
        (item, difference([s.get(item, 0.0) for s in sheets], [b.get(item, 0.0) for b in base]).rounded())
        for item in items
    ]
    return sorted((each for each in found if each[1]), key=lambda each: -abs(each[1]))


def mean_sheets(samples: Sequence[Sequence[Sheet]]) -> list[Sheet]:
    """Return the mean sheet of several moves for each sample; [] for no move."""
    return [
        {item: mean([sheet.get(item, 0.0) for sheet in sheets]) for item in sheets[0]}
        for sheets in zip(*samples, strict=True)
    ]


def totals(sheets: Sequence[Sheet], without: str = "") -> list[float]:
    """Return the sum of each sheet; with RIVALS it is the lead over the best other seat."""
    return [sum(points for item, points in sheet.items() if item != without) for sheet in sheets]


def mean(numbers: Sequence[float]) -> float:
    """Return the arithmetic mean of at least one number."""
    return sum(numbers) / len(numbers)
