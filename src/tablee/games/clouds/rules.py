"""The rules of Strange World, in the order of the booklet. Numbers in brackets are those of RULES.*.md."""

from __future__ import annotations

from typing import Any, final

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.observation import ObservationWriter
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.vocabulary import Vocabulary
from tablee.games.clouds import refusals, scoring, view
from tablee.games.clouds.ai.features import describe
from tablee.games.clouds.ai.heuristic import STAR, world_estimate
from tablee.games.clouds.ai.observation import write_observation
from tablee.games.clouds.mechanics.draft import deal_hands, keep_card, pass_card
from tablee.games.clouds.mechanics.placement import add_cells, add_strict_cells, lay_card, repeat_cells
from tablee.games.clouds.mechanics.resampling import resample_draft, shuffle_deck, shuffle_stacks
from tablee.games.clouds.mechanics.travellers import (
    DECLINE,
    STAND,
    WELCOME,
    choose_traveller,
    find_places,
    find_travellers,
    place_traveller,
)
from tablee.games.clouds.mechanics.volcanoes import (
    COVER,
    JOIN,
    build_city,
    cover_card,
    erupt,
    find_covers,
    find_joins,
)
from tablee.games.clouds.pieces import VOCABULARY
from tablee.games.clouds.scoring import score
from tablee.games.clouds.state import (
    CELL_COUNT,
    COVERING,
    FACING,
    HAND_SIZE,
    JOINING,
    KEEPING,
    LAND_KINDS,
    LAYING,
    LEFT,
    NONE,
    OVER,
    PASSING,
    ROUNDS,
    ROW_PAIRS,
    SETTLED,
    SQUARE_OF_CELL,
    STACK_COUNT,
    STACK_SIZE,
    STANDING,
    START_SQUARE,
    TAKING,
    WELCOMING,
    WORLD,
    CloudsFields,
)

FACE: Int = VOCABULARY.first("face")
KEEP: Int = VOCABULARY.first("keep")
PASS: Int = VOCABULARY.first("pass")
LAY: Int = VOCABULARY.first("lay")
TAKE: Int = VOCABULARY.first("take")


