"""The rules of 1001 Islands in the order of the booklet. Numbers in brackets are the rules of RULES.*.md."""

from __future__ import annotations

from typing import Any, final

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.observation import ObservationWriter
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.vocabulary import Vocabulary
from tablee.games.islands import refusals, view
from tablee.games.islands.ai.candidates import drop_equivalent
from tablee.games.islands.ai.features import add_features
from tablee.games.islands.ai.observation import write_observation
from tablee.games.islands.mechanics.building import lay, may_lay
from tablee.games.islands.pieces import VOCABULARY
from tablee.games.islands.scoring import dream_key, final_outcome, score
from tablee.games.islands.state import (
    CELL_COUNT,
    CHARACTER_COUNT,
    CHOOSE,
    CHOOSING,
    COLUMNS,
    DRAW,
    DRAWING,
    HIDE,
    HIDING,
    LAY,
    LAYING,
    NAME,
    NAMING,
    NONE,
    OVER,
    STACK_COUNT,
    STACK_SIZE,
    TAKE,
    TAKING,
    TURN,
    IslandsFields,
)

ROUNDS: Int = 16
OFFER_OF_TWO: Int = 3


@final
class IslandsState(IslandsFields):
    """A match of 1001 Islands with its rules."""

    # Set-up (1-5)

    def set_up(self, seats: int, stacks: list[list[int]], lookout: int) -> None:
        """(3, 4) Store four shuffled stacks, of which 12, 16 or 20 tiles are used, and the first Lookout."""
        self.seats = seats
        self.used = STACK_COUNT * self.offer_size()
        for stack in range(STACK_COUNT):
            for index in range(STACK_SIZE):
                self.order[STACK_SIZE * stack + index] = STACK_SIZE * stack + stacks[stack][index]
        self.lookout = lookout
        self.turn = lookout

    def skip_rounds(self, stack: Int, rounds: Int) -> None:
        """Count the first tiles of a stack as drawn in `rounds` earlier rounds, for lessons and tests."""
        self.drawn[stack] += rounds * self.offer_size()
        self.round += rounds

    def let_choose(self) -> None:
        """(4, 50) Let the seats choose their characters, in their order, before the first round."""
        for seat in range(CHARACTER_COUNT):
            self.character[seat] = NONE
        self.turn = 0
        self.phase = CHOOSING

    def find_characters(self, moves: MoveBuffer) -> None:
        """(50) Add each character that no seat has chosen."""
        for character in range(CHARACTER_COUNT):
            if self.owner_of(character) == NONE:
                moves.add(CHOOSE + character)

    def choose(self, seat: Int, character: Int) -> None:
        """(4, 50) Take a character board; after the last seat, the first Lookout begins."""
        self.character[seat] = character
        self.turn = seat + 1
        if self.turn == self.seats:
            self.turn = self.lookout
            self.phase = DRAWING

    # Actors, moves and their effects (44)

    def is_actor(self, seat: Int) -> bool:
        """(44) Return whether it is the turn of this seat; only one seat acts at a time."""
        return seat == self.turn and self.phase != OVER

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """(44) Add the moves of the current phase; takes are ordered by cell, then by place."""
        if self.phase == DRAWING:
            self.find_draws(moves)
        elif self.phase == HIDING:
            for place in range(OFFER_OF_TWO):
                moves.add(HIDE + place)
        elif self.phase == TAKING:
            self.find_takes(seat, moves)
        elif self.phase == LAYING:
            self.find_lays(seat, moves)
        elif self.phase == CHOOSING:
            self.find_characters(moves)
        else:
            self.find_names(moves)

    def apply(self, seat: Int, move: Int) -> None:
        """(44) Carry out a legal move by its verb."""
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
        elif move < CHOOSE:
            self.turn = move - NAME
            self.phase = TAKING
        else:
            self.choose(seat, move - CHOOSE)

    # A round, first step: the Lookout chooses a stack and draws (6)

    def find_draws(self, moves: MoveBuffer) -> None:
        """(6) Add each stack that is not empty."""
        for stack in range(STACK_COUNT):
            if self.drawn[stack] < self.used:
                moves.add(DRAW + stack)

    def draw(self, stack: Int) -> None:
        """(6) Draw as many tiles as seats, face up; (40) with two seats three, seen by the Lookout alone."""
        count = self.offer_size()
        for place in range(count):
            self.offer[place] = self.order[STACK_SIZE * stack + self.drawn[stack] + place]
        self.drawn[stack] += count
        self.stack = stack
        self.phase = HIDING if self.seats == 2 else TAKING

    # Second step: each seat takes a tile, lays it, and names the next seat (7-10)

    def find_takes(self, seat: Int, moves: MoveBuffer) -> None:
        """(7, 8, 14) Add each tile left with each legal cell; (45) a face-down tile is turned up first."""
        face_down = self.hidden if seat != self.lookout else NONE
        count = self.offer_size()
        for cell in range(COLUMNS * self.stack, COLUMNS * self.stack + COLUMNS):
            if may_lay(self, seat, cell):
                for place in range(count):
                    if self.offer[place] != NONE and place != face_down:
                        moves.add(TAKE + CELL_COUNT * place + cell)
        if face_down != NONE:
            moves.add(TURN + face_down)

    def find_lays(self, seat: Int, moves: MoveBuffer) -> None:
        """(14, 45) Add the cells for a tile that was turned up: each stack has its own line of four cells."""
        for cell in range(COLUMNS * self.stack, COLUMNS * self.stack + COLUMNS):
            if may_lay(self, seat, cell):
                moves.add(LAY + cell)

    def take(self, seat: Int, place: Int, cell: Int) -> None:
        """(10) Take a tile, lay it, turn lamps; then determine the next actor."""
        tile = self.offer[place]
        self.offer[place] = NONE
        if place == self.hidden:
            self.hidden = NONE
        self.held = NONE
        lay(self, seat, tile, cell)
        self.picked[seat] = 1
        if self.seats == 2:
            self.end_pick_of_two(seat)
        else:
            self.end_pick(seat)

    def end_pick(self, seat: Int) -> None:
        """(8, 44) Let the seat name the next one, if there is a choice; (9) the last is the next Lookout."""
        left = 0
        last = NONE
        for other in range(self.seats):
            if not self.picked[other]:
                left += 1
                last = other
        if left == 0:
            self.start_round(seat)
        elif left == 1:
            self.turn = last
            self.phase = TAKING
        else:
            self.phase = NAMING

    def find_names(self, moves: MoveBuffer) -> None:
        """(7, 8) Add each seat that has not picked in this round."""
        for other in range(self.seats):
            if not self.picked[other]:
                moves.add(NAME + other)

    # Third step: the next Lookout (9), until the islands are complete (12)

    def start_round(self, lookout: Int) -> None:
        """(9, 12, 39) Start the next round with this Lookout, or end the match after sixteen."""
        for seat in range(self.seats):
            self.picked[seat] = 0
        self.stack = NONE
        self.lookout = lookout
        self.turn = lookout
        self.round += 1
        self.phase = DRAWING if self.round < ROUNDS else OVER

    # Building (13-21) and magic lamps (22-28): see mechanics/building.py

    # Two seats (39-43)

    def hide(self, place: Int) -> None:
        """(40, 41) Leave one of the three tiles face down; the opponent picks first."""
        self.hidden = place
        self.turn = 1 - self.lookout
        self.phase = TAKING

    def turn_up(self, place: Int) -> None:
        """(45) Turn the chosen face-down tile up for all; the seat then chooses its cell."""
        self.hidden = NONE
        self.held = place
        self.phase = LAYING

    def end_pick_of_two(self, seat: Int) -> None:
        """(41) Let the Lookout pick after the opponent; after both, discard the third tile face up."""
        if seat != self.lookout:
            self.turn = self.lookout
            self.phase = TAKING
            return
        for place in range(OFFER_OF_TWO):
            if self.offer[place] != NONE:
                self.discards[self.round] = self.offer[place]
                self.offer[place] = NONE
        self.hidden = NONE
        self.start_round(1 - self.lookout)

    # Hidden information (5, 11, 43, 46, 47)

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """(5, 43, 46) Redraw the undrawn tiles and, for all but the Lookout, the face-down tiles."""
        if self.phase == OVER:
            return
        for stack in range(STACK_COUNT):
            self.shuffle_range(STACK_SIZE * stack + self.drawn[stack], STACK_SIZE * (stack + 1), rng)
        if seat == self.lookout:
            return
        if self.phase == HIDING:
            self.redraw_offer(rng)
        elif self.hidden != NONE:
            self.redraw_place(self.hidden, rng)

    def shuffle_range(self, first: Int, end: Int, rng: Rng) -> None:
        """Shuffle order[first] to order[end - 1]."""
        for last in range(end - 1, first, -1):
            other = first + rng.below(last - first + 1)
            tile = self.order[last]
            self.order[last] = self.order[other]
            self.order[other] = tile

    def redraw_offer(self, rng: Rng) -> None:
        """Shuffle the three tiles of the offer together with the undrawn tiles of their stack."""
        self.shuffle_range(self.order_index(0), STACK_SIZE * (self.stack + 1), rng)
        for place in range(OFFER_OF_TWO):
            self.offer[place] = self.order[self.order_index(place)]

    def redraw_place(self, place: Int, rng: Rng) -> None:
        """Exchange the tile at a place of the offer with itself or with one of the undrawn tiles."""
        here = self.order_index(place)
        undrawn = STACK_SIZE * self.stack + self.drawn[self.stack]
        chance = rng.below(STACK_SIZE * (self.stack + 1) - undrawn + 1)
        there = here if chance == 0 else undrawn + chance - 1
        tile = self.order[here]
        self.order[here] = self.order[there]
        self.order[there] = tile
        self.offer[place] = self.order[here]

    def chance_key(self) -> Int:
        """(6, 40, 45) Return a key of the tiles just drawn, or of the one just turned up."""
        if self.phase == LAYING:
            return 1 + self.offer[self.held]
        if self.phase != TAKING:
            return 0
        key = 0
        for place in range(self.offer_size()):
            if self.offer[place] == NONE:
                return 0
            key = (STACK_SIZE + 1) * key
            if place != self.hidden:
                key += 1 + self.offer[place] % STACK_SIZE
        return key

    # Text and views

    def vocabulary(self) -> Vocabulary:
        return VOCABULARY

    def board_view(self, viewer: int) -> dict[str, Any]:
        return view.board_view(self, viewer)

    def view_group(self, viewer: int) -> int:
        """(43) Return CLOCK, for all, unless there is a face-down tile, which only the Lookout knows."""
        return viewer if self.phase == HIDING or self.hidden != NONE else CLOCK

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """Return the effect of laying a tile (see view.move_effect); {} for moves that lay none."""
        if move < TAKE or TURN <= move < LAY or move >= NAME:
            return {}
        after = self.copy()
        after.play(seat, move)
        return view.move_effect(self, after, seat)

    def why_not(self, seat: int, move: int) -> Illegal:
        return refusals.why_not(self, seat, move)

    # Scoring (30-38)

    def points(self, seat: Int) -> Int:
        """(30) Return the current score of a seat."""
        return score(self, seat)

    def score_sheet(self) -> Outcome:
        return final_outcome(self)

    # Hooks for bots

    def fill_features(self, seat: Int, features: FeatureBuffer) -> None:
        """Add the inputs of the value network; see ai/features.py."""
        add_features(self, seat, features)

    def find_candidates(self, seat: Int, moves: MoveBuffer) -> None:
        """Add the legal moves, without those to a cell that is equivalent to an earlier one."""
        self.find_moves(seat, moves)
        drop_equivalent(self, seat, moves)

    def fill_observation(self, seat: Int, writer: ObservationWriter) -> None:
        """Write what a learner sees; see ai/observation.py."""
        write_observation(self, seat, writer)

    def item_subject(self, seat: int, item: str) -> str:
        """Return the key of the dream in a slot; "" for an empty slot and for other items."""
        return dream_key(self, seat, item)
