"""The fields of a match of Out of Mine!, with the tables and numbers that the rules share.

Everything is kept in flat lists of integers, which compile to C arrays.
"""

from __future__ import annotations

from tablee.core.compiled import Int, Int8
from tablee.core.state import State
from tablee.games.mine.pieces import (
    CARD_TILES,
    CARD_WORTHS,
    ELF_COLOURS,
    FIRST_TILES,
    GALLERIES,
    MASKS,
    SHAPE_COLOURS,
    TILE_ELEMENTS,
    TILE_SHAPES,
    VOCABULARY,
)

ROUNDS: Int = 7
SEATS: Int = 4
SLOT_COUNT: Int = 8
OPEN_CELLS: Int = 20
CELL_COUNT: Int = 35
PLACE_COUNT: Int = 280
SHAPE_COUNT: Int = 19
COLOUR_COUNT: Int = 5
ELEMENT_COUNT: Int = 5
TILE_COUNT: Int = 69
CARD_COUNT: Int = 40
BOARD_COUNT: Int = 10
NONE: Int = -1

# The pieces: cells of each side; cells of place p of shape s at 280 s + p; the rest by shape, tile or card.
GALLERY: list[Int] = GALLERIES
MASK: list[Int] = MASKS
COLOUR: list[Int] = SHAPE_COLOURS
FIRST_TILE: list[Int] = FIRST_TILES
TILE_SHAPE: list[Int] = TILE_SHAPES
TILE_ELEMENT: list[Int] = TILE_ELEMENTS
CARD: list[Int] = CARD_TILES
WORTH: list[Int] = CARD_WORTHS
ELF: list[Int] = ELF_COLOURS

# The first move of each verb.
SIDE: Int = VOCABULARY.first("side")
TAKE: Int = VOCABULARY.first("take")
LAY: Int = VOCABULARY.first("lay")
MOVE: Int = VOCABULARY.first("move")
LIFT: Int = VOCABULARY.first("lift")
RETURN: Int = VOCABULARY.first("return")
CALL: Int = VOCABULARY.first("call")
QUIT: Int = VOCABULARY.first("quit")
LAMP: Int = VOCABULARY.first("lamp")
SETTLE: Int = VOCABULARY.first("settle")
START: Int = VOCABULARY.first("start")
BURN: Int = VOCABULARY.first("burn")

# `take SHAPE ELEMENT`: the first word is `any`, then the elements, of which `plain` is number 0.
# `return` has one word for the hand, then one for each slot.
ANY_ELEMENT: Int = 0
TAKE_WORDS: Int = ELEMENT_COUNT + 1
RETURN_HELD: Int = RETURN
RETURN_LAID: Int = RETURN + 1

# The phases of a round (A23).
CHOOSING: Int = 0
RACING: Int = 1
SETTLING: Int = 2
OVER: Int = 3

# Where in `deal` the shuffled cards, boards, orders for ties and mixes of boards begin (A32).
CARDS: Int = 0
BOARDS: Int = 40
TIES: Int = 50
MIXES: Int = 78

# The lines of a score sheet (A37); the last is the number of open cells, which is no points.
LINE_TEN: Int = 0
LINE_EMPTY: Int = 1
LINE_ELVES: Int = 2
LINE_GOOD: Int = 3
LINE_BAD: Int = 4
LINE_FLOOR: Int = 5
LINE_CALL: Int = 6
LINE_OPEN: Int = 7
LINE_COUNT: Int = 8