@final
class CloudsState(CloudsFields):
    """The state of a match, with the rules: which seat decides what, and what follows from it."""

    # Set-up (9-12, 54)

    def set_up(self, seats: int, deck: list[int], starts: list[int], sun: int, scores_open: bool) -> None:
        """(9-12) Start a match with a shuffled deck, a starting land per seat and the holder of the Sun.

        (A20) `scores_open` is False if scores are hidden until the end.
        """
        self.seats = seats
        self.scores_open = 1 if scores_open else 0
        self.deck_size = len(deck)
        for card in range(self.deck_size):
            self.deck[card] = deck[card]
        for seat in range(seats):
            self.set_card(seat, starts[seat], starts[seat], WORLD * seat + START_SQUARE)
        self.sun = sun
        if seats == 1:
            self.phase = TAKING
        else:
            self.begin_round()

    # Actors and moves (A24)

    def is_actor(self, seat: Int) -> bool:
        """(14) Return whether a seat decides now: all of them while drafting, otherwise one."""
        if self.phase == KEEPING:
            return seat >= 0 and self.kept[seat] == NONE
        if self.phase == PASSING:
            return seat >= 0 and self.passed[seat] == NONE
        return seat == self.turn and self.phase != OVER

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """(A24) Add the moves of the decision that is open."""
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
        """(19) Add the moves of a decision that the card just laid asks for."""
        if self.phase == WELCOMING:
            find_travellers(self, moves)
        elif self.phase == STANDING:
            find_places(self, seat, moves)
        elif self.phase == COVERING:
            find_covers(self, moves)
        elif self.phase == JOINING:
            find_joins(self, moves)

    def find_cards(self, seat: Int, first: Int, moves: MoveBuffer) -> None:
        """(14) Add a move for each kind of card in the hand; `first` is the move of kind 0."""
        for slot in range(HAND_SIZE):
            kind = self.hand[HAND_SIZE * seat + slot]
            if self.slot_of(seat, kind) == slot:
                moves.add(first + kind)

    def find_lays(self, seat: Int, moves: MoveBuffer) -> None:
        """(15, 17) Add a move for each kind of card in the hand and each cell it may go to."""
        start = moves.count
        end = start
        first = 0
        for slot in range(HAND_SIZE):
            kind = self.hand[HAND_SIZE * seat + slot]
            if self.slot_of(seat, kind) != slot:
                continue
            if self.strict:
                add_strict_cells(self, seat, kind, LAY + CELL_COUNT * kind, moves)
            elif end == start:
                first = kind
                add_cells(self, seat, LAY + CELL_COUNT * kind, moves)
                end = moves.count
            else:
                repeat_cells(start, end, CELL_COUNT * (kind - first), moves)

    def apply(self, seat: Int, move: Int) -> None:
        if move < KEEP:
            self.turn_sun(move - FACE)
        elif move < PASS:
            keep_card(self, seat, move - KEEP)
        elif move < LAY:
            pass_card(self, seat, move - PASS)
        else:
            self.apply_in_world(seat, move)
            if self.phase == SETTLED:
                self.end_turn()

    def apply_in_world(self, seat: Int, move: Int) -> None:
        """(19) Lay a card, or carry out a decision that the last one asked for."""
        if move < TAKE:
            self.lay(seat, (move - LAY) // CELL_COUNT, (move - LAY) % CELL_COUNT)
        elif move < WELCOME:
            self.take((move - TAKE) // CELL_COUNT, (move - TAKE) % CELL_COUNT)
        elif move < DECLINE:
            choose_traveller(self, move - WELCOME)
        elif move < STAND:
            erupt(self)
        elif move < COVER:
            place_traveller(self, seat, (move - STAND) // ROW_PAIRS, (move - STAND) % ROW_PAIRS + 1)
        elif move < JOIN:
            cover_card(self, WORLD * seat + SQUARE_OF_CELL[move - COVER])
        else:
            build_city(self, WORLD * seat + SQUARE_OF_CELL[move - JOIN])

    # A round (12-16)

    def begin_round(self) -> None:
        """(12) Let the holder turn the Sun, with three or four seats; (A17) with two, deal at once."""
        if self.seats > 2:
            self.phase = FACING
            self.turn = self.sun
        else:
            deal_hands(self)

    def turn_sun(self, face: Int) -> None:
        """(12, A21) Turn the Sun and deal. LEFT points at the next seat, RIGHT at the previous one."""
        self.step = 1 if face == LEFT else self.seats - 1
        deal_hands(self)

    def receiver(self, seat: Int, move: Int) -> int:
        """(12, 14) Return the seat that receives cards from this one, after `move` if it turns the Sun."""
        step = self.step if move >= KEEP else 1 if move == FACE + LEFT else self.seats - 1
        return (seat + step) % self.seats

    def lay(self, seat: Int, kind: Int, cell: Int) -> None:
        """(15) Lay a card of the hand."""
        self.laid[HAND_SIZE * seat + self.slot_of(seat, kind)] = 1
        lay_card(self, seat, kind, WORLD * seat + SQUARE_OF_CELL[cell])

    def end_turn(self) -> None:
        """(15) Go on to the next seat in the Sun's direction, until all hands are empty."""
        if self.seats == 1:
            self.end_solo_turn()
            return
        self.turn = (self.turn + self.step) % self.seats
        self.phase = LAYING
        if self.cards_in_hand(self.turn) == 0:
            self.end_round()

    def end_round(self) -> None:
        """(16) Pass the Sun to the left, even if its arrow points right; end the match after five rounds."""
        self.round += 1
        if self.round == ROUNDS:
            self.phase = OVER
        else:
            self.sun = (self.sun + 1) % self.seats
            self.begin_round()

    # Solo (54-56)

    def find_stacks(self, moves: MoveBuffer) -> None:
        """(55) Add a move for the visible card of each unused stack and each cell it may go to."""
        start = moves.count
        end = start
        first = 0
        for stack in range(STACK_COUNT):
            if self.opened[stack] != 0:
                continue
            if self.strict:
                card = self.deck[STACK_SIZE * stack]
                add_strict_cells(self, 0, card, TAKE + CELL_COUNT * stack, moves)
            elif end == start:
                first = stack
                add_cells(self, 0, TAKE + CELL_COUNT * stack, moves)
                end = moves.count
            else:
                repeat_cells(start, end, CELL_COUNT * (stack - first), moves)

    def take(self, stack: Int, cell: Int) -> None:
        """(55) Lay the visible card of a stack."""
        self.stack = stack
        self.opened[stack] = 1
        lay_card(self, 0, self.deck[STACK_SIZE * stack], SQUARE_OF_CELL[cell])

    def end_solo_turn(self) -> None:
        """(55, A33) Reveal the two other cards of the stack after all effects of the first; then go on."""
        self.phase = LAYING
        if self.opened[self.stack] == 1:
            self.opened[self.stack] = 2
            for slot in range(STACK_SIZE - 1):
                self.hand[slot] = self.deck[STACK_SIZE * self.stack + 1 + slot]
                self.laid[slot] = 0
        elif self.cards_in_hand(0) == 0:
            self.round += 1
            self.phase = OVER if self.round == ROUNDS else TAKING

    # Hidden information (A22, A23, A33)

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """Redraw hands, passes, deck and covered stacks, as far as this seat has not seen them."""
        if self.phase == OVER:
            return
        if self.seats == 1:
            shuffle_stacks(self, rng)
        elif self.phase == FACING:
            shuffle_deck(self, rng)
        else:
            resample_draft(self, seat, rng)

    # Text, views and scores

    def vocabulary(self) -> Vocabulary:
        return VOCABULARY

    def board_view(self, viewer: int) -> dict[str, Any]:
        return view.board_view(self, viewer)

    def announce(self, viewer: int, seat: int, move: int) -> str:
        """(A22) Return the text of a move; for other viewers a choice of the draft without its card."""
        if KEEP <= move < LAY and viewer != seat:
            return "keep card" if move < PASS else "pass card"
        return VOCABULARY.format(move)

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """Return the effect of a move on the World; in the draft, the seat that receives cards."""
        if move < LAY:
            return {"to": self.receiver(seat, move)}
        if WELCOME <= move < STAND:
            return {}
        after = self.copy()
        after.apply_in_world(seat, move)
        return view.effect_of(self, after, seat)

    def why_not(self, seat: int, move: int) -> Illegal:
        return refusals.why_not(self, seat, move)

    def points(self, seat: Int) -> Int:
        return score(self, seat)

    def score_sheet(self) -> Outcome:
        return scoring.score_sheet(self)

    # Advice to bots

    def fill_features(self, seat: Int, features: FeatureBuffer) -> None:
        describe(self, seat, features)

    def chance_key(self) -> Int:
        """(55) Return a key for the two cards of a solo stack just revealed, the same in either order."""
        if self.seats > 1 or self.phase != LAYING or self.cards_in_hand(0) < STACK_SIZE - 1:
            return 0
        one = min(self.hand[0], self.hand[1])
        return 1 + LAND_KINDS * one + max(self.hand[0], self.hand[1])

    def estimate(self, seat: Int) -> float:
        """Return the estimated final stars of a seat less the mean of the others' present stars."""
        own = world_estimate(self, seat)
        others = 0
        for other in range(self.seats):
            if other != seat:
                others += STAR * score(self, other)
        return (own - others / (self.seats - 1) if self.seats > 1 else own) / STAR

    def fill_observation(self, seat: Int, writer: ObservationWriter) -> None:
        """Write what a learner sees; see ai/observation.py."""
        write_observation(self, seat, writer)
