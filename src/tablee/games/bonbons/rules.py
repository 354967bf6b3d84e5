"""Bonbons, in the order of the booklet. Numbers in brackets are the rules and rulings of RULES.en.md."""

from __future__ import annotations

from typing import Any, final

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.outcome import Outcome, ranked
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.vocabulary import Vocabulary
from tablee.games.bonbons import view
from tablee.games.bonbons.ai import candidates, features, forgetting, heuristic
from tablee.games.bonbons.pieces import VOCABULARY
from tablee.games.bonbons.state import (
    AFTER_COIN,
    AFTER_COINS,
    AFTER_ROUND,
    AFTER_SQUARE,
    CLOSE,
    COIN,
    COVER,
    COVERED,
    COVERING,
    DEALT,
    DOWN,
    EMPTY,
    FIRST,
    FIRST_ASIDE,
    FIRST_ROUND,
    GIVE,
    GIVING,
    LINGERING,
    NONE,
    OPEN,
    OVER,
    PER_SEAT,
    PLACE_COUNT,
    ROW,
    STOP,
    TURN,
    UP,
    WRAPPER,
    Sweetshop,
)

COIN_COUNT: Int = 3

UNSEEN: MoveBuffer = MoveBuffer()


@final
class BonbonsState(Sweetshop):
    """The rules: who decides what, and what follows."""

    # Set-up (1-3, 12, B28)

    def set_up(self, seats: int, squares: list[int], rounds: list[int], late: list[int], first: int) -> None:
        """(2, 12) A square of 6 x 6 or 5 x 5, four rounds each, the rest aside; (3) somebody begins."""
        self.seats = seats
        self.turn = first
        self.size = ROW if len(squares) == ROW * ROW else ROW - 1
        for at in range(len(squares)):
            self.lay(ROW * (at // self.size) + at % self.size, squares[at])
            self.late[at] = ROW * (late[at] // self.size) + late[at] % self.size
        for at in range(len(rounds)):
            if at < DEALT * seats:
                self.lay(self.round_place(at // DEALT, at % DEALT), rounds[at])
            else:
                self.tile[FIRST_ASIDE + at - DEALT * seats] = rounds[at]

    def choose(self, removed: list[int], training: bool, show: int) -> None:
        """(B27, B31) What the table has chosen; without the quick game no kind is removed."""
        for at in range(len(removed)):
            self.removed[at] = removed[at]
        self.training = int(training)
        self.show = show

    def lay(self, place: Int, tile: Int) -> None:
        """A tile comes to lie face down."""
        self.tile[place] = tile
        self.side[place] = DOWN

    # Whose decision it is, and which there are

    def is_actor(self, seat: Int) -> bool:
        """(3) One seat at a time; (B25) and the clock, while tiles wait to be closed."""
        if self.phase == OVER:
            return False
        return self.lingering > 0 if seat == CLOCK else seat == self.turn

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """(4, 7) What may be turned, squares first, or stop; (8, 9) which own tile to give or to cover."""
        if seat == CLOCK:
            moves.add(CLOSE)
        elif self.phase == GIVING:
            self.find_own(seat, GIVE, moves)
        elif self.phase == COVERING:
            self.find_own(seat, COVER, moves)
        else:
            self.find_turns(moves)
            if self.may_stop():
                moves.add(STOP)

    def apply(self, seat: Int, move: Int) -> None:
        """Carry out a decision."""
        self.fresh = NONE
        if move < STOP:
            self.turn_up(seat, move - TURN)
        elif move < GIVE:
            self.end_turn()
        elif move < COVER:
            self.swap(seat, FIRST_ROUND + move - GIVE)
        elif move < CLOSE:
            self.cover(seat, FIRST_ROUND + move - COVER)
        else:
            self.close()

    # A go: one square and one round tile (4-7, B2-B4, B17, B23)

    def find_turns(self, moves: MoveBuffer) -> None:
        """(4, B2) A square and a round in any order; (9, B4, B22) after a coin another square too."""
        first = FIRST_ROUND if self.phase == AFTER_SQUARE else 0
        end = FIRST_ROUND
        if self.phase in (FIRST, AFTER_SQUARE, AFTER_COIN):
            end = FIRST_ROUND + PER_SEAT * self.seats
        for place in range(first, end):
            if self.side[place] <= LINGERING:
                moves.add(TURN + place)

    def may_stop(self) -> bool:
        """(7, B3, B22) After a square or coins, never after a round; (B21) and instead of a further go."""
        if self.phase == FIRST:
            return self.again == 1
        return self.phase in (AFTER_SQUARE, AFTER_COIN, AFTER_COINS)

    def turn_up(self, seat: Int, place: Int) -> None:
        """(4) All see the tile; (B25) whatever lingered is closed first."""
        self.close()
        self.side[place] = OPEN
        if not self.seen[place]:
            self.fresh = place
        self.seen[place] = 1
        self.when[place] = self.plies
        self.opened[self.open_count] = place
        self.open_count += 1
        tile = self.tile[place]
        if tile == WRAPPER:
            self.unwrap(seat, place)
        elif self.open_count == 1:
            self.go_on_from(place)
        elif tile != self.tile[self.opened[0]]:
            self.end_turn()
        elif tile == COIN:
            self.find_coin(seat)
        else:
            self.pair(seat)

    def go_on_from(self, place: Int) -> None:
        """(4, 9) What the first tile asks for."""
        if place >= FIRST_ROUND:
            self.phase = AFTER_ROUND
        else:
            self.phase = AFTER_COIN if self.tile[place] == COIN else AFTER_SQUARE

    def pair(self, seat: Int) -> None:
        """(5) The same sweet in the same colour stays; (8) an opponent's round tile is stolen."""
        square = self.opened[0] if self.opened[0] < FIRST_ROUND else self.opened[1]
        other = self.opened[0] + self.opened[1] - square
        self.side[square] = UP
        self.open_count = 0
        if self.owner(other) == seat:
            self.side[other] = UP
            self.play_again(seat)
        else:
            self.steal(seat, other)

    def play_again(self, seat: Int) -> None:
        """(5) A further go of the same turn; (11, B12) but with the last tile the match ends at once."""
        self.again = 1
        self.phase = FIRST if self.left(seat) > 0 else OVER

    def end_turn(self) -> None:
        """(6, 7, B25) The turn passes on; what is open and not matched is shown until it is closed."""
        self.lingering = 0
        for at in range(self.open_count):
            if self.side[self.opened[at]] == OPEN:
                self.side[self.opened[at]] = LINGERING
                self.lingering += 1
        self.turn = (self.turn + 1) % self.seats
        self.again = 0
        self.phase = FIRST

    def close(self) -> None:
        """(6, B25) Turned down again, by the clock or by the next first tile."""
        if self.phase != FIRST:
            return
        for at in range(self.open_count):
            if self.side[self.opened[at]] == LINGERING:
                self.side[self.opened[at]] = DOWN
        self.open_count = 0
        self.lingering = 0

    # Theft (8, B10-B12, B23)

    def steal(self, seat: Int, place: Int) -> None:
        """(B23) The thief chooses the tile to give, if there is a choice."""
        self.stolen = place
        self.phase = GIVING
        if self.left(seat) == 1:
            self.swap(seat, self.leftmost(seat))

    def find_own(self, seat: Int, first: Int, moves: MoveBuffer) -> None:
        """(B9, B10) Own face-down tiles only, never one under coins."""
        for number in range(PER_SEAT):
            place = self.round_place(seat, number)
            if self.side[place] == DOWN:
                moves.add(first + place - FIRST_ROUND)

    def leftmost(self, seat: Int) -> Int:
        """The first of the own face-down tiles."""
        place = self.round_place(seat, 0)
        while self.side[place] != DOWN:
            place += 1
        return place

    def swap(self, seat: Int, given: Int) -> None:
        """(8, B11) They change places, and all see which went where: what was known of them stays known.

        A theft that ends the match stays to be seen: nobody was asked anything after it.
        """
        tile = self.tile[given]
        seen = self.seen[given]
        when = self.when[given]
        self.tile[given] = self.tile[self.stolen]
        self.seen[given] = 1
        self.when[given] = self.plies
        self.side[given] = UP
        self.tile[self.stolen] = tile
        self.seen[self.stolen] = seen
        self.when[self.stolen] = when
        self.side[self.stolen] = DOWN
        self.play_again(seat)
        if self.phase != OVER:
            self.stolen = NONE

    # Coins (9, B4-B9, B22)

    def find_coin(self, seat: Int) -> None:
        """(9) After the second one goes on; with the third a tile is covered, by choice if there is one."""
        self.phase = AFTER_COINS if self.open_count < COIN_COUNT else COVERING
        if self.phase == COVERING and self.left(seat) == 1:
            self.cover(seat, self.leftmost(seat))

    def cover(self, seat: Int, place: Int) -> None:
        """(9, B9) The coins leave the square for the tile, which nobody looks at; (B8) the turn ends."""
        for at in range(COIN_COUNT):
            self.tile[self.opened[at]] = NONE
            self.side[self.opened[at]] = EMPTY
        self.side[place] = COVERED
        self.open_count = 0
        if self.left(seat) == 0:
            self.phase = OVER
        else:
            self.end_turn()

    # The empty wrapper (10, B13-B15)

    def unwrap(self, seat: Int, place: Int) -> None:
        """(10, B13) It stays face up, a fifth round tile is drawn if one is left (B14), the turn ends."""
        self.side[place] = UP
        top = FIRST_ASIDE + self.drawn
        if top < PLACE_COUNT and self.tile[top] != NONE:
            self.lay(self.round_place(seat, PER_SEAT - 1), self.tile[top])
            self.tile[top] = NONE
            self.drawn += 1
        self.end_turn()

    # The end (11, B29)

    def score_sheet(self) -> Outcome:
        """(11) Whoever has found everything is first; (B29) then whoever has least left to find."""
        items = [{"found": self.found(seat)} for seat in range(self.seats)]
        return ranked(items, [(-self.left(seat),) for seat in range(self.seats)])

    # Time (B18, B19, B25, B26)

    def timer(self) -> tuple[int, int] | None:
        """(B25) Any move closes what lingers, so the wait always began with the position as it is."""
        return (self.plies, self.show) if self.lingering and self.phase != OVER else None

    def waits_for_clock(self) -> bool:
        """(B25) The next first tile is turned only when all have had time to look."""
        return self.lingering > 0

    def late_move(self, seat: int) -> int:
        """(B19, B26) Stop where one may; the leftmost own tile; else a square, in an order from the deal."""
        if seat == CLOCK or self.phase in (GIVING, COVERING):
            return self.moves(seat)[0]
        if self.may_stop():
            return STOP
        count = self.size * self.size
        at = self.plies % count
        while not self.may_turn(self.late[at]):
            at = (at + 1) % count
        return TURN + self.late[at]

    # What nobody has seen (B18, B24)

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """Never-seen squares change places among themselves, as do rounds, those aside included."""
        if self.phase == OVER:
            return
        self.mix(0, FIRST_ROUND, rng)
        self.mix(FIRST_ROUND, PLACE_COUNT, rng)
        for last in range(self.size * self.size - 1, 0, -1):
            other = rng.below(last + 1)
            square = self.late[last]
            self.late[last] = self.late[other]
            self.late[other] = square

    def mix(self, first: Int, end: Int, rng: Rng) -> None:
        """Shuffle the tiles of these places that were never shown."""
        UNSEEN.count = 0
        for place in range(first, end):
            if self.tile[place] != NONE and not self.seen[place]:
                UNSEEN.add(place)
        for last in range(UNSEEN.count - 1, 0, -1):
            here = UNSEEN.at(last)
            there = UNSEEN.at(rng.below(last + 1))
            tile = self.tile[here]
            self.tile[here] = self.tile[there]
            self.tile[there] = tile

    # What is seen, said and thought

    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return VOCABULARY

    def board_view(self, seat: int) -> dict[str, Any]:
        """(B24) The same for every seat and every spectator."""
        return view.look(self)

    def view_group(self, seat: int) -> int:
        """(B24) Everybody sees the same."""
        return CLOCK

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """What stopping, giving or covering leads to; what turning a tile would show is nobody's business."""
        if move < STOP or move >= CLOSE:
            return {}
        after = self.copy()
        after.play(seat, move)
        return view.consequence(after, seat)

    def log_text(self, viewer: int, seat: int, move: int) -> str:
        """(B18) No list of what was turned where: during the match only the verb is kept."""
        words = VOCABULARY.format(move)
        return words if self.phase == OVER else words.split()[0]

    def why_not(self, seat: int, move: int) -> Illegal:
        """Why this decision is refused, with the number of the rule."""
        return view.why_not(self, seat, move)

    def propose(self, seat: int) -> list[int]:
        """What somebody who forgets nothing would play."""
        return heuristic.propose(self, seat)

    def find_candidates(self, seat: Int, moves: MoveBuffer) -> None:
        """One of each sort: tiles that nobody has seen are all alike."""
        candidates.consider(self, seat, moves)

    def chance_key(self) -> Int:
        """Which sort of tile was shown for the first time."""
        return 0 if self.fresh == NONE else candidates.sort_of(self, self.fresh)

    def forget(self, seat: Int, recall: float, mind: Int) -> None:
        """Tiles seen long ago are mistaken for others, then forgotten."""
        forgetting.blur(self, recall, mind)

    def points(self, seat: Int) -> Int:
        """(11, B29) The fewer tiles to find, the better."""
        return -self.left(seat)

    def fill_features(self, seat: Int, numbers: FeatureBuffer) -> None:
        """Counts of what all have seen."""
        features.describe(self, seat, numbers)
