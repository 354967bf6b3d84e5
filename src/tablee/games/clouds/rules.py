"""Strange World, in the order of the booklet. Numbers in brackets are the rules of RULES.md."""

from __future__ import annotations

from typing import Any, final

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.vocabulary import Vocabulary
from tablee.games.clouds import refusals, scoring, view
from tablee.games.clouds.draft import DraftTable
from tablee.games.clouds.features import describe
from tablee.games.clouds.laying import COVER, DECLINE, JOIN, STAND, STRADDLES, WELCOME
from tablee.games.clouds.promise import STAR, outlook
from tablee.games.clouds.scoring import score
from tablee.games.clouds.state import (
    COVERING,
    FACING,
    HAND,
    JOINING,
    KEEPING,
    LAND_KINDS,
    LAYING,
    LEFT,
    NONE,
    OVER,
    PASSING,
    SETTLED,
    SQUARE,
    STACK_COUNT,
    STANDING,
    START_SQUARE,
    TAKING,
    WELCOMING,
    WORLD,
)
from tablee.games.clouds.tables import VOCABULARY

FACE: Int = VOCABULARY.first("face")
KEEP: Int = VOCABULARY.first("keep")
PASS: Int = VOCABULARY.first("pass")
LAY: Int = VOCABULARY.first("lay")
TAKE: Int = VOCABULARY.first("take")

ROUNDS: Int = 5
CELL_COUNT: Int = 49
SOLO_TRAVELLERS: Int = 3


