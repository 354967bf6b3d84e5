"""Laying a card and the desolation of the Tzimimes: rules 17-28. Effects follow in the order of rule 19."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.clouds.mechanics.travellers import bind_portal
from tablee.games.clouds.mechanics.volcanoes import erupt, may_cover
from tablee.games.clouds.state import (
    CELL_OF_SQUARE,
    DIRECTIONS,
    HAS_PORTAL,
    ICON_COUNT,
    ICON_KINDS,
    IS_MOON,
    LINE,
    NEIGHBOUR,
    SIDE_LENGTH,
    SQUARE_OF_CELL,
    SWAMP,
    TZIMIME,
    VOLCANO,
    WATER,
    WELCOMING,
    WORLD,
    CloudsFields,
)

# Numbers of the rules that flip a laid card.
D1_PORTAL: Int = 20
D2_WATER: Int = 21
D3_SWAMP: Int = 22
D4_MOON: Int = 23


# Laying a card (17, 18)


def add_cells(state: CloudsFields, seat: Int, first: Int, moves: MoveBuffer) -> None:
    """(17) Add a move for each cell within four rows and four columns; `first` is the move for cell 0."""
    for row in range(state.bottom[seat] - SIDE_LENGTH + 1, state.top[seat] + SIDE_LENGTH):
        line = WORLD * seat + LINE * row
        for column in range(state.right[seat] - SIDE_LENGTH + 1, state.left[seat] + SIDE_LENGTH):
            if state.touches_world(line + column) and not state.is_beyond_traveller(seat, column):
                moves.add(first + CELL_OF_SQUARE[LINE * row + column])


def add_strict_cells(state: CloudsFields, seat: Int, card: Int, first: Int, moves: MoveBuffer) -> None:
    """(A12, A13) Add a move for each cell in which a card breaks as few printed sentences as it can."""
    start = moves.count
    add_cells(state, seat, first, moves)
    fewest = 2
    for index in range(start, moves.count):
        fewest = min(fewest, broken_sentences(state, seat, card, moves.at(index) - first))
    kept = start
    for index in range(start, moves.count):
        move = moves.at(index)
        if broken_sentences(state, seat, card, move - first) == fewest:
            moves.items[kept] = move
            kept += 1
    moves.count = kept


def broken_sentences(state: CloudsFields, seat: Int, card: Int, cell: Int) -> Int:
    """(A12, A13) Count the sentences that a card would break in a cell: about volcanoes, about portals."""
    square = WORLD * seat + SQUARE_OF_CELL[cell]
    return (1 if is_idle_volcano(state, card, square) else 0) + (
        1 if is_beside_portal(state, card, square) else 0
    )


def is_idle_volcano(state: CloudsFields, card: Int, square: Int) -> bool:
    """(A12) Return whether a card has a volcano that would have no card beside it to cover."""
    if not ICON_COUNT[ICON_KINDS * card + VOLCANO]:
        return False
    for direction in range(DIRECTIONS):
        if may_cover(state, square + NEIGHBOUR[direction]):
            return False
    return True


def is_beside_portal(state: CloudsFields, card: Int, square: Int) -> bool:
    """(20, A13) Return whether a portal card would lie beside a half-portal that was used."""
    return HAS_PORTAL[card] == 1 and (is_used_portal(state, square - 1) or is_used_portal(state, square + 1))


def is_used_portal(state: CloudsFields, square: Int) -> bool:
    """(20) Return whether a square shows a half-portal that is part of a portal."""
    return HAS_PORTAL[state.shows[square]] == 1 and state.bound[square] == 1


def repeat_cells(start: Int, end: Int, difference: Int, moves: MoveBuffer) -> None:
    """Add items `start` to `end` - 1 of `moves` again, for another card: the legal cells are the same."""
    for index in range(start, end):
        moves.add(moves.at(index) + difference)


def lay_card(state: CloudsFields, seat: Int, card: Int, square: Int) -> None:
    """(19) Lay a card, apply desolation, then open the next decision: a traveller, else an eruption."""
    old_top = state.top[seat]
    state.cause = desolation_rule(state, seat, card, square)
    state.set_card(seat, card, TZIMIME if state.cause else card, square)
    flip_lowered_moons(state, seat, square, old_top)
    state.laid_square = square
    if bind_portal(state, square) and state.has_available_traveller():
        state.phase = WELCOMING
    else:
        erupt(state)


# Desolation of the Tzimimes (20-28)


def desolation_rule(state: CloudsFields, seat: Int, card: Int, square: Int) -> Int:
    """(25) Return the number of the first rule that flips a card laid on this square, or 0."""
    if HAS_PORTAL[card] and spoils_portal(state, square):
        return D1_PORTAL
    if ICON_COUNT[ICON_KINDS * card + WATER] and is_beside_water(state, square):
        return D2_WATER
    if ICON_COUNT[ICON_KINDS * card + SWAMP] and row_has_swamp(state, seat, square):
        return D3_SWAMP
    if IS_MOON[card] and square % WORLD // LINE > state.top[seat]:
        return D4_MOON
    return 0


def spoils_portal(state: CloudsFields, square: Int) -> bool:
    """(20) Return whether a used half-portal is beside this square, (A1) or free ones on both sides."""
    before = HAS_PORTAL[state.shows[square - 1]] == 1
    after = HAS_PORTAL[state.shows[square + 1]] == 1
    if before and after:
        return True
    return is_used_portal(state, square - 1) or is_used_portal(state, square + 1)


def is_beside_water(state: CloudsFields, square: Int) -> bool:
    """(21) Return whether water is visible in one of the four directions."""
    for direction in range(DIRECTIONS):
        if state.icons_on(square + NEIGHBOUR[direction], WATER):
            return True
    return False


def row_has_swamp(state: CloudsFields, seat: Int, square: Int) -> bool:
    """(22) Return whether a swamp is visible anywhere in the row of this square."""
    line = square - square % LINE
    for column in range(state.left[seat], state.right[seat] + 1):
        if state.icons_on(line + column, SWAMP):
            return True
    return False


def flip_lowered_moons(state: CloudsFields, seat: Int, square: Int, old_top: Int) -> None:
    """(23, A18) Flip the moons of the old top row if the card, even a flipped one, opened a higher row."""
    if square % WORLD // LINE >= old_top:
        return
    line = WORLD * seat + LINE * old_top
    for column in range(state.left[seat], state.right[seat] + 1):
        if IS_MOON[state.shows[line + column]]:
            state.shows[line + column] = TZIMIME
