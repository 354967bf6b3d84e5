"""Ratings find the strengths of simulated people, and their intervals hold what they promise."""

from __future__ import annotations

import math

import pytest

from tablee.core.rng import Rng
from tablee.server.domain.ratings import INTERVAL, POINTS_PER_UNIT_OF_ODDS, START, Key, Rating, rate
from tablee.server.domain.results import Result

GAME = "any"
PEOPLE = 40
MATCHES = 2_000
SEATS = range(2, 6)
BOTS = {"beginner": 1_250.0, "regular": 1_500.0, "expert": 1_750.0}


def normal(rng: Rng) -> float:
    """Return a number from the standard normal distribution."""
    return math.sqrt(-2 * math.log(1 - rng.real())) * math.cos(2 * math.pi * rng.real())


def performance(strength: float, rng: Rng) -> float:
    """Return strength plus noise of the Gumbel distribution: odds between two are then those of the scale."""
    return strength - POINTS_PER_UNIT_OF_ODDS * math.log(-math.log(1e-12 + rng.real() * (1 - 1e-12)))


def simulated_match(number: int, strengths: dict[str, float], rng: Rng) -> list[Result]:
    """Return the results of people and bots, two to five seats, at least one person."""
    seats = SEATS[rng.below(len(SEATS))]
    people = 1 + rng.below(seats)
    names = list(strengths)
    chosen = [names.pop(rng.below(len(names))) for _ in range(people)]
    bots = [list(BOTS)[rng.below(len(BOTS))] for _ in range(seats - people)]
    played = [performance(strengths[name], rng) for name in chosen]
    played += [performance(BOTS[bot], rng) for bot in bots]
    ranks = [1 + sum(other > own for other in played) for own in played]
    table = f"t{number}"
    return [Result(table, seat, name, GAME, ranks[seat], 0, number) for seat, name in enumerate(chosen)] + [
        Result(table, people + at, "", GAME, ranks[people + at], 0, number, bot=bot, rating=BOTS[bot])
        for at, bot in enumerate(bots)
    ]


def rank_correlation(pairs: list[tuple[float, float]]) -> float:
    """Return Spearman's coefficient; all values must differ."""
    count = len(pairs)
    orders = [sorted(range(count), key=[pair[side] for pair in pairs].__getitem__) for side in (0, 1)]
    places = [dict(zip(order, range(count), strict=True)) for order in orders]
    squares = sum((places[0][at] - places[1][at]) ** 2 for at in range(count))
    return 1 - 6 * squares / (count * (count**2 - 1))


def simulate(seed: str, spread: float) -> list[tuple[float, Rating]]:
    """Return the true strength and the rating of each person after all matches."""
    rng = Rng(seed)
    strengths = {f"person {number}": START.value + spread * normal(rng) for number in range(PEOPLE)}
    known: dict[Key, Rating] = {}
    for number in range(MATCHES):
        known.update(rate(simulated_match(number, strengths, rng), known))
    return [(strength, known[f"visitor {name}", GAME]) for name, strength in strengths.items()]


def test_ratings_find_the_order_of_strengths_and_know_how_uncertain_they_are() -> None:
    sites = [simulate(f"{spread} {number}", spread) for spread in (200.0, 300.0) for number in range(4)]
    for people in sites:
        assert rank_correlation([(strength, own.value) for strength, own in people]) >= 0.95
    held = [
        abs(own.value - strength) <= INTERVAL * own.deviation for people in sites for strength, own in people
    ]
    assert 0.90 <= sum(held) / len(held) <= 0.99


def test_a_match_against_a_bot_moves_the_person_only() -> None:
    match = [
        Result("t", 0, "ann", GAME, 1, 0, 1),
        Result("t", 1, "", GAME, 2, 0, 1, bot="expert", rating=1_750.0),
    ]
    assert {("visitor ann", GAME)} == rate(match, {}).keys()
    (own,) = rate(match, {}).values()
    assert own.value > START.value
    assert own.deviation < START.deviation
    assert own.matches == 1


@pytest.mark.parametrize("seats", SEATS)
def test_equals_who_share_a_rank_keep_their_ratings(seats: int) -> None:
    match = [Result("t", seat, f"v{seat}", GAME, 1, 0, 1) for seat in range(seats)]
    for own in rate(match, {}).values():
        assert own.value == pytest.approx(START.value)


def test_a_victory_over_more_people_is_worth_more() -> None:
    gained = []
    for seats in SEATS:
        match = [Result("t", seat, f"v{seat}", GAME, seat + 1, 0, 1) for seat in range(seats)]
        settled = {(f"visitor v{seat}", GAME): Rating(START.value, 50.0, 100) for seat in range(seats)}
        gained.append(rate(match, settled)["visitor v0", GAME].value - START.value)
    assert sorted(gained) == gained
    assert gained[0] > 0


@pytest.mark.parametrize(
    "match",
    [
        [Result("t", 0, "ann", GAME, 1, 0, 1)],
        [Result("t", 0, "ann", GAME, 1, 0, 1), Result("t", 1, "", GAME, 2, 0, 1, bot="random")],
        [Result("t", 0, "ann", GAME, 1, 0, 1), Result("t", 1, "", GAME, 2, 0, 1)],
        [Result("t", seat, f"v{seat}", GAME, seat + 1, 0, 1, rated=False) for seat in (0, 1)],
        [Result("t", seat, "", GAME, seat + 1, 0, 1, bot="regular", rating=1_500.0) for seat in (0, 1)],
    ],
    ids=["alone", "a bot of unknown strength", "a deleted person", "not rated", "bots only"],
)
def test_what_is_not_rated(match: list[Result]) -> None:
    assert {} == rate(match, {})
