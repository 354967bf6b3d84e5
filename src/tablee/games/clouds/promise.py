"""What a World promises beyond its stars: a fair guess for bots, in hundredths of a star."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.clouds.draft import DraftTable
from tablee.games.clouds.scoring import score, stars_of
from tablee.games.clouds.state import (
    BESIDE,
    CITY,
    CITY_COUNT,
    COVERING,
    EMPTY,
    FUMAROLE,
    HAND,
    HAS_PORTAL,
    IS_MOON,
    JOINING,
    KEEPING,
    LINE,
    PASSING,
    SIDE_LENGTH,
    SQUARE,
    STANDING,
    TRAVELLER_COUNT,
    WATER,
    WELCOMING,
    WORLD,
)

CELL_COUNT: Int = 49
STAR: Int = 100
GUEST: Int = 650
ROOM_BESIDE_WATER: Int = 60
ROOM_BELOW_MOON: Int = 120
MOON_AT_RISK: Int = 150
HALF_PORTAL: Int = 150
LONELY_SMOKE: Int = 25
WISH: Int = 60


def outlook(table: DraftTable, seat: Int) -> Int:
    """Stars and promises of a World; with a full hand, also what the cards that stay in it will bring."""
    settled = settle(table, seat)
    return settled + draft_worth(table, seat) if table.hand_size(seat) == HAND else settled


def settle(table: DraftTable, seat: Int) -> Int:
    """Stars and promises once the effects of the last card are settled."""
    if table.turn != seat:
        return worth(table, seat)
    if table.phase in (WELCOMING, STANDING):
        return worth(table, seat) + GUEST
    if table.phase == COVERING:
        return best_eruption(table, seat)
    if table.phase == JOINING:
        return worth(table, seat) + STAR * CITY[table.built]
    return worth(table, seat)


def best_eruption(table: DraftTable, seat: Int) -> Int:
    """The best of the cards that may be covered."""
    best = -STAR * STAR
    for way in range(4):
        square = table.square + BESIDE[way]
        if table.may_cover(square):
            after = table.copy()
            after.cover(square)
            best = max(best, settle(after, seat))
    return best


def draft_worth(table: DraftTable, seat: Int) -> Int:
    """What the cards that stay in a full hand would bring at best, each by itself."""
    total = 0
    for place in range(HAND):
        stays = table.phase != KEEPING or place == table.kept[seat]
        goes = table.phase == PASSING and place == table.passed[seat]
        if stays and not goes:
            total += card_worth(table, seat, table.hand[HAND * seat + place])
    return total


def card_worth(table: DraftTable, seat: Int, kind: Int) -> Int:
    """What a card would bring on its best cell."""
    before = worth(table, seat)
    best = -STAR * STAR
    for cell in range(CELL_COUNT):
        square = WORLD * seat + SQUARE[cell]
        if table.touches(square) and may_fill(table, seat, square):
            after = table.copy()
            after.turn = seat
            after.put(seat, kind, square)
            best = max(best, settle(after, seat))
    return best - before


def worth(table: DraftTable, seat: Int) -> Int:
    """Stars, and what may still become of the cells left."""
    total = STAR * score(table, seat)
    for row in range(table.top[seat], table.bottom[seat] + 1):
        for column in range(table.left[seat], table.right[seat] + 1):
            total += promise(table, seat, WORLD * seat + LINE * row + column)
    for traveller in range(TRAVELLER_COUNT):
        if table.host[traveller] == seat:
            total += wish(table, seat, traveller)
    return total


def promise(table: DraftTable, seat: Int, square: Int) -> Int:
    """What one card may still gain, or lose."""
    shows = table.shows[square]
    if shows == EMPTY:
        return 0
    total = 0
    if shows == FUMAROLE and table.built < CITY_COUNT and not table.in_city(square):
        total += LONELY_SMOKE * rooms(table, seat, square)
    if IS_MOON[shows]:
        total += moon_promise(table, seat, square)
    if table.shown(square, WATER):
        total += ROOM_BESIDE_WATER * rooms(table, seat, square)
    if HAS_PORTAL[shows] and not table.bound[square] and table.has_guest():
        beside = may_fill(table, seat, square - 1) or may_fill(table, seat, square + 1)
        total += HALF_PORTAL if beside else 0
    return total


def moon_promise(table: DraftTable, seat: Int, square: Int) -> Int:
    """Room below it, and the danger that a higher row is opened."""
    total = 0
    for down in range(1, SIDE_LENGTH):
        if may_fill(table, seat, square + LINE * down):
            total += ROOM_BELOW_MOON
    if table.bottom[seat] - table.top[seat] + 1 < SIDE_LENGTH:
        total -= MOON_AT_RISK
    return total


def rooms(table: DraftTable, seat: Int, square: Int) -> Int:
    """How many cells beside a square may still get a card."""
    count = 0
    for way in range(4):
        if may_fill(table, seat, square + BESIDE[way]):
            count += 1
    return count


def may_fill(table: DraftTable, seat: Int, square: Int) -> bool:
    """Whether a square is empty and can still belong to the World."""
    row = square % WORLD // LINE
    column = square % LINE
    if table.shows[square] != EMPTY or table.is_bounded(seat, column):
        return False
    if row <= table.bottom[seat] - SIDE_LENGTH or row >= table.top[seat] + SIDE_LENGTH:
        return False
    return table.right[seat] - SIDE_LENGTH < column < table.left[seat] + SIDE_LENGTH


def wish(table: DraftTable, seat: Int, traveller: Int) -> Int:
    """What a traveller's wish is worth before it comes true: by the cells left in its two rows."""
    if stars_of(table, seat, traveller) > 5:
        return 0
    upper = table.upper[traveller]
    room = 0
    for row in range(upper, upper + 2):
        for column in range(table.right[seat] - SIDE_LENGTH + 1, table.left[seat] + SIDE_LENGTH):
            if may_fill(table, seat, WORLD * seat + LINE * row + column):
                room += 1
    return WISH * min(room, 4)
