"""1001 Islands, in the order of the booklet. Numbers in brackets are the rules of RULES.md."""

from __future__ import annotations

from typing import Any, final

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.vocabulary import Vocabulary
from tablee.games.islands import scoring, view
from tablee.games.islands.ai.features import describe
from tablee.games.islands.scoring import ROWS, score
from tablee.games.islands.state import (
    CELL_COUNT,
    COLUMNS,
    DRAWING,
    ELEMENT_COUNT,
    EMERALD,
    FACE,
    FIRST_DREAM,
    HIDING,
    LAMP,
    LAYING,
    NAMING,
    NONE,
    OVER,
    STACK_SIZE,
    TAKING,
    VISIBLE_LAMPS,
    Archipelago,
)
from tablee.games.islands.pieces import VOCABULARY

DRAW: Int = VOCABULARY.first("draw")
HIDE: Int = VOCABULARY.first("hide")
TAKE: Int = VOCABULARY.first("take")
TURN: Int = VOCABULARY.first("turn")
LAY: Int = VOCABULARY.first("lay")
NAME: Int = VOCABULARY.first("name")

ROUNDS: Int = 16
STACK_COUNT: Int = 4
OFFER_OF_TWO: Int = 3


@final
class IslandsState(Archipelago):
    """The rules: who decides what, and what follows."""

    # Set-up (1-5)

    def set_up(self, seats: int, stacks: list[list[int]], lookout: int) -> None:
        """(3, 4) Four shuffled stacks, of which 12, 16 or 20 tiles are used; a first Lookout."""
        self.seats = seats
        self.used = STACK_COUNT * (3 if seats == 2 else seats)
        for stack in range(STACK_COUNT):
            for place in range(STACK_SIZE):
                self.order[STACK_SIZE * stack + place] = STACK_SIZE * stack + stacks[stack][place]
        self.lookout = lookout
        self.turn = lookout

    # Whose decision it is, and which there are (44)

    def is_actor(self, seat: Int) -> bool:
        """One seat decides at a time."""
        return seat == self.turn and self.phase != OVER

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """(44) What is asked, in the order of the places on the table."""
        if self.phase == DRAWING:
            self.find_stacks(moves)
        elif self.phase == HIDING:
            for place in range(OFFER_OF_TWO):
                moves.add(HIDE + place)
        elif self.phase == TAKING:
            self.find_takes(seat, moves)
        elif self.phase == LAYING:
            self.find_cells(seat, moves)
        else:
            self.find_names(moves)

    def apply(self, seat: Int, move: Int) -> None:
        """Carry out a decision."""
        if move < HIDE:
            self.draw(move - DRAW)
        elif move < TAKE:
            self.hide(move - HIDE)
        elif move < TURN:
            self.take(seat, (move - TAKE) // CELL_COUNT, (move - TAKE) % CELL_COUNT)
        elif move < LAY:
            self.turn_up(move - TURN)
        elif move < NAME:
            self.take(seat, self.held, move - LAY)
        else:
            self.turn = move - NAME
            self.phase = TAKING

    # A round, first step: the Lookout chooses a stack and draws (6)

    def find_stacks(self, moves: MoveBuffer) -> None:
        """(6) Any stack that is not empty."""
        for stack in range(STACK_COUNT):
            if self.drawn[stack] < self.used:
                moves.add(DRAW + stack)

    def draw(self, stack: Int) -> None:
        """(6) As many tiles as seats, face up; (40) with two seats three, seen by the Lookout alone."""
        count = OFFER_OF_TWO if self.seats == 2 else self.seats
        for place in range(count):
            self.offer[place] = self.order[STACK_SIZE * stack + self.drawn[stack] + place]
        self.drawn[stack] += count
        self.stack = stack
        self.phase = HIDING if self.seats == 2 else TAKING

    # Second step: one takes a tile, lays it, and names the next (7-10)

    def find_takes(self, seat: Int, moves: MoveBuffer) -> None:
        """(7, 8) Any tile left, to any cell it may go to; (45) the face-down one is turned up first."""
        face_down = self.hidden if seat != self.lookout else NONE
        count = OFFER_OF_TWO if self.seats == 2 else self.seats
        for cell in range(COLUMNS * self.stack, COLUMNS * self.stack + COLUMNS):
            if self.may_lay(seat, cell):
                for place in range(count):
                    if self.offer[place] != NONE and place != face_down:
                        moves.add(TAKE + CELL_COUNT * place + cell)
        if face_down != NONE:
            moves.add(TURN + face_down)

    def take(self, seat: Int, place: Int, cell: Int) -> None:
        """(10) Take, lay, resolve the lamps; then whoever is next."""
        tile = self.offer[place]
        self.offer[place] = NONE
        if place == self.hidden:
            self.hidden = NONE
        self.held = NONE
        self.lay(seat, tile, cell)
        self.picked[seat] = 1
        if self.seats == 2:
            self.pass_to_lookout(seat)
        else:
            self.pass_on(seat)

    def pass_on(self, seat: Int) -> None:
        """(8, 9, 44) Name the next; the last one is not named, and is the next Lookout."""
        left = 0
        last = NONE
        for other in range(self.seats):
            if not self.picked[other]:
                left += 1
                last = other
        if left == 0:
            self.next_round(seat)
        elif left == 1:
            self.turn = last
            self.phase = TAKING
        else:
            self.phase = NAMING

    def find_names(self, moves: MoveBuffer) -> None:
        """(7, 8) Anyone who has not picked in this round."""
        for other in range(self.seats):
            if not self.picked[other]:
                moves.add(NAME + other)

    # Third step: the next Lookout (9), until the islands are complete (12)

    def next_round(self, lookout: Int) -> None:
        """(9, 12, 39) Sixteen rounds in all."""
        for seat in range(self.seats):
            self.picked[seat] = 0
        self.stack = NONE
        self.lookout = lookout
        self.turn = lookout
        self.round += 1
        self.phase = DRAWING if self.round < ROUNDS else OVER

    # Building (13-21)

    def find_cells(self, seat: Int, moves: MoveBuffer) -> None:
        """(14) Each kind of tile has its own line: the drawn stack tells which four cells."""
        for cell in range(COLUMNS * self.stack, COLUMNS * self.stack + COLUMNS):
            if self.may_lay(seat, cell):
                moves.add(LAY + cell)

    def may_lay(self, seat: Int, cell: Int) -> bool:
        """(15, 17, 18) A free cell that touches the board or a laid tile; (20) any free slot for a dream."""
        if self.tile_at(seat, cell) != NONE:
            return False
        if cell >= FIRST_DREAM or cell % COLUMNS == 0:
            return True
        if self.tile_at(seat, cell - 1) != NONE:
            return True
        if cell % COLUMNS < COLUMNS - 1 and self.tile_at(seat, cell + 1) != NONE:
            return True
        if cell >= COLUMNS and self.tile_at(seat, cell - COLUMNS) != NONE:
            return True
        return cell + COLUMNS < FIRST_DREAM and self.tile_at(seat, cell + COLUMNS) != NONE

    def lay(self, seat: Int, tile: Int, cell: Int) -> None:
        """(15) A laid tile never moves; (22) a lamp on it may turn others."""
        self.cells[CELL_COUNT * seat + cell] = tile
        if cell < FIRST_DREAM and FACE[ELEMENT_COUNT * tile + LAMP]:
            self.light_lamp(seat, cell)

    # Magic lamps (22-28)

    def light_lamp(self, seat: Int, newest: Int) -> None:
        """(22, 26, 27) With a third lamp in sight, all earlier ones are turned to their genie, at once."""
        if self.seen(seat, LAMP) <= VISIBLE_LAMPS:
            return
        for cell in range(FIRST_DREAM):
            if cell != newest and self.seen_on(seat, cell, LAMP):
                self.turned[CELL_COUNT * seat + cell] = 1

    # Two seats (39-43)

    def hide(self, place: Int) -> None:
        """(40, 41) One of three stays face down; the opponent picks first."""
        self.hidden = place
        self.turn = 1 - self.lookout
        self.phase = TAKING

    def turn_up(self, place: Int) -> None:
        """(45) The face-down tile is chosen: all see it, then its taker chooses the cell."""
        self.hidden = NONE
        self.held = place
        self.phase = LAYING

    def pass_to_lookout(self, seat: Int) -> None:
        """(41) After the opponent the Lookout; after both, the third tile is discarded face up."""
        if seat != self.lookout:
            self.turn = self.lookout
            self.phase = TAKING
            return
        for place in range(OFFER_OF_TWO):
            if self.offer[place] != NONE:
                self.discards[self.round] = self.offer[place]
                self.offer[place] = NONE
        self.hidden = NONE
        self.next_round(1 - self.lookout)

    # What a seat cannot know (5, 11, 43, 46, 47)

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """What is not drawn, and for all but the Lookout what lies face down, may be any of them."""
        if self.phase == OVER:
            return
        for stack in range(STACK_COUNT):
            self.shuffle_from(STACK_SIZE * stack + self.drawn[stack], STACK_SIZE * (stack + 1), rng)
        if seat == self.lookout:
            return
        for place in range(OFFER_OF_TWO):
            if self.phase == HIDING or place == self.hidden:
                self.swap_in(place, rng)

    def shuffle_from(self, first: Int, end: Int, rng: Rng) -> None:
        """Shuffle a stretch of the stacks."""
        for last in range(end - 1, first, -1):
            other = first + rng.below(last - first + 1)
            tile = self.order[last]
            self.order[last] = self.order[other]
            self.order[other] = tile

    def swap_in(self, place: Int, rng: Rng) -> None:
        """Exchange a face-down tile of the offer with itself or one still in the stack."""
        here = self.drawn_tile(place)
        undrawn = STACK_SIZE * self.stack + self.drawn[self.stack]
        chance = rng.below(STACK_SIZE * (self.stack + 1) - undrawn + 1)
        there = here if chance == 0 else undrawn + chance - 1
        tile = self.order[here]
        self.order[here] = self.order[there]
        self.order[there] = tile
        self.offer[place] = self.order[here]

    def chance_key(self) -> Int:
        """(6, 40, 45) The tiles just drawn, or the one just turned up: what is wise depends on them."""
        if self.phase == LAYING:
            return 1 + self.offer[self.held]
        if self.phase != TAKING:
            return 0
        sight = 0
        for place in range(OFFER_OF_TWO if self.seats == 2 else self.seats):
            if self.offer[place] == NONE:
                return 0
            sight = (STACK_SIZE + 1) * sight
            if place != self.hidden:
                sight += 1 + self.offer[place] % STACK_SIZE
        return sight

    # What is seen, said and counted

    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return VOCABULARY

    def board_view(self, seat: int) -> dict[str, Any]:
        """What a seat sees of the table."""
        return view.look(self, seat)

    def view_group(self, seat: int) -> int:
        """Everybody sees the same, but for the face-down tile that the Lookout of two knows (rule 43)."""
        return seat if self.phase == HIDING or self.hidden != NONE else CLOCK

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """What laying a tile would turn, and what it would add to the score."""
        if move < TAKE or TURN <= move < LAY or move >= NAME:
            return {}
        after = self.copy()
        after.play(seat, move)
        return view.difference(self, after, seat)

    def why_not(self, seat: int, move: int) -> Illegal:
        """Why this decision is refused, with the number of the rule."""
        return view.why_not(self, seat, move)

    def points(self, seat: Int) -> Int:
        """(30) The score as it stands."""
        return score(self, seat)

    def fill_features(self, seat: Int, features: FeatureBuffer) -> None:
        """The position in numbers."""
        describe(self, seat, features)

    # What is worth a thought

    def find_candidates(self, seat: Int, moves: MoveBuffer) -> None:
        """Legal moves, less those to a cell that is as good as one before it in its line."""
        self.find_moves(seat, moves)
        kept = 0
        for place in range(moves.count):
            move = moves.at(place)
            if not self.is_spare(seat, cell_of(move)):
                moves.items[kept] = move
                kept += 1
        moves.count = kept

    def is_spare(self, seat: Int, cell: Int) -> bool:
        """Whether a tile may as well be laid in an earlier cell."""
        if cell == NONE:
            return False
        for earlier in range(COLUMNS * self.stack, cell):
            if self.may_lay(seat, earlier) and self.are_alike(seat, earlier, cell):
                return True
        return False

    def are_alike(self, seat: Int, one: Int, other: Int) -> bool:
        """(20) Any two slots for a dream; (34) two columns with the same room and the same gems, for nothing
        else minds where a tile lies."""
        if one >= FIRST_DREAM:
            return True
        for row in range(ROWS):
            here = self.tile_at(seat, COLUMNS * row + one % COLUMNS)
            there = self.tile_at(seat, COLUMNS * row + other % COLUMNS)
            if (here == NONE) != (there == NONE):
                return False
        for gem in range(EMERALD, ELEMENT_COUNT):
            if self.has_gem(seat, one % COLUMNS, gem) != self.has_gem(seat, other % COLUMNS, gem):
                return False
        return True

    def has_gem(self, seat: Int, column: Int, gem: Int) -> bool:
        """Whether a column shows a gem of this kind."""
        for row in range(ROWS):
            if self.seen_on(seat, COLUMNS * row + column, gem) > 0:
                return True
        return False

    def score_sheet(self) -> Outcome:
        """Scores item by item."""
        return scoring.final(self)


def cell_of(move: Int) -> Int:
    """Where a move lays a tile; NONE if it lays none."""
    if TAKE <= move < TURN:
        return (move - TAKE) % CELL_COUNT
    return move - LAY if LAY <= move < NAME else NONE
