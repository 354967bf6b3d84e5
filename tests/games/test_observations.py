"""Tests of observations, masks, quick deals and batches, for every game."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee import games
from tablee.core.batch import RUNNING, TERMINATED, TRUNCATED, settle
from tablee.core.errors import Illegal, Unreadable
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import NOBODY, State
from tablee.core.vectors import Observer, mask, observe
from tablee.lab.batch import RewardKind, make_batch, observation_size
from tests.forms import ONLY_COMPILED
from tests.games import laws
from tests.games.laws import Table
from tests.games.samples import LIMIT, distance, slots

ROOT = Path(__file__).parents[2]
DEALS = 400
# What a batch shows of a match: actor, end, observation, legal moves; and the move that follows.
Shown = tuple[int, int, list[int], list[int], int]
# Positions of a match that are compared: about one in this many.
EVERY = 4

every_game = pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
every_table = pytest.mark.parametrize("table", laws.tables(), ids=str)


def observation(state: State, seat: int, size: int) -> list[int]:
    """Return an observation as a list."""
    out = memoryview(bytearray(size)).cast("b")
    observe(state, seat, out)
    return out.tolist()


def numbers(view: object) -> memoryview[int]:
    """Return an array of a batch as a memoryview of Python."""
    return memoryview(view)  # type: ignore[arg-type]


@every_table
def test_resampling_what_a_seat_cannot_know_changes_no_number(table: Table) -> None:
    size, rng = observation_size(table.game, table.seats), Rng("vectors")
    for number in range(2):
        for state, _, _ in laws.walk(table, f"vectors {number}"):
            if rng.below(EVERY):
                continue
            for seat in range(table.seats):
                seen = observation(state, seat, size)
                other = state.resample(seat, rng)
                assert seen == observation(other, seat, size), f"{table} leaks to {seat} at {state.plies}"


@every_table
def test_every_number_is_within_the_bounds_of_its_field(table: Table) -> None:
    fields, size = table.game.observation_fields(table.seats), observation_size(table.game, table.seats)
    assert [field.start for field in fields] == [0, *(field.start + field.size for field in fields)][:-1]
    assert all(-128 <= field.low < field.high <= 127 and field.size > 0 for field in fields)
    assert len({field.name for field in fields}) == len(fields)
    rng = Rng("bounds")
    for state, _, _ in laws.walk(table, "bounds"):
        if rng.below(EVERY):
            continue
        seen = observation(state, state.plies % table.seats, size)
        for field in fields:
            part = seen[field.start : field.start + field.size]
            assert field.low <= min(part) <= max(part) <= field.high, f"{field} {part}"


@every_table
def test_an_observation_tells_positions_apart_that_a_view_does(table: Table) -> None:
    """Whenever a move of a seat changes what another sees on the board, that seat's numbers change too."""
    size, changes, noticed = observation_size(table.game, table.seats), 0, 0
    for state, seat, move in laws.walk(table, "apart"):
        if move < 0:
            break
        viewer = (max(seat, 0) + 1) % table.seats
        before, seen = state.board_view(viewer), observation(state, viewer, size)
        after = state.copy()
        after.play(seat, move)
        if after.board_view(viewer) != before:
            changes += 1
            noticed += observation(after, viewer, size) != seen
        if changes == 60:
            break
    assert noticed >= 0.8 * changes


@every_table
def test_a_mask_marks_the_legal_moves(table: Table) -> None:
    out = memoryview(bytearray(table.game.vocabulary.size)).cast("b")
    rng = Rng("mask")
    for state, _, _ in laws.walk(table, "mask"):
        if rng.below(EVERY):
            continue
        for seat in range(table.seats):
            mask(state, seat, out)
            assert sorted(state.moves(seat)) == [move for move, legal in enumerate(out.tolist()) if legal]


