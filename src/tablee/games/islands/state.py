"""The fields of a match of 1001 Islands and simple queries over them: all numbers, in flat lists."""

from __future__ import annotations

from tablee.core.compiled import Int, Int8
from tablee.core.state import State
from tablee.games.islands.pieces import DREAM_KINDS, FACES, VOCABULARY

PALM: Int = 0
BRIGAND: Int = 1
LAMP: Int = 2
ROC: Int = 3
EGG: Int = 4
MONKEY: Int = 5
FENNEC: Int = 6
DROMEDARY: Int = 7
ELEPHANT: Int = 8
SNAKE: Int = 9
EMERALD: Int = 10
ELEMENT_COUNT: Int = 13

DREAM: Int = 3
STACK_COUNT: Int = 4
STACK_SIZE: Int = 20
MAX_OFFER: Int = 5
CHARACTER_COUNT: Int = 5
NONE: Int = -1

# An island is 3 rows of 4 cells, numbered 0-11 (rule 16); its dreams lie in 12-15.
ROWS: Int = 3
COLUMNS: Int = 4
FIRST_DREAM: Int = 12
CELL_COUNT: Int = 16

# The largest number of visible lamps that turns nothing (rule 22).
MAX_LAMPS: Int = 2

# The decision of the seat whose turn it is (rule 44), and its name in views.
DRAWING: Int = 0
HIDING: Int = 1
TAKING: Int = 2
LAYING: Int = 3
NAMING: Int = 4
OVER: Int = 5
CHOOSING: Int = 6
PHASES = ("draw", "hide", "take", "lay", "name", "over", "choose")

# The first move of each verb.
DRAW: Int = VOCABULARY.first("draw")
HIDE: Int = VOCABULARY.first("hide")
TAKE: Int = VOCABULARY.first("take")
TURN: Int = VOCABULARY.first("turn")
LAY: Int = VOCABULARY.first("lay")
NAME: Int = VOCABULARY.first("name")
CHOOSE: Int = VOCABULARY.first("choose")

FACE: list[Int] = FACES
DREAM_KIND: list[Int] = DREAM_KINDS


class IslandsFields(State):
    """All fields of a match, hidden tiles included, without the rules that change them."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: Int = DRAWING
        self.turn: Int = 0
        self.lookout: Int = 0
        self.round: Int = 0

        # The character of each seat, NONE before it is chosen.
        self.character: list[Int] = [0, 1, 2, 3, 4]

        # Stack s is order[20 s] to order[20 s + 19], drawn from the front; the first `used` are in play.
        self.used: Int = 0
        self.order: list[Int8] = [0] * 80
        self.drawn: list[Int] = [0] * 4

        # The offer of this round: its stack, the tile at each place, and 1 for each seat that has picked.
        self.stack: Int = NONE
        self.offer: list[Int] = [NONE] * 5
        self.picked: list[Int] = [0] * 5
        # With two seats: the place of the face-down tile, and of the one turned up but not yet laid.
        self.hidden: Int = NONE
        self.held: Int = NONE
        # With two seats: the tile discarded in each round.
        self.discards: list[Int] = [NONE] * 16

        # Cell c of seat s is cells[16 s + c]; turned is 1 where the genie shows.
        self.cells: list[Int8] = [NONE] * 80
        self.turned: list[Int8] = [0] * 80

    def owner_of(self, character: Int) -> Int:
        """Return the seat that has this character, or NONE."""
        for seat in range(self.seats):
            if self.character[seat] == character:
                return seat
        return NONE

    def set_cell(self, seat: Int, cell: Int, tile: Int, turned: bool) -> None:
        """Put a tile into a cell without any rule, for the score pad and for tests."""
        self.cells[CELL_COUNT * seat + cell] = tile
        self.turned[CELL_COUNT * seat + cell] = 1 if turned else 0

    def tile_at(self, seat: Int, cell: Int) -> Int:
        """Return the tile in a cell, or NONE."""
        return self.cells[CELL_COUNT * seat + cell]

    def is_turned(self, seat: Int, cell: Int) -> bool:
        """Return whether the tile in a cell shows its genie."""
        return self.turned[CELL_COUNT * seat + cell] == 1

    def count_in_cell(self, seat: Int, cell: Int, element: Int) -> Int:
        """(23) Count an element in an island cell: 0 if the cell is empty or its tile is turned."""
        tile = self.cells[CELL_COUNT * seat + cell]
        if tile == NONE or self.turned[CELL_COUNT * seat + cell]:
            return 0
        return FACE[ELEMENT_COUNT * tile + element]

    def count_visible(self, seat: Int, element: Int) -> Int:
        """(23) Count an element on the whole island of a seat, turned tiles left out."""
        total = 0
        for cell in range(FIRST_DREAM):
            total += self.count_in_cell(seat, cell, element)
        return total

    def offer_size(self) -> Int:
        """(6, 40) Return how many tiles are drawn in a round: one for each seat, three with two seats."""
        return 3 if self.seats == 2 else self.seats

    def order_index(self, place: Int) -> Int:
        """(49) Return the index in `order` of the tile that was drawn to a place of the current offer."""
        return STACK_SIZE * self.stack + self.drawn[self.stack] - self.offer_size() + place
