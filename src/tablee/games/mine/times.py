"""Times that came with the moves (A34, P9): the rules compare them, they read no clock."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.mine.ghosts import Ghosts
from tablee.games.mine.solver import NONE
from tablee.games.mine.state import RACING, SETTLING, SLOT_COUNT

# How long a move lasts where nobody keeps time, in milliseconds.
STEP: Int = 1_000

# A time that is later than all others.
LATE: Int = 1_000_000_000


class Times(Ghosts):
    """Who was first, and what each board looked like at that moment."""

    def spend(self, seat: Int) -> None:
        """(A34, P9) A seat's own time, as it came with the move; without times each lasts a second."""
        if self.elapsed < 0:
            self.spent[seat] += STEP
        elif self.elapsed > self.spent[seat]:
            self.spent[seat] = self.elapsed if self.elapsed < LATE else LATE

    def time_of_move(self, seat: Int) -> Int:
        """When this move was made; after a call, a move without a time came too late."""
        if self.ghost:
            return self.spent[seat]
        if self.elapsed < 0:
            return LATE if self.phase == SETTLING else 0
        return self.elapsed if self.elapsed < LATE else LATE

    def keep_board(self, seat: Int) -> None:
        """(A34) If times are kept: the board of a seat before a change, and the time of the change."""
        if self.elapsed < 0 and self.phase == RACING and not self.ghost:
            return
        first = SLOT_COUNT * seat
        end = first + SLOT_COUNT
        before = [self.time_of_move(seat), seat]
        before += [self.tiles[at] for at in range(first, end)]
        before += [self.places[at] for at in range(first, end)]
        before += [self.laid[at] for at in range(first, end)]
        self.log.append(tuple(before))

    def first_call(self) -> Int:
        """(A34) The time of the earliest call; NONE if nobody called."""
        first = NONE
        for seat in range(self.seats):
            if self.called[seat] != NONE and (first == NONE or self.called[seat] < first):
                first = self.called[seat]
        return first

    def settle(self) -> None:
        """(A34) The earliest call counts, equal ones together; what others did after it is taken back."""
        first = self.first_call()
        for seat in range(self.seats):
            if self.called[seat] != first:
                self.called[seat] = NONE
                self.take_back(seat, first)

    def take_back(self, seat: Int, time: Int) -> None:
        """(A34) The board of a seat as it was before its first change after this time."""
        for before in self.log:
            if before[1] == seat and before[0] > time:
                for slot in range(SLOT_COUNT):
                    at = SLOT_COUNT * seat + slot
                    self.tiles[at] = before[2 + slot]
                    self.places[at] = before[2 + SLOT_COUNT + slot]
                    self.laid[at] = before[2 + 2 * SLOT_COUNT + slot]
                return
