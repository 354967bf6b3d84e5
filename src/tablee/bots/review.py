"""The review of a finished match: the expected result over time, and what each move cost its seat.

A move is judged by what its seat could know (`judge`). The curve is what a spectator could expect. Nothing is
computed from hidden information; a field that uses it must have `hindsight` in its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from tablee.bots.judge import Judge, Judgement, Mean, lead
from tablee.bots.search_bot import candidate_moves
from tablee.bots.utility import utility
from tablee.core.errors import Illegal
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State

VERSION = 1
MARKS = ("good", "fine", "doubtful", "costly", "forced")
# Thresholds of the marks in utility, the same for all games. A move is only called doubtful or costly if the
# difference is also large enough in points (Game.review_points).
DOUBTFUL = 0.04
COSTLY = 0.1
MIN_REASON_POINTS = 0.3
TURNING_POINTS = 3
# The share of the rollouts that goes to the curve.
CURVE_SHARE = 0.35
DEFAULT_SEED = "review"


class ReviewStopped(Exception):
    """Raised by `review` when `should_stop` returned True."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move as text with its mark, and what the best move (None: this one) would have brought more.

    `ply` is the number of moves before it. `cost` is in points of the seat's lead over its best rival (alone:
    of its score), with the standard error `error`; `own_cost` is in points of its own score, and negative if
    the best move was better because it hindered the rival. `chance_cost` is in utility. All are 0 unless the
    move is certainly worse. `reasons` are items of the score sheet, and `rivals` for what the best rival
    would have got less, with points, largest first; together they are about `cost`.
    """

    ply: int
    seat: int
    words: str
    mark: str
    best: str | None = None
    cost: float = 0.0
    own_cost: float = 0.0
    chance_cost: float = 0.0
    error: float = 0.0
    reasons: list[tuple[str, float]] = field(default_factory=list)


@dataclass(frozen=True)
class ReviewTotals:
    """The totals of one seat: points lost by its decisions, points from all else, number of moves by mark.

    Points are those of its lead over its best rival (alone: of its score): the final lead is the expected one
    before the first move, minus `decisions`, plus `luck`.
    """

    decisions: float
    luck: float
    counts: dict[str, int]


@dataclass(frozen=True)
class Review:
    """The review of one match.

    `curve` has the expected final scores of all seats and `chances` their expected shares of the win (alone:
    the expected utility), for every ply from 0 to the last. `turning_points` has for each seat the plies of
    its most expensive moves. `notes` are the game's own.
    """

    game: str
    seats: int
    curve: list[list[float]]
    chances: list[list[float]]
    moves: list[ReviewedMove]
    turning_points: list[list[int]]
    totals: list[ReviewTotals]
    notes: dict[str, Any]
    simulations: int
    version: int = VERSION

    def as_json(self) -> dict[str, Any]:
        """Return the review as JSON-ready data."""
        plain = asdict(self)
        for move in plain["moves"]:
            move["reasons"] = [list(reason) for reason in move["reasons"]]
        return plain


def review(
    match: Match,
    simulations: int | None = None,
    seed: str = DEFAULT_SEED,
    progress: Callable[[float], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Review:
    """Return the review of a finished match, equal for equal matches, simulations and seeds.

    `simulations` is the number of rollouts for the whole match, by default that of the game. `progress` is
    called with the share done, from 0 to 1. Raises Illegal if the match is not over, ReviewStopped once
    `should_stop` returns True.
    """
    outcome = match.outcome
    if outcome is None:
        raise Illegal("not-over")
    reviewer = Reviewer(match, simulations or match.game.review_simulations, seed)
    for ply, state in enumerate(match.states()):
        if should_stop is not None and should_stop():
            raise ReviewStopped
        reviewer.add_position(ply, state)
        if progress is not None:
            progress((ply + 1) / (match.ply + 1))
    return reviewer.result(outcome)


class Reviewer:
    """The review of one match while it is computed, position by position."""

    def __init__(self, match: Match, simulations: int, seed: str) -> None:
        self.match = match
        self.game: Game = match.game
        self.simulations = simulations
        self.rng = Rng(f"{seed} {match.seed}")
        self.judge = Judge(match.game, match.seats, self.rng)
        self.curve: list[list[float]] = []
        self.chances: list[list[float]] = []
        self.moves: list[ReviewedMove] = []
        # The expected lead of each seat before the first move.
        self.expected_leads: list[float] = []
        self.spent = 0
        self.decisions_left = count_decisions(match, self.rng)
        self.curve_rollouts = max(int(CURVE_SHARE * simulations / max(match.ply, 1)), 2)
        self.for_moves = (1 - CURVE_SHARE) * simulations

    def add_position(self, ply: int, state: State) -> None:
        """Add a point of the curve and, unless it is the last position, the move that was made in it."""
        self.add_to_curve(state)
        if ply == self.match.ply:
            return
        played = self.match.played[ply]
        if played.seat == CLOCK:
            return
        self.moves.append(self.review_move(ply, state, played.seat, played.move))

    def add_to_curve(self, state: State) -> None:
        """Add the means of rollouts from what a spectator knows; the outcome itself when it is known."""
        over = not state.actors()
        scores = [Mean() for _ in range(state.seats)]
        leads = [Mean() for _ in range(state.seats)]
        chances = [Mean() for _ in range(state.seats)]
        for _ in range(1 if over else self.curve_rollouts):
            sample = state.resample(CLOCK, self.rng)
            outcome = self.judge.play_out(sample, self.judge.greedy_seats(CLOCK), str(self.rng.word()))
            winners = outcome.winners
            for seat in range(state.seats):
                scores[seat].add(outcome.scores[seat])
                leads[seat].add(lead(outcome, seat))
                chances[seat].add(
                    float(seat in winners) / len(winners)
                    if state.seats > 1
                    else utility(sample, seat, self.judge.solo_baseline, self.judge.margin_scale)
                )
        self.expected_leads = self.expected_leads or [each.mean for each in leads]
        self.curve.append([round(score.mean, 1) for score in scores])
        self.chances.append([round(chance.mean, 3) for chance in chances])

    def review_move(self, ply: int, state: State, seat: int, move: int) -> ReviewedMove:
        """Return the review of a move made in `state`."""
        words = self.game.format(move)
        if len(state.moves(seat)) == 1:
            return ReviewedMove(ply, seat, words, "forced")
        allowance = max(self.for_moves - self.spent, 0.0) / max(self.decisions_left, 1)
        found = self.judge.judge(state, seat, move, allowance)
        self.spent += found.rollouts
        self.decisions_left -= found.rollouts > 0
        return self.mark(ply, seat, words, found)

    def mark(self, ply: int, seat: int, words: str, found: Judgement) -> ReviewedMove:
        """Return the review of a judged move."""
        comparison = found.comparison
        mark = mark_of(found, self.game.review_points)
        error = round(comparison.lead.error, 1)
        if mark == "good" or found.best is None:
            return ReviewedMove(ply, seat, words, mark, error=error)
        return ReviewedMove(
            ply,
            seat,
            words,
            mark,
            self.game.format(found.best),
            round(comparison.lead.mean, 1),
            round(comparison.points.mean, 1),
            round(comparison.utility.mean, 3),
            error,
            [(item, round(points, 1)) for item, points in comparison.reasons(MIN_REASON_POINTS)],
        )

    def result(self, outcome: Outcome) -> Review:
        """Return the review, once all positions were added."""
        match = self.match
        seats = range(match.seats)
        return Review(
            match.game.key,
            match.seats,
            self.curve,
            self.chances,
            self.moves,
            [turning_points(self.moves, seat) for seat in seats],
            [self.totals(seat, lead(outcome, seat)) for seat in seats],
            dict(match.game.review_notes(match)),
            self.simulations,
        )

    def totals(self, seat: int, final_lead: int) -> ReviewTotals:
        """Return what choices cost a seat, what the rest brought it, and how often it got each mark."""
        own = [move for move in self.moves if move.seat == seat]
        decisions = round(sum(move.cost for move in own), 1)
        counts = {mark: sum(move.mark == mark for move in own) for mark in MARKS}
        return ReviewTotals(decisions, round(final_lead - self.expected_leads[seat] + decisions, 1), counts)


def count_decisions(match: Match, rng: Rng) -> int:
    """Return how many moves of a match have to be compared: their seats had another candidate."""
    count = 0
    for played, state in zip(match.played, match.states(), strict=False):
        if played.seat != CLOCK and len(state.moves(played.seat)) > 1:
            sample = state.resample(played.seat, rng)
            count += candidate_moves(sample, played.seat) != [played.move]
    return count


def mark_of(found: Judgement, least_points: float) -> str:
    """Return the mark of a move by its loss in utility; `good` unless the loss is certain."""
    if not found.is_worse:
        return "good"
    loss = found.comparison.utility
    if loss.mean < DOUBTFUL or found.comparison.lead.mean < least_points:
        return "fine"
    return "doubtful" if loss.mean < COSTLY else "costly"


def turning_points(moves: list[ReviewedMove], seat: int) -> list[int]:
    """Return the plies of a seat's moves that cost most in utility, at most TURNING_POINTS, largest first."""
    costly = [move for move in moves if move.seat == seat and move.chance_cost > 0]
    return [move.ply for move in sorted(costly, key=lambda move: -move.chance_cost)[:TURNING_POINTS]]