@final
class CloudsState(DraftTable):
    """The rules: who decides what, and what follows."""

    # Set-up (9-12, 54)

    def set_up(self, seats: int, deck: list[int], starts: list[int], sun: int, scores_open: bool) -> None:
        """(9-12) A shuffled deck, a starting land each, someone with the Sun; (A20) scores open or not."""
        self.seats = seats
        self.scores_open = 1 if scores_open else 0
        self.deck_size = len(deck)
        for card in range(self.deck_size):
            self.deck[card] = deck[card]
        for seat in range(seats):
            self.place(seat, starts[seat], starts[seat], WORLD * seat + START_SQUARE)
        self.sun = sun
        if seats == 1:
            self.phase = TAKING
        else:
            self.begin_round()

    # Whose decision it is, and which there are (A24)

    def is_actor(self, seat: Int) -> bool:
        """(14) All draft at once; everything else is one seat's decision."""
        if self.phase == KEEPING:
            return seat >= 0 and self.kept[seat] == NONE
        if self.phase == PASSING:
            return seat >= 0 and self.passed[seat] == NONE
        return seat == self.turn and self.phase != OVER

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """(A24) What is asked."""
        if self.phase == LAYING:
            self.find_lays(seat, moves)
        elif self.phase == TAKING:
            self.find_stacks(moves)
        elif self.phase == FACING:
            moves.add(FACE)
            moves.add(FACE + 1)
        elif self.phase == KEEPING:
            self.find_cards(seat, KEEP, moves)
        elif self.phase == PASSING:
            self.find_cards(seat, PASS, moves)
        else:
            self.find_effects(seat, moves)

    def find_effects(self, seat: Int, moves: MoveBuffer) -> None:
        """(19) What the card just laid asks for."""
        if self.phase == WELCOMING:
            self.find_guests(moves)
        elif self.phase == STANDING:
            self.find_places(seat, moves)
        elif self.phase == COVERING:
            self.find_covers(moves)
        elif self.phase == JOINING:
            self.find_joints(moves)

    def find_cards(self, seat: Int, first: Int, moves: MoveBuffer) -> None:
        """(14) Each kind of card in the hand, once."""
        for place in range(HAND):
            kind = self.hand[HAND * seat + place]
            if self.place_in_hand(seat, kind) == place:
                moves.add(first + kind)

    def find_lays(self, seat: Int, moves: MoveBuffer) -> None:
        """(15, 17) Each kind of card in the hand, on each cell it may go to."""
        self.find_cells(seat)
        for place in range(HAND):
            kind = self.hand[HAND * seat + place]
            if self.place_in_hand(seat, kind) == place:
                self.add_cells(LAY + CELL_COUNT * kind, moves)

    def apply(self, seat: Int, move: Int) -> None:
        """Carry out a decision."""
        if move < KEEP:
            self.turn_sun(move - FACE)
        elif move < PASS:
            self.keep(seat, move - KEEP)
        elif move < LAY:
            self.pass_on(seat, move - PASS)
        else:
            self.apply_in_world(seat, move)
            if self.phase == SETTLED:
                self.end_turn()

    def apply_in_world(self, seat: Int, move: Int) -> None:
        """(19) A card, or what the last one asked for."""
        if move < TAKE:
            self.lay(seat, (move - LAY) // CELL_COUNT, (move - LAY) % CELL_COUNT)
        elif move < WELCOME:
            self.take((move - TAKE) // CELL_COUNT, (move - TAKE) % CELL_COUNT)
        elif move < DECLINE:
            self.welcome(move - WELCOME)
        elif move < STAND:
            self.erupt()
        elif move < COVER:
            self.stand(seat, (move - STAND) // STRADDLES, (move - STAND) % STRADDLES + 1)
        elif move < JOIN:
            self.cover(WORLD * seat + SQUARE[move - COVER])
        else:
            self.join(WORLD * seat + SQUARE[move - JOIN])

    # A round (12-16)

    def begin_round(self) -> None:
        """(12) With three or four, the Sun is turned first; (A17) with two there is nothing to turn."""
        if self.seats > 2:
            self.phase = FACING
            self.turn = self.sun
        else:
            self.deal_hands()

    def turn_sun(self, face: Int) -> None:
        """(12, A21) The left arrow points at the next seat, the right one at the seat before."""
        self.step = 1 if face == LEFT else self.seats - 1
        self.deal_hands()

    def receiver(self, seat: Int, move: Int) -> int:
        """(12, 14) Who is given what this seat passes on; before the Sun is turned, if it is turned so."""
        step = self.step if move >= KEEP else 1 if move == FACE + LEFT else self.seats - 1
        return (seat + step) % self.seats

    def lay(self, seat: Int, kind: Int, cell: Int) -> None:
        """(15) One card of the hand."""
        self.laid[HAND * seat + self.place_in_hand(seat, kind)] = 1
        self.put(seat, kind, WORLD * seat + SQUARE[cell])

    def end_turn(self) -> None:
        """(15) The next seat in the Sun's direction, until all hands are empty."""
        if self.seats == 1:
            self.end_solo_turn()
            return
        self.turn = (self.turn + self.step) % self.seats
        self.phase = LAYING
        if self.hand_size(self.turn) == 0:
            self.end_round()

    def end_round(self) -> None:
        """(16) The Sun goes to the left, whatever its arrow; five rounds."""
        self.round += 1
        if self.round == ROUNDS:
            self.phase = OVER
        else:
            self.sun = (self.sun + 1) % self.seats
            self.begin_round()

    # Solo (54-56)

    def find_stacks(self, moves: MoveBuffer) -> None:
        """(55) The visible card of any stack not yet used."""
        self.find_cells(0)
        for stack in range(STACK_COUNT):
            if self.opened[stack] == 0:
                self.add_cells(TAKE + CELL_COUNT * stack, moves)

    def take(self, stack: Int, cell: Int) -> None:
        """(55) The visible card first."""
        self.stack = stack
        self.opened[stack] = 1
        self.put(0, self.deck[HAND * stack], SQUARE[cell])

    def end_solo_turn(self) -> None:
        """(55, A33) After all effects of the first card the two others are seen, and laid in any order."""
        self.phase = LAYING
        if self.opened[self.stack] == 1:
            self.opened[self.stack] = 2
            for place in range(HAND - 1):
                self.hand[place] = self.deck[HAND * self.stack + 1 + place]
                self.laid[place] = 0
        elif self.hand_size(0) == 0:
            self.round += 1
            self.phase = OVER if self.round == ROUNDS else TAKING

    # What a seat cannot know (A22, A23, A33)

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """Hands, passes, deck and covered stacks, as far as this seat has not seen them."""
        if self.phase == OVER:
            return
        if self.seats == 1:
            self.shuffle_stacks(rng)
        elif self.phase == FACING:
            self.shuffle_deck(rng)
        else:
            self.imagine_draft(seat, rng)

    # What is seen, said and counted

    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return VOCABULARY

    def board_view(self, seat: int) -> dict[str, Any]:
        """What a seat sees of the table."""
        return view.look(self, seat)

    def announce(self, viewer: int, seat: int, move: int) -> str:
        """(A22) Others hear that a choice of the draft was made, not which."""
        if KEEP <= move < LAY and viewer != seat:
            return "keep card" if move < PASS else "pass card"
        return VOCABULARY.format(move)

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """What a move in the World would do there; in the draft, to whom cards go."""
        if move < LAY:
            return {"to": self.receiver(seat, move)}
        if WELCOME <= move < STAND:
            return {}
        after = self.copy()
        after.apply_in_world(seat, move)
        return view.difference(self, after, seat)

    def why_not(self, seat: int, move: int) -> Illegal:
        """Why this decision is refused, with the number of the rule."""
        return refusals.why_not(self, seat, move)

    def points(self, seat: Int) -> Int:
        """The stars of a World."""
        return score(self, seat)

    def fill_features(self, seat: Int, features: FeatureBuffer) -> None:
        """What a bot is told."""
        describe(self, seat, features)

    def chance_key(self) -> Int:
        """(55) Alone, the two cards of a stack that were only now seen, in either order."""
        if self.seats > 1 or self.phase != LAYING or self.hand_size(0) < HAND - 1:
            return 0
        one = min(self.hand[0], self.hand[1])
        return 1 + LAND_KINDS * one + max(self.hand[0], self.hand[1])

    def estimate(self, seat: Int) -> float:
        """Stars and promises, ahead of the mean of the others."""
        own = outlook(self, seat)
        others = 0
        for other in range(self.seats):
            if other != seat:
                others += STAR * score(self, other)
        return (own - others / (self.seats - 1) if self.seats > 1 else own) / STAR

    def score_sheet(self) -> Outcome:
        """Scores item by item."""
        return scoring.final_sheet(self)
