"""A hand-made estimate of a World beyond its present stars, in hundredths of a star.

Used by `CloudsState.estimate` and by the features. The weights below were chosen by hand.
"""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.clouds.mechanics.placement import lay_card
from tablee.games.clouds.mechanics.volcanoes import cover_card, may_cover
from tablee.games.clouds.scoring import score, traveller_stars
from tablee.games.clouds.state import (
    CELL_COUNT,
    CITY_COUNT,
    CITY_STARS,
    COVERING,
    DIRECTIONS,
    EMPTY,
    FUMAROLE,
    HAND_SIZE,
    HAS_PORTAL,
    IS_MOON,
    JOINING,
    KEEPING,
    LINE,
    NEIGHBOUR,
    PASSING,
    SIDE_LENGTH,
    SQUARE_OF_CELL,
    STANDING,
    TRAVELLER_COUNT,
    WATER,
    WELCOMING,
    WORLD,
    CloudsFields,
)

STAR: Int = 100
PENDING_TRAVELLER: Int = 650
CELL_BESIDE_WATER: Int = 60
CELL_BELOW_MOON: Int = 120
MOON_AT_RISK: Int = 150
HALF_PORTAL: Int = 150
CELL_BESIDE_FUMAROLE: Int = 25
CELL_FOR_WISH: Int = 60


def world_estimate(state: CloudsFields, seat: Int) -> Int:
    """Estimate the final value of a World; with a full hand, add the value of the cards that stay in it."""
    estimate = estimate_after_effects(state, seat)
    return estimate + hand_value(state, seat) if state.cards_in_hand(seat) == HAND_SIZE else estimate


def estimate_after_effects(state: CloudsFields, seat: Int) -> Int:
    """Estimate the value of a World, assuming good decisions for the effects that are still open."""
    if state.turn != seat:
        return world_value(state, seat)
    if state.phase in (WELCOMING, STANDING):
        return world_value(state, seat) + PENDING_TRAVELLER
    if state.phase == COVERING:
        return best_eruption(state, seat)
    if state.phase == JOINING:
        return world_value(state, seat) + STAR * CITY_STARS[state.built]
    return world_value(state, seat)


def best_eruption(state: CloudsFields, seat: Int) -> Int:
    """Return the highest estimate over the cards that may be covered."""
    best = -STAR * STAR
    for direction in range(DIRECTIONS):
        square = state.laid_square + NEIGHBOUR[direction]
        if may_cover(state, square):
            after = state.copy()
            cover_card(after, square)
            best = max(best, estimate_after_effects(after, seat))
    return best


def hand_value(state: CloudsFields, seat: Int) -> Int:
    """Return the sum of what each card that stays in a full hand could add on its own."""
    total = 0
    for slot in range(HAND_SIZE):
        stays = state.phase != KEEPING or slot == state.kept[seat]
        goes = state.phase == PASSING and slot == state.passed[seat]
        if stays and not goes:
            total += card_value(state, seat, state.hand[HAND_SIZE * seat + slot])
    return total


def card_value(state: CloudsFields, seat: Int, kind: Int) -> Int:
    """Return what a card adds to a World on its best cell."""
    before = world_value(state, seat)
    best = -STAR * STAR
    for cell in range(CELL_COUNT):
        square = WORLD * seat + SQUARE_OF_CELL[cell]
        if state.touches_world(square) and can_still_fill(state, seat, square):
            after = state.copy()
            after.turn = seat
            lay_card(after, seat, kind, square)
            best = max(best, estimate_after_effects(after, seat))
    return best - before


def world_value(state: CloudsFields, seat: Int) -> Int:
    """Return the stars of a World and the potential of its cards and travellers."""
    total = STAR * score(state, seat)
    for row in range(state.top[seat], state.bottom[seat] + 1):
        for column in range(state.left[seat], state.right[seat] + 1):
            total += card_potential(state, seat, WORLD * seat + LINE * row + column)
    for traveller in range(TRAVELLER_COUNT):
        if state.host[traveller] == seat:
            total += wish_potential(state, seat, traveller)
    return total


def card_potential(state: CloudsFields, seat: Int, square: Int) -> Int:
    """Return what one card may still gain; less than 0 if it may rather lose."""
    shows = state.shows[square]
    if shows == EMPTY:
        return 0
    total = 0
    if shows == FUMAROLE and state.built < CITY_COUNT and not state.in_city(square):
        total += CELL_BESIDE_FUMAROLE * fillable_neighbours(state, seat, square)
    if IS_MOON[shows]:
        total += moon_potential(state, seat, square)
    if state.icons_on(square, WATER):
        total += CELL_BESIDE_WATER * fillable_neighbours(state, seat, square)
    if HAS_PORTAL[shows] and not state.bound[square] and state.has_available_traveller():
        beside = can_still_fill(state, seat, square - 1) or can_still_fill(state, seat, square + 1)
        total += HALF_PORTAL if beside else 0
    return total


def moon_potential(state: CloudsFields, seat: Int, square: Int) -> Int:
    """Return the value of free cells below a moon, less the risk that a higher row flips it."""
    total = 0
    for down in range(1, SIDE_LENGTH):
        if can_still_fill(state, seat, square + LINE * down):
            total += CELL_BELOW_MOON
    if state.bottom[seat] - state.top[seat] + 1 < SIDE_LENGTH:
        total -= MOON_AT_RISK
    return total


def fillable_neighbours(state: CloudsFields, seat: Int, square: Int) -> Int:
    """Count the neighbours of a square that can still get a card."""
    count = 0
    for direction in range(DIRECTIONS):
        if can_still_fill(state, seat, square + NEIGHBOUR[direction]):
            count += 1
    return count


def can_still_fill(state: CloudsFields, seat: Int, square: Int) -> bool:
    """Return whether a square is empty and can still belong to the World."""
    row = square % WORLD // LINE
    column = square % LINE
    if state.shows[square] != EMPTY or state.is_beyond_traveller(seat, column):
        return False
    if row <= state.bottom[seat] - SIDE_LENGTH or row >= state.top[seat] + SIDE_LENGTH:
        return False
    return state.right[seat] - SIDE_LENGTH < column < state.left[seat] + SIDE_LENGTH


def wish_potential(state: CloudsFields, seat: Int, traveller: Int) -> Int:
    """Return the value of a wish not fulfilled yet: it grows with the cells left in its two rows."""
    if traveller_stars(state, seat, traveller) > 5:
        return 0
    upper = state.upper[traveller]
    fillable = 0
    for row in range(upper, upper + 2):
        for column in range(state.right[seat] - SIDE_LENGTH + 1, state.left[seat] + SIDE_LENGTH):
            if can_still_fill(state, seat, WORLD * seat + LINE * row + column):
                fillable += 1
    return CELL_FOR_WISH * min(fillable, 4)
