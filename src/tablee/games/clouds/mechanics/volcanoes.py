"""Volcanoes, fumaroles and dark cities: rules 37-44. Used by the rules, the view and the bots."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.clouds.pieces import VOCABULARY
from tablee.games.clouds.state import (
    CELL_OF_SQUARE,
    CITY_COUNT,
    COVERING,
    DIRECTIONS,
    EMPTY,
    FUMAROLE,
    JOINING,
    NEIGHBOUR,
    SETTLED,
    TZIMIME,
    VOLCANO,
    WORLD,
    CloudsFields,
)

COVER: Int = VOCABULARY.first("cover")
JOIN: Int = VOCABULARY.first("join")

D5_VOLCANO: Int = 24


def erupt(state: CloudsFields) -> None:
    """(37) Open the choice of a card to cover if the laid card shows a volcano; (24) flip it if none."""
    state.phase = SETTLED
    if not state.icons_on(state.laid_square, VOLCANO):
        return
    for direction in range(DIRECTIONS):
        if may_cover(state, state.laid_square + NEIGHBOUR[direction]):
            state.phase = COVERING
            return
    state.shows[state.laid_square] = TZIMIME
    state.cause = D5_VOLCANO


def may_cover(state: CloudsFields, square: Int) -> bool:
    """(37, 38) Return whether a square holds a card other than a fumarole."""
    return state.shows[square] != EMPTY and state.shows[square] != FUMAROLE


def find_covers(state: CloudsFields, moves: MoveBuffer) -> None:
    """(37) Add a move for each card beside the volcano."""
    for direction in range(DIRECTIONS):
        square = state.laid_square + NEIGHBOUR[direction]
        if may_cover(state, square):
            moves.add(COVER + CELL_OF_SQUARE[square % WORLD])


def cover_card(state: CloudsFields, square: Int) -> None:
    """(39-41) Put a fumarole on a card; build a dark city if another free fumarole is beside it."""
    state.shows[square] = FUMAROLE
    state.new_fumarole = square
    state.fumaroles_used += 1
    state.phase = SETTLED
    if state.built == CITY_COUNT:
        return
    count = 0
    for direction in range(DIRECTIONS):
        if may_join(state, square + NEIGHBOUR[direction]):
            count += 1
    if count == 1:
        build_only_city(state)
    elif count:
        state.phase = JOINING


def may_join(state: CloudsFields, square: Int) -> bool:
    """(41) Return whether a square holds a fumarole that carries no city yet."""
    return state.shows[square] == FUMAROLE and not state.in_city(square)


def find_joins(state: CloudsFields, moves: MoveBuffer) -> None:
    """(41) Add a move for each free fumarole beside the new one."""
    for direction in range(DIRECTIONS):
        square = state.new_fumarole + NEIGHBOUR[direction]
        if may_join(state, square):
            moves.add(JOIN + CELL_OF_SQUARE[square % WORLD])


def build_only_city(state: CloudsFields) -> None:
    """(A24) Build the city without a decision, as there is one free fumarole beside the new one."""
    for direction in range(DIRECTIONS):
        if may_join(state, state.new_fumarole + NEIGHBOUR[direction]):
            build_city(state, state.new_fumarole + NEIGHBOUR[direction])
            return


def build_city(state: CloudsFields, square: Int) -> None:
    """(41) Build the most valuable city left on the new fumarole and the one on this square."""
    state.city_one[state.built] = state.new_fumarole
    state.city_other[state.built] = square
    state.built += 1
    state.phase = SETTLED
