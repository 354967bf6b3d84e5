"""Worlds drawn as text, and tables with chosen cards on top.

A drawing has a word per cell: icons by their letters (M W P S V), a portal between bars, `o` for a moon,
`*W` for a starting land, `xx` for Tzimimes, `~~` for a fumarole, `..` for nothing. The starting land
lies on d4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from tablee.core.state import State
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.state import START_SQUARE, TAKING
from tablee.games.clouds.tables import CELLS, KINDS, PLACES, SQUARES, TRAVELLERS, VOCABULARY

CODES = dict(zip((
    "o", "|P|", "|S|", "|W|", "|M|", "|V|", "VS", "VW", "VMM", "VP", "MM", "MP", "MW", "MS", "WS", "SP",
    "PPg", "PPs", "WP", "*W", "*M", "*P", "*S", "xx", "~~", "..",
), KINDS, strict=True))  # fmt: skip
WRITTEN = {kind: code for code, kind in CODES.items()}
STRADDLES = 6
Table = TypeVar("Table", bound=State)


def kind(code: str) -> int:
    """The number of a kind of card."""
    return KINDS.index(CODES[code])


def sky(drawing: str = "*M", tops: str = "", start: str = "d4", boxed: Sequence[str] = ()) -> CloudsState:
    """A solo table with this World: the first stacks show these cards, and a move may be said at once.

    `start` is the cell of the drawn starting land, or of the first drawn cell if there is none.
    """
    state = CloudsState()
    shown = [kind(code) for code in tops.split()]
    deck = [card for top in (shown + [kind("MM")] * 7)[:7] for card in (top, kind("MP"), kind("WS"))]
    guests = [TRAVELLERS.index(name) for name in TRAVELLERS if name not in boxed]
    state.box_travellers([*guests, *(TRAVELLERS.index(name) for name in boxed)], len(guests))
    state.set_up(1, deck, [kind("*M")], 0, True)
    spread(state, drawing, start)
    return state


def spread(state: CloudsState, drawing: str, start: str = "d4", seat: int = 0) -> None:
    """Let the cards of a drawing lie in a World, with the portals they make."""
    rows = [line.split() for line in drawing.strip().split("\n")]
    at = [(r, c) for r, row in enumerate(rows) for c, code in enumerate(row) if code[0] == "*"] or [(0, 0)]
    home = 72 * seat + SQUARES[CELLS.index(start)]
    for down, row in enumerate(rows):
        for right, code in enumerate(row):
            square = home + 8 * (down - at[0][0]) + right - at[0][1]
            if code != "..":
                lying = "o" if code in {"xx", "~~"} else code
                state.place(seat, kind(lying), kind(code), square)
    for cell in CELLS:
        state.opens_portal(72 * seat + SQUARES[CELLS.index(cell)])


def picture(state: State, seat: int = 0) -> str:
    """The World of a seat as it would be drawn."""
    world = state.view(None)["worlds"][seat]
    (left, right), (top, bottom) = world["columns"], world["rows"]
    rows = []
    for row in range(int(top), int(bottom) + 1):
        cells = [chr(column) + str(row) for column in range(ord(left), ord(right) + 1)]
        shown = [world["cells"].get(cell, {"shows": "nothing"})["shows"] for cell in cells]
        rows.append(" ".join(WRITTEN[name] for name in shown))
    return "\n".join(rows)


def drawn(drawing: str) -> str:
    """A drawing without the spaces that only make it pretty."""
    return "\n".join(" ".join(line.split()) for line in drawing.strip().split("\n"))


def invite(state: CloudsState, name: str, place: str, seat: int = 0) -> None:
    """Let a traveller stand somewhere."""
    number = PLACES.index(place)
    state.square = START_SQUARE
    state.guest = TRAVELLERS.index(name)
    state.stand(seat, number // STRADDLES, number % STRADDLES + 1)
    state.phase = TAKING


def build(state: CloudsState, one: str, other: str, seat: int = 0) -> None:
    """Let a dark city rise on two fumaroles."""
    state.smoke = 72 * seat + SQUARES[CELLS.index(one)]
    state.join(72 * seat + SQUARES[CELLS.index(other)])
    state.phase = TAKING


def play(state: Table, *moves: str, seat: int = 0) -> Table:
    """Say moves, one after the other."""
    for words in moves:
        state.play(seat, VOCABULARY.parse(words))
    return state


def says(state: State, seat: int = 0) -> list[str]:
    """What a seat may say."""
    return [VOCABULARY.format(move) for move in state.moves(seat)]


def cells_for(state: State, words: str) -> set[str]:
    """The cells to which a card may go: `cells_for(state, "take s1")`."""
    return {move.split()[-1] for move in says(state) if move.startswith(words)}


def table(seats: int, deck: str, sun: int = 0, starts: str = "*M *W *P *S") -> CloudsState:
    """A table whose deck has these cards on top."""
    state = CloudsState()
    cards = [kind(code) for code in deck.split()]
    full = cards + [kind("MM")] * (15 * seats - len(cards))
    state.set_up(seats, full, [kind(code) for code in starts.split()], sun, True)
    return state


def shown(state: State, seat: int = 0) -> dict[str, Any]:
    """The World of a seat as all see it."""
    world: dict[str, Any] = state.view(None)["worlds"][seat]
    return world
