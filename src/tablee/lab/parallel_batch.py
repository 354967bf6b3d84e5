"""A batch in several processes: each advances its share of the matches, all write to one block of memory.

The compiled rules hold Python's global interpreter lock (GIL), so a second core needs a second process.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from struct import calcsize
from typing import Any

from tablee import games
from tablee.core.errors import Refusal, Unreadable
from tablee.core.rng import Rng
from tablee.lab.batch import LIMIT, RewardKind, array_sizes, make_batch

# Each array begins at a multiple of this number of bytes, so that processes share no cache line.
ALIGNMENT = 64
READY = None


@dataclass(frozen=True)
class Share:
    """What one process plays: `count` of all `total` matches, from number `first` on."""

    key: str
    seats: int
    total: int
    first: int
    count: int
    seed: int
    limit: int
    rewards: RewardKind
    options: Mapping[str, str | bool]

    def arrays(self, block: Any) -> dict[str, Any]:
        """Return this share of each array in the block of all matches; `moves` are those to be made."""
        found, start = {}, 0
        for name, (kind, size) in shared_sizes(self.key, self.seats).items():
            width = calcsize(kind) * size
            part = block[start + self.first * width : start + (self.first + self.count) * width]
            found[name] = part.cast(kind)
            start += aligned(self.total * width)
        return found


def shared_sizes(key: str, seats: int) -> dict[str, tuple[str, int]]:
    """Return format and numbers for each match of every array, with the moves to be made."""
    return {"moves": ("q", 1), **array_sizes(games.load(key), seats)}


def aligned(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def copy_bytes(source: Any, target: Any) -> None:
    """Copy one buffer to another of the same size; their formats may differ."""
    memoryview(target).cast("B")[:] = memoryview(source).cast("B")


class Block(SharedMemory):
    """Shared memory that lives until it and all arrays made of it are dropped."""

    def __del__(self) -> None:
        with suppress(BufferError):
            super().__del__()


class ParallelBatch:
    """A `core.batch.Batch` in `processes` processes: the same matches and methods. Close it, or use `with`.

    `observations`, `masks`, `rewards`, `ends`, `actors` and `moves`, the moves to be made, are flat
    memoryviews. Processes import Tablée anew, so a program that uses this class needs
    `if __name__ == "__main__"`.
    """

    def __init__(
        self,
        key: str,
        seats: int,
        count: int,
        processes: int = 2,
        *,
        seed: int = 0,
        limit: int = LIMIT,
        rewards: RewardKind = "win",
        options: Mapping[str, str | bool] | None = None,
    ) -> None:
        """Start the processes and deal; raises Illegal or Unreadable for wrong arguments."""
        sizes = shared_sizes(key, seats)
        size = sum(aligned(count * calcsize(kind) * width) for kind, width in sizes.values())
        # Raises for wrong arguments before a process starts. Later it checks moves against the shared masks.
        self._checker = make_batch(
            games.load(key), seats, min(count, 1), limit=limit, rewards=rewards, options=options
        )
        whole = Share(key, seats, count, 0, count, seed, limit, rewards, dict(options or {}))
        self.count = count
        self.memory = Block(create=True, size=size)
        arrays = whole.arrays(self.memory.buf)
        self.moves, self.observations, self.masks, self.rewards, self.ends, self.actors = arrays.values()
        self._checker.count, self._checker.masks = count, self.masks
        bounds = [count * number // processes for number in range(processes + 1)]
        context = get_context("spawn")
        self.workers, self.connections = [], []
        for first, end in pairwise(bounds):
            share = replace(whole, first=first, count=end - first)
            ours, theirs = context.Pipe()
            worker = context.Process(target=serve, args=(theirs, self.memory.name, share), daemon=True)
            worker.start()
            theirs.close()
            self.workers.append(worker)
            self.connections.append(ours)
        self._answers()

    def reset(self, count: int, seed: int, first: int = 0) -> None:
        """Deal all matches anew; raises Unreadable if `count` is not their number."""
        if count != self.count:
            raise Unreadable("wrong-size", name="count", found=count, wanted=self.count)
        self._call("reset", seed, first)

    def step(self, moves: Any = None) -> None:
        """Make one move in every match: `moves` has one for each, by default those in `self.moves`.

        Raises Illegal or Unreadable before anything changes.
        """
        chosen = self.moves if moves is None else moves
        self._checker.check(chosen)
        if moves is not None:
            copy_bytes(moves, self.moves)
        self._call("step")

    def random_moves(self, rng: Rng, out: Any = None) -> None:
        """Write a random legal move of every match into `self.moves` and, if given, into `out`."""
        self._call("random_moves", rng.word())
        if out is not None:
            copy_bytes(self.moves, out)

    def _call(self, name: str, *arguments: int) -> None:
        for connection in self.connections:
            connection.send((name, *arguments))
        self._answers()

    def _answers(self) -> None:
        """Wait for all processes; raise the first refusal. Raises EOFError if a process was lost."""
        answers = [connection.recv() for connection in self.connections]
        for answer in answers:
            if answer is not READY:
                raise answer

    def close(self) -> None:
        """End the processes and free the memory, which arrays that were made of it may still use."""
        for connection in self.connections:
            connection.close()
        for worker in self.workers:
            worker.join()
        self.workers, self.connections = [], []
        with suppress(FileNotFoundError):
            self.memory.unlink()

    def __enter__(self) -> ParallelBatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def serve(connection: Connection, name: str, share: Share) -> None:
    """Play a share of the matches as the other end of the connection asks, until it is closed."""
    memory = Block(name)
    arrays = share.arrays(memory.buf)
    moves = arrays.pop("moves")
    batch = make_batch(
        games.load(share.key),
        share.seats,
        share.count,
        seed=share.seed,
        first=share.first,
        limit=share.limit,
        rewards=share.rewards,
        options=share.options,
        arrays=arrays,
    )
    rng = Rng()
    answer: Refusal | None = READY
    while True:
        try:
            connection.send(answer)
            asked, *arguments = connection.recv()
        except (EOFError, BrokenPipeError):
            return
        answer = READY
        try:
            if asked == "random_moves":
                rng.reseed(arguments[0], share.first)
                batch.random_moves(rng, moves)
            elif asked == "reset":
                seed, first = arguments
                batch.reset(share.count, seed, first + share.first)
            else:
                batch.step(moves)
        except Refusal as refusal:
            answer = refusal
