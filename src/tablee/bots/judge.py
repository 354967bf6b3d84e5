"""Judge a move that was made: compare it with the best candidate by paired rollouts.

Both moves are played on in the same resampled states, which contain only what the seat could know, with the
same random numbers and the same policies of the opponents. The best candidate is found with one set of
rollouts and compared with another, so that its advantage is not overestimated.

The policy of the rollouts cannot follow every plan. Where the expert searches a tree, its search has to
confirm that a move is worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean

from tablee.bots.levels import level
from tablee.bots.search_bot import SearchBot, candidate_moves
from tablee.bots.utility import utility
from tablee.core.game import Game
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State

# More candidates than this are reduced by the value network, whose mean estimate over this many resampled
# states counts as this many rollouts.
MAX_ARMS = 8
PRIOR_SAMPLES = 8
PRIOR_VISITS = 10
# The share of the rollouts of a decision that select the best candidate, and the most that its comparison
# with the chosen move may use, as a multiple of the rollouts of a decision: easy decisions leave some over.
SELECTION_SHARE = 0.4
MAX_COMPARISON = 3.0
BATCH = 16
LEAST_PAIRS = 32
# A comparison ends early when the difference is certainly below NEGLIGIBLE, or certain by CLEAR_ERRORS
# standard errors. At its end, CERTAIN_ERRORS of them are enough.
NEGLIGIBLE = 0.015
CLEAR_ERRORS = 5.0
CERTAIN_ERRORS = 2.5
# The simulations of each move in the search that confirms a comparison. They take as long as sixty rollouts.
CONFIRMING_SIMULATIONS = 1000
# The name of the reason for what the best rival gets less.
RIVALS = "rivals"


@dataclass
class Mean:
    """The mean of a sample of numbers, with its standard error."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add a number to the sample."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean; 0 without numbers."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 for fewer than two numbers."""
        if self.count < 2:
            return 0.0
        variance = (self.squares - self.total * self.mean) / (self.count - 1)
        return sqrt(max(variance, 0.0) / self.count)


@dataclass
class Comparison:
    """The advantage of the best candidate over the chosen move: in utility, points, lead and score items.

    `lead` is the difference between a seat's points and those of its best rival.
    """

    utility: Mean = field(default_factory=Mean)
    points: Mean = field(default_factory=Mean)
    lead: Mean = field(default_factory=Mean)
    items: dict[str, float] = field(default_factory=dict)

    def add(self, best: Finish, chosen: Finish) -> None:
        """Add the ends of two rollouts from the same resampled state."""
        self.utility.add(best.utility - chosen.utility)
        self.points.add(best.points - chosen.points)
        self.lead.add(best.lead - chosen.lead)
        for item in {**best.items, **chosen.items}:
            gained = best.items.get(item, 0) - chosen.items.get(item, 0)
            self.items[item] = self.items.get(item, 0.0) + gained

    def reasons(self, least: float) -> list[tuple[str, float]]:
        """Return the items that differ by at least `least` points on average, largest first.

        RIVALS is what the best rival gets less.
        """
        count = max(self.points.count, 1)
        means = {item: total / count for item, total in self.items.items()}
        means[RIVALS] = self.lead.mean - self.points.mean
        found = [(item, points) for item, points in means.items() if abs(points) >= least]
        return sorted(found, key=lambda reason: -abs(reason[1]))

    def is_decided(self) -> bool:
        """Return whether further rollouts would not change the mark; False after too few of them."""
        mean, error = self.utility.mean, self.utility.error
        if self.utility.count < LEAST_PAIRS:
            return False
        return mean + 2 * error < NEGLIGIBLE or mean > CLEAR_ERRORS * error

    def is_worse(self) -> bool:
        """Return whether the chosen move is certainly worse, and not negligibly."""
        mean, error = self.utility.mean, self.utility.error
        return self.utility.count >= LEAST_PAIRS and mean >= NEGLIGIBLE and mean >= CERTAIN_ERRORS * error


@dataclass(frozen=True)
class Finish:
    """The end of a rollout for one seat."""

    utility: float
    points: int
    lead: int
    items: dict[str, int]


@dataclass
class Judgement:
    """The best other candidate (None: there is none), its comparison with the move, the rollouts used.

    `is_worse` says whether the move is certainly worse: by the comparison and by the expert's search.
    """

    best: int | None
    comparison: Comparison
    rollouts: int
    is_worse: bool


