"""The measured times of moves (A34, P9), in milliseconds since the start of the race.

The rules compare these times and never read a clock.
"""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.mine.state import NONE, RACING, SETTLING, SLOT_COUNT, MineFields

# The duration of a move in a ghost race whose moves have no times.
DEFAULT_DURATION: Int = 1_000

# Times are capped here; a move without a time after a call counts as this late.
LATEST: Int = 1_000_000_000


def update_spent(state: MineFields, seat: Int) -> None:
    """(A34, P9) Set the time of a seat in a ghost race to that of the move; it never decreases."""
    if state.elapsed < 0:
        state.spent[seat] += DEFAULT_DURATION
    elif state.elapsed > state.spent[seat]:
        state.spent[seat] = state.elapsed if state.elapsed < LATEST else LATEST


def time_of_move(state: MineFields, seat: Int) -> Int:
    """Return the time of the current move; without one, 0 in the race and LATEST after a call."""
    if state.ghost:
        return state.spent[seat]
    if state.elapsed < 0:
        return LATEST if state.phase == SETTLING else 0
    return state.elapsed if state.elapsed < LATEST else LATEST


def log_board(state: MineFields, seat: Int) -> None:
    """(A34) Append the time, the seat, and its tiles, places and lay orders before a change.

    Nothing is logged in a race without times.
    """
    if state.elapsed < 0 and state.phase == RACING and not state.ghost:
        return
    first = SLOT_COUNT * seat
    end = first + SLOT_COUNT
    entry = [time_of_move(state, seat), seat]
    entry += [state.tiles[at] for at in range(first, end)]
    entry += [state.places[at] for at in range(first, end)]
    entry += [state.lay_order[at] for at in range(first, end)]
    state.board_log.append(tuple(entry))


def record_call(state: MineFields, seat: Int, time: Int) -> None:
    """(13) Set the time at which a seat called."""
    state.called[seat] = time


def first_call(state: MineFields) -> Int:
    """(A34) Return the time of the earliest call, or NONE."""
    first = NONE
    for seat in range(state.seats):
        if state.called[seat] != NONE and (first == NONE or state.called[seat] < first):
            first = state.called[seat]
    return first


def settle_calls(state: MineFields) -> None:
    """(A34) Keep the earliest call, or several at the same time; undo what other seats did after it."""
    first = first_call(state)
    for seat in range(state.seats):
        if state.called[seat] != first:
            state.called[seat] = NONE
            restore_board(state, seat, first)


def restore_board(state: MineFields, seat: Int, time: Int) -> None:
    """(A34) Undo the changes of a board after this time (ms)."""
    for entry in state.board_log:
        if entry[1] == seat and entry[0] > time:
            for slot in range(SLOT_COUNT):
                at = SLOT_COUNT * seat + slot
                state.tiles[at] = entry[2 + slot]
                state.places[at] = entry[2 + SLOT_COUNT + slot]
                state.lay_order[at] = entry[2 + 2 * SLOT_COUNT + slot]
            return
