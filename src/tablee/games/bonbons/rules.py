"""The rules of Bonbons in the order of the booklet. Numbers in brackets are those of RULES.*.md.

A turn consists of one or more goes. In a go a seat turns one square and one round tile; a pair entitles it to
a further go.
"""

from __future__ import annotations

from typing import Any, final

from tablee.core.buffers import FeatureBuffer, MoveBuffer, acquire, release
from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.observation import ObservationWriter
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.vocabulary import Vocabulary
from tablee.games.bonbons import refusals, scoring, view
from tablee.games.bonbons.ai import heuristic
from tablee.games.bonbons.ai.candidates import add_candidates, category_of
from tablee.games.bonbons.ai.features import add_features
from tablee.games.bonbons.ai.forgetting import forget_tiles
from tablee.games.bonbons.ai.observation import write_observation
from tablee.games.bonbons.pieces import VOCABULARY
from tablee.games.bonbons.state import (
    AFTER_COIN,
    AFTER_COINS,
    AFTER_ROUND,
    AFTER_SQUARE,
    CLOSE,
    COIN,
    COIN_COUNT,
    COVER,
    COVERED,
    COVERING,
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
    PLACE_COUNT,
    PLACES_PER_SEAT,
    ROUNDS_DEALT,
    ROW,
    STOP,
    TURN,
    UP,
    WRAPPER,
    BonbonsFields,
)


