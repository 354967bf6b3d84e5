"""Observations and legal moves of a state as numbers in a caller's buffer. Compiled.

A buffer is any object with the buffer protocol: a numpy array, an `array.array`, a memoryview.
"""

from __future__ import annotations

from typing import final

from tablee.core.buffers import acquire, release
from tablee.core.checks import cleared_bytes
from tablee.core.compiled import Int, Int8s
from tablee.core.errors import Illegal
from tablee.core.observation import Field, ObservationWriter
from tablee.core.state import CLOCK, State


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
    write_entries(writer, values, 0)


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
    """Writes observations and masks of states of one game; allocates its buffers once."""

    def __init__(self) -> None:
        self.writer: ObservationWriter = ObservationWriter()

    def observe(self, state: State, seat: Int, out: Int8s) -> None:
        """Write an observation, without checks: `out` must have its size and be zero."""
        self.writer.clear()
        state.fill_observation(seat, self.writer)
        write_entries(self.writer, out, 0)

    def observe_and_mask(self, state: State, seat: Int, out: Int8s) -> None:
        """Write an observation and then the mask, without checks: `out` must have both sizes and be zero."""
        self.observe(state, seat, out)
        if state.is_actor(seat):
            mark_moves(state, seat, out, self.writer.at)


def checked_seat(state: State, seat: int) -> Int:
    """Return a seat of the match; raises Unreadable or Illegal."""
    viewer = state._viewer(seat)
    if viewer == CLOCK:
        raise Illegal("no-such-seat", who=CLOCK)
    return viewer


def write_entries(writer: ObservationWriter, values: Int8s, start: Int) -> None:
    """Copy an observation to `start` in a buffer that is zero there."""
    for index in range(writer.count):
        values[start + writer.places[index]] += writer.values[index]


def mark_moves(state: State, seat: Int, values: Int8s, start: Int) -> None:
    """Write 1 at `start` plus each legal move of an actor, in a buffer that is zero there."""
    buffer = acquire()
    buffer.count = 0
    state.find_moves(seat, buffer)
    for index in range(buffer.count):
        values[start + buffer.items[index]] = 1
    release(buffer)