def test_a_buffer_that_does_not_fit_is_refused() -> None:
    state = games.load("islands").deal(3, "buffer")
    size = observation_size(games.load("islands"), 3)
    for out, code in (
        (bytearray(size - 1), "wrong-size"),
        (bytearray(size + 1), "wrong-size"),
        (bytes(size), "not-a-buffer"),
        ([0] * size, "not-a-buffer"),
        (memoryview(bytearray(4 * size)).cast("i"), "not-a-buffer"),
        (memoryview(bytearray(2 * size))[::2], "not-a-buffer"),
    ):
        with pytest.raises(Unreadable) as refused:
            observe(state, 0, out)
        assert code == refused.value.code
    for seat in (-1, 3):
        with pytest.raises(Illegal):
            observe(state, seat, bytearray(size))
    with pytest.raises(Unreadable):
        mask(state, 0, bytearray(7))


def test_an_observer_never_writes_beyond_a_buffer() -> None:
    game, observer = games.load("islands"), Observer()
    size = observation_size(game, 3)
    state = game.deal(3, "buffer")
    whole = memoryview(bytearray(b"\xff" * (size + game.vocabulary.size))).cast("b")
    observer.out = whole
    observer.observe_and_mask(state, state.actors()[0])
    assert observation(state, state.actors()[0], size) == whole[:size].tolist()
    assert sorted(state.moves(state.actors()[0])) == [at for at, one in enumerate(whole[size:]) if one]
    for short in (size - 1, size + 1):
        observer.out = whole[:short]
        with pytest.raises(IndexError):
            observer.observe_and_mask(state, state.actors()[0])


def test_an_observer_writes_to_one_row_of_its_buffer() -> None:
    game, observer = games.load("islands"), Observer()
    size = observation_size(game, 3)
    state = game.deal(3, "rows")
    seat, width = state.actors()[0], size + game.vocabulary.size
    whole = memoryview(bytearray(b"\x07" * (3 * width))).cast("b")
    observer.out, observer.rows = whole, 3
    observer.observe_and_mask(state, seat, 1)
    assert {7} == {*whole[:width], *whole[2 * width :]}
    row = whole[width : 2 * width].tolist()
    assert observation(state, seat, size) == row[:size]
    assert sorted(state.moves(seat)) == [at for at, one in enumerate(row[size:]) if one]
    for outside in (-1, 3):
        with pytest.raises(IndexError):
            observer.observe_and_mask(state, seat, outside)


@every_table
def test_quick_deals_are_distributed_as_deals_are(table: Table) -> None:
    """By a chi-square test of every number of the state."""
    public = [slots(table.deal(f"public {number}")) for number in range(DEALS)]
    quick = [slots(table.game.quick_deal(table.seats, number, **table.options)) for number in range(DEALS)]
    columns = zip(zip(*public, strict=True), zip(*quick, strict=True), strict=True)
    far = [distance(one, other) for one, other in columns if len({*one, *other}) > 1]
    assert max(far, default=0.0) < LIMIT


@every_game
def test_equal_seeds_give_equal_quick_deals(game: Game) -> None:
    seats = game.seats[0]
    assert game.quick_deal(seats, 7) == game.quick_deal(seats, 7)
    assert len({repr(slots(game.quick_deal(seats, seed))) for seed in (1, -1, 1 << 32, 1 << 40)}) == 4
    with pytest.raises(Illegal):
        game.quick_deal(99, 1)
    with pytest.raises(Unreadable):
        game.quick_deal(seats, "1")  # type: ignore[arg-type]


def played_alone(table: Table, seed: int, stream: int, steps: int, rng: Rng) -> list[Shown]:
    """Return what one match of a batch must show, computed from its states: the reference of a batch."""
    size, deals = observation_size(table.game, table.seats), Rng()
    deals.reseed(seed, stream)
    dealer = table.game.dealer(table.seats, **table.options)
    state = dealer(deals)
    seat, shown, end = settle(state, table.seats - 1), [], RUNNING
    for _ in range(steps):
        moves = state.moves(seat)
        move = moves[rng.below(len(moves))]
        shown.append((seat, end, observation(state, seat, size), sorted(moves), move))
        state.play(seat, move)
        seat, end = settle(state, seat), RUNNING
        if seat == NOBODY:
            end, state = TERMINATED, dealer(deals)
            seat = settle(state, table.seats - 1)
    return shown


