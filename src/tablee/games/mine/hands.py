"""What hands do with tiles: taking, laying, moving, returning (rules 9-12)."""

from __future__ import annotations

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.mine.solver import (
    COLOUR,
    ELEMENT_COUNT,
    MASK,
    NONE,
    PLACE_COUNT,
    SHAPE_COUNT,
    TILE_SHAPE,
)
from tablee.games.mine.state import ANY_ELEMENT, SLOT_COUNT, Mine
from tablee.games.mine.tables import FIRST_SPOTS, SPOTS, VOCABULARY

SIDE: Int = VOCABULARY.first("side")
TAKE: Int = VOCABULARY.first("take")
LAY: Int = VOCABULARY.first("lay")
MOVE: Int = VOCABULARY.first("move")
LIFT: Int = VOCABULARY.first("lift")
RETURN: Int = VOCABULARY.first("return")
OUT: Int = VOCABULARY.first("call")
QUIT: Int = VOCABULARY.first("quit")
LAMP: Int = VOCABULARY.first("lamp")
SETTLE: Int = VOCABULARY.first("settle")
START: Int = VOCABULARY.first("start")
BURN: Int = VOCABULARY.first("burn")

# `take` has six words for what the tile shows; `return` has one for the hand, then one for each slot.
TAKE_WORDS: Int = ELEMENT_COUNT + 1
FROM_HAND: Int = RETURN
FROM_BOARD: Int = RETURN + 1

# The places of shape s that are in the frame are SPOT[FIRST_SPOT[s]] to SPOT[FIRST_SPOT[s + 1] - 1].
SPOT: list[Int] = SPOTS
FIRST_SPOT: list[Int] = FIRST_SPOTS


class Hands(Mine):
    """Everything a seat may do alone, with the pool and the own board."""

    # Taking, laying, moving, returning (9-12)

    def find_takes(self, seat: Int, moves: MoveBuffer) -> None:
        """(9) Shapes in the order of the pool."""
        for shape in range(SHAPE_COUNT):
            for word in range(TAKE_WORDS):
                if self.may_take(seat, shape, word):
                    moves.add(TAKE + TAKE_WORDS * shape + word)

    def may_take(self, seat: Int, shape: Int, word: Int) -> bool:
        """(9, 10, A13, A14) One tile in hand, no more in all than the card shows, and one must be left."""
        if self.hand[seat] != NONE or (word == ANY_ELEMENT) == self.finds:
            return False
        if self.helper and self.colour_count(seat, COLOUR[shape]) >= self.wanted(seat, COLOUR[shape]):
            return False
        return self.tile_count(seat) < self.wanted_in_all(seat) and self.in_pool(seat, shape, word) != NONE

    def take(self, seat: Int, shape: Int, word: Int) -> None:
        """(9, 10) Into the hand."""
        tile = self.in_pool(seat, shape, word)
        self.away[tile] |= self.stock(seat)
        self.hand[seat] = tile

    def find_places(self, seat: Int, moves: MoveBuffer) -> None:
        """(A25) Wherever the tile in hand, and each tile on the board, may go."""
        if self.hand[seat] != NONE:
            self.find_spots(seat, self.hand[seat], NONE, LAY, moves)
        for slot in range(SLOT_COUNT):
            if self.tile_in(seat, slot) != NONE:
                first = MOVE + PLACE_COUNT * slot
                self.find_spots(seat, self.tile_in(seat, slot), self.place_of(seat, slot), first, moves)

    def find_spots(self, seat: Int, tile: Int, lying: Int, first: Int, moves: MoveBuffer) -> None:
        """(A26) Wherever one tile may go; `lying` is its present place, NONE in hand."""
        shape = TILE_SHAPE[tile]
        others = self.others(seat, shape, lying)
        gallery = self.gallery_of(seat)
        for at in range(FIRST_SPOT[shape], FIRST_SPOT[shape + 1]):
            place = SPOT[at]
            if place != lying and self.fits(MASK[PLACE_COUNT * shape + place], others, gallery):
                moves.add(first + place)

    def may_put(self, seat: Int, tile: Int, lying: Int, place: Int) -> bool:
        """(A25, A26) Whether a tile of the hand or the board, if there is one, may go to this place."""
        if tile == NONE or place == lying:
            return False
        shape = TILE_SHAPE[tile]
        others = self.others(seat, shape, lying)
        return self.fits(MASK[PLACE_COUNT * shape + place], others, self.gallery_of(seat))

    def others(self, seat: Int, shape: Int, lying: Int) -> Int:
        """The cells of a board under tiles other than this one."""
        covered = self.covered(seat)
        return covered if lying == NONE else covered & ~MASK[PLACE_COUNT * shape + lying]

    def fits(self, mask: Int, covered: Int, gallery: Int) -> bool:
        """(12, A26) In the frame, over no other tile, on a gallery cell; with the helping elf on no rock."""
        if mask & covered or not mask & gallery:
            return False
        return not (self.helper and mask & ~gallery)

    def lay(self, seat: Int, place: Int) -> None:
        """(10, A27) From the hand to the board, into the first free slot."""
        at = SLOT_COUNT * seat
        while self.tiles[at] != NONE:
            at += 1
        self.tiles[at] = self.hand[seat]
        self.places[at] = place
        self.steps[seat] += 1
        self.laid[at] = self.steps[seat]
        self.hand[seat] = NONE

    def find_lifts(self, seat: Int, moves: MoveBuffer) -> None:
        """(11, A25) Off the board into the empty hand; back to the pool from hand or board."""
        if self.hand[seat] == NONE:
            for slot in range(SLOT_COUNT):
                if self.tile_in(seat, slot) != NONE:
                    moves.add(LIFT + slot)
        else:
            moves.add(FROM_HAND)
        for slot in range(SLOT_COUNT):
            if self.tile_in(seat, slot) != NONE:
                moves.add(FROM_BOARD + slot)

    def lift(self, seat: Int, slot: Int) -> None:
        """(A25) From the board into the hand."""
        self.hand[seat] = self.tile_in(seat, slot)
        self.tiles[SLOT_COUNT * seat + slot] = NONE

    def drop_hand(self, seat: Int) -> None:
        """(11, A10) The tile in hand, if there is one, goes back to the pool."""
        if self.hand[seat] != NONE:
            self.away[self.hand[seat]] &= ~self.stock(seat)
            self.hand[seat] = NONE

    def clear_slot(self, at: Int) -> None:
        """(11) The tile in a slot, if there is one, goes back to the pool."""
        if self.tiles[at] != NONE:
            self.away[self.tiles[at]] &= ~self.stock(at // SLOT_COUNT)
            self.tiles[at] = NONE
