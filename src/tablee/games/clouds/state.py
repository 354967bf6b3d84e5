"""The whole table of Strange World: deck, hands, Worlds and supplies, in flat lists of small numbers."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.state import State
from tablee.games.clouds.tables import (
    ANIMALS_SHOWN,
    CELL_NUMBERS,
    CITIES,
    FUMAROLES,
    ICON_COUNTS,
    MOONS,
    PORTALS,
    SQUARES,
)

MOUNTAIN: Int = 0
WATER: Int = 1
PLANT: Int = 2
SWAMP: Int = 3
VOLCANO: Int = 4
ICON_KINDS: Int = 5
ANIMAL_KINDS: Int = 7

# What a cell may show: lands 0-18, starting lands 19-22, then these.
LAND_KINDS: Int = 19
FIRST_START: Int = 19
TZIMIME: Int = 23
FUMAROLE: Int = 24
EMPTY: Int = 25

NONE: Int = -1
BOXED: Int = -2
LEFT: Int = 0
RIGHT: Int = 1

# The World of seat s is squares 72 s to 72 s + 71, eight to a line; line and column 0 are an empty margin.
LINE: Int = 8
WORLD: Int = 72
START_SQUARE: Int = 36
SIDE_LENGTH: Int = 4
HAND: Int = 3
TRAVELLER_COUNT: Int = 8
CITY_COUNT: Int = 5
STACK_COUNT: Int = 7

# What is asked now (A24).
FACING: Int = 0
KEEPING: Int = 1
PASSING: Int = 2
LAYING: Int = 3
TAKING: Int = 4
WELCOMING: Int = 5
STANDING: Int = 6
COVERING: Int = 7
JOINING: Int = 8
OVER: Int = 9
SETTLED: Int = 10

ICON: list[Int] = ICON_COUNTS
ANIMAL: list[Int] = ANIMALS_SHOWN
HAS_PORTAL: list[Int] = PORTALS
IS_MOON: list[Int] = MOONS
CITY: list[Int] = CITIES
SQUARE: list[Int] = SQUARES
CELL: list[Int] = CELL_NUMBERS
BESIDE: list[Int] = [-8, -1, 1, 8]
FUMAROLE_SUPPLY: list[Int] = [FUMAROLES]


class Table(State):
    """Everything on the table."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: Int = OVER
        self.turn: Int = 0
        self.round: Int = 0
        self.scores_open: Int = 1

        # The Sun: who holds it, and how many seats further its arrow points (A21: left is the next seat).
        self.sun: Int = 0
        self.step: Int = 1

        # Cards are known by kind alone: copies are interchangeable, so that none can give anything away.
        # Solo, stack s is deck[3 s] to deck[3 s + 2], the visible one first; `opened` is 0, then 1 when its
        # visible card is laid, 2 when the two others are revealed.
        self.deck: list[Int] = [0] * 60
        self.deck_size: Int = 0
        self.drawn: Int = 0
        self.opened: list[Int] = [0] * 7
        self.stack: Int = NONE

        # This round, three places a seat: what was dealt, which place was kept, which place of the hand after
        # the first pass was passed on; then the hand, and which places of it are laid.
        self.dealt: list[Int] = [NONE] * 12
        self.kept: list[Int] = [NONE] * 4
        self.passed: list[Int] = [NONE] * 4
        self.hand: list[Int] = [NONE] * 12
        self.laid: list[Int] = [1] * 12

        # The card on each square, what the square shows now, and whether its card took part in a portal.
        self.cards: list[Int] = [EMPTY] * 288
        self.shows: list[Int] = [EMPTY] * 288
        self.bound: list[Int] = [0] * 288
        self.top: list[Int] = [SIDE_LENGTH] * 4
        self.bottom: list[Int] = [SIDE_LENGTH] * 4
        self.left: list[Int] = [SIDE_LENGTH] * 4
        self.right: list[Int] = [SIDE_LENGTH] * 4

        # Where the last card was laid, by which rule it was flipped if it was, and what it is waiting for.
        self.square: Int = NONE
        self.cause: Int = 0
        self.guest: Int = NONE
        self.smoke: Int = NONE

        # Travellers: with whom (NONE: to be had, BOXED: not in play), and the upper of their two rows.
        self.host: list[Int] = [NONE] * 8
        self.upper: list[Int] = [NONE] * 8
        self.side: list[Int] = [NONE] * 4

        # Dark cities in the order they are built, on which two squares; and how many fumaroles were used.
        self.built: Int = 0
        self.city_one: list[Int] = [NONE] * 5
        self.city_other: list[Int] = [NONE] * 5
        self.fumaroles_used: Int = 0

    def shown(self, square: Int, icon: Int) -> Int:
        """(7) How often an icon is visible on a square."""
        return ICON[ICON_KINDS * self.shows[square] + icon]

    def hand_size(self, seat: Int) -> Int:
        """How many cards a seat still has to lay."""
        size = 0
        for place in range(HAND * seat, HAND * seat + HAND):
            if not self.laid[place]:
                size += 1
        return size

    def has_guest(self) -> bool:
        """Whether a traveller is to be had."""
        for traveller in range(TRAVELLER_COUNT):
            if self.host[traveller] == NONE:
                return True
        return False

    def guests_of(self, seat: Int) -> Int:
        """How many travellers a seat has."""
        count = 0
        for traveller in range(TRAVELLER_COUNT):
            if self.host[traveller] == seat:
                count += 1
        return count

    def in_city(self, square: Int) -> bool:
        """(41) Whether this fumarole already carries a dark city."""
        for city in range(self.built):
            if self.city_one[city] == square or self.city_other[city] == square:
                return True
        return False

    def place(self, seat: Int, card: Int, shows: Int, square: Int) -> None:
        """Let a card lie on a square of its World's seat, without any effect."""
        self.cards[square] = card
        self.shows[square] = shows
        row = square % WORLD // LINE
        column = square % LINE
        self.top[seat] = min(self.top[seat], row)
        self.bottom[seat] = max(self.bottom[seat], row)
        self.left[seat] = min(self.left[seat], column)
        self.right[seat] = max(self.right[seat], column)
