"""`python -m bench.review KEY`: measure reviews of bots' matches with two seats (or one, with --seats 1).

    levels    Do the summed costs of decisions order the levels? Matches between all pairs of levels below the
              expert, and those of experts.
    alarms    How many moves of experts are called doubtful or costly?
    planted   A bad move in place of an expert's own: would it be among the three turning points of its seat?
              Random legal moves at random decisions; a move counts as bad if an independent comparison with
              the expert's choice says so, see `find_bad`.

Results are appended to a file, one match per line, and a stopped run continues from there.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean, median
from typing import Any

from tablee import bots, games
from tablee.bots.judge import Judge
from tablee.bots.review import CURVE_SHARE, TURNING_POINTS, Review, mark_of, review
from tablee.core.game import Game
from tablee.core.match import Match, Played
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.lab.arena import share_interval
from tablee.lab.runner import Runner

EXPERT = "expert"
BAD_MARKS = ("doubtful", "costly")
# A planted move must lose this much utility against the expert's choice, in this many rollouts of each, by
# this many standard errors. Otherwise it is taken as equivalent, and another one is tried. A short comparison
# finds moves for the long one, so that chance alone makes few of them look bad.
BAD = 0.04
SHORT, LONG = 48, 240
PLANT_ERRORS = 3.0
PLANT_TRIES = 5


class Recorder(Runner):
    """A runner that keeps the moves."""

    def __init__(self, state: State, names: Sequence[str], game: Game, seed: str, seconds: float) -> None:
        line_up = [bots.load(name, game, f"{seed} {seat}") for seat, name in enumerate(names)]
        super().__init__(state, line_up, bots.Budget(seconds), Rng(seed))
        self.played: list[Played] = []

    def play(self, seat: int, move: int) -> None:
        """Make a move and keep it."""
        self.played.append(Played(seat, move))
        super().play(seat, move)


def play_match(game: Game, names: Sequence[str], seed: str, seconds: float) -> Match:
    """Play a match between bots in simulated time."""
    recorder = Recorder(game.deal(len(names), seed), names, game, seed, seconds)
    recorder.play_out()
    return Match.replay(game, len(names), seed, {}, recorder.played)


def plant(match: Match, found: Review, count: int) -> list[dict[str, Any]]:
    """Try bad moves at random decisions of every seat; return for each how the review marks it."""
    rng = Rng(f"plant {match.seed}")
    judge = Judge(match.game, match.seats, rng)
    decisions = [move for move in found.moves if move.mark != "forced"]
    allowance = (1 - CURVE_SHARE) * found.simulations / len(decisions)
    rows = []
    for seat in range(match.seats):
        own = [move for move in decisions if move.seat == seat]
        for _ in range(min(count, len(own))):
            at = own[rng.below(len(own))].ply
            state = match.at(at).state
            bad = find_bad(judge, rng, state, seat, match.played[at].move)
            if bad is not None:
                judged = judge.judge(state, seat, bad, allowance)
                mark = mark_of(judged, match.game.review_points)
                cost = 0.0 if mark == "good" else judged.comparison.utility.mean
                worse = sum(move.chance_cost >= cost for move in own if move.ply != at)
                rows.append({"ply": at, "mark": mark, "found": cost > 0 and worse < TURNING_POINTS})
    return rows


def find_bad(judge: Judge, rng: Rng, state: State, seat: int, good: int) -> int | None:
    """Return a random legal move that an independent comparison finds worse than `good`.

    None if there is none among PLANT_TRIES moves.
    """
    moves = [move for move in state.moves(seat) if move != good]
    for _ in range(min(PLANT_TRIES, len(moves))):
        move = moves.pop(rng.below(len(moves)))
        if judge.compare(state, seat, good, move, 2 * SHORT).utility.mean >= BAD:
            loss = judge.compare(state, seat, good, move, 2 * LONG).utility
            if loss.mean >= BAD and loss.mean >= PLANT_ERRORS * loss.error:
                return move
    return None


def jobs(seats: int, matches: int, experts: int) -> Iterator[tuple[str, list[str]]]:
    """Yield a seed and a line-up for each match: pairs of levels, in between experts with planted moves."""
    levels = [name for name in bots.LEVELS if name != EXPERT]
    pairs: list[tuple[str, ...]] = (
        [(level,) for level in levels] if seats == 1 else list(combinations(levels, 2))
    )
    planted = 0
    for number in range(matches):
        line_up = list(pairs[number % len(pairs)])
        yield f"levels {number}", line_up if number // len(pairs) % 2 else line_up[::-1]
        while planted * matches < experts * (number + 1):
            yield f"planted {planted}", [EXPERT] * seats
            planted += 1


def run(game: Game, seed: str, names: list[str], asked: argparse.Namespace) -> dict[str, Any]:
    """Play and review one match; return the row of the results file."""
    match = play_match(game, names, seed, asked.seconds)
    start = time.process_time()
    found = review(match, asked.simulations)
    used = time.process_time() - start
    planted = plant(match, found, asked.plants) if seed.startswith("planted") else []
    rows = [seat_row(found, seat) for seat in range(match.seats)]
    return {"seed": seed, "names": names, "seconds": round(used, 2), "seats": rows, "planted": planted}


def seat_row(found: Review, seat: int) -> dict[str, Any]:
    """Return the figures of one seat."""
    own = [move for move in found.moves if move.seat == seat and move.mark != "forced"]
    return {
        "cost": round(sum(move.chance_cost for move in own), 4),
        "moves": len(own),
        "alarms": sum(move.mark in BAD_MARKS for move in own),
    }


def report(rows: Sequence[dict[str, Any]]) -> None:
    """Print all figures."""
    print(f"{len(rows)} matches, {fmean(row['seconds'] for row in rows):.1f} s of one core for a review")
    seats = named_seats(rows)
    report_levels(seats)
    planted = [each for row in rows for each in row["planted"]]
    if planted:
        found = sum(each["found"] for each in planted)
        called = sum(each["mark"] in BAD_MARKS for each in planted)
        print(f"planted moves among the turning points: {share(found, len(planted))}")
        print(f"planted moves called bad: {share(called, len(planted))}")
    moves = sum(seat["moves"] for name, seat in seats if name == EXPERT)
    if moves:
        alarms = sum(seat["alarms"] for name, seat in seats if name == EXPERT)
        print(f"false alarms on moves of experts: {share(alarms, moves)}")


def share(part: int, count: int) -> str:
    """Return a share with its 95 % interval."""
    low, high = share_interval(part, count)
    return f"{part} of {count}, {part / count:.1%} ({low:.1%} to {high:.1%})"


def named_seats(rows: Iterable[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Return the level and the figures of every seat."""
    return [pair for row in rows for pair in zip(row["names"], row["seats"], strict=True)]


