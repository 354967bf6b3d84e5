"""The whole table of Bonbons: squares in the middle, rounds around it, in flat lists of small numbers."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.state import State
from tablee.games.bonbons.pieces import VOCABULARY

NONE: Int = -1

# The first move of each verb.
TURN: Int = VOCABULARY.first("turn")
STOP: Int = VOCABULARY.first("stop")
GIVE: Int = VOCABULARY.first("give")
COVER: Int = VOCABULARY.first("cover")
CLOSE: Int = VOCABULARY.first("close")

# Faces: sweet s is kind s // 4 in colour s % 4; rounds are sweets, squares may also be these.
COIN: Int = 32
WRAPPER: Int = 33
COLOUR_COUNT: Int = 4

# Places: 36 squares (row 6 r + column), then five rounds for each of six seats, then the rounds put aside.
ROW: Int = 6
FIRST_ROUND: Int = 36
PER_SEAT: Int = 5
DEALT: Int = 4
FIRST_ASIDE: Int = 66
PLACE_COUNT: Int = 98

# How a tile lies. The first two can be turned: whoever turns the first tile closes what lingers (B25).
DOWN: Int = 0
LINGERING: Int = 1
OPEN: Int = 2
UP: Int = 3
COVERED: Int = 4
EMPTY: Int = 5

# What is asked of the seat whose turn it is.
FIRST: Int = 0
AFTER_SQUARE: Int = 1
AFTER_ROUND: Int = 2
AFTER_COIN: Int = 3
AFTER_COINS: Int = 4
GIVING: Int = 5
COVERING: Int = 6
OVER: Int = 7


class Sweetshop(State):
    """Everything on the table."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: Int = FIRST
        self.turn: Int = 0
        self.again: Int = 0
        self.size: Int = ROW

        # Options: the kinds taken out (12), whether the table reminds, and how long tiles are shown (B18).
        self.removed: list[Int] = [NONE] * 2
        self.training: Int = 0
        self.show: Int = 0

        # What lies at each place, how it lies, whether it was ever shown and at which ply last: the two go
        # with the tile (B11). `fresh` is the place that the last move showed for the first time.
        self.tile: list[Int] = [NONE] * 98
        self.side: list[Int] = [EMPTY] * 98
        self.seen: list[Int] = [0] * 98
        self.when: list[Int] = [0] * 98
        self.fresh: Int = NONE
        self.drawn: Int = 0

        # The places turned in this go, in order; when the go has failed they linger until they are closed.
        self.opened: list[Int] = [NONE] * 3
        self.open_count: Int = 0
        self.lingering: Int = 0
        self.stolen: Int = NONE

        # The order in which squares are turned for somebody whose time is up (B19).
        self.late: list[Int] = [0] * 36

    def may_turn(self, place: Int) -> bool:
        """(B17, B25) Face down, or about to be."""
        return self.side[place] <= LINGERING

    def owner(self, place: Int) -> Int:
        """Whose round tile lies here."""
        return (place - FIRST_ROUND) // PER_SEAT

    def round_place(self, seat: Int, number: Int) -> Int:
        """The place of a seat's round tile, the leftmost being number 0."""
        return FIRST_ROUND + PER_SEAT * seat + number

    def held(self, seat: Int) -> Int:
        """How many round tiles a seat has."""
        total = 0
        for number in range(PER_SEAT):
            if self.side[FIRST_ROUND + PER_SEAT * seat + number] != EMPTY:
                total += 1
        return total

    def found(self, seat: Int) -> Int:
        """(9, 11) How many of them are face up or under coins."""
        total = 0
        for number in range(PER_SEAT):
            side = self.side[FIRST_ROUND + PER_SEAT * seat + number]
            if side in (UP, COVERED):
                total += 1
        return total

    def left(self, seat: Int) -> Int:
        """How many a seat still has to find."""
        return self.held(seat) - self.found(seat)

    def aside(self) -> Int:
        """How many rounds are put aside."""
        total = 0
        for place in range(FIRST_ASIDE, PLACE_COUNT):
            if self.tile[place] != NONE:
                total += 1
        return total
