"""Laying a card and everything that follows from it, in the order of rule 19."""

from __future__ import annotations

from typing import final

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.games.clouds.state import (
    BESIDE,
    BOXED,
    CELL,
    CITY_COUNT,
    COVERING,
    EMPTY,
    FUMAROLE,
    HAS_PORTAL,
    ICON,
    ICON_KINDS,
    IS_MOON,
    JOINING,
    LEFT,
    LINE,
    NONE,
    RIGHT,
    SETTLED,
    SIDE_LENGTH,
    STANDING,
    SWAMP,
    TRAVELLER_COUNT,
    TZIMIME,
    VOLCANO,
    WATER,
    WELCOMING,
    WORLD,
    Table,
)
from tablee.games.clouds.tables import VOCABULARY

WELCOME: Int = VOCABULARY.first("welcome")
DECLINE: Int = VOCABULARY.first("decline")
STAND: Int = VOCABULARY.first("stand")
COVER: Int = VOCABULARY.first("cover")
JOIN: Int = VOCABULARY.first("join")
STRADDLES: Int = 6

D1_PORTAL: Int = 20
D2_WATER: Int = 21
D3_SWAMP: Int = 22
D4_MOON: Int = 23
D5_VOLCANO: Int = 24


@final
class Cells:
    """Room for the cells to which a card may go: they are the same for every card."""

    def __init__(self) -> None:
        self.count: Int = 0
        self.cells: list[Int] = [0] * 49


OPEN: Cells = Cells()