class MineFields(State):
    """The fields of a match, with queries about boards, tiles and score sheets.

    `since` is the ply at which the current wait of CLOCK began, `race_start_ply` the ply at which
    the race began.
    """

    def __init__(self) -> None:
        super().__init__()
        self.phase: Int = CHOOSING
        self.round: Int = 0
        self.since: Int = 0
        self.race_start_ply: Int = 0

        # The options (A38); the lamp in milliseconds, 0 for none.
        self.elves: bool = False
        self.finds: bool = False
        self.helper: bool = False
        self.ghost: bool = False
        self.lamp: Int = 0

        # All that is random, drawn before the first move.
        self.deal: list[Int8] = [0] * 106

        # The board and its face that each seat has, in this round and in the previous one.
        self.board: list[Int] = [NONE] * SEATS
        self.face: list[Int] = [NONE] * SEATS
        self.old_board: list[Int] = [NONE] * SEATS
        self.old_face: list[Int] = [NONE] * SEATS

        # By tile: 1 if it is not in the pool; in a ghost race (P9), one bit for the stock of each seat.
        self.away: list[Int8] = [0] * TILE_COUNT
        # By seat: the tile in hand, and how many tiles were laid so far.
        self.hand: list[Int] = [NONE] * SEATS
        self.lay_count: list[Int] = [0] * SEATS
        # Slot n of seat s is entry 8 s + n; lay_order is larger the later a tile left the hand (A27).
        self.tiles: list[Int8] = [NONE] * (SEATS * SLOT_COUNT)
        self.places: list[Int] = [0] * (SEATS * SLOT_COUNT)
        self.lay_order: list[Int] = [0] * (SEATS * SLOT_COUNT)

        # 1 for a seat that gave up; the time of its call in ms; boards before each timed change (A34).
        self.gave_up: list[Int] = [0] * SEATS
        self.called: list[Int] = [NONE] * SEATS
        self.board_log: list[tuple[int, ...]] = []

        # In a ghost race (P9): the ply after which each seat runs, its time in ms, 1 if its lamp went out.
        self.started: list[Int] = [NONE] * SEATS
        self.spent: list[Int] = [0] * SEATS
        self.burnt: list[Int] = [0] * SEATS

        # Line l of seat s in round r is sheets[8 (4 r + s) + l].
        self.sheets: list[Int8] = [0] * (ROUNDS * SEATS * LINE_COUNT)

        # The boards of the last check: side, card, tiles, places, and 1 for a tile that was removed;
        # in a ghost race also the finishing times.
        self.past_side: list[Int] = [NONE] * SEATS
        self.past_card: list[Int] = [NONE] * SEATS
        self.past_tiles: list[Int8] = [NONE] * (SEATS * SLOT_COUNT)
        self.past_places: list[Int] = [0] * (SEATS * SLOT_COUNT)
        self.past_wrong: list[Int8] = [0] * (SEATS * SLOT_COUNT)
        self.past_time: list[Int] = [NONE] * SEATS

    # Boards and cards

    def side_of(self, seat: Int) -> Int:
        """Return the side that a seat plays on, 0-19, or NONE before it is chosen."""
        return NONE if self.face[seat] == NONE else 2 * self.board[seat] + self.face[seat]

    def gallery_of(self, seat: Int) -> Int:
        """Return the mask of the open cells of a seat's side, which must have been chosen."""
        return GALLERY[2 * self.board[seat] + self.face[seat]]

    def card_of(self, seat: Int) -> Int:
        """(7) Return the treasure card of a seat in this round."""
        return self.deal[CARDS + self.seats * self.round + seat]

    def wanted(self, seat: Int, colour: Int) -> Int:
        """Return how many tiles of a colour the card of a seat shows."""
        return CARD[COLOUR_COUNT * self.card_of(seat) + colour]

    def wanted_total(self, seat: Int) -> Int:
        """Return how many tiles the card of a seat shows."""
        total = 0
        first = COLOUR_COUNT * self.card_of(seat)
        for colour in range(COLOUR_COUNT):
            total += CARD[first + colour]
        return total

    def elf_before(self, seat: Int, cell: Int) -> Int:
        """(23) Return the colour that the elf at the edge of a cell waits for, or NONE."""
        return ELF[CELL_COUNT * self.side_of(seat) + cell]

    def worth_of(self, seat: Int, tile: Int) -> Int:
        """(24, A20) Return the points that the card of a seat gives for the element on a tile."""
        return WORTH[ELEMENT_COUNT * self.card_of(seat) + TILE_ELEMENT[tile]]

    # Tiles

    def tile_in(self, seat: Int, slot: Int) -> Int:
        """Return the tile in a slot, or NONE."""
        return self.tiles[SLOT_COUNT * seat + slot]

    def place_of(self, seat: Int, slot: Int) -> Int:
        """Return the place of the tile in a slot: 35 x turn + top left cell."""
        return self.places[SLOT_COUNT * seat + slot]

    def mask_of(self, seat: Int, slot: Int) -> Int:
        """Return the cells that the tile in a slot covers, rock included; 0 for an empty slot."""
        tile = self.tiles[SLOT_COUNT * seat + slot]
        if tile == NONE:
            return 0
        return MASK[PLACE_COUNT * TILE_SHAPE[tile] + self.places[SLOT_COUNT * seat + slot]]

    def covered(self, seat: Int) -> Int:
        """Return the mask of all cells of a board under tiles."""
        cells = 0
        for slot in range(SLOT_COUNT):
            at = SLOT_COUNT * seat + slot
            if self.tiles[at] != NONE:
                cells |= MASK[PLACE_COUNT * TILE_SHAPE[self.tiles[at]] + self.places[at]]
        return cells

    def open_cells(self, seat: Int) -> Int:
        """Return how many gallery cells of a seat no tile covers."""
        return count_cells(self.gallery_of(seat) & ~self.covered(seat))

    def tile_count(self, seat: Int) -> Int:
        """Return how many tiles a seat has, on the board and in hand."""
        total = 0 if self.hand[seat] == NONE else 1
        for slot in range(SLOT_COUNT):
            if self.tiles[SLOT_COUNT * seat + slot] != NONE:
                total += 1
        return total

    def colour_count(self, seat: Int, colour: Int) -> Int:
        """Return how many tiles of a colour a seat has, on the board and in hand."""
        total = 0
        if self.hand[seat] != NONE and COLOUR[TILE_SHAPE[self.hand[seat]]] == colour:
            total += 1
        for slot in range(SLOT_COUNT):
            tile = self.tiles[SLOT_COUNT * seat + slot]
            if tile != NONE and COLOUR[TILE_SHAPE[tile]] == colour:
                total += 1
        return total

    def stock_bit(self, seat: Int) -> Int:
        """(2, P9) Return the bit of `away` for the stock of a seat: the pool or, in a ghost race, its own."""
        return 1 << seat if self.ghost else 1

    def find_in_pool(self, seat: Int, shape: Int, word: Int) -> Int:
        """(A28) Return the lowest-numbered copy of a shape left for a seat, or NONE.

        `word` is ANY_ELEMENT, or 1 + the element that the tile must show.
        """
        stock = self.stock_bit(seat)
        for tile in range(FIRST_TILE[shape], FIRST_TILE[shape + 1]):
            if not self.away[tile] & stock and (word == ANY_ELEMENT or TILE_ELEMENT[tile] == word - 1):
                return tile
        return NONE

    # The score sheet

    def line(self, round_number: Int, seat: Int, line: Int) -> Int:
        """Return one line of the score sheet of a round."""
        return self.sheets[LINE_COUNT * (SEATS * round_number + seat) + line]

    def round_score(self, round_number: Int, seat: Int) -> Int:
        """Return the points of a seat in a round."""
        total = 0
        first = LINE_COUNT * (SEATS * round_number + seat)
        for line in range(LINE_OPEN):
            total += self.sheets[first + line]
        return total

    def total(self, seat: Int) -> Int:
        """Return the points of a seat in all rounds that are over."""
        total = 0
        for round_number in range(self.round):
            total += self.round_score(round_number, seat)
        return total


def count_cells(cells: Int) -> Int:
    """Return the number of cells in a mask."""
    count = 0
    for cell in range(CELL_COUNT):
        count += cells >> cell & 1
    return count
