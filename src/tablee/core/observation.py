"""Observations: what a seat knows of a position, as small integers, most of them 0. Compiled.

A game writes `State.fill_observation`. It names each group of numbers with `begin`, so that the names and
bounds of an observation (`core.vectors.describe`) come from the code that writes it. `core.vectors` copies
the numbers into a caller's buffer.
"""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int, Int8

MAX_SIZE: Int = 5120


@final
class Field:
    """A group of numbers of an observation: its name, its place, and the least and greatest value."""

    def __init__(self) -> None:
        self.name: str = ""
        self.start: Int = 0
        self.size: Int = 0
        self.low: Int = 0
        self.high: Int = 1

    def __repr__(self) -> str:
        return f"{self.name} [{self.start}:{self.start + self.size}] {self.low}..{self.high}"


@final
class ObservationWriter:
    """The numbers of one observation: 0 unless they are written, added up where they are written twice.

    `at` is the present place, and at the end the size, at most MAX_SIZE. `fields` is filled while
    `is_describing`. Loops over many numbers write to `values` themselves: in C that costs no call.
    """

    def __init__(self) -> None:
        self.at: Int = 0
        self.values: list[Int8] = [0] * MAX_SIZE
        self.is_describing: bool = False
        self.fields: list[Field] = []

    def clear(self) -> None:
        """Begin a new observation."""
        for place in range(self.at):
            self.values[place] = 0
        self.at = 0

    def begin(self, name: str, index: Int, low: Int, high: Int) -> None:
        """Name the numbers that follow, up to the next `begin`, and bound them (at least -128, at most 127).

        `index` numbers equal groups (cells, seats) from 0; -1 for a single group.
        """
        if self.is_describing:
            self.end_field()
            field = Field()
            field.name = name if index < 0 else f"{name} {index}"
            field.start = self.at
            field.low = low
            field.high = high
            self.fields.append(field)

    def end_field(self) -> None:
        """Set the size of the last field; raises IndexError if it goes beyond MAX_SIZE."""
        if self.at > MAX_SIZE:
            raise IndexError("an observation has too many numbers")
        if self.fields:
            self.fields[-1].size = self.at - self.fields[-1].start

    def put(self, offset: Int, value: Int) -> None:
        """Add a number at the place `offset` further on; the present place stays.

        Raises IndexError beyond MAX_SIZE.
        """
        place = self.at + offset
        if place < 0 or place >= MAX_SIZE:
            raise IndexError("an observation has too many numbers")
        self.values[place] += value

    def add(self, value: Int) -> None:
        """Write a number at the present place and advance by one."""
        self.put(0, value)
        self.at += 1

    def skip(self, count: Int) -> None:
        """Advance by `count` numbers, which stay 0."""
        self.at += count

    def add_one_hot(self, value: Int, count: Int) -> None:
        """Add `count` numbers: 1 at index `value`, 0 elsewhere; all 0 if `value` is out of range."""
        if 0 <= value < count:
            self.put(value, 1)
        self.at += count