@every_table
def test_a_batch_shows_what_its_matches_show_alone(table: Table) -> None:
    count, steps, size = 3, 130, observation_size(table.game, table.seats)
    batch = make_batch(table.game, table.seats, count, seed=5, first=2, options=table.options)
    alone = [played_alone(table, 5, 2 + index, steps, Rng(f"alone {index}")) for index in range(count)]
    moves = memoryview(bytearray(8 * count)).cast("q")
    for step in range(steps):
        for index in range(count):
            seat, end, seen, legal, move = alone[index][step]
            assert seat == numbers(batch.actors)[index]
            assert end == numbers(batch.ends)[index]
            assert seen == numbers(batch.observations)[size * index : size * (index + 1)].tolist()
            row = numbers(batch.masks).tolist()[batch.moves * index : batch.moves * (index + 1)]
            assert legal == [at for at, one in enumerate(row) if one]
            moves[index] = move
        batch.step(moves)


@pytest.mark.parametrize("kind", ["win", "points", "lead"])
@every_game
def test_rewards_follow_from_the_outcome(game: Game, kind: RewardKind) -> None:
    seats, rng = game.seats[-1], Rng("rewards")
    batch = make_batch(game, seats, 2, rewards=kind)
    moves, ended = memoryview(bytearray(16)).cast("q"), 0
    for _ in range(4000):
        before = [state.copy() for state in batch.states]
        actors = numbers(batch.actors).tolist()
        batch.random_moves(rng, moves)
        batch.step(moves)
        for index in range(2):
            rewards = numbers(batch.rewards)[seats * index : seats * (index + 1)].tolist()
            if numbers(batch.ends)[index] != TERMINATED:
                assert not any(rewards)
                continue
            ended += 1
            before[index].play(actors[index], moves[index])
            settle(before[index], actors[index])
            outcome = before[index].outcome()
            assert outcome is not None
            if kind == "points":
                assert list(outcome.scores) == rewards
            elif kind == "lead":
                first, second = sorted(outcome.scores, reverse=True)[:2]
                assert [score - (second if score == first else first) for score in outcome.scores] == rewards
            else:
                assert abs(sum(rewards)) < 1e-6
                assert max(rewards) == min(rewards[seat] for seat in outcome.winners) <= 1
        if ended > 1:
            return
    raise AssertionError("no match ended")


def test_a_match_of_too_many_moves_is_truncated() -> None:
    batch = make_batch(games.load("islands"), 2, 2, limit=9)
    moves, rng, ends = memoryview(bytearray(16)).cast("q"), Rng("long"), []
    for _ in range(20):
        batch.random_moves(rng, moves)
        batch.step(moves)
        ends.append(numbers(batch.ends)[0])
    assert [8, 17] == [at for at, end in enumerate(ends) if end == TRUNCATED]


def test_a_batch_refuses_an_illegal_move_and_stays_as_it_was() -> None:
    batch = make_batch(games.load("clouds"), 1, 2)
    before = [state.copy() for state in batch.states]
    legal = numbers(batch.masks).tolist().index(1)
    for wrong in (-1, batch.moves, 1 << 40, 0):
        with pytest.raises(Illegal):
            batch.step(
                memoryview(
                    bytearray(
                        b"".join(number.to_bytes(8, sys.byteorder, signed=True) for number in (legal, wrong))
                    )
                ).cast("q")
            )
    with pytest.raises(Unreadable):
        batch.step(memoryview(bytearray(8)).cast("q"))
    assert before == batch.states


def fingerprint() -> str:
    """Return a hash over the arrays of a batch of every table."""
    total = hashlib.sha256()
    for table in laws.tables():
        batch = make_batch(table.game, table.seats, 2, seed=11, options=table.options)
        moves, rng = memoryview(bytearray(16)).cast("q"), Rng("both forms")
        for _ in range(60):
            batch.random_moves(rng, moves)
            batch.step(moves)
            for array in (batch.observations, batch.masks, batch.rewards, batch.ends, batch.actors):
                total.update(bytes(numbers(array)))
    return total.hexdigest()


@ONLY_COMPILED
def test_both_forms_write_the_same_numbers() -> None:
    code = "from tests.games.test_observations import fingerprint; print(fingerprint())"
    environment = os.environ | {"TABLEE_PURE": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    command = [sys.executable, "-c", code]
    plain = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=ROOT)
    assert plain.stdout.strip() == fingerprint()
