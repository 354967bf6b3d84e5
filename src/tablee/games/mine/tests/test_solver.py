"""The solver, the hints and the command `solve`; every side can be filled with every card (ruling A22)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice

import pytest

from tablee.core.errors import Unreadable
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.games.mine import GAME
from tablee.games.mine.ai import solver as solver_module
from tablee.games.mine.ai.solver import Solver
from tablee.games.mine.commands import solve
from tablee.games.mine.pieces import (
    CARD_TILES,
    GALLERIES,
    MASKS,
    PLACES_PER_SHAPE,
    SHAPE_COLOURS,
    SIDES,
    TILE_SHAPES,
)
from tablee.games.mine.tests.notation import play, race_state, sheet

PAIRS = [(side, card) for side in range(20) for card in range(40)]
FEW = PAIRS[::73]
COMPILED = not str(solver_module.__file__).endswith(".py")
compiled = pytest.mark.skipif(not COMPILED, reason="counting six million fills is too slow in plain Python")


def make_solver(side: int, card: int, elves: bool = False, finds: bool = False) -> Solver:
    solver = Solver()
    solver.set_problem(side, card, elves, finds)
    return solver


def all_fills(side: int, card: int) -> Iterator[tuple[int, ...]]:
    """Yield every fill from the full stock, found without the solver."""
    by_cell: dict[int, list[int]] = defaultdict(list)
    for place, mask in enumerate(MASKS):
        if mask and not mask & ~GALLERIES[side]:
            by_cell[mask & -mask].append(place)
    stock, need = Counter(TILE_SHAPES), CARD_TILES[5 * card : 5 * card + 5]

    def cover(left: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
        for place in by_cell[left & -left]:
            shape = place // PLACES_PER_SHAPE
            colour = SHAPE_COLOURS[shape]
            if MASKS[place] & ~left or not stock[shape] or not need[colour]:
                continue
            stock[shape] -= 1
            need[colour] -= 1
            yield from ((place, *rest) for rest in cover(left ^ MASKS[place]))
            stock[shape] += 1
            need[colour] += 1

    return cover(GALLERIES[side])


def is_fill(side: int, card: int, fill: list[int] | tuple[int, ...]) -> bool:
    """Return whether the tiles cover the gallery once, with the colours of the card."""
    masks = [MASKS[place] for place in fill]
    colours = [SHAPE_COLOURS[place // PLACES_PER_SHAPE] for place in fill]
    wanted = CARD_TILES[5 * card : 5 * card + 5]
    return sum(masks) == GALLERIES[side] and wanted == [colours.count(colour) for colour in range(5)]


def test_all_800_pairs_can_be_filled() -> None:
    """Rulings A1, A22: every side with every card, from the full stock."""
    for side, card in PAIRS:
        solver = make_solver(side, card)
        assert solver.find_one(GALLERIES[side])
        assert is_fill(side, card, solver.kept_fill() or [])


@compiled
def test_how_many_fills_there_are() -> None:
    """Ruling A22: from 305 to 59,342 for a pair, 6,271,538 in all."""
    counts = sorted(make_solver(side, card).count(GALLERIES[side]) for side, card in PAIRS)
    assert (305, 59_342, 6_271_538) == (counts[0], counts[-1], sum(counts))


@pytest.mark.parametrize("side, card", [(0, 2), (5, 2), (19, 2)])
def test_every_fill_is_counted_once(side: int, card: int) -> None:
    """Ruling A22: as many as another search finds, none of them twice, each right."""
    fills = list(all_fills(side, card))
    assert len(fills) == len(set(fills)) == make_solver(side, card).count(GALLERIES[side])
    assert all(is_fill(side, card, fill) for fill in fills)


def test_a_pool_without_the_shapes_has_no_fill() -> None:
    """Ruling A13: card 3 needs two whites; one is not enough."""
    solver = Solver()
    solver.clear()
    for colour in range(5):
        solver.set_need(colour, CARD_TILES[5 * 2 + colour])
    for tile in range(60):
        solver.add_tile(tile, 0)
    assert not solver.find_one(GALLERIES[0])
    assert None is solver.kept_fill()
    assert 0 == solver.count(GALLERIES[0])


def test_every_elf_of_a_colour_of_the_card_can_be_served() -> None:
    """Rules 23, A22: at every pair all together, in a full gallery."""
    for side, card in PAIRS if COMPILED else FEW:
        solver = make_solver(side, card, elves=True)
        bound = solver.upper_bound(GALLERIES[side])
        assert solver.find_best(GALLERIES[side], 10**9)
        assert bound == solver.best


@pytest.mark.parametrize("side, card", [(0, 2), (5, 2), (7, 0)])
def test_the_best_fill_is_the_best_of_all(side: int, card: int) -> None:
    """Rules 23, 24: compared with every fill, laid and scored by the rules."""
    solver = make_solver(side, card, elves=True, finds=True)
    assert solver.find_best(GALLERIES[side], 10**9)
    best = solver.best
    assert is_fill(side, card, solver.kept_fill() or [])
    most = None if COMPILED else 60
    assert best >= max(bonus(side, card, fill) for fill in islice(all_fills(side, card), most))
    assert best == bonus(side, card, solver.kept_fill() or [])


def bonus(side: int, card: int, fill: list[int] | tuple[int, ...]) -> int:
    """Return the points for elves and finds by the rules, taking the best copy of each shape."""
    state = race_state(f"{SIDES[side]} {card + 1}", f"10A {card + 2}", elves=True, finds=True)
    worths = state.view(None)["boards"][0]["card"]["worth"]
    for place in fill:
        shape = list(state.view(None)["pool"])[place // PLACES_PER_SHAPE]
        elements = state.view(None)["pool"][shape]["elements"]
        element = max(elements, key=lambda word: worths.get(word, 0))
        play(
            state,
            0,
            f"take {shape} {element}",
            GAME.format(GAME.vocabulary.first("lay") + place % PLACES_PER_SHAPE),
        )
    play(state, 0, "call")
    found = sheet(state, 0)
    assert 2 == found["call"]
    return found["elves"] + found["good"] + found["bad"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"elves": True, "finds": True}, {"helper": True}], ids=str)
def test_following_the_hints_fills_the_gallery(seats: int, options: dict[str, bool]) -> None:
    """Rulings A13, A22: all at once from one pool; every round ends with a right call."""
    state = follow_hints(GAME.deal(seats, f"hints {seats}", **options), Rng("hints"))
    for sheets in state.view(None)["sheets"]:
        assert [2] == [entry["call"] for entry in sheets if entry["call"]]


def follow_hints(state: State, rng: Rng) -> State:
    while acting := [seat for seat in state.actors() if seat >= 0]:
        seat = acting[rng.below(len(acting))]
        state.play(seat, state.propose(seat)[0])
    return state


def test_hints_correct_mistakes() -> None:
    """Rules 11, 14: wrong tiles go back first, then those that no fill can keep."""
    state = play(race_state("3B 17", "1A 1"), 0, "take G3I any", "lay r0 a1")
    assert ["return 1"] == [GAME.format(move) for move in state.propose(0)]
    state = play(race_state("3B 17", "1A 1"), 0, "take R4L any", "lay r0 c1", "take B2 any")
    while state.view(None)["phase"] == "race":
        state.play(0, state.propose(0)[0])
    assert 12 == sheet(state, 0)["points"]


def test_hints_return_the_tile_laid_last() -> None:
    """Rulings A14, A27: with the only yellow on a1 nothing can fill g2, so the tile on f1 and g1 goes."""
    state = play(race_state("3B 17", "1A 1"), 0, "take B2 any", "lay r0 d5", "take Y1 any", "lay r0 a1")
    play(state, 0, "take B2 any", "lay r0 f1", "lift 1", "lay r0 d5", "return 1")
    assert ["return 3"] == [GAME.format(move) for move in state.propose(0)]


def test_hints_are_always_legal() -> None:
    """Ruling A25: also after random moves."""
    rng = Rng("disorder")
    state = GAME.deal(3, "disorder", lamp="none")
    for _ in range(300):
        acting = [seat for seat in state.actors() if seat >= 0]
        seat = acting[rng.below(len(acting))]
        hint = state.propose(seat)[0]
        assert state.allows(seat, hint)
        moves = [move for move in state.moves(seat) if GAME.format(move) != "quit"]
        state.play(seat, moves[rng.below(len(moves))] if rng.below(3) else hint)


def test_the_command_draws_a_fill(capsys: pytest.CaptureFixture[str]) -> None:
    """Ruling A22: `solve 3B 17`."""
    solve("3B", 17)
    output = capsys.readouterr().out
    assert "3B" in output
    assert str(make_solver(5, 16).count(GALLERIES[5])) in output.replace(",", "").replace(" ", "")


@pytest.mark.parametrize("side, card", [("11A", 1), ("3C", 1), ("3B", 0), ("3B", 41)])
def test_the_command_refuses_unknown_sides_and_cards(side: str, card: int) -> None:
    """Rule 1: ten boards, forty cards."""
    with pytest.raises(Unreadable, match="unknown-word"):
        solve(side, card)


def test_a_hint_that_takes_a_tile_knows_its_place() -> None:
    """Rule 12: the `lay` that follows a proposed `take` is legal, and a fill is still possible after it."""
    rng = Rng("follow")
    followed = 0
    for deal in range(6):
        state = GAME.deal(2, f"follow {deal}", lamp="none")
        for seat in (0, 1):
            state.play(seat, state.propose(seat)[0])
        while (move := state.propose(0)[0]) != GAME.parse("call"):
            following = state.follow_up(0, move)
            state.play(0, move)
            if following is None:
                assert not GAME.format(move).startswith("take")
                continue
            assert following in state.moves(0)
            state.play(0, following)
            assert GAME.format(state.propose(0)[0]).split()[0] in ("take", "call")
            followed += 1
            if rng.below(4) == 0:
                break
    assert followed > 6
