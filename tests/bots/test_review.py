"""Tests of reviews: their shape, what is a mistake and what is not, and the notes of games."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

import tablee
from tablee import games
from tablee.bots.judge import LEAST_PAIRS, Comparison, Finish, Judge, Judgement, Mean
from tablee.bots.review import MARKS, Review, ReviewStopped, mark_of, review
from tablee.core.errors import Illegal
from tablee.core.match import Match, parse_line
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tests.forms import SLOW_IF_PLAIN

GOLDEN = sorted(Path(games.__file__).parent.glob("*/tests/golden/*.txt"))
# Rollouts of the plain rules take minutes for a long match: there, the shortest one must do.
REVIEWED = [min(GOLDEN, key=lambda file: file.stat().st_size)] if tablee.PLAIN else GOLDEN


def golden(name: str) -> Match:
    file = next(file for file in GOLDEN if file.match(f"{name}.txt"))
    return Match.from_record(file.read_text("utf-8"), games.load)


@cache
def quick_review(file: Path) -> tuple[Match, Review]:
    match = Match.from_record(file.read_text("utf-8"), games.load)
    return match, review(match, 300)


@pytest.mark.parametrize("file", REVIEWED, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_a_review_has_a_point_for_every_ply_and_a_mark_for_every_move(file: Path) -> None:
    match, found = quick_review(file)
    assert match.outcome is not None
    assert len(found.curve) == len(found.chances) == match.ply + 1
    assert found.curve[-1] == list(match.outcome.scores)
    assert [(move.ply, move.seat) for move in found.moves] == [
        (ply, played.seat) for ply, played in enumerate(match.played) if played.seat != CLOCK
    ]
    assert all(move.words == match.game.format(match.played[move.ply].move) for move in found.moves)
    assert all(sum(totals.counts.values()) for totals in found.totals)
    assert json.loads(json.dumps(found.as_json())) == found.as_json()
    assert forced_plies(match) == {move.ply for move in found.moves if move.mark == "forced"}


def forced_plies(match: Match) -> set[int]:
    """Return the plies at which a seat had a single legal move."""
    return {
        ply
        for ply, (played, state) in enumerate(zip(match.played, match.states(), strict=False))
        if played.seat != CLOCK and len(state.moves(played.seat)) == 1
    }


@SLOW_IF_PLAIN
def test_equal_seeds_give_equal_reviews() -> None:
    match = golden("quick")
    assert review(match, 3000) == review(match, 3000)
    assert review(match, 3000, "other").curve != review(match, 3000).curve


def test_chances_are_shares_of_one_win() -> None:
    _, found = quick_review(next(file for file in GOLDEN if file.stem == "coins-and-a-thief"))
    assert all(sum(chances) == pytest.approx(1, abs=0.01) for chances in found.chances)


@SLOW_IF_PLAIN
def test_the_final_lead_is_the_expected_one_minus_decisions_plus_luck() -> None:
    """Alone, the lead is the score itself, whose expectation the curve shows."""
    match = golden("solo-annotated")
    found = review(match, 300)
    assert match.outcome is not None
    totals = found.totals[0]
    expected = match.outcome.scores[0] + totals.decisions - totals.luck
    assert expected == pytest.approx(found.curve[0][0], abs=0.11)


def test_a_certain_loss_at_the_end_of_a_match_is_costly() -> None:
    """Every rollout after this move ends five stars behind the better one, and loses the match."""
    match = golden("clouds/tests/golden/two-seats")
    state = match.at(50).state
    chosen = match.played[50]
    found = Judge(match.game, match.seats, Rng("end")).judge(state, chosen.seat, chosen.move, 300)
    assert found.best is not None
    assert match.game.format(found.best) == "lay volcano-mountains e4"
    assert (found.comparison.lead.mean, found.comparison.lead.error) == (5, 0)
    assert mark_of(found, 2.5) == "costly"


# Moves of two experts, up to the second of two volcanoes that B places for a Dark City.
PLAN = """
    A keep moon, B keep water-portal, B pass plants-spirit, A pass moon,
    B lay volcano-plant e4, B cover d4, A lay mountain-water e4, B lay moon e3,
    A lay mountain-portal e5, B lay water-portal d3, A lay plants-spirit f4, B keep swamp-plant,
    A keep volcano-swamp, A pass volcano-swamp, B pass mountain-swamp, A lay volcano-mountains f3,
    A cover f4, B lay volcano-mountains c3, B cover d3, A lay mountains e3,
    B lay swamp-plant b3, A lay mountain-swamp d3, B lay volcano-swamp c4