class LayingTable(Table):
    """What a World allows, and what laying a card does to it."""

    # Laying a card (17, 18)

    def find_cells(self, seat: Int) -> None:
        """(17) Every cell a card may go to: no further than four from the far edges of the World."""
        OPEN.count = 0
        for row in range(self.bottom[seat] - SIDE_LENGTH + 1, self.top[seat] + SIDE_LENGTH):
            line = WORLD * seat + LINE * row
            for column in range(self.right[seat] - SIDE_LENGTH + 1, self.left[seat] + SIDE_LENGTH):
                if self.touches(line + column) and not self.is_bounded(seat, column):
                    OPEN.cells[OPEN.count] = CELL[LINE * row + column]
                    OPEN.count += 1

    def add_cells(self, first: Int, moves: MoveBuffer) -> None:
        """A move for each of the cells found."""
        for place in range(OPEN.count):
            moves.add(first + OPEN.cells[place])

    def touches(self, square: Int) -> bool:
        """(3, 17) An empty square beside a card of the World, Tzimimes and fumaroles included."""
        return self.shows[square] == EMPTY and (
            self.shows[square - 1] != EMPTY
            or self.shows[square + 1] != EMPTY
            or self.shows[square - LINE] != EMPTY
            or self.shows[square + LINE] != EMPTY
        )

    def is_bounded(self, seat: Int, column: Int) -> bool:
        """(34) Whether a traveller stands in this column or before it."""
        if self.side[seat] == LEFT:
            return column < self.left[seat]
        return self.side[seat] == RIGHT and column > self.right[seat]

    def put(self, seat: Int, card: Int, square: Int) -> None:
        """(19) Put the card down, let the Tzimimes at it, then see to a portal, then to a volcano."""
        old_top = self.top[seat]
        self.cause = self.desolation(seat, card, square)
        self.place(seat, card, TZIMIME if self.cause else card, square)
        self.push_moons_down(seat, square, old_top)
        self.square = square
        if self.opens_portal(square) and self.has_guest():
            self.phase = WELCOMING
        else:
            self.erupt()

    # Desolation of the Tzimimes (20-28)

    def desolation(self, seat: Int, card: Int, square: Int) -> Int:
        """(25) The rule by which the laid card is flipped, or 0; with several, the first will do."""
        if HAS_PORTAL[card] and self.spoils_portal(square):
            return D1_PORTAL
        if ICON[ICON_KINDS * card + WATER] and self.beside_water(square):
            return D2_WATER
        if ICON[ICON_KINDS * card + SWAMP] and self.row_has_swamp(seat, square):
            return D3_SWAMP
        if IS_MOON[card] and square % WORLD // LINE > self.top[seat]:
            return D4_MOON
        return 0

    def spoils_portal(self, square: Int) -> bool:
        """(20) Beside a card that took part in a portal; (A1) or between two, for two portals at once."""
        before = HAS_PORTAL[self.shows[square - 1]] == 1
        after = HAS_PORTAL[self.shows[square + 1]] == 1
        if before and after:
            return True
        return (before and self.bound[square - 1] == 1) or (after and self.bound[square + 1] == 1)

    def beside_water(self, square: Int) -> bool:
        """(21) A visible water in one of the four directions."""
        for way in range(4):
            if self.shown(square + BESIDE[way], WATER):
                return True
        return False

    def row_has_swamp(self, seat: Int, square: Int) -> bool:
        """(22) A visible swamp anywhere in the row."""
        line = square - square % LINE
        for column in range(self.left[seat], self.right[seat] + 1):
            if self.shown(line + column, SWAMP):
                return True
        return False

    def push_moons_down(self, seat: Int, square: Int, old_top: Int) -> None:
        """(23, A18) A new top row, even of a flipped card, flips the moons of the old one."""
        if square % WORLD // LINE >= old_top:
            return
        line = WORLD * seat + LINE * old_top
        for column in range(self.left[seat], self.right[seat] + 1):
            if IS_MOON[self.shows[line + column]]:
                self.shows[line + column] = TZIMIME

    # Portals and travellers (29-36)

    def opens_portal(self, square: Int) -> bool:
        """(29) Two visible half-portals side by side; (20) neither will ever be part of another."""
        if not HAS_PORTAL[self.shows[square]]:
            return False
        for other in range(square - 1, square + 2, 2):
            if HAS_PORTAL[self.shows[other]]:
                self.bound[square] = 1
                self.bound[other] = 1
                return True
        return False

    def find_guests(self, moves: MoveBuffer) -> None:
        """(30) Any traveller that is left, or none."""
        for traveller in range(TRAVELLER_COUNT):
            if self.host[traveller] == NONE:
                moves.add(WELCOME + traveller)
        moves.add(DECLINE)

    def welcome(self, traveller: Int) -> None:
        """(30) It is chosen; now its place."""
        self.guest = traveller
        self.phase = STANDING

    def find_places(self, seat: Int, moves: MoveBuffer) -> None:
        """(35, A26) The free places, or all of them where none is free."""
        self.find_some_places(seat, moves, False)
        if moves.count == 0:
            self.find_some_places(seat, moves, True)

    def find_some_places(self, seat: Int, moves: MoveBuffer, shared: bool) -> None:
        """(31-33) At either end, later at the same; over the portal's row and the one above or below."""
        row = self.square % WORLD // LINE
        for side in range(LEFT, RIGHT + 1):
            if self.side[seat] == NONE or self.side[seat] == side:
                for upper in range(row - 1, row + 1):
                    if self.may_straddle(seat, upper) and (shared or not self.is_place_taken(seat, upper)):
                        moves.add(STAND + STRADDLES * side + upper - 1)

    def may_straddle(self, seat: Int, upper: Int) -> bool:
        """(A5) Both rows can still belong to the World."""
        highest = upper if upper < self.top[seat] else self.top[seat]
        lowest = upper + 1 if upper + 1 > self.bottom[seat] else self.bottom[seat]
        return lowest - highest < SIDE_LENGTH

    def is_place_taken(self, seat: Int, upper: Int) -> bool:
        """Whether a traveller of this seat already points at these two rows."""
        for traveller in range(TRAVELLER_COUNT):
            if self.host[traveller] == seat and self.upper[traveller] == upper:
                return True
        return False

    def stand(self, seat: Int, side: Int, upper: Int) -> None:
        """(32, 33) There it stays; (A3) then the volcano, if there is one."""
        self.host[self.guest] = seat
        self.upper[self.guest] = upper
        self.side[seat] = side
        self.guest = NONE
        self.erupt()

    def box_travellers(self, order: list[int], kept: int) -> None:
        """(54) Only the first of these are in play."""
        for place in range(kept, len(order)):
            self.host[order[place]] = BOXED

    # Volcanoes, fumaroles, dark cities (37-44)

    def erupt(self) -> None:
        """(37) A volcano still in sight must cover a card beside it; (24) else it is flipped itself."""
        self.phase = SETTLED
        if not self.shown(self.square, VOLCANO):
            return
        for way in range(4):
            if self.may_cover(self.square + BESIDE[way]):
                self.phase = COVERING
                return
        self.shows[self.square] = TZIMIME
        self.cause = D5_VOLCANO

    def may_cover(self, square: Int) -> bool:
        """(37, 38) Any card but a fumarole."""
        return self.shows[square] != EMPTY and self.shows[square] != FUMAROLE

    def find_covers(self, moves: MoveBuffer) -> None:
        """(37) The cards beside the volcano."""
        for way in range(4):
            square = self.square + BESIDE[way]
            if self.may_cover(square):
                moves.add(COVER + CELL[square % WORLD])

    def cover(self, square: Int) -> None:
        """(39-41) What lay there counts no more; beside another free fumarole, a dark city rises."""
        self.shows[square] = FUMAROLE
        self.smoke = square
        self.fumaroles_used += 1
        self.phase = SETTLED
        if self.built == CITY_COUNT:
            return
        count = 0
        for way in range(4):
            if self.may_join(square + BESIDE[way]):
                count += 1
        if count == 1:
            self.join_only()
        elif count:
            self.phase = JOINING

    def may_join(self, square: Int) -> bool:
        """(41) A fumarole that carries no city yet."""
        return self.shows[square] == FUMAROLE and not self.in_city(square)

    def find_joints(self, moves: MoveBuffer) -> None:
        """(41) With several free fumaroles beside the new one, any of them."""
        for way in range(4):
            square = self.smoke + BESIDE[way]
            if self.may_join(square):
                moves.add(JOIN + CELL[square % WORLD])

    def join_only(self) -> None:
        """(A24) A city without a choice builds itself."""
        for way in range(4):
            if self.may_join(self.smoke + BESIDE[way]):
                self.join(self.smoke + BESIDE[way])
                return

    def join(self, square: Int) -> None:
        """(41) The most valuable city left, on the joint of the two."""
        self.city_one[self.built] = self.smoke
        self.city_other[self.built] = square
        self.built += 1
        self.phase = SETTLED
