"""Find exercises in matches of bots: positions in which one move is clearly best (`core.exercise`).

A position is kept if every other legal move is either clearly worse or as good, by the measure of reviews,
and if a search with ten times as many rollouts agrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count, islice

from tablee import bots, games
from tablee.bots.judge import BATCH, LEAST_PAIRS, Comparison, Judge
from tablee.core.exercise import FILL, Exercise
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tablee.core.vocabulary import format_seat
from tablee.lab.bundle import pack, run_bundled
from tablee.lab.executors import Engine, in_order

# The next best move must lose this much utility, by this many standard errors; a move that loses less than
# EQUAL, even with two standard errors added, is accepted too.
GAP = 0.06
CERTAIN_ERRORS = 3.0
EQUAL = 0.03
DEEPER = 10
# Where the value network sees a smaller difference between the two best moves, no rollouts are spent.
NETWORK_GAP = 0.02
# Rollouts for one decision, as a share of those for the review of a match.
DECISION_SHARE = 1 / 80
PER_MATCH = 3
LEVELS = ("beginner", "casual", "regular", "strong")
TRIES = 2
MIN_REASON_POINTS = 0.3


@dataclass
class Tally:
    """How many positions were examined, searched, found clear, and confirmed by a deeper search."""

    seen: int = 0
    searched: int = 0
    clear: int = 0
    confirmed: int = 0

    def add(self, other: Tally) -> None:
        """Add the positions of another match."""
        for name, number in asdict(other).items():
            setattr(self, name, getattr(self, name) + number)


class Finder:
    """Finds exercises of one game at tables of one size; equal seeds find equal ones."""

    def __init__(self, game: Game, seats: int, seed: str) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.rng = Rng(f"exercises {seed}")
        self.judge = Judge(game, seats, self.rng)
        self.allowance = DECISION_SHARE * game.review_simulations
        self.tally = Tally()
        self.options = open_options(game)

    def exercises(self) -> list[Exercise]:
        """Return the exercises of one match, at most PER_MATCH, which follow from the seed."""
        found = self.in_match() if self.game.passes_round else self.fills()
        return list(islice(found, PER_MATCH))

    def in_match(self) -> Iterator[Exercise]:
        """Play a match of bots from the seed and yield the exercises in it, at random plies."""
        match = self.play_match(self.seed)
        for ply in self.rng.shuffled(match.ply):
            seat = match.played[ply].seat
            exercise = None if seat == CLOCK else self.at_position(match.at(ply), seat)
            if exercise is not None:
                yield exercise

    def play_match(self, seed: str) -> Match:
        """Return a match of bots, played to its end."""
        match = Match(self.game, self.seats, seed, self.options)
        line_up = [bots.load("strong", self.game, f"{seed} {seat}") for seat in range(self.seats)]
        budget = bots.Budget(20.0)
        while actors := match.state.actors():
            seat = next((actor for actor in actors if actor != CLOCK), CLOCK)
            if seat == CLOCK:
                move = match.state.moves(CLOCK)[0]
            else:
                move = bots.choose(line_up[seat], match.state, seat, budget, self.rng)
            match.play(seat, self.game.format(move))
        return match

    def at_position(self, match: Match, seat: int) -> Exercise | None:
        """Return the exercise of a position, or None if no move is clearly best."""
        state = match.state
        if len(state.moves(seat)) < 2:
            return None
        self.tally.seen += 1
        values = self.judge.prior_values(state, seat, chosen=-1)
        best, *worse = values.values()
        if worse and best - worse[0] < NETWORK_GAP:
            return None
        self.tally.searched += 1
        answer, _ = self.judge.select(state, seat, values, self.allowance / 2)
        compared = self.compare_all(state, seat, answer, [move for move in values if move != answer])
        if compared is None:
            return None
        accepted, closest = compared
        self.tally.clear += 1
        if not self.confirm(state, seat, values, {answer, *accepted}, answer):
            return None
        self.tally.confirmed += 1
        text = self.game.format
        return Exercise(
            match.seats,
            match.seed,
            [f"{format_seat(each.seat)} {text(each.move)}" for each in match.played],
            seat,
            text(answer),
            accepted=[text(move) for move in accepted],
            gap=round(closest.utility.mean, 3),
            points=round(closest.lead.mean, 1),
            difficulty=self.difficulty(state, seat, {answer, *accepted}, closest.utility.mean),
            reasons=[(item, round(points, 1)) for item, points in closest.reasons(MIN_REASON_POINTS)],
            options=self.options,
        )

    def compare_all(
        self, state: State, seat: int, answer: int, first: list[int]
    ) -> tuple[list[int], Comparison] | None:
        """Return the legal moves that are as good as the answer, and the comparison with the next best one.

        None if a move is neither clearly worse nor as good, or if no move is worse, or if most are as good.
        `first` are the candidates; the first of them is compared alone, because most positions fail there.
        """
        others = [move for move in state.moves(seat) if move != answer and move not in first]
        accepted: list[int] = []
        closest: Comparison | None = None
        for group in (first[:1], first[1:], others):
            compared = self.compare_group(
                state, seat, answer, group, pairs=self.allowance, stops_if_close=group is not others
            )
            if compared is None:
                return None
            for move, found in compared.items():
                mean, error = found.utility.mean, found.utility.error
                if mean >= GAP and mean >= CERTAIN_ERRORS * error:
                    closest = found if closest is None or mean < closest.utility.mean else closest
                elif mean + 2 * error < EQUAL and mean > -EQUAL:
                    accepted.append(move)
                else:
                    return None
        worse = len(first) + len(others) - len(accepted)
        return None if closest is None or worse < len(accepted) else (accepted, closest)

    def compare_group(
        self,
        state: State,
        seat: int,
        answer: int,
        moves: Sequence[int],
        *,
        pairs: float,
        stops_if_close: bool = False,
    ) -> dict[int, Comparison] | None:
        """Compare the answer with some moves, by rollouts of the answer that all of them share.

        Ends when every comparison is decided or has `pairs` pairs of rollouts; with `stops_if_close`, returns
        None as soon as a move is close.
        """
        found = {move: Comparison() for move in moves}
        left = list(moves)
        while left:
            for _ in range(BATCH):
                best, *others = self.judge.try_moves(state, seat, [answer, *left])
                for move, other in zip(left, others, strict=True):
                    found[move].add(best, other)
            if stops_if_close and any(is_close(found[move]) for move in left):
                return None
            left = [
                move for move in left if found[move].utility.count < pairs and not found[move].is_decided()
            ]
        return found

    def confirm(
        self, state: State, seat: int, values: dict[int, float], right: set[int], answer: int
    ) -> bool:
        """Return whether a search with ten times as many rollouts finds one of the right moves too."""
        deep, _ = self.judge.select(state, seat, values, DEEPER * self.allowance / 2)
        if deep in right:
            return True
        return self.judge.compare(state, seat, answer, deep, DEEPER * self.allowance).utility.mean >= GAP

    def agrees(self, exercise: Exercise) -> bool:
        """Return whether a new search with ten times as many rollouts finds no better move.

        It selects among the candidates, and compares the answer with every other legal move. In a race, the
        stored solution must finish the board.
        """
        if exercise.goal == FILL:
            return exercise.is_solved(self.game, exercise.solution)
        state, seat = exercise.start(self.game).state, exercise.seat
        values = self.judge.prior_values(state, seat, chosen=-1)
        deep, _ = self.judge.select(state, seat, values, DEEPER * self.allowance / 2)
        if not exercise.is_right(self.game.format(deep)):
            return False
        answer = self.game.parse(exercise.answer)
        others = [move for move in state.moves(seat) if not exercise.is_right(self.game.format(move))]
        compared = self.compare_group(state, seat, answer, others, pairs=DEEPER * self.allowance) or {}
        return all(found.utility.mean > 0 for found in compared.values())

    def difficulty(self, state: State, seat: int, right: set[int], gap: float) -> int:
        """Return 1 to 5: how often the weaker levels miss the answer; at least 2 where little is lost."""
        missed = 0
        for level in LEVELS:
            for number in range(TRIES):
                bot = bots.load(level, self.game, f"{self.seed} {number}")
                missed += bots.choose(bot, state, seat, bots.Budget(20.0), self.rng) not in right
        found = 1 + round(4 * missed / (len(LEVELS) * TRIES))
        return max(found, 2) if gap < 2 * GAP else found

    def fills(self) -> Iterator[Exercise]:
        """Yield, for each seat of a deal, the exercise to finish its part of the first race alone."""
        match = Match(self.game, self.seats, self.seed)
        while match.state.race_start(CLOCK) is None:
            seat = next(actor for actor in match.state.actors() if actor != CLOCK)
            match.play(seat, self.game.format(match.state.propose(seat)[0]))
        text = self.game.format
        lines = [f"{format_seat(each.seat)} {text(each.move)}" for each in match.played]
        for seat in range(match.seats):
            alone, solution = match.state.copy(), []
            while not alone.race_results():
                solution.append(alone.propose(seat)[0])
                alone.play(seat, solution[-1])
            words = [text(move) for move in solution]
            difficulty = min(max(len(words) // 2 - 4, 1), 5)
            yield Exercise(
                match.seats, self.seed, lines, seat, words[0], FILL, difficulty=difficulty, solution=words
            )


def find_in_match(key: str, seats: int, seed: str) -> tuple[list[Exercise], Tally]:
    """Return the exercises of a match of bots, and how many positions were examined."""
    finder = Finder(games.load(key), seats, seed)
    return finder.exercises(), finder.tally


def find(key: str, seats: int, seed: str, engine: Engine) -> Iterator[tuple[list[Exercise], Tally]]:
    """Yield the exercises of match after match, without end, in the same order on every engine."""
    bundle = pack(key)
    tasks = ((bundle, (key, seats, f"{seed} {number}")) for number in count())
    return in_order(run_bundled(engine, find_in_match, tasks))


def is_confirmed(key: str, exercise: Exercise, seed: str) -> bool:
    """Return whether a new, deeper search agrees with an exercise."""
    return Finder(games.load(key), exercise.seats, f"{seed} {exercise.id}").agrees(exercise)


def check(key: str, exercises: Sequence[Exercise], seed: str, engine: Engine) -> Iterator[bool]:
    """Yield for each exercise, in their order, whether a new, deeper search agrees with it."""
    bundle = pack(key)
    tasks = ((bundle, (key, exercise, seed)) for exercise in exercises)
    return in_order(run_bundled(engine, is_confirmed, tasks))


def is_close(found: Comparison) -> bool:
    """Return whether a candidate is probably neither clearly worse nor equal, by a short comparison.

    No longer one is made then, since an exercise accepts only candidates that are one or the other.
    """
    loss = found.utility
    return loss.count >= LEAST_PAIRS and loss.error > 0 and loss.mean < GAP / 2


def open_options(game: Game) -> dict[str, str]:
    """Return options with which everything that was seen stays visible; {} if it does by default.

    Nobody can remember what was shown before an exercise begins.
    """
    for option in game.options:
        for choice in option.choices:
            if game.withholds_seen(game.resolve_options({})) and not game.withholds_seen(
                game.resolve_options({option.name: choice})
            ):
                return {option.name: choice}
    return {}
