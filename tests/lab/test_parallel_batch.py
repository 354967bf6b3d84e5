"""A batch in several processes: the matches of one process, refusals, and its end."""

from __future__ import annotations

import os
import signal
from array import array
from collections.abc import Iterator

import pytest

from tablee import games
from tablee.core.errors import Illegal, Unreadable
from tablee.core.rng import Rng
from tablee.lab.batch import make_batch
from tablee.lab.parallel_batch import ParallelBatch


@pytest.fixture(scope="module")
def parallel() -> Iterator[ParallelBatch]:
    with ParallelBatch("clouds", 2, 5, processes=2, seed=7) as batch:
        yield batch


def test_its_matches_are_those_of_one_batch(parallel: ParallelBatch) -> None:
    alone = make_batch(games.load("clouds"), 2, 5, seed=7)
    ended, rng, moves = 0, Rng("both"), memoryview(array("q", [0] * 5))
    for step in range(130):
        for name in ("observations", "masks", "rewards", "ends", "actors"):
            assert getattr(alone, name) == getattr(parallel, name), (step, name)
        ended += sum(parallel.ends)
        parallel.random_moves(rng, moves)
        alone.step(moves)
        parallel.step(moves)
    assert ended >= 5


def test_a_reset_deals_the_matches_of_one_batch(parallel: ParallelBatch) -> None:
    alone = make_batch(games.load("clouds"), 2, 5, seed=9, first=3)
    parallel.reset(5, 9, 3)
    assert alone.observations == parallel.observations
    assert alone.masks == parallel.masks
    with pytest.raises(Unreadable):
        parallel.reset(6, 9)


def test_an_illegal_move_is_refused_before_anything_changes(parallel: ParallelBatch) -> None:
    parallel.random_moves(Rng("illegal"))
    before, legal = bytes(parallel.observations), list(parallel.moves)
    parallel.moves[4] = -1
    with pytest.raises(Illegal, match="not-allowed"):
        parallel.step()
    assert before == bytes(parallel.observations)
    parallel.moves[4] = legal[4]
    parallel.step()
    assert before != bytes(parallel.observations)


def test_wrong_arguments_are_refused_at_once() -> None:
    with pytest.raises(Illegal):
        ParallelBatch("clouds", 9, 4)
    with pytest.raises(Illegal):
        ParallelBatch("clouds", 2, 0)


def test_arrays_outlive_the_processes_and_a_lost_one_is_noticed() -> None:
    batch = ParallelBatch("bonbons", 2, 3, processes=2)
    lost = batch.workers[1].pid
    assert lost is not None
    os.kill(lost, signal.SIGKILL)
    with pytest.raises((EOFError, OSError)):
        batch.random_moves(Rng("lost"))
    masks = batch.masks
    batch.close()
    batch.close()
    assert sum(masks) > 0
    del batch
    assert sum(masks) > 0