@final
class BonbonsState(BonbonsFields):
    """The state of a match with the rules that change it."""

    # Set-up (1-3, 12, B28)

    def set_up(
        self, seats: int, squares: list[int], rounds: list[int], late_order: list[int], first: int
    ) -> None:
        """(2, 12) Lay out 6 x 6 or 5 x 5 squares and four round tiles for each seat; put the rest aside.

        (3) `first` is the seat that begins. (B19) `late_order` is a permutation of the squares.
        """
        self.seats = seats
        self.turn = first
        self.size = ROW if len(squares) == ROW * ROW else ROW - 1
        for at in range(len(squares)):
            self.lay_face_down(ROW * (at // self.size) + at % self.size, squares[at])
            self.late_order[at] = ROW * (late_order[at] // self.size) + late_order[at] % self.size
        for at in range(len(rounds)):
            if at < ROUNDS_DEALT * seats:
                self.lay_face_down(self.round_place(at // ROUNDS_DEALT, at % ROUNDS_DEALT), rounds[at])
            else:
                self.tile[FIRST_ASIDE + at - ROUNDS_DEALT * seats] = rounds[at]

    def set_options(self, removed: list[int], training: bool, show: int) -> None:
        """(B27, B31) Store the options: two removed kinds or none, training, and the show time in ms."""
        for at in range(len(removed)):
            self.removed[at] = removed[at]
        self.training = int(training)
        self.show = show

    def lay_face_down(self, place: Int, tile: Int) -> None:
        self.tile[place] = tile
        self.side[place] = DOWN

    # Actors and moves

    def is_actor(self, seat: Int) -> bool:
        """(3) Return whether it is the seat's turn; (B25) CLOCK acts while tiles wait to be closed."""
        if self.phase == OVER:
            return False
        return self.lingering > 0 if seat == CLOCK else seat == self.turn

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """(4, 7) Add tiles to turn, squares first, then stop; (8, 9) or own tiles to give or to cover."""
        if seat == CLOCK:
            moves.add(CLOSE)
        elif self.phase == GIVING:
            self.find_own_face_down(seat, GIVE, moves)
        elif self.phase == COVERING:
            self.find_own_face_down(seat, COVER, moves)
        else:
            self.find_turnable(moves)
            if self.may_stop():
                moves.add(STOP)

    def apply(self, seat: Int, move: Int) -> None:
        """Carry out a legal move."""
        self.first_seen = NONE
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

    def find_turnable(self, moves: MoveBuffer) -> None:
        """(4, B2) Add tiles of the shapes still missing in this go; (9, B4, B22) squares after a coin."""
        first = FIRST_ROUND if self.phase == AFTER_SQUARE else 0
        end = FIRST_ROUND
        if self.phase in (FIRST, AFTER_SQUARE, AFTER_COIN):
            end = FIRST_ROUND + PLACES_PER_SEAT * self.seats
        count = moves.count
        for place in range(first, end):
            if self.side[place] <= LINGERING:
                moves.items[count] = TURN + place
                count += 1
        moves.count = count

    def may_stop(self) -> bool:
        """(7, B3, B22) Return whether a square or coins were turned last; (B21) or a further go begins."""
        if self.phase == FIRST:
            return self.further_go == 1
        return self.phase in (AFTER_SQUARE, AFTER_COIN, AFTER_COINS)

    def turn_up(self, seat: Int, place: Int) -> None:
        """(4) Open a tile for all to see and resolve it; (B25) lingering tiles are closed first."""
        self.close()
        self.side[place] = OPEN
        if not self.seen[place]:
            self.first_seen = place
        self.seen[place] = 1
        self.seen_ply[place] = self.plies
        self.opened[self.open_count] = place
        self.open_count += 1
        tile = self.tile[place]
        if tile == WRAPPER:
            self.reveal_wrapper(seat, place)
        elif self.open_count == 1:
            self.continue_after(place)
        elif tile != self.tile[self.opened[0]]:
            self.end_turn()
        elif tile == COIN:
            self.add_coin(seat)
        else:
            self.take_pair(seat)

    def continue_after(self, place: Int) -> None:
        """(4, 9) Set the phase that follows the first tile of a go."""
        if place >= FIRST_ROUND:
            self.phase = AFTER_ROUND
        else:
            self.phase = AFTER_COIN if self.tile[place] == COIN else AFTER_SQUARE

    def take_pair(self, seat: Int) -> None:
        """(5) Leave the pair face up; (8) an opponent's round tile is stolen."""
        square = self.opened[0] if self.opened[0] < FIRST_ROUND else self.opened[1]
        other = self.opened[0] + self.opened[1] - square
        self.side[square] = UP
        self.open_count = 0
        if self.owner(other) == seat:
            self.side[other] = UP
            self.begin_further_go(seat)
        else:
            self.steal(seat, other)

    def begin_further_go(self, seat: Int) -> None:
        """(5) Let the seat play again; (11, B12) if it has found its last tile, end the match."""
        self.further_go = 1
        self.phase = FIRST if self.count_left(seat) > 0 else OVER

    def end_turn(self) -> None:
        """(6, 7, B25) Pass the turn on; open tiles linger until they are closed."""
        self.lingering = 0
        for at in range(self.open_count):
            if self.side[self.opened[at]] == OPEN:
                self.side[self.opened[at]] = LINGERING
                self.lingering += 1
        self.turn = (self.turn + 1) % self.seats
        self.further_go = 0
        self.phase = FIRST

    def close(self) -> None:
        """(6, B25) Turn lingering tiles face down; called for CLOCK and for the first tile of a go."""
        if self.phase != FIRST:
            return
        for at in range(self.open_count):
            if self.side[self.opened[at]] == LINGERING:
                self.side[self.opened[at]] = DOWN
        self.open_count = 0
        self.lingering = 0

    # Theft (8, B10-B12, B23)

    def steal(self, seat: Int, place: Int) -> None:
        """(B23) Ask the thief which tile to give; without a choice, swap at once."""
        self.stolen = place
        self.phase = GIVING
        if self.count_left(seat) == 1:
            self.swap(seat, self.leftmost_face_down(seat))

    def find_own_face_down(self, seat: Int, verb: Int, moves: MoveBuffer) -> None:
        """(B9, B10) Add the moves of `verb`, GIVE or COVER, for own face-down tiles."""
        for number in range(PLACES_PER_SEAT):
            place = self.round_place(seat, number)
            if self.side[place] == DOWN:
                moves.add(verb + place - FIRST_ROUND)

    def leftmost_face_down(self, seat: Int) -> Int:
        """Return the place of the seat's leftmost face-down tile, which must exist."""
        place = self.round_place(seat, 0)
        while self.side[place] != DOWN:
            place += 1
        return place

    def swap(self, seat: Int, given: Int) -> None:
        """(8, B11) Exchange the stolen tile and the given one; all know which went where.

        `stolen` keeps its value when the match is over, because no decision followed in which viewers could
        have seen it.
        """
        tile = self.tile[given]
        seen = self.seen[given]
        seen_ply = self.seen_ply[given]
        self.tile[given] = self.tile[self.stolen]
        self.seen[given] = 1
        self.seen_ply[given] = self.plies
        self.side[given] = UP
        self.tile[self.stolen] = tile
        self.seen[self.stolen] = seen
        self.seen_ply[self.stolen] = seen_ply
        self.side[self.stolen] = DOWN
        self.begin_further_go(seat)
        if self.phase != OVER:
            self.stolen = NONE

    # Coins (9, B4-B9, B22)

    def add_coin(self, seat: Int) -> None:
        """(9) Continue after the second coin; after the third, ask which tile to cover if several can be."""
        self.phase = AFTER_COINS if self.open_count < COIN_COUNT else COVERING
        if self.phase == COVERING and self.count_left(seat) == 1:
            self.cover(seat, self.leftmost_face_down(seat))

    def cover(self, seat: Int, place: Int) -> None:
        """(9, B9) Move the coins from the square to the tile without showing it; (B8) end the turn."""
        for at in range(COIN_COUNT):
            self.tile[self.opened[at]] = NONE
            self.side[self.opened[at]] = EMPTY
        self.side[place] = COVERED
        self.open_count = 0
        if self.count_left(seat) == 0:
            self.phase = OVER
        else:
            self.end_turn()

    # The empty wrapper (10, B13-B15)

    def reveal_wrapper(self, seat: Int, place: Int) -> None:
        """(10, B13) Leave the wrapper face up, (B14) draw a fifth round tile if one is left, end the turn."""
        self.side[place] = UP
        top = FIRST_ASIDE + self.drawn
        if top < PLACE_COUNT and self.tile[top] != NONE:
            self.lay_face_down(self.round_place(seat, PLACES_PER_SEAT - 1), self.tile[top])
            self.tile[top] = NONE
            self.drawn += 1
        self.end_turn()

    # The end (11, B29)

    def points(self, seat: Int) -> Int:
        """(11, B29) Return minus the number of tiles left to find."""
        return -self.count_left(seat)

    def score_sheet(self) -> Outcome:
        """(11, B29) Return the final ranking."""
        return scoring.score_sheet(self)

    # Time (B18, B19, B25, B26)

    def timer(self) -> tuple[int, int] | None:
        """(B25) Return the show time while tiles linger; every move closes them, so it starts at this ply."""
        return (self.plies, self.show) if self.lingering and self.phase != OVER else None

    def waits_for_clock(self) -> bool:
        """(B25) Return whether tiles linger: the next tile waits until the show time is over."""
        return self.lingering > 0

    def late_move(self, seat: int) -> int:
        """(B19, B26) Return stop if allowed, or the leftmost own tile, or the next square in late_order."""
        if seat == CLOCK or self.phase in (GIVING, COVERING):
            return self.moves(seat)[0]
        if self.may_stop():
            return STOP
        count = self.size * self.size
        at = self.plies % count
        while not self.may_turn(self.late_order[at]):
            at = (at + 1) % count
        return TURN + self.late_order[at]

    # Hidden information (B18, B24)

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """(B24) Shuffle unseen squares, unseen round tiles with those aside, and late_order.

        The result does not depend on the seat: nobody has private knowledge.
        """
        if self.phase == OVER:
            return
        places = acquire()
        self.shuffle_unseen(0, FIRST_ROUND, places, rng)
        self.shuffle_unseen(FIRST_ROUND, PLACE_COUNT, places, rng)
        release(places)
        for last in range(self.size * self.size - 1, 0, -1):
            other = rng.below(last + 1)
            square = self.late_order[last]
            self.late_order[last] = self.late_order[other]
            self.late_order[other] = square

    def shuffle_unseen(self, first: Int, end: Int, unseen: MoveBuffer, rng: Rng) -> None:
        """Shuffle the tiles never shown among the places from `first` up to, not including, `end`.

        `unseen` is scratch space.
        """
        count = 0
        for place in range(first, end):
            if self.tile[place] != NONE and not self.seen[place]:
                unseen.items[count] = place
                count += 1
        for last in range(count - 1, 0, -1):
            here = unseen.items[last]
            there = unseen.items[rng.below(last + 1)]
            tile = self.tile[here]
            self.tile[here] = self.tile[there]
            self.tile[there] = tile

    # Views and texts

    def vocabulary(self) -> Vocabulary:
        return VOCABULARY

    def board_view(self, viewer: int) -> dict[str, Any]:
        """(B24) Return the view that all viewers share."""
        return view.public_view(self)

    def view_group(self, viewer: int) -> int:
        """(B24) Return CLOCK: all viewers see the same board."""
        return CLOCK

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """(B18, B24) Return the effect of stopping, giving or covering; {} for turning a hidden tile."""
        if move < STOP or move >= CLOSE:
            return {}
        after = self.copy()
        after.play(seat, move)
        return view.move_effect(after, seat)

    def log_text(self, viewer: int, seat: int, move: int) -> str:
        """(B18) Return the verb without its place while the match goes on."""
        words = VOCABULARY.format(move)
        return words if self.phase == OVER else words.split()[0]

    def why_not(self, seat: int, move: int) -> Illegal:
        """Return the reason for a refusal, with the number of the rule."""
        return refusals.why_not(self, seat, move)

    # Bots

    def propose(self, seat: int) -> list[int]:
        """Return the moves of a careful player with a perfect memory."""
        return heuristic.propose(self, seat)

    def find_candidates(self, seat: Int, moves: MoveBuffer) -> None:
        """Add one move for each group of equivalent tiles."""
        add_candidates(self, seat, moves)

    def chance_key(self) -> Int:
        """Return the category of the tile that the last move showed for the first time, 0 for none."""
        return 0 if self.first_seen == NONE else category_of(self, self.first_seen)

    def forget(self, seat: Int, recall: float, mind: Int) -> None:
        """Confuse tiles seen long ago with others, then forget them."""
        forget_tiles(self, recall, mind)

    def fill_features(self, seat: Int, features: FeatureBuffer) -> None:
        """Add counts of seen and unseen tiles."""
        add_features(self, seat, features)

    def fill_observation(self, seat: Int, writer: ObservationWriter) -> None:
        """Write what a learner sees; see ai/observation.py."""
        write_observation(self, seat, writer)
