"""The fields of a match of Bonbons, the numbering of tiles and places, and simple queries over them."""

from __future__ import annotations

from tablee.core.compiled import Int, Int8
from tablee.core.state import State
from tablee.games.bonbons.pieces import VOCABULARY

NONE: Int = -1

# The first move of each verb.
TURN: Int = VOCABULARY.first("turn")
STOP: Int = VOCABULARY.first("stop")
GIVE: Int = VOCABULARY.first("give")
COVER: Int = VOCABULARY.first("cover")
CLOSE: Int = VOCABULARY.first("close")

# Tiles: sweet s is kind s // 4 in colour s % 4. Round tiles are sweets; squares may also be these two.
COIN: Int = 32
WRAPPER: Int = 33
COLOUR_COUNT: Int = 4
COIN_COUNT: Int = 3

# Places: 36 squares (6 * row + column), then five for the round tiles of each of six seats, then the round
# tiles put aside.
ROW: Int = 6
FIRST_ROUND: Int = 36
PLACES_PER_SEAT: Int = 5
ROUNDS_DEALT: Int = 4
FIRST_ASIDE: Int = 66
PLACE_COUNT: Int = 98

# Sides: how a tile lies. A tile that is DOWN or LINGERING can be turned: the first tile of a go closes
# lingering ones (B25).
DOWN: Int = 0
LINGERING: Int = 1
OPEN: Int = 2
UP: Int = 3
COVERED: Int = 4
EMPTY: Int = 5

# Phases: the decision that the seat in turn has to make.
FIRST: Int = 0
AFTER_SQUARE: Int = 1
AFTER_ROUND: Int = 2
AFTER_COIN: Int = 3
AFTER_COINS: Int = 4
GIVING: Int = 5
COVERING: Int = 6
OVER: Int = 7


class BonbonsFields(State):
    """All fields of a match. A place or a tile that does not exist is NONE."""

    def __init__(self) -> None:
        super().__init__()
        # `further_go` is 1 after a pair, when the seat may also stop (B21).
        self.phase: Int = FIRST
        self.turn: Int = 0
        self.further_go: Int = 0
        # Rows and columns of the square: 6, or 5 in the quick game.
        self.size: Int = ROW

        # Options: removed kinds (12), whether seen faces stay visible (B18), show time in ms (B18).
        self.removed: list[Int] = [NONE] * 2
        self.training: Int = 0
        self.show: Int = 0

        # By place: the tile, its side, whether it was ever shown, and the ply at which it was shown last.
        # The last two move with the tile in a swap (B11).
        self.tile: list[Int8] = [NONE] * 98
        self.side: list[Int8] = [EMPTY] * 98
        self.seen: list[Int8] = [0] * 98
        self.seen_ply: list[Int] = [0] * 98
        # The place whose tile the last move showed for the first time.
        self.first_seen: Int = NONE
        # How many of the round tiles put aside have been drawn.
        self.drawn: Int = 0

        # The places turned in this go, in order. After a failed go they stay listed until they are closed,
        # and `lingering` counts them.
        self.opened: list[Int] = [NONE] * 3
        self.open_count: Int = 0
        self.lingering: Int = 0
        # The place of the tile being stolen.
        self.stolen: Int = NONE

        # The order in which squares are turned for a seat whose time is up (B19).
        self.late_order: list[Int8] = [0] * 36

    def may_turn(self, place: Int) -> bool:
        """(B17, B25) Return whether the tile is face down, or will be closed by the next first tile."""
        return self.side[place] <= LINGERING

    def is_in_square(self, place: Int) -> bool:
        """(12) Return whether the place of a square is used: the quick game has five rows and columns."""
        return place // ROW < self.size and place % ROW < self.size

    def owner(self, place: Int) -> Int:
        """Return the seat of the place of a round tile; it may be a seat that does not exist."""
        return (place - FIRST_ROUND) // PLACES_PER_SEAT

    def round_place(self, seat: Int, number: Int) -> Int:
        """Return the place of a seat's round tile; the leftmost has number 0."""
        return FIRST_ROUND + PLACES_PER_SEAT * seat + number

    def count_rounds(self, seat: Int) -> Int:
        """Return how many round tiles a seat has."""
        total = 0
        for number in range(PLACES_PER_SEAT):
            if self.side[FIRST_ROUND + PLACES_PER_SEAT * seat + number] != EMPTY:
                total += 1
        return total

    def count_found(self, seat: Int) -> Int:
        """(9, 11) Return how many of a seat's round tiles are face up or under coins."""
        total = 0
        for number in range(PLACES_PER_SEAT):
            side = self.side[FIRST_ROUND + PLACES_PER_SEAT * seat + number]
            if side in (UP, COVERED):
                total += 1
        return total

    def count_left(self, seat: Int) -> Int:
        """Return how many round tiles a seat still has to find."""
        return self.count_rounds(seat) - self.count_found(seat)

    def count_aside(self) -> Int:
        """Return how many round tiles are put aside."""
        total = 0
        for place in range(FIRST_ASIDE, PLACE_COUNT):
            if self.tile[place] != NONE:
                total += 1
        return total
