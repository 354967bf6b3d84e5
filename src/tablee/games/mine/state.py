"""The whole table of Out of Mine!: deal, boards, pool, hands and score sheets, in flat lists of numbers."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.state import State
from tablee.games.mine.solver import (
    CARD,
    CELL_COUNT,
    COLOUR,
    COLOUR_COUNT,
    ELEMENT_COUNT,
    ELF,
    GALLERY,
    MASK,
    NONE,
    PLACE_COUNT,
    TILE_ELEMENT,
    TILE_SHAPE,
    WORTH,
)
from tablee.games.mine.tables import FIRST_TILES

FIRST_TILE: list[Int] = FIRST_TILES

ROUNDS: Int = 7
SEATS: Int = 4
SLOT_COUNT: Int = 8
OPEN_CELLS: Int = 20

# `take SHAPE ELEMENT`: the first word is `any`, then the elements, of which `plain` is number 0.
ANY_ELEMENT: Int = 0

# What the table is doing (A23).
CHOOSING: Int = 0
RACING: Int = 1
SETTLING: Int = 2
OVER: Int = 3

# Where in `deal` the shuffled cards, boards, orders for ties and mixes of boards begin (A32).
CARDS: Int = 0
BOARDS: Int = 40
TIES: Int = 50
MIXES: Int = 78
BOARD_COUNT: Int = 10

# The lines of a score sheet (A37), and last how many cells were open.
TEN: Int = 0
EMPTY: Int = 1
ELVES: Int = 2
GOOD: Int = 3
BAD: Int = 4
FLOOR: Int = 5
CALL: Int = 6
OPEN: Int = 7
SHEET_SIZE: Int = 8


class Mine(State):
    """Everything on the table."""

    def __init__(self) -> None:
        super().__init__()
        self.phase: Int = CHOOSING
        self.round: Int = 0
        self.since: Int = 0
        self.signalled: Int = 0

        # The options (A38); the lamp in milliseconds, 0 for none.
        self.elves: bool = False
        self.finds: bool = False
        self.helper: bool = False
        self.ghost: bool = False
        self.lamp: Int = 0

        # Everything random, drawn before the first move.
        self.deal: list[Int] = [0] * 106

        # Which board and which of its faces each seat has, in this round and in the one before.
        self.board: list[Int] = [NONE] * SEATS
        self.face: list[Int] = [NONE] * SEATS
        self.old_board: list[Int] = [NONE] * SEATS
        self.old_face: list[Int] = [NONE] * SEATS

        # Tiles: away is 1 for a tile that is not in the pool; where each seat has a stock of its own (P9), it
        # has a bit for each. Slot n of seat s is entry 8 s + n of the other lists; laid is larger the later a
        # tile left the hand (A27), and steps has how many did.
        self.away: list[Int] = [0] * 69
        self.hand: list[Int] = [NONE] * SEATS
        self.tiles: list[Int] = [NONE] * (SEATS * SLOT_COUNT)
        self.places: list[Int] = [0] * (SEATS * SLOT_COUNT)
        self.laid: list[Int] = [0] * (SEATS * SLOT_COUNT)
        self.steps: list[Int] = [0] * SEATS

        # Who gave up, who called and when; boards before each change that came with a time (A34).
        self.quitted: list[Int] = [0] * SEATS
        self.called: list[Int] = [NONE] * SEATS
        self.log: list[tuple[int, ...]] = []

        # In a ghost race (P9): the ply after which each seat runs, its time so far, and whose lamp went out.
        self.started: list[Int] = [NONE] * SEATS
        self.spent: list[Int] = [0] * SEATS
        self.burnt: list[Int] = [0] * SEATS

        # Line l of seat s in round r is sheets[8 (4 r + s) + l].
        self.sheets: list[Int] = [0] * (ROUNDS * SEATS * SHEET_SIZE)

        # The boards of the last check, for everyone to see: side, card, tiles, places, and what was removed;
        # in a ghost race also the finishing times.
        self.past_side: list[Int] = [NONE] * SEATS
        self.past_card: list[Int] = [NONE] * SEATS
        self.past_tiles: list[Int] = [NONE] * (SEATS * SLOT_COUNT)
        self.past_places: list[Int] = [0] * (SEATS * SLOT_COUNT)
        self.past_wrong: list[Int] = [0] * (SEATS * SLOT_COUNT)
        self.past_time: list[Int] = [NONE] * SEATS

    # Boards and cards

    def side_of(self, seat: Int) -> Int:
        """The side a seat plays on, 0-19, or NONE before it is chosen."""
        return NONE if self.face[seat] == NONE else 2 * self.board[seat] + self.face[seat]

    def gallery_of(self, seat: Int) -> Int:
        """The open cells of the side a seat plays on."""
        return GALLERY[2 * self.board[seat] + self.face[seat]]

    def card_of(self, seat: Int) -> Int:
        """The treasure card of a seat in this round (7)."""
        return self.deal[CARDS + self.seats * self.round + seat]

    def wanted(self, seat: Int, colour: Int) -> Int:
        """How many tiles of a colour the card of a seat shows."""
        return CARD[COLOUR_COUNT * self.card_of(seat) + colour]

    def wanted_in_all(self, seat: Int) -> Int:
        """How many tiles the card of a seat shows."""
        total = 0
        for colour in range(COLOUR_COUNT):
            total += self.wanted(seat, colour)
        return total

    def elf_before(self, seat: Int, cell: Int) -> Int:
        """(23) The colour that the elf at the edge of a cell waits for, or NONE."""
        return ELF[CELL_COUNT * self.side_of(seat) + cell]

    def worth_of(self, seat: Int, tile: Int) -> Int:
        """(24, A20) What the card of a seat says of the element on a tile."""
        return WORTH[ELEMENT_COUNT * self.card_of(seat) + TILE_ELEMENT[tile]]

    # Tiles

    def tile_in(self, seat: Int, slot: Int) -> Int:
        """The tile in a slot, or NONE."""
        return self.tiles[SLOT_COUNT * seat + slot]

    def place_of(self, seat: Int, slot: Int) -> Int:
        """How the tile in a slot lies: 35 x turn + top left cell."""
        return self.places[SLOT_COUNT * seat + slot]

    def mask_of(self, seat: Int, slot: Int) -> Int:
        """The cells that the tile in a slot covers, rock included; none for an empty slot."""
        tile = self.tiles[SLOT_COUNT * seat + slot]
        if tile == NONE:
            return 0
        return MASK[PLACE_COUNT * TILE_SHAPE[tile] + self.places[SLOT_COUNT * seat + slot]]

    def covered(self, seat: Int) -> Int:
        """All cells of a board under tiles."""
        cells = 0
        for slot in range(SLOT_COUNT):
            cells |= self.mask_of(seat, slot)
        return cells

    def open_cells(self, seat: Int) -> Int:
        """How many gallery cells of a seat no tile covers."""
        return count_cells(self.gallery_of(seat) & ~self.covered(seat))

    def tile_count(self, seat: Int) -> Int:
        """How many tiles a seat has, on the board and in hand."""
        total = 0 if self.hand[seat] == NONE else 1
        for slot in range(SLOT_COUNT):
            if self.tiles[SLOT_COUNT * seat + slot] != NONE:
                total += 1
        return total

    def colour_count(self, seat: Int, colour: Int) -> Int:
        """How many tiles of a colour a seat has, on the board and in hand."""
        total = 0
        if self.hand[seat] != NONE and COLOUR[TILE_SHAPE[self.hand[seat]]] == colour:
            total += 1
        for slot in range(SLOT_COUNT):
            tile = self.tiles[SLOT_COUNT * seat + slot]
            if tile != NONE and COLOUR[TILE_SHAPE[tile]] == colour:
                total += 1
        return total

    def stock(self, seat: Int) -> Int:
        """(2, P9) The bit of `away` for what a seat takes from: one pool for all, or its own."""
        return 1 << seat if self.ghost else 1

    def in_pool(self, seat: Int, shape: Int, element: Int) -> Int:
        """(A28) The lowest-numbered copy of a shape for a seat to take that shows this element, or NONE."""
        stock = self.stock(seat)
        for tile in range(FIRST_TILE[shape], FIRST_TILE[shape + 1]):
            if not self.away[tile] & stock and (element == ANY_ELEMENT or TILE_ELEMENT[tile] == element - 1):
                return tile
        return NONE

    # The score sheet

    def line(self, round_number: Int, seat: Int, line: Int) -> Int:
        """One line of the score sheet of a round."""
        return self.sheets[SHEET_SIZE * (SEATS * round_number + seat) + line]

    def round_score(self, round_number: Int, seat: Int) -> Int:
        """What a seat got in a round."""
        total = 0
        for line in range(OPEN):
            total += self.line(round_number, seat, line)
        return total

    def total(self, seat: Int) -> Int:
        """The points of a seat in all rounds so far."""
        total = 0
        for round_number in range(ROUNDS):
            total += self.round_score(round_number, seat)
        return total


def count_cells(cells: Int) -> Int:
    """How many cells a set has."""
    count = 0
    for cell in range(CELL_COUNT):
        count += cells >> cell & 1
    return count
