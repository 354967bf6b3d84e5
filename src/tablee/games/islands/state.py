"""The whole table of 1001 Islands: stacks, offer and islands, in flat lists of small numbers."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.state import State
from tablee.games.islands.pieces import DREAM_KINDS, FACES

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
STACK_SIZE: Int = 20
NONE: Int = -1

# An island is 3 rows of 4 cells, numbered 0-11 (rule 16); its dreams lie in 12-15.
COLUMNS: Int = 4
FIRST_DREAM: Int = 12
CELL_COUNT: Int = 16

# Rule 22: so many lamps may be in sight.
VISIBLE_LAMPS: Int = 2

# What is asked of the seat whose turn it is (rule 44).
DRAWING: Int = 0
HIDING: Int = 1
TAKING: Int = 2
LAYING: Int = 3
NAMING: Int = 4
OVER: Int = 5

FACE: list[Int] = FACES
DREAM_KIND: list[Int] = DREAM_KINDS


class Archipelago(State):
    """Everything on the table."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: Int = DRAWING
        self.turn: Int = 0
        self.lookout: Int = 0
        self.round: Int = 0

        # Stack s is order[20 s] to order[20 s + 19], drawn from the front; the first `used` are in play.
        self.used: Int = 0
        self.order: list[Int] = [0] * 80
        self.drawn: list[Int] = [0] * 4

        # The offer of this round: from which stack, which tiles at which places, who has picked.
        self.stack: Int = NONE
        self.offer: list[Int] = [NONE] * 5
        self.picked: list[Int] = [0] * 5
        self.hidden: Int = NONE
        self.held: Int = NONE
        self.discards: list[Int] = [NONE] * 16

        # Cell c of seat s is cells[16 s + c]; turned is 1 where the genie shows.
        self.cells: list[Int] = [NONE] * 80
        self.turned: list[Int] = [0] * 80

    def put(self, seat: Int, cell: Int, tile: Int, turned: bool) -> None:
        """Set a tile down with no rule asked: for positions that are drawn, not played."""
        self.cells[CELL_COUNT * seat + cell] = tile
        self.turned[CELL_COUNT * seat + cell] = 1 if turned else 0

    def tile_at(self, seat: Int, cell: Int) -> Int:
        """The tile in a cell, or NONE."""
        return self.cells[CELL_COUNT * seat + cell]

    def is_turned(self, seat: Int, cell: Int) -> bool:
        """Whether the tile in a cell shows its genie."""
        return self.turned[CELL_COUNT * seat + cell] == 1

    def seen_on(self, seat: Int, cell: Int, element: Int) -> Int:
        """How often an element is visible in an island cell (rule 23)."""
        tile = self.cells[CELL_COUNT * seat + cell]
        if tile == NONE or self.turned[CELL_COUNT * seat + cell]:
            return 0
        return FACE[ELEMENT_COUNT * tile + element]

    def seen(self, seat: Int, element: Int) -> Int:
        """How often an element is visible on the whole island of a seat."""
        total = 0
        for cell in range(FIRST_DREAM):
            total += self.seen_on(seat, cell, element)
        return total

    def drawn_tile(self, place: Int) -> Int:
        """Where in `order` the tile lies that was drawn to this place of the present offer (rule 49)."""
        per_round = 3 if self.seats == 2 else self.seats
        return STACK_SIZE * self.stack + self.drawn[self.stack] - per_round + place
