"""Reusable buffers that rules and bots fill: legal moves of one seat, features of one position.

Both have a fixed capacity, so that the compiled form allocates nothing while it searches.
"""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int

MAX_MOVES: Int = 4096
MAX_FEATURES: Int = 512


@final
class MoveBuffer:
    """A list of moves with room for MAX_MOVES; only the first `count` items are valid."""

    def __init__(self) -> None:
        self.count: Int = 0
        self.items: list[Int] = [0] * MAX_MOVES

    def add(self, move: Int) -> None:
        self.items[self.count] = move
        self.count += 1

    def at(self, index: Int) -> Int:
        return self.items[index]

    def contains(self, move: Int) -> bool:
        for index in range(self.count):
            if self.items[index] == move:
                return True
        return False

    def to_list(self) -> list[int]:
        """Return the valid items as a new list."""
        return self.items[: self.count]


@final
class BufferPool:
    """The buffers not in use, shared by all threads."""

    def __init__(self) -> None:
        # Several, because the compiled form takes an item quickly only from a list more than half full.
        self.free: list[MoveBuffer] = [MoveBuffer() for _ in range(8)]


# Each call takes its own buffer, because bots search in several threads. Of all variables in modules of the
# rules, only this one is changed by functions. It needs no lock: `list.pop` and `list.append` are atomic,
# under the GIL and by the lock of each list in a free-threaded interpreter, so that no buffer is taken twice.
# One that is not released after an exception is garbage, not an error.
POOL: BufferPool = BufferPool()


def acquire() -> MoveBuffer:
    """Take a buffer from POOL, or make one; the caller passes it to `release` after use."""
    try:
        return POOL.free.pop()
    except IndexError:
        return MoveBuffer()


def release(buffer: MoveBuffer) -> None:
    """Put a buffer back into POOL."""
    POOL.free.append(buffer)


@final
class FeatureBuffer:
    """The inputs of a value network: a list of small integers with room for MAX_FEATURES."""

    def __init__(self) -> None:
        self.count: Int = 0
        self.values: list[Int] = [0] * MAX_FEATURES

    def add(self, value: Int) -> None:
        self.values[self.count] = value
        self.count += 1

    def add_one_hot(self, value: Int, count: Int) -> None:
        """Add `count` values: 1 at index `value`, 0 elsewhere; all 0 if `value` is out of range."""
        for index in range(count):
            self.add(1 if index == value else 0)

    def at(self, index: Int) -> Int:
        return self.values[index]
