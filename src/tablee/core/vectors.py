"""Observations and legal moves of a state as numbers in a caller's buffer. Compiled.

A buffer is any object with the buffer protocol: a numpy array, an `array.array`, a memoryview.
"""

from __future__ import annotations

from typing import final

from tablee.core.buffers import FeatureBuffer, acquire, release
from tablee.core.checks import cleared_bytes
from tablee.core.compiled import Float32s, Int, Int8s
from tablee.core.errors import Illegal
from tablee.core.observation import Field, ObservationWriter
from tablee.core.state import CLOCK, State

NO_BYTES = memoryview(bytearray(1)).cast("b")


def describe(state: State) -> list[Field]:
    """Return the fields of an observation; they depend on the number of seats alone. [] if there is none."""
    writer = ObservationWriter()
    writer.is_describing = True
    state.fill_observation(0, writer)
    writer.end_field()
    return writer.fields


def observe(state: State, seat: int, out: object) -> None:
    """Write the observation of a seat into `out`, a contiguous buffer of 8-bit integers of its exact size.

    Raises Unreadable for another buffer, Illegal for a seat that the match does not have.
    """
    viewer = checked_seat(state, seat)
    writer = ObservationWriter()
    state.fill_observation(viewer, writer)
    values = cleared_bytes("out", out, writer.at)
    copy_numbers(writer, values, 0)


def mask(state: State, seat: int, out: object) -> None:
    """Write 1 into `out` for each legal move of a seat and 0 for all others; all 0 if it is not an actor.

    `out` is a contiguous buffer of 8-bit integers, one for each move of the vocabulary. Raises as `observe`.
    """
    viewer = checked_seat(state, seat)
    values = cleared_bytes("out", out, state.vocabulary().size)
    if state.is_actor(viewer):
        mark_moves(state, viewer, values, 0)


@final
class Observer:
    """Writes observations and masks of states of one game.

    `out` is the buffer that it writes to, of `rows` rows of equal length. The caller sets it once: in the
    compiled form, taking a buffer as an argument costs as much as an observation.
    """

    def __init__(self) -> None:
        self.writer: ObservationWriter = ObservationWriter()
        self.features: FeatureBuffer = FeatureBuffer()
        self.out: Int8s = NO_BYTES
        self.rows: Int = 1

    def observe(self, state: State, seat: Int, start: Int = 0) -> None:
        """Write an observation to `start` in `out`; raises IndexError if it does not fit."""
        self.writer.clear()
        state.fill_observation(seat, self.writer)
        copy_numbers(self.writer, self.out, start)

    def observe_and_mask(self, state: State, seat: Int, row: Int = 0) -> None:
        """Write an observation and then the mask, up to the end of a row; raises IndexError if too short.

        In a buffer of several rows, each must have room for both.
        """
        size = len(self.out) // self.rows
        self.observe(state, seat, row * size)
        first = row * size + self.writer.at
        clear_numbers(self.out, first, size - self.writer.at)
        if state.is_actor(seat):
            mark_moves(state, seat, self.out, first)

    def count_features(self, state: State) -> Int:
        """Return how many features the game has at this number of seats, 0 if it has none."""
        self.features.count = 0
        state.fill_features(0, self.features)
        return self.features.count

    def look_ahead(self, state: State, seat: Int, out: Float32s) -> None:
        """Write the features of a seat: in row 0 now, in the next rows after each of its legal moves.

        The moves are in ascending order. `state` must have been resampled for the seat, because a move may
        reveal what the seat does not know, and `out` must have room for all rows: neither is checked.
        """
        self.write_features(state, seat, out, 0)
        if not state.is_actor(seat):
            return
        buffer = acquire()
        buffer.count = 0
        state.find_moves(seat, buffer)
        for index in range(buffer.count):
            move = buffer.items[index]
            rank = 1
            for other in range(buffer.count):
                if buffer.items[other] < move:
                    rank += 1
            after = state.copy()
            after.advance(seat, move)
            self.write_features(after, seat, out, rank)
        release(buffer)

    def write_features(self, state: State, seat: Int, out: Float32s, row: Int) -> None:
        """Write the features of a position into a row of `out`."""
        self.features.count = 0
        state.fill_features(seat, self.features)
        start = row * self.features.count
        for index in range(self.features.count):
            out[start + index] = self.features.at(index)


def checked_seat(state: State, seat: int) -> Int:
    """Return a seat of the match; raises Unreadable or Illegal."""
    viewer = state._viewer(seat)
    if viewer == CLOCK:
        raise Illegal("no-such-seat", who=CLOCK)
    return viewer


# The compiled form checks no index of a buffer in this module and in `core.batch`, so that loops over rows
# become block operations: these functions check the ends of a row instead.


def copy_numbers(writer: ObservationWriter, values: Int8s, start: Int) -> None:
    """Copy an observation to `start` in a buffer; raises IndexError if it does not fit."""
    count = writer.at
    check_row(values, start, count)
    for index in range(count):
        values[start + index] = writer.values[index]


def clear_numbers(values: Int8s, start: Int, count: Int) -> None:
    """Write `count` zeros; raises IndexError if they do not fit."""
    check_row(values, start, count)
    for index in range(start, start + count):
        values[index] = 0


def check_row(values: Int8s, start: Int, count: Int) -> None:
    """Raise IndexError if a row of `count` numbers does not fit the buffer."""
    if start < 0 or count < 0 or start + count > len(values):
        raise IndexError("a row does not fit its buffer")


def mark_moves(state: State, seat: Int, values: Int8s, start: Int) -> None:
    """Write 1 at `start` plus each legal move of an actor; raises IndexError for one beyond the buffer."""
    buffer = acquire()
    buffer.count = 0
    state.find_moves(seat, buffer)
    for index in range(buffer.count):
        check_row(values, start + buffer.items[index], 1)
        values[start + buffer.items[index]] = 1
    release(buffer)
