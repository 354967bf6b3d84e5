"""The ghost race (P9), in which each seat plays the round alone, from its own stock, at any time.

Who has finished the round, who may see a board, and how unseen boards are redrawn.
"""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.rng import Rng
from tablee.core.state import UNTIMED
from tablee.games.mine.state import (
    BOARD_COUNT,
    BOARDS,
    CARDS,
    MIXES,
    NONE,
    SEATS,
    SLOT_COUNT,
    TILE_COUNT,
    MineFields,
)


def has_run(state: MineFields, seat: Int) -> bool:
    """Return whether a seat has called or given up, or its lamp went out."""
    return state.called[seat] != NONE or state.gave_up[seat] != 0 or state.burnt[seat] != 0


def must_start(state: MineFields, seat: Int) -> bool:
    """(P9) Return whether a seat has yet to start its round of a ghost race."""
    return state.ghost and state.started[seat] == NONE


def is_running(state: MineFields, seat: Int) -> bool:
    """(P9) Return whether a seat is in the middle of its round of a ghost race."""
    return state.ghost and state.started[seat] != NONE and not has_run(state, seat)


def first_lit_seat(state: MineFields) -> Int:
    """(A12, P9) Return the running seat whose lamp was lit first, or NONE."""
    first = NONE
    for seat in range(state.seats):
        if is_running(state, seat) and (first == NONE or state.started[seat] < state.started[first]):
            first = seat
    return first


def may_see(state: MineFields, viewer: Int, seat: Int) -> bool:
    """(A24) Return whether a viewer sees a board; in a ghost race only its own until its round is over."""
    return not state.ghost or viewer == seat or (viewer >= 0 and has_run(state, viewer))


def knows_card(state: MineFields, viewer: Int, seat: Int) -> bool:
    """(P9) Return whether a viewer knows the card of a seat, which is turned up when the seat starts."""
    return state.started[seat] != NONE and may_see(state, viewer, seat)


def clear_run(state: MineFields, seat: Int) -> None:
    """(21) Remove the tiles, times and call of a seat."""
    state.started[seat] = NONE
    state.spent[seat] = 0
    state.burnt[seat] = 0
    state.called[seat] = NONE
    state.hand[seat] = NONE
    state.lay_count[seat] = 0
    others = ~state.stock_bit(seat)
    for tile in range(TILE_COUNT):
        state.away[tile] &= others
    for at in range(SLOT_COUNT * seat, SLOT_COUNT * (seat + 1)):
        state.tiles[at] = NONE
        state.places[at] = 0
        state.lay_order[at] = 0


# Redrawing what a viewer cannot know (A24)


def shuffle_deal(state: MineFields, positions: list[int], rng: Rng) -> None:
    """Shuffle the entries at some positions of the deal."""
    for last in range(len(positions) - 1, 0, -1):
        other = rng.below(last + 1)
        kept = state.deal[positions[last]]
        state.deal[positions[last]] = state.deal[positions[other]]
        state.deal[positions[other]] = kept


def redraw_rivals(state: MineFields, viewer: Int, rng: Rng) -> None:
    """(A24, P9) Redraw unknown cards and boards, and remove the tiles from boards that are not seen."""
    state.elapsed = UNTIMED
    hidden = [CARDS + state.seats * state.round + seat for seat in range(state.seats)]
    hidden = [at for at in hidden if not knows_card(state, viewer, at - hidden[0])]
    shuffle_deal(state, hidden + list(range(CARDS + state.seats * (state.round + 1), BOARDS)), rng)
    if viewer >= 0 and has_run(state, viewer):
        return
    redraw_boards(state, viewer, rng)
    for seat in range(state.seats):
        if seat != viewer:
            replace_run(state, seat)
    state.board_log = [entry for entry in state.board_log if entry[1] == viewer]


def redraw_boards(state: MineFields, viewer: Int, rng: Rng) -> None:
    """(19, A32) Deal the boards of the other seats anew from those that the viewer does not have."""
    others = [seat for seat in range(state.seats) if seat != viewer]
    if state.round == 0:
        shuffle_deal(state, [BOARDS + at for at in range(BOARD_COUNT) if at != viewer], rng)
        for seat in others:
            state.board[seat] = state.deal[BOARDS + seat]
        return
    new = BOARDS + state.seats + state.round - 1
    row = MIXES + SEATS * (state.round - 1)
    exchanged = previously_exchanged(state)
    if viewer < 0 or state.board[viewer] != state.deal[new]:
        shuffle_deal(state, list(range(new, BOARDS + BOARD_COUNT)), rng)
    shuffle_deal(state, [row + seat for seat in others], rng)
    for seat in others:
        mixed = state.deal[row + seat]
        state.board[seat] = state.deal[new] if mixed == exchanged else state.old_board[mixed]


def previously_exchanged(state: MineFields) -> Int:
    """(19) Return the seat whose board of the previous round was exchanged: no seat has it now."""
    gone = 0
    for seat in range(state.seats):
        if state.old_board[seat] not in state.board[: state.seats]:
            gone = seat
    return gone


def replace_run(state: MineFields, seat: Int) -> None:
    """(P9) Replace an unseen round of a seat by one given up at once or, if it is not over, not begun."""
    state.gave_up[seat] = 1 if has_run(state, seat) else 0
    state.face[seat] = 0 if state.gave_up[seat] else NONE
    if state.board[seat] == state.old_board[seat]:
        state.face[seat] = 1 - state.old_face[seat]
    clear_run(state, seat)
