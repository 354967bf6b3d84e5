"""Beginning and end of a round: the choice of a side, the check, the exchange of boards (rules 3, 14-22)."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.mine.mechanics.ghosts import clear_run, has_run
from tablee.games.mine.mechanics.hands import return_held_tile
from tablee.games.mine.mechanics.times import settle_calls
from tablee.games.mine.scoring import empty_cells, is_wrong, write_sheet
from tablee.games.mine.state import (
    BOARDS,
    CHOOSING,
    MIXES,
    NONE,
    OVER,
    RACING,
    ROUNDS,
    SEATS,
    SLOT_COUNT,
    TIES,
    MineFields,
)


def choose_side(state: MineFields, seat: Int, face: Int) -> None:
    """(3, 8, A23) Set the side of a seat; the race begins when all have one, in a ghost race later (P9)."""
    state.face[seat] = face
    if state.ghost:
        return
    for other in range(state.seats):
        if state.face[other] == NONE:
            return
    state.phase = RACING
    state.since = state.plies + 1
    state.race_start_ply = state.since


# The end of a round (14-18, A23)


def end_run(state: MineFields) -> None:
    """(P9) End the round of a ghost race when all seats have run it, scored at the earliest finish."""
    for seat in range(state.seats):
        if not has_run(state, seat):
            return
    for seat in range(state.seats):
        state.past_time[seat] = state.called[seat]
    settle_calls(state)
    end_round(state)


def end_round(state: MineFields) -> None:
    """(14, 21, 22) Check and score all boards, return tiles, and begin the next round or end the match."""
    for seat in range(state.seats):
        return_held_tile(state, seat)
        write_sheet(state, seat)
        record_check(state, seat)
    exchanged = find_exchanged(state)
    clear_round(state)
    state.round += 1
    if state.round == ROUNDS:
        state.phase = OVER
    else:
        exchange_boards(state, exchanged)


def record_check(state: MineFields, seat: Int) -> None:
    """(14) Copy the board of a seat and its removed tiles, which are shown until the next check."""
    state.past_side[seat] = state.side_of(seat)
    state.past_card[seat] = state.card_of(seat)
    for slot in range(SLOT_COUNT):
        at = SLOT_COUNT * seat + slot
        state.past_tiles[at] = state.tiles[at]
        state.past_places[at] = state.places[at]
        state.past_wrong[at] = 1 if is_wrong(state, seat, slot) else 0


def clear_round(state: MineFields) -> None:
    """(21) Return all tiles to the pool."""
    for seat in range(state.seats):
        clear_run(state, seat)
        state.gave_up[seat] = 0
    state.board_log.clear()


# Between two rounds (19-21)


def find_exchanged(state: MineFields) -> Int:
    """(19, A11, A12, A33) Return the seat whose board is exchanged.

    The seat that called or, without a call, the one with the fewest empty cells; the deal decides ties.
    """
    chosen = state.deal[TIES + SEATS * state.round]
    for turn in range(1, state.seats):
        seat = state.deal[TIES + SEATS * state.round + turn]
        if exchange_rank(state, seat) < exchange_rank(state, chosen):
            chosen = seat
    return chosen


def exchange_rank(state: MineFields, seat: Int) -> Int:
    """(A12) Return 0 for a caller, else 1 + its empty cells; the board of the smallest is exchanged."""
    return 0 if state.called[seat] != NONE else 1 + empty_cells(state, seat)


def exchange_boards(state: MineFields, exchanged: Int) -> None:
    """(19, 20, A32) Replace the board of seat `exchanged`, then mix and deal all boards.

    A seat that gets its own board back must play its other side.
    """
    for seat in range(state.seats):
        state.old_board[seat] = state.board[seat]
        state.old_face[seat] = state.face[seat]
    state.board[exchanged] = state.deal[BOARDS + state.seats + state.round - 1]
    mixed = [state.board[seat] for seat in range(state.seats)]
    state.phase = RACING if state.ghost else CHOOSING
    state.since = state.plies + 1
    for seat in range(state.seats):
        state.board[seat] = mixed[state.deal[MIXES + SEATS * (state.round - 1) + seat]]
        state.face[seat] = NONE
    for seat in range(state.seats):
        if state.board[seat] == state.old_board[seat]:
            choose_side(state, seat, 1 - state.old_face[seat])
