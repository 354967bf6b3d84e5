"""The draft, and what a seat cannot know of it: rules 13-16 and the rulings A21-A23, A32, A33."""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.core.rng import Rng
from tablee.games.clouds.laying import LayingTable
from tablee.games.clouds.state import (
    HAND,
    KEEPING,
    LAND_KINDS,
    LAYING,
    NONE,
    PASSING,
)


@final
class Guess:
    """Room for one try at what may have been dealt, and for the cards nobody accounts for."""

    def __init__(self) -> None:
        self.dealt: list[Int] = [NONE] * 12
        self.left: list[Int] = [0] * 19
        self.pool: list[Int] = [0] * 60
        self.count: Int = 0


GUESS: Guess = Guess()


class DraftTable(LayingTable):
    """Deal, keep one, pass two, keep two, pass one."""

    def before(self, seat: Int) -> Int:
        """Who passes cards to this seat."""
        return (seat + self.seats - self.step) % self.seats

    # Dealing and drafting (13, 14)

    def deal_hands(self) -> None:
        """(13, A32) Three cards each from the top, starting with the Sun, in its direction."""
        for turn in range(self.seats):
            seat = (self.sun + turn * self.step) % self.seats
            for place in range(HAND * seat, HAND * seat + HAND):
                self.dealt[place] = self.deck[self.drawn]
                self.hand[place] = self.deck[self.drawn]
                self.laid[place] = 0
                self.drawn += 1
            self.kept[seat] = NONE
            self.passed[seat] = NONE
        self.phase = KEEPING

    def place_in_hand(self, seat: Int, kind: Int) -> Int:
        """The first place of the hand with a card of this kind, or NONE."""
        for place in range(HAND):
            if self.hand[HAND * seat + place] == kind and not self.laid[HAND * seat + place]:
                return place
        return NONE

    def keep(self, seat: Int, kind: Int) -> None:
        """(14, A22) A secret choice; when all have chosen, two cards move on."""
        self.kept[seat] = self.place_in_hand(seat, kind)
        for other in range(self.seats):
            if self.kept[other] == NONE:
                return
        self.take_two()
        self.phase = PASSING

    def take_two(self) -> None:
        """(14) The card kept, then the two from the neighbour."""
        for seat in range(self.seats):
            for place in range(HAND):
                self.hand[HAND * seat + place] = self.dealt[self.origin(seat, place)]

    def origin(self, seat: Int, place: Int) -> Int:
        """Where the card at this place of the hand after the first pass was dealt."""
        if place == 0:
            return HAND * seat + self.kept[seat]
        giver = self.before(seat)
        slot = place - 1
        if slot >= self.kept[giver]:
            slot += 1
        return HAND * giver + slot

    def pass_on(self, seat: Int, kind: Int) -> None:
        """(14, A22) Again a secret choice, of any of the three; when all have chosen, one card moves on."""
        self.passed[seat] = self.place_in_hand(seat, kind)
        for other in range(self.seats):
            if self.passed[other] == NONE:
                return
        for other in range(self.seats):
            self.hand[HAND * other + self.passed[other]] = self.dealt[
                self.last_origin(other, self.passed[other])
            ]
        self.phase = LAYING
        self.turn = self.sun

    def last_origin(self, seat: Int, place: Int) -> Int:
        """Where the card at this place of the hand after the second pass was dealt."""
        if place != self.passed[seat]:
            return self.origin(seat, place)
        giver = self.before(seat)
        return self.origin(giver, self.passed[giver])

    # What a seat cannot know (A22, A23): imagine a draft that fits all it has seen

    def imagine_draft(self, seat: Int, rng: Rng) -> None:
        """Try until a draft explains what this seat (CLOCK: a spectator) was dealt, given and shown."""
        while not self.guess(seat, rng):
            pass
        self.fill_guess(rng)
        for other in range(self.seats):
            for place in range(HAND * other, HAND * other + HAND):
                self.dealt[place] = GUESS.dealt[place]
        for other in range(self.seats):
            if other != seat:
                for place in range(HAND):
                    self.hand[HAND * other + place] = self.dealt[self.whence(other, place)]

    def whence(self, seat: Int, place: Int) -> Int:
        """Where the card now at this place of the hand was dealt."""
        if self.phase == KEEPING:
            return HAND * seat + place
        return self.origin(seat, place) if self.phase == PASSING else self.last_origin(seat, place)

    def guess(self, seat: Int, rng: Rng) -> bool:
        """One try: other choices, laid from other places of the hand. False if something contradicts it."""
        for place in range(HAND * self.seats):
            GUESS.dealt[place] = NONE
        for other in range(self.seats):
            if other != seat:
                self.choose_again(other, rng)
        if seat >= 0 and not self.recall_own(seat):
            return False
        for other in range(self.seats):
            if other != seat and not self.recall_laid(other):
                return False
        return self.count_left()

    def choose_again(self, seat: Int, rng: Rng) -> None:
        """Others see that a choice was made, not which; nor from which place of the hand a card was laid."""
        if self.passed[seat] != NONE:
            self.passed[seat] = rng.below(HAND)
        for last in range(HAND - 1, 0, -1):
            one = HAND * seat + last
            other = HAND * seat + rng.below(last + 1)
            card = self.hand[one]
            self.hand[one] = self.hand[other]
            self.hand[other] = card
            laid = self.laid[one]
            self.laid[one] = self.laid[other]
            self.laid[other] = laid

    def claim(self, origin: Int, kind: Int) -> bool:
        """The card dealt there was of this kind: False if it is known to be of another."""
        if GUESS.dealt[origin] == NONE:
            GUESS.dealt[origin] = kind
        return GUESS.dealt[origin] == kind

    def recall_own(self, seat: Int) -> bool:
        """A seat knows what it was dealt and what it was given, first two cards, then one."""
        for place in range(HAND):
            if not self.claim(HAND * seat + place, self.dealt[HAND * seat + place]):
                return False
            if self.phase != KEEPING:
                origin = self.origin(seat, place)
                if not self.claim(origin, self.dealt[origin]):
                    return False
        if self.phase in (KEEPING, PASSING):
            return True
        place = self.passed[seat]
        return self.claim(self.last_origin(seat, place), self.hand[HAND * seat + place])

    def recall_laid(self, seat: Int) -> bool:
        """Everybody knows what was laid."""
        for place in range(HAND):
            card = self.hand[HAND * seat + place]
            if self.laid[HAND * seat + place] and not self.claim(self.last_origin(seat, place), card):
                return False
        return True

    def count_left(self) -> bool:
        """How many cards of each kind the guess leaves open; False if it needs more than there are."""
        for kind in range(LAND_KINDS):
            GUESS.left[kind] = 0
        for card in range(self.drawn, self.deck_size):
            GUESS.left[self.deck[card]] += 1
        for place in range(HAND * self.seats):
            GUESS.left[self.dealt[place]] += 1
        for place in range(HAND * self.seats):
            if GUESS.dealt[place] != NONE:
                GUESS.left[GUESS.dealt[place]] -= 1
                if GUESS.left[GUESS.dealt[place]] < 0:
                    return False
        return True

    def fill_guess(self, rng: Rng) -> None:
        """Whatever is left, shuffled, goes to hands and deck."""
        GUESS.count = 0
        for kind in range(LAND_KINDS):
            for _ in range(GUESS.left[kind]):
                GUESS.pool[GUESS.count] = kind
                GUESS.count += 1
        for place in range(HAND * self.seats):
            if GUESS.dealt[place] == NONE:
                GUESS.dealt[place] = draw(rng)
        for card in range(self.drawn, self.deck_size):
            self.deck[card] = draw(rng)

    def shuffle_deck(self, rng: Rng) -> None:
        """Between two rounds only the deck is unknown."""
        for last in range(self.deck_size - 1, self.drawn, -1):
            self.swap(last, self.drawn + rng.below(last - self.drawn + 1))

    def shuffle_stacks(self, rng: Rng) -> None:
        """(A33) Solo: the covered cards of all stacks that were not revealed."""
        GUESS.count = 0
        for card in range(self.deck_size):
            if card % HAND and self.opened[card // HAND] < 2:
                GUESS.pool[GUESS.count] = card
                GUESS.count += 1
        for last in range(GUESS.count - 1, 0, -1):
            self.swap(GUESS.pool[last], GUESS.pool[rng.below(last + 1)])

    def swap(self, one: Int, other: Int) -> None:
        """Exchange two cards of the deck."""
        card = self.deck[one]
        self.deck[one] = self.deck[other]
        self.deck[other] = card


def draw(rng: Rng) -> Int:
    """One card of the pool, each equally likely."""
    chosen = rng.below(GUESS.count)
    kind = GUESS.pool[chosen]
    GUESS.count -= 1
    GUESS.pool[chosen] = GUESS.pool[GUESS.count]
    return kind