class Judge:
    """Plays positions of one match on to their end, by the policies that the expert assumes."""

    def __init__(self, game: Game, seats: int, rng: Rng) -> None:
        self.game = game
        self.seats = seats
        self.rng = rng
        expert = level("expert", game)
        self.full_rollouts = expert.full_rollouts
        self.bot = SearchBot(game, expert)
        self.bot.reset(seats, rng)
        search = self.bot.search
        self.policy = search.policy
        self.solo_baseline = search.solo_baseline
        self.margin_scale = search.margin_scale

    def judge(self, state: State, seat: int, chosen: int, allowance: float) -> Judgement:
        """Compare a legal move of a seat with its best other candidate, by about `allowance` rollouts."""
        values = self.prior_values(state, seat, chosen)
        if not values:
            return Judgement(None, Comparison(), 0, is_worse=False)
        best, used = self.select(state, seat, values, SELECTION_SHARE * allowance)
        comparison = self.compare(state, seat, best, chosen, MAX_COMPARISON * allowance)
        is_worse = comparison.is_worse() and self.is_confirmed(state, seat, best, chosen)
        return Judgement(best, comparison, used + 2 * comparison.utility.count, is_worse)

    def is_confirmed(self, state: State, seat: int, best: int, chosen: int) -> bool:
        """Return whether the expert's search prefers `best`; True where the expert does not search a tree."""
        if (self.full_rollouts and self.seats > 1) or not self.game.passes_round:
            return True
        sample = state.resample(seat, self.rng)
        values = self.bot.compare_moves(sample, seat, (best, chosen), CONFIRMING_SIMULATIONS, self.rng)
        return values[0] > values[1]

    def prior_values(self, state: State, seat: int, chosen: int) -> dict[int, float]:
        """Return what the value network expects of each candidate but the chosen move, at most MAX_ARMS."""
        samples = [state.resample(seat, self.rng) for _ in range(PRIOR_SAMPLES)]
        others = [move for move in candidate_moves(samples[0], seat) if move != chosen]
        if len(others) == 1:
            return {others[0]: 0.0}
        values = {move: fmean(self.estimate(sample, seat, move) for sample in samples) for move in others}
        return dict(sorted(values.items(), key=lambda each: -each[1])[:MAX_ARMS])

    def estimate(self, state: State, seat: int, move: int) -> float:
        """Return the utility that the value network expects after a move, in one resampled state."""
        after = state.copy()
        after.advance(seat, move)
        return self.policy.network.evaluate(after, seat)

    def select(self, state: State, seat: int, values: dict[int, float], allowance: float) -> tuple[int, int]:
        """Return the best of some moves by sequential halving, and the rollouts used.

        The given values count as PRIOR_VISITS rollouts.
        """
        left = list(values)
        totals = {move: PRIOR_VISITS * value for move, value in values.items()}
        stages = max((len(left) - 1).bit_length(), 1)
        used = 0
        while len(left) > 1:
            rounds = max(int(allowance / stages / len(left)), 2)
            for _ in range(rounds):
                for move, finish in zip(left, self.try_moves(state, seat, left), strict=True):
                    totals[move] += finish.utility
            used += rounds * len(left)
            left.sort(key=lambda move: -totals[move])
            left = left[: (len(left) + 1) // 2]
        return left[0], used

    def compare(self, state: State, seat: int, best: int, chosen: int, allowance: float) -> Comparison:
        """Compare two moves by at most `allowance` rollouts, at least four, until it is decided."""
        comparison = Comparison()
        most = max(int(allowance / 2), 2)
        while comparison.utility.count < most and not comparison.is_decided():
            for _ in range(min(BATCH, most - comparison.utility.count)):
                comparison.add(*self.try_moves(state, seat, [best, chosen]))
        return comparison

    def try_moves(self, state: State, seat: int, moves: Sequence[int]) -> list[Finish]:
        """Play each move and the match to its end, in one resampled state, under equal conditions."""
        sample = state.resample(seat, self.rng)
        greedy_seats = self.greedy_seats(seat)
        seed = str(self.rng.word())
        found = []
        for move in moves:
            after = sample.copy()
            after.advance(seat, move)
            outcome = self.play_out(after, greedy_seats, seed)
            value = utility(after, seat, self.solo_baseline, self.margin_scale)
            found.append(Finish(value, outcome.scores[seat], lead(outcome, seat), outcome.items[seat]))
        return found

    def greedy_seats(self, seat: int) -> int:
        """Draw the opponents that play greedily in a rollout, as the expert does; return them as a bit set.

        0 where the expert does not play matches to their end: there, greedy moves may be slow to find.
        """
        if not self.full_rollouts:
            return 0
        return self.rng.below(1 << self.seats) & ~(1 << seat if seat >= 0 else 0)

    def play_out(self, state: State, greedy_seats: int, seed: str) -> Outcome:
        """Play the match to its end, in `state` itself, and return the outcome."""
        if self.game.passes_round:
            self.policy.rng = Rng(seed)
            self.policy.play_out(state, greedy_seats)
        else:
            race(state, seed)
        return state.score_sheet()


def lead(outcome: Outcome, seat: int) -> int:
    """Return the points of a seat minus those of its best rival; alone, its points."""
    others = [points for other, points in enumerate(outcome.scores) if other != seat]
    return outcome.scores[seat] - max(others, default=0)


def race(state: State, seed: str) -> None:
    """Play a match of races to its end, in `state` itself: seats that act at once get equal turns.

    Everybody plays what the game proposes. The order of the turns in a race depends on the seed and on the
    number of races before it alone, so that a lost move changes nothing in the races that follow.
    """
    over = len(state.race_results())
    rng = Rng(f"{seed} {over}")
    while actors := [seat for seat in state.actors() if seat != CLOCK] or state.actors():
        seat = actors[rng.below(len(actors))]
        state.advance(seat, (state.propose(seat) or state.moves(seat))[0])
        if len(state.race_results()) != over:
            over = len(state.race_results())
            rng = Rng(f"{seed} {over}")
