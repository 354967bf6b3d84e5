"""Positions written as text for tests, and short forms to play moves and to read views."""

from __future__ import annotations

import pytest

from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.core.vocabulary import parse_seat
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import VOCABULARY
from tablee.games.bonbons.position import set_up
from tablee.games.bonbons.rules import BonbonsState

MARKS = {"down": "", "lingering": "~", "open": "~", "up": "!", "covered": "$"}

# Seat A has four jelly men, seat B four twists; their squares are in the first two rows.
SQUARES_DRAWN = """
    jelly-b  jelly-g  jelly-r  jelly-y  wheel-b  wheel-g
    twist-b  twist-g  twist-r  twist-y  wheel-r  wheel-y
    coin     coin     coin     wrapper  roll-b   roll-g
"""
ROUNDS_A = "jelly-b jelly-g jelly-r jelly-y"
ROUNDS_B = "twist-b twist-g twist-r twist-y"


def two_seats(training: bool = False) -> BonbonsState:
    """Return a match of two seats with the squares and round tiles above."""
    return set_up(SQUARES_DRAWN, ROUNDS_A, ROUNDS_B, aside="wheel-b wheel-g", training=training)


# Play


def play(state: BonbonsState, *lines: str) -> BonbonsState:
    """Play moves such as `A turn 23` or `clock close`, and return the same state."""
    for line in lines:
        seat, _, words = line.partition(" ")
        state.play(parse_seat(seat), VOCABULARY.parse(words))
    return state


def turns(seat: str, places: str) -> list[str]:
    """Return the lines with which a seat turns these places one after the other."""
    return [f"{seat} turn {place}" for place in places.split()]


def refused(state: BonbonsState, line: str) -> tuple[str, str | None]:
    """Return the code and the rule with which a move is refused; check that nothing changed."""
    before = state.snapshot()
    with pytest.raises(Illegal) as refusal:
        play(state, line)
    assert before == state.snapshot()
    return refusal.value.code, refusal.value.rule


def play_to_end(seats: int, seed: str = "end", **options: str) -> BonbonsState:
    """Return a finished match played by the heuristic."""
    state = GAME.deal(seats, seed, **options)
    assert isinstance(state, BonbonsState)
    rng = Rng(seed)
    while state.actors():
        proposed = state.propose(state.turn)
        state.play(state.turn, proposed[rng.below(len(proposed))])
    return state


# Read


def moves(state: BonbonsState, seat: str) -> list[str]:
    """Return the legal moves of a seat as text."""
    return [VOCABULARY.format(move) for move in state.moves(parse_seat(seat))]


def rounds(state: BonbonsState, seat: str) -> str:
    """Return a seat's round tiles as viewers see them: `?` face down, `~` open, `!` found, `$` covered."""
    tiles = state.view(None)["rounds"][parse_seat(seat)]
    return " ".join((tile["face"] or "?") + MARKS[tile["side"]] for tile in tiles)


def shown(state: BonbonsState) -> dict[str, str]:
    """Return the visible squares by place, with the same marks."""
    tiles = state.view(None)["squares"]
    return {tile["place"]: tile["face"] + MARKS[tile["side"]] for tile in tiles if tile["face"]}
