"""Tests that matches in several threads do not disturb each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from threading import Barrier

import pytest

from tablee.core.rng import Rng
from tests.games import laws
from tests.games.laws import Table

THREADS = 3
MOST_PLIES = 120


@pytest.fixture(autouse=True)
def frequent_switches() -> Iterator[None]:
    """Let the interpreter change threads after almost every instruction."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def fingerprint(table: Table, seed: str) -> str:
    """Return a hash over moves, scores and resampled states along a random match."""
    total = sha256()
    rng = Rng(seed + " resampled")
    for ply, (state, _, _) in enumerate(laws.walk(table, seed)):
        for seat in range(-1, table.seats):
            total.update(repr(state.moves(seat)).encode())
        if ply % 4 == 0:
            other = state.resample(ply % table.seats, rng)
            total.update(repr([other.snapshot(), *map(other.points, range(table.seats))]).encode())
        if ply == MOST_PLIES:
            break
    return total.hexdigest()


@pytest.mark.parametrize("table", laws.tables(), ids=str)
def test_threads_find_what_one_thread_finds(table: Table) -> None:
    seeds = [f"thread {number}" for number in range(THREADS)]
    alone = [fingerprint(table, seed) for seed in seeds]
    start = Barrier(THREADS)

    def walk(seed: str) -> str:
        start.wait()
        return fingerprint(table, seed)

    with ThreadPoolExecutor(THREADS) as pool:
        assert alone == list(pool.map(walk, seeds))
