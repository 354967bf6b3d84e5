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
    """Room for the legal moves of one seat: the rules fill it, whoever plays reads it."""

    def __init__(self) -> None:
        self.count: Int = 0
        self.items: list[Int] = [0] * MAX_MOVES

    def add(self, move: Int) -> None:
        """One more move."""
        self.items[self.count] = move
        self.count += 1

    def at(self, place: Int) -> Int:
        """The move at this place of the list."""
        return self.items[place]

    def contains(self, move: Int) -> bool:
        """Whether this move is in the list."""
        for place in range(self.count):
            if self.items[place] == move:
                return True
        return False

    def to_list(self) -> list[int]:
        """All of them, in order."""
        return [self.items[place] for place in range(self.count)]


# Room that nobody is using. Bots think in threads of their own, so that no two may share it.
SPARE: list[MoveBuffer] = []


def borrow() -> MoveBuffer:
    """Room for a list of moves; to be given back to SPARE."""
    try:
        return SPARE.pop()
    except IndexError:
        return MoveBuffer()


@final
class FeatureBuffer:
    """Room for what a game says of a position to something that learns: a list of small numbers."""

    def __init__(self) -> None:
        self.count: Int = 0
        self.values: list[Int] = [0] * MAX_FEATURES

    def add(self, value: Int) -> None:
        """One more number."""
        self.values[self.count] = value
        self.count += 1

    def add_one_hot(self, value: Int, count: Int) -> None:
        """A choice among `count`, as that many numbers of which one is 1 (none if it is beyond them)."""
        for place in range(count):
            self.add(1 if place == value else 0)

    def at(self, place: Int) -> Int:
        """The number at this place."""
        return self.values[place]
