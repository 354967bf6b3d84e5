"""Redrawing what a seat cannot know: hands and passes of others, the deck, covered stacks (A22, A23, A33).

Used by `CloudsState.reshuffle`. The hidden draft is drawn by rejection: choices of the other seats are drawn
until they agree with every card that the seat was dealt, was given or has seen laid.
"""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.core.rng import Rng
from tablee.games.clouds.mechanics.draft import current_origin, origin_after_keep, origin_after_pass
from tablee.games.clouds.state import (
    HAND_SIZE,
    KEEPING,
    LAND_KINDS,
    NONE,
    PASSING,
    STACK_SIZE,
    CloudsFields,
)


@final
class Sample:
    """Working memory of one draw: the kinds dealt, by origin, and the cards not yet assigned."""

    def __init__(self) -> None:
        self.dealt: list[Int] = [NONE] * 12
        self.remaining: list[Int] = [0] * 19
        self.pool: list[Int] = [0] * 60
        self.count: Int = 0


def resample_draft(state: CloudsFields, seat: Int, rng: Rng) -> None:
    """Redraw the draft so that it agrees with all that this seat (CLOCK: a spectator) has seen."""
    sample = Sample()
    while not try_choices(state, seat, sample, rng):
        pass
    deal_remaining(state, sample, rng)
    for other in range(state.seats):
        for slot in range(HAND_SIZE * other, HAND_SIZE * other + HAND_SIZE):
            state.dealt[slot] = sample.dealt[slot]
    for other in range(state.seats):
        if other != seat:
            for slot in range(HAND_SIZE):
                state.hand[HAND_SIZE * other + slot] = state.dealt[current_origin(state, other, slot)]


def try_choices(state: CloudsFields, seat: Int, sample: Sample, rng: Rng) -> bool:
    """Draw the choices of the other seats; return False if they contradict what this seat has seen."""
    for slot in range(HAND_SIZE * state.seats):
        sample.dealt[slot] = NONE
    for other in range(state.seats):
        if other != seat:
            redraw_choice(state, other, rng)
    if seat >= 0 and not assign_own(state, seat, sample):
        return False
    for other in range(state.seats):
        if other != seat and not assign_laid(state, other, sample):
            return False
    return count_remaining(state, sample)


def redraw_choice(state: CloudsFields, seat: Int, rng: Rng) -> None:
    """Redraw the card passed on, and shuffle the slots: others do not see which slot a card was laid from."""
    if state.passed[seat] != NONE:
        state.passed[seat] = rng.below(HAND_SIZE)
    for last in range(HAND_SIZE - 1, 0, -1):
        one = HAND_SIZE * seat + last
        other = HAND_SIZE * seat + rng.below(last + 1)
        card = state.hand[one]
        state.hand[one] = state.hand[other]
        state.hand[other] = card
        laid = state.laid[one]
        state.laid[one] = state.laid[other]
        state.laid[other] = laid


def assign(sample: Sample, origin: Int, kind: Int) -> bool:
    """Set the kind dealt at an origin; return False if another kind is already assigned to it."""
    if sample.dealt[origin] == NONE:
        sample.dealt[origin] = kind
    return sample.dealt[origin] == kind


def assign_own(state: CloudsFields, seat: Int, sample: Sample) -> bool:
    """Assign the cards that a seat was dealt and was given; return False on a contradiction."""
    for slot in range(HAND_SIZE):
        if not assign(sample, HAND_SIZE * seat + slot, state.dealt[HAND_SIZE * seat + slot]):
            return False
        if state.phase != KEEPING:
            origin = origin_after_keep(state, seat, slot)
            if not assign(sample, origin, state.dealt[origin]):
                return False
    if state.phase in (KEEPING, PASSING):
        return True
    passed = state.passed[seat]
    return assign(sample, origin_after_pass(state, seat, passed), state.hand[HAND_SIZE * seat + passed])


def assign_laid(state: CloudsFields, seat: Int, sample: Sample) -> bool:
    """Assign the cards that a seat has laid, which all have seen; return False on a contradiction."""
    for slot in range(HAND_SIZE):
        card = state.hand[HAND_SIZE * seat + slot]
        if state.laid[HAND_SIZE * seat + slot] and not assign(
            sample, origin_after_pass(state, seat, slot), card
        ):
            return False
    return True


def count_remaining(state: CloudsFields, sample: Sample) -> bool:
    """Count the cards not assigned, by kind; return False if more are assigned than there are."""
    for kind in range(LAND_KINDS):
        sample.remaining[kind] = 0
    for card in range(state.drawn, state.deck_size):
        sample.remaining[state.deck[card]] += 1
    for slot in range(HAND_SIZE * state.seats):
        sample.remaining[state.dealt[slot]] += 1
    for slot in range(HAND_SIZE * state.seats):
        if sample.dealt[slot] != NONE:
            sample.remaining[sample.dealt[slot]] -= 1
            if sample.remaining[sample.dealt[slot]] < 0:
                return False
    return True


def deal_remaining(state: CloudsFields, sample: Sample, rng: Rng) -> None:
    """Deal the cards not assigned at random, first to the free origins, then to the deck."""
    sample.count = 0
    for kind in range(LAND_KINDS):
        for _ in range(sample.remaining[kind]):
            sample.pool[sample.count] = kind
            sample.count += 1
    for slot in range(HAND_SIZE * state.seats):
        if sample.dealt[slot] == NONE:
            sample.dealt[slot] = draw_from_pool(sample, rng)
    for card in range(state.drawn, state.deck_size):
        state.deck[card] = draw_from_pool(sample, rng)


def draw_from_pool(sample: Sample, rng: Rng) -> Int:
    """Remove one card from the pool, each equally likely, and return its kind."""
    chosen = rng.below(sample.count)
    kind = sample.pool[chosen]
    sample.count -= 1
    sample.pool[chosen] = sample.pool[sample.count]
    return kind


def shuffle_deck(state: CloudsFields, rng: Rng) -> None:
    """Shuffle the cards not drawn yet. Between two rounds nothing else is unknown."""
    for last in range(state.deck_size - 1, state.drawn, -1):
        swap_cards(state, last, state.drawn + rng.below(last - state.drawn + 1))


def shuffle_stacks(state: CloudsFields, rng: Rng) -> None:
    """(A33) Shuffle the covered cards of all solo stacks that were not revealed."""
    sample = Sample()
    for card in range(state.deck_size):
        if card % STACK_SIZE and state.opened[card // STACK_SIZE] < 2:
            sample.pool[sample.count] = card
            sample.count += 1
    for last in range(sample.count - 1, 0, -1):
        swap_cards(state, sample.pool[last], sample.pool[rng.below(last + 1)])


def swap_cards(state: CloudsFields, one: Int, other: Int) -> None:
    """Exchange two cards of the deck."""
    card = state.deck[one]
    state.deck[one] = state.deck[other]
    state.deck[other] = card