def report_levels(seats: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Print the cost of decisions in a match by level, and how well costs order the levels.

    The mean of the sums follows the longest matches, in which both seats miss the same chance many times. The
    median does not, nor does the mean cost of one decision.
    """
    found = {name: [seat for level, seat in seats if level == name] for name in bots.LEVELS}
    levels = [name for name, own in found.items() if own]
    columns = {
        "median": [median(seat["cost"] for seat in found[name]) for name in levels],
        "mean": [fmean(seat["cost"] for seat in found[name]) for name in levels],
        "of ten decisions": [fmean(10 * cost_of_one(seat) for seat in found[name]) for name in levels],
    }
    for number, name in enumerate(levels):
        costs = ", ".join(f"{title} {values[number]:.3f}" for title, values in columns.items())
        print(f"  {name:10} {len(found[name]):3} seats, cost: {costs}")
    weakness = {name: -number for number, name in enumerate(bots.LEVELS)}
    ranks = [weakness[name] for name in levels]
    correlations = {title: rank_correlation(ranks, values) for title, values in columns.items()}
    correlations["single seats"] = rank_correlation(
        [weakness[name] for name, _ in seats], [seat["cost"] for _, seat in seats]
    )
    print("  rank correlation: " + ", ".join(f"{title} {value:.2f}" for title, value in correlations.items()))


def cost_of_one(seat: dict[str, Any]) -> float:
    """Return the mean cost of a decision of a seat."""
    cost: float = seat["cost"] / max(seat["moves"], 1)
    return cost


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation, with mean ranks for equal values."""
    ranks = [
        [fmean([sum(b < a for b in values) + 1, sum(b <= a for b in values)]) for a in values]
        for values in (one, other)
    ]
    means = [fmean(column) for column in ranks]
    covariance = sum((a - means[0]) * (b - means[1]) for a, b in zip(*ranks, strict=True))
    spread = [sum((a - mean) ** 2 for a in column) for column, mean in zip(ranks, means, strict=True)]
    return covariance / (spread[0] * spread[1]) ** 0.5 if all(spread) else 0.0


def main() -> None:
    """Run the benchmark for one game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("key")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=100, help="matches between levels")
    parser.add_argument("--experts", type=int, default=20, help="matches of experts with planted moves")
    parser.add_argument("--plants", type=int, default=6, help="bad moves tried for each seat of experts")
    parser.add_argument("--simulations", type=int, help="rollouts of a review; by default those of the game")
    parser.add_argument("--seconds", type=float, default=20.0, help="the longest search for one move")
    parser.add_argument("--file", type=Path, required=True)
    asked = parser.parse_args()
    game = games.load(asked.key)
    rows = [json.loads(line) for line in asked.file.read_text().splitlines()] if asked.file.exists() else []
    done = {row["seed"] for row in rows}
    for seed, names in jobs(asked.seats, asked.matches, asked.experts):
        if seed not in done:
            rows.append(run(game, seed, names, asked))
            with asked.file.open("a") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    report(rows)


if __name__ == "__main__":
    main()
