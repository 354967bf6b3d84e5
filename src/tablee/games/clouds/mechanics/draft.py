"""Dealing and drafting: rules 13 and 14, and the rulings A21, A22 and A32.

A card is identified by its origin: its index in `dealt`, three slots per seat.
"""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.clouds.state import HAND_SIZE, KEEPING, LAYING, NONE, PASSING, CloudsFields


def giver(state: CloudsFields, seat: Int) -> Int:
    """Return the seat that passes cards to this one."""
    return (seat + state.seats - state.step) % state.seats


def deal_hands(state: CloudsFields) -> None:
    """(13, A32) Deal three cards to each seat, starting with the Sun's holder, in the Sun's direction."""
    for turn in range(state.seats):
        seat = (state.sun + turn * state.step) % state.seats
        for slot in range(HAND_SIZE * seat, HAND_SIZE * seat + HAND_SIZE):
            state.dealt[slot] = state.deck[state.drawn]
            state.hand[slot] = state.deck[state.drawn]
            state.laid[slot] = 0
            state.drawn += 1
        state.kept[seat] = NONE
        state.passed[seat] = NONE
    state.phase = KEEPING


def keep_card(state: CloudsFields, seat: Int, kind: Int) -> None:
    """(14, A22) Record a secret choice; when all seats have chosen, pass two cards on."""
    state.kept[seat] = state.slot_of(seat, kind)
    for other in range(state.seats):
        if state.kept[other] == NONE:
            return
    pass_two_cards(state)
    state.phase = PASSING


def pass_two_cards(state: CloudsFields) -> None:
    """(14) Fill every hand: slot 0 is the card kept, slots 1 and 2 come from the neighbour."""
    for seat in range(state.seats):
        for slot in range(HAND_SIZE):
            state.hand[HAND_SIZE * seat + slot] = state.dealt[origin_after_keep(state, seat, slot)]


def origin_after_keep(state: CloudsFields, seat: Int, slot: Int) -> Int:
    """Return the origin of the card in this slot of the hand after the first pass."""
    if slot == 0:
        return HAND_SIZE * seat + state.kept[seat]
    other = giver(state, seat)
    dealt_slot = slot - 1
    if dealt_slot >= state.kept[other]:
        dealt_slot += 1
    return HAND_SIZE * other + dealt_slot


def pass_card(state: CloudsFields, seat: Int, kind: Int) -> None:
    """(14, A22) Record a secret choice of any of the three cards; when all have chosen, pass one card on."""
    state.passed[seat] = state.slot_of(seat, kind)
    for other in range(state.seats):
        if state.passed[other] == NONE:
            return
    for other in range(state.seats):
        slot = state.passed[other]
        state.hand[HAND_SIZE * other + slot] = state.dealt[origin_after_pass(state, other, slot)]
    state.phase = LAYING
    state.turn = state.sun


def origin_after_pass(state: CloudsFields, seat: Int, slot: Int) -> Int:
    """Return the origin of the card in this slot of the hand after the second pass."""
    if slot != state.passed[seat]:
        return origin_after_keep(state, seat, slot)
    other = giver(state, seat)
    return origin_after_keep(state, other, state.passed[other])


def current_origin(state: CloudsFields, seat: Int, slot: Int) -> Int:
    """Return the origin of the card that is in this slot of the hand now."""
    if state.phase == KEEPING:
        return HAND_SIZE * seat + slot
    if state.phase == PASSING:
        return origin_after_keep(state, seat, slot)
    return origin_after_pass(state, seat, slot)