"""


@SLOW_IF_PLAIN
def test_a_plan_that_rollouts_cannot_follow_is_no_mistake() -> None:
    """The rollouts alone find the volcano costly; the search of the expert prefers it."""
    match = Match(games.load("clouds"), 2, "planted 0", {"scores": "open"})
    for line in PLAN.split(","):
        seat, words, _ = parse_line(line.strip())
        match.play(seat, words)
    chosen = match.played[-1]
    state = match.at(match.ply - 1).state
    judge = Judge(match.game, match.seats, Rng("plan"))
    found = judge.judge(state, chosen.seat, chosen.move, 200)
    assert found.best is not None
    assert found.comparison.is_worse()
    assert not judge.is_confirmed(state, chosen.seat, found.best, chosen.move)
    assert mark_of(found, match.game.review_points) == "good"


def compared(loss: float, lead: int, pairs: int, spread: float = 0.0) -> Judgement:
    """Return a judgement whose utility differs by `loss` plus or minus `spread`."""
    comparison = Comparison()
    for number in range(pairs):
        swing = spread if number % 2 else -spread
        comparison.add(Finish(0.5 + loss + swing, 10 + lead, lead, {}), Finish(0.5, 10, 0, {}))
    return Judgement(1, comparison, 2 * pairs, comparison.is_worse())


@pytest.mark.parametrize(
    "judgement, mark",
    [
        (compared(0.3, 9, LEAST_PAIRS), "costly"),
        (compared(0.06, 9, LEAST_PAIRS), "doubtful"),
        (compared(0.03, 9, LEAST_PAIRS), "fine"),
        (compared(0.005, 9, LEAST_PAIRS), "good"),
        (compared(-0.3, -9, LEAST_PAIRS), "good"),
    ],
)
def test_marks_follow_the_loss_in_utility(judgement: Judgement, mark: str) -> None:
    assert mark in MARKS
    assert mark_of(judgement, 2.0) == mark


def test_a_loss_within_the_error_is_no_mistake() -> None:
    assert mark_of(compared(0.3, 9, 2 * LEAST_PAIRS, spread=2.0), 2.0) == "good"
    assert mark_of(compared(0.3, 9, LEAST_PAIRS - 1), 2.0) == "good"


def test_a_loss_of_less_than_two_points_is_never_called_bad() -> None:
    assert mark_of(compared(0.3, 1, LEAST_PAIRS), 2.0) == "fine"


@SLOW_IF_PLAIN
def test_turning_points_are_own_moves_with_the_largest_cost_first() -> None:
    match = golden("mine/tests/golden/story")
    found = review(match, 1500)
    by_ply = {move.ply: move for move in found.moves}
    assert any(found.turning_points)
    for seat, plies in enumerate(found.turning_points):
        costs = [by_ply[ply].chance_cost for ply in plies]
        assert len(plies) <= 3
        assert costs == sorted(costs, reverse=True)
        assert all(by_ply[ply].seat == seat and by_ply[ply].best for ply in plies)


def test_the_standard_error_of_a_mean() -> None:
    mean = Mean()
    for value in (1.0, 2.0, 3.0, 4.0):
        mean.add(value)
    assert mean.mean == 2.5
    assert mean.error == pytest.approx((5 / 3 / 4) ** 0.5)


def test_a_match_that_is_not_over_has_no_review() -> None:
    with pytest.raises(Illegal, match="not-over"):
        review(golden("quick").at(5), 300)


def test_a_review_can_be_stopped_and_tells_its_progress() -> None:
    match = golden("quick")
    shares: list[float] = []
    review(match, 300, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    with pytest.raises(ReviewStopped):
        review(match, 300, should_stop=lambda: True)
