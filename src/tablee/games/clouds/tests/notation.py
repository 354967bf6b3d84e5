"""Matches with chosen cards and other helpers of the tests; the codes are those of position.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.games.clouds.mechanics.travellers import box_travellers, place_traveller
from tablee.games.clouds.mechanics.volcanoes import build_city
from tablee.games.clouds.pieces import CELLS, PLACES, SQUARES, TRAVELLERS, VOCABULARY
from tablee.games.clouds.position import CODE_OF_KIND, draw_world, kind
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.state import ROW_PAIRS, START_SQUARE, TAKING

AnyState = TypeVar("AnyState", bound=State)


# Matches


def solo(drawing: str = "*M", tops: str = "", start: str = "d4", boxed: Sequence[str] = ()) -> CloudsState:
    """Return a solo match with this World, in which the first stacks show the cards `tops`.

    `start` is the cell of the drawn starting land, or of the first drawn cell if there is none.
    """
    state = CloudsState()
    visible = [kind(code) for code in tops.split()]
    deck = [card for top in (visible + [kind("MM")] * 7)[:7] for card in (top, kind("MP"), kind("WS"))]
    kept = [TRAVELLERS.index(name) for name in TRAVELLERS if name not in boxed]
    box_travellers(state, [*kept, *(TRAVELLERS.index(name) for name in boxed)], len(kept))
    state.set_up(1, deck, [kind("*M")], 0, True)
    draw_world(state, drawing, start)
    return state


def draft(seats: int, deck: str, sun: int = 0, starts: str = "*M *W *P *S") -> CloudsState:
    """Return a match of several seats at its start, with these cards on top of the deck."""
    state = CloudsState()
    cards = [kind(code) for code in deck.split()]
    full = cards + [kind("MM")] * (15 * seats - len(cards))
    state.set_up(seats, full, [kind(code) for code in starts.split()], sun, True)
    return state


def drafted(seats: int, face: str = "left", sun: int = 0) -> CloudsState:
    """Return a match after a draft of mountains only."""
    state = draft(seats, "", sun)
    if seats > 2:
        play(state, f"face {face}", seat=sun)
    play_all(state, *["keep mountains"] * seats)
    play_all(state, *["pass mountains"] * seats)
    return state


def add_traveller(state: CloudsState, name: str, place: str) -> None:
    """Place a traveller beside the World of the first seat."""
    number = PLACES.index(place)
    state.laid_square = START_SQUARE
    state.chosen_traveller = TRAVELLERS.index(name)
    place_traveller(state, 0, number // ROW_PAIRS, number % ROW_PAIRS + 1)
    state.phase = TAKING


def add_city(state: CloudsState, one: str, other: str) -> None:
    """Build a dark city on two fumaroles of the first seat."""
    state.new_fumarole = SQUARES[CELLS.index(one)]
    build_city(state, SQUARES[CELLS.index(other)])
    state.phase = TAKING


# Playing


def play(state: AnyState, *moves: str, seat: int = 0) -> AnyState:
    """Play moves of one seat in order; return the state."""
    for words in moves:
        state.play(seat, VOCABULARY.parse(words))
    return state


def play_all(state: CloudsState, *moves: str) -> None:
    """Play one move of each seat, A first."""
    for seat, words in enumerate(moves):
        play(state, words, seat=seat)


def play_random(state: State, rng: Rng) -> bool:
    """Play one random move; return False if the match is over."""
    acting = state.actors()
    if acting:
        seat = acting[rng.below(len(acting))]
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])
    return bool(acting)


# Reading a state


def legal_moves(state: State, seat: int = 0) -> list[str]:
    """Return the legal moves of a seat as text."""
    return [VOCABULARY.format(move) for move in state.moves(seat)]


def cells_for(state: State, words: str) -> set[str]:
    """Return the cells to which a card may go: `cells_for(state, "take s1")`."""
    return {move.split()[-1] for move in legal_moves(state) if move.startswith(words)}


def hands(state: State) -> list[list[str]]:
    """Return the cards in the hand of each seat."""
    return [[card["card"] for card in state.view(seat)["hand"]] for seat in range(state.seats)]


def world_of(state: State, seat: int = 0) -> dict[str, Any]:
    """Return the World of a seat as in the view of a spectator."""
    world: dict[str, Any] = state.view(None)["worlds"][seat]
    return world


def drawing_of(state: State, seat: int = 0) -> str:
    """Return the World of a seat as a drawing."""
    world = world_of(state, seat)
    (left, right), (top, bottom) = world["columns"], world["rows"]
    rows = []
    for row in range(int(top), int(bottom) + 1):
        cells = [chr(column) + str(row) for column in range(ord(left), ord(right) + 1)]
        shown = [world["cells"].get(cell, {"shows": "nothing"})["shows"] for cell in cells]
        rows.append(" ".join(CODE_OF_KIND[name] for name in shown))
    return "\n".join(rows)


def tidy(drawing: str) -> str:
    """Remove the spaces of a drawing that only align it."""
    return "\n".join(" ".join(line.split()) for line in drawing.strip().split("\n"))
