"""The ghost race (P9): each seat runs the round alone, from a stock of its own, when it likes."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, UNTIMED
from tablee.games.mine.hands import Hands
from tablee.games.mine.solver import NONE, TILE_COUNT
from tablee.games.mine.state import BOARD_COUNT, BOARDS, CARDS, MIXES, SEATS, SLOT_COUNT
from tablee.games.mine.tables import VOCABULARY


class Ghosts(Hands):
    """Who has run the round, who may see it, and what it looks like to those who may not."""

    def has_run(self, seat: Int) -> bool:
        """Whether a seat has called or given up, or its lamp went out."""
        return self.called[seat] != NONE or self.quitted[seat] != 0 or self.burnt[seat] != 0

    def is_to_start(self, seat: Int) -> bool:
        """(P9) Whether a seat has yet to say that its round begins."""
        return self.ghost and self.started[seat] == NONE

    def is_running(self, seat: Int) -> bool:
        """(P9) Whether a seat runs the round just now, all by itself."""
        return self.ghost and self.started[seat] != NONE and not self.has_run(seat)

    def lit_first(self) -> Int:
        """(A12, P9) Of those who run, the one whose lamp has burnt longest; NONE if none does."""
        first = NONE
        for seat in range(self.seats):
            if self.is_running(seat) and (first == NONE or self.started[seat] < self.started[first]):
                first = seat
        return first

    def may_see(self, viewer: Int, seat: Int) -> bool:
        """(A24) Everything, or in a ghost race one's own; once that is run, the others' too."""
        return not self.ghost or viewer == seat or (viewer >= 0 and self.has_run(viewer))

    def knows_card(self, viewer: Int, seat: Int) -> bool:
        """(P9) A card is hidden from its owner too until that one starts."""
        return self.started[seat] != NONE and self.may_see(viewer, seat)

    # What is seen and heard (A24)

    def announce(self, viewer: int, seat: int, move: int) -> str:
        """(A24, P9) Everything is heard, or nothing at all of a round that one may not see."""
        whose = self.lit_first() if seat == CLOCK else seat
        return VOCABULARY.format(move) if self.may_see(viewer, whose) else ""

    def visible_timer(self, viewer: int) -> tuple[int, int] | None:
        """(A24) In a ghost race the own lamp, and nobody else's."""
        if not self.ghost:
            return self.timer()
        lit = self.lamp > 0 and viewer >= 0 and self.is_running(viewer)
        return (self.started[viewer], self.lamp) if lit else None

    def visible_actors(self, viewer: int) -> list[int]:
        """(A24) In a ghost race everybody knows who has yet to run, but not who runs."""
        acting = self.actors()
        if not self.ghost or self.visible_timer(viewer) is not None:
            return acting
        return [seat for seat in acting if seat != CLOCK]

    # What a seat cannot know (A24)

    def forget_rivals(self, viewer: Int, rng: Rng) -> None:
        """(A24, P9) Cards not seen may be any; and so may boards, of which nothing is laid in this truth."""
        self.elapsed = UNTIMED
        hidden = [CARDS + self.seats * self.round + seat for seat in range(self.seats)]
        hidden = [at for at in hidden if not self.knows_card(viewer, at - hidden[0])]
        self.shuffle_places(hidden + list(range(CARDS + self.seats * (self.round + 1), BOARDS)), rng)
        if viewer >= 0 and self.has_run(viewer):
            return
        self.forget_boards(viewer, rng)
        for seat in range(self.seats):
            if seat != viewer:
                self.forget_run(seat)
        self.log = [before for before in self.log if before[1] == viewer]

    def forget_boards(self, viewer: Int, rng: Rng) -> None:
        """(19, A32) The others may have been dealt any of the boards that the viewer has not."""
        others = [seat for seat in range(self.seats) if seat != viewer]
        if self.round == 0:
            self.shuffle_places([BOARDS + at for at in range(BOARD_COUNT) if at != viewer], rng)
            for seat in others:
                self.board[seat] = self.deal[BOARDS + seat]
            return
        new = BOARDS + self.seats + self.round - 1
        row = MIXES + SEATS * (self.round - 1)
        leaver = self.leaver_before()
        if viewer < 0 or self.board[viewer] != self.deal[new]:
            self.shuffle_places(list(range(new, BOARDS + BOARD_COUNT)), rng)
        self.shuffle_places([row + seat for seat in others], rng)
        for seat in others:
            mixed = self.deal[row + seat]
            self.board[seat] = self.deal[new] if mixed == leaver else self.old_board[mixed]

    def leaver_before(self) -> Int:
        """(19) Whose board left after the round before: nobody has it."""
        gone = 0
        for seat in range(self.seats):
            if self.old_board[seat] not in self.board[: self.seats]:
                gone = seat
        return gone

    def forget_run(self, seat: Int) -> None:
        """(P9) A round that nobody saw: not begun; or, if it is known to be over, given up at once."""
        self.quitted[seat] = 1 if self.has_run(seat) else 0
        self.face[seat] = 0 if self.quitted[seat] else NONE
        if self.board[seat] == self.old_board[seat]:
            self.face[seat] = 1 - self.old_face[seat]
        self.clear_run(seat)

    def clear_run(self, seat: Int) -> None:
        """(21) Tiles, times and calls of a seat: none."""
        self.started[seat] = NONE
        self.spent[seat] = 0
        self.burnt[seat] = 0
        self.called[seat] = NONE
        self.hand[seat] = NONE
        self.steps[seat] = 0
        for tile in range(TILE_COUNT):
            self.away[tile] &= ~self.stock(seat)
        for at in range(SLOT_COUNT * seat, SLOT_COUNT * (seat + 1)):
            self.tiles[at] = NONE
            self.places[at] = 0
            self.laid[at] = 0

    def shuffle_places(self, places: list[int], rng: Rng) -> None:
        """Shuffle what lies at some places of the deal."""
        for last in range(len(places) - 1, 0, -1):
            other = rng.below(last + 1)
            kept = self.deal[places[last]]
            self.deal[places[last]] = self.deal[places[other]]
            self.deal[places[other]] = kept
