"""The fields of a match: deck, hands, Worlds, travellers and supplies, in flat lists of small integers.

The rules, the scoring, the view and the bots of this game are functions over `CloudsFields`.
"""

from __future__ import annotations

from tablee.core.compiled import Int, Int8
from tablee.core.state import State
from tablee.games.clouds.pieces import (
    ANIMALS_SHOWN,
    CELL_NUMBERS,
    CITIES,
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

# The kinds that a square can show: lands 0-18, starting lands 19-22, then these.
LAND_KINDS: Int = 19
FIRST_START: Int = 19
TZIMIME: Int = 23
FUMAROLE: Int = 24
EMPTY: Int = 25

NONE: Int = -1
BOXED: Int = -2
LEFT: Int = 0
RIGHT: Int = 1

# The World of seat s is squares WORLD * s to WORLD * s + 71, LINE squares to a row. Row 0 and column 0 are
# an empty margin, so that every cell has four neighbouring squares.
LINE: Int = 8
WORLD: Int = 72
START_SQUARE: Int = 36
SIDE_LENGTH: Int = 4
CELL_COUNT: Int = 49
HAND_SIZE: Int = 3
STACK_SIZE: Int = 3
STACK_COUNT: Int = 7
TRAVELLER_COUNT: Int = 8
CITY_COUNT: Int = 5
ROUNDS: Int = 5
# Pairs of adjacent rows beside which a traveller can stand.
ROW_PAIRS: Int = 6

# Phases: which decision is open (A24). SETTLED: all effects of the card just laid are done.
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

ICON_COUNT: list[Int] = ICON_COUNTS
HAS_ANIMAL: list[Int] = ANIMALS_SHOWN
HAS_PORTAL: list[Int] = PORTALS
IS_MOON: list[Int] = MOONS
CITY_STARS: list[Int] = CITIES
SQUARE_OF_CELL: list[Int] = SQUARES
CELL_OF_SQUARE: list[Int] = CELL_NUMBERS
DIRECTIONS: Int = 4
NEIGHBOUR: list[Int] = [-8, -1, 1, 8]


class CloudsFields(State):
    """The fields of a match, hidden information included, and simple queries over them."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: Int = OVER
        self.turn: Int = 0
        self.round: Int = 0
        self.scores_open: Int = 1
        # (A12, A13) 1 if two printed sentences about volcanoes and portals are taken literally.
        self.strict: Int = 0

        # The Sun: the seat that holds it, and how many seats further its arrow points (A21: left is +1).
        self.sun: Int = 0
        self.step: Int = 1

        # Cards are stored by kind only: copies are interchangeable, so no copy can reveal anything.
        # Solo, stack s is deck[3 s] to deck[3 s + 2], the visible card first. `opened` is 0 for an unused
        # stack, 1 once its visible card is laid, 2 once the two others are revealed. `stack` is in use.
        self.deck: list[Int8] = [0] * 60
        self.deck_size: Int = 0
        self.drawn: Int = 0
        self.opened: list[Int] = [0] * 7
        self.stack: Int = NONE

        # The draft of this round, three slots per seat: the cards dealt, the slot kept, the slot passed on of
        # the hand after the first pass; then the hand itself, and which slots of it are laid.
        self.dealt: list[Int8] = [NONE] * 12
        self.kept: list[Int] = [NONE] * 4
        self.passed: list[Int] = [NONE] * 4
        self.hand: list[Int8] = [NONE] * 12
        self.laid: list[Int8] = [1] * 12

        # By square: the card, the kind shown now, and whether the card took part in a portal.
        self.cards: list[Int8] = [EMPTY] * 288
        self.shows: list[Int8] = [EMPTY] * 288
        self.bound: list[Int8] = [0] * 288
        # By seat: the first and last row and column that hold a card.
        self.top: list[Int] = [SIDE_LENGTH] * 4
        self.bottom: list[Int] = [SIDE_LENGTH] * 4
        self.left: list[Int] = [SIDE_LENGTH] * 4
        self.right: list[Int] = [SIDE_LENGTH] * 4

        # The square of the last card laid, the number of the rule that flipped it (0: none), the traveller
        # that was chosen and has no place yet, and the square of the last fumarole.
        self.laid_square: Int = NONE
        self.cause: Int = 0
        self.chosen_traveller: Int = NONE
        self.new_fumarole: Int = NONE

        # By traveller: its seat (NONE: available, BOXED: not in play) and the upper of its two rows.
        # By seat: the side on which its travellers stand.
        self.host: list[Int] = [NONE] * 8
        self.upper: list[Int] = [NONE] * 8
        self.side: list[Int] = [NONE] * 4

        # The two squares of each dark city, in the order of building; and the fumaroles used.
        self.built: Int = 0
        self.city_one: list[Int] = [NONE] * 5
        self.city_other: list[Int] = [NONE] * 5
        self.fumaroles_used: Int = 0

    def icons_on(self, square: Int, icon: Int) -> Int:
        """(7) Return how often an icon is visible on a square."""
        return ICON_COUNT[ICON_KINDS * self.shows[square] + icon]

    def cards_in_hand(self, seat: Int) -> Int:
        """Return the number of cards that a seat has not laid yet."""
        count = 0
        for slot in range(HAND_SIZE * seat, HAND_SIZE * seat + HAND_SIZE):
            if not self.laid[slot]:
                count += 1
        return count

    def slot_of(self, seat: Int, kind: Int) -> Int:
        """Return the first slot (0 to 2) of the hand with a card of this kind, or NONE."""
        for slot in range(HAND_SIZE):
            if self.hand[HAND_SIZE * seat + slot] == kind and not self.laid[HAND_SIZE * seat + slot]:
                return slot
        return NONE

    def has_available_traveller(self) -> bool:
        for traveller in range(TRAVELLER_COUNT):
            if self.host[traveller] == NONE:
                return True
        return False

    def traveller_count(self, seat: Int) -> Int:
        """Return how many travellers stand beside the World of a seat."""
        count = 0
        for traveller in range(TRAVELLER_COUNT):
            if self.host[traveller] == seat:
                count += 1
        return count

    def in_city(self, square: Int) -> bool:
        """(41) Return whether the fumarole on this square already carries a dark city."""
        for city in range(self.built):
            if self.city_one[city] == square or self.city_other[city] == square:
                return True
        return False

    def touches_world(self, square: Int) -> bool:
        """(3, 17) Return whether a square is empty and beside a card, Tzimimes and fumaroles included."""
        return self.shows[square] == EMPTY and (
            self.shows[square - 1] != EMPTY
            or self.shows[square + 1] != EMPTY
            or self.shows[square - LINE] != EMPTY
            or self.shows[square + LINE] != EMPTY
        )

    def is_beyond_traveller(self, seat: Int, column: Int) -> bool:
        """(34) Return whether a column is outside the World on the side of its travellers."""
        if self.side[seat] == LEFT:
            return column < self.left[seat]
        return self.side[seat] == RIGHT and column > self.right[seat]

    def set_card(self, seat: Int, card: Int, shows: Int, square: Int) -> None:
        """Put a card on a square and extend the edges of the World, without any effect."""
        self.cards[square] = card
        self.shows[square] = shows
        row = square % WORLD // LINE
        column = square % LINE
        self.top[seat] = min(self.top[seat], row)
        self.bottom[seat] = max(self.bottom[seat], row)
        self.left[seat] = min(self.left[seat], column)
        self.right[seat] = max(self.right[seat], column)
