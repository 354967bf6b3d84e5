"""Positions drawn as text for the tests of this folder: a letter for each tile, laid in that order."""

from __future__ import annotations

from typing import Any, TypeVar

from tablee.core.state import CLOCK, UNTIMED, State
from tablee.games.mine import GAME
from tablee.games.mine.geometry import CELLS, TURNS, WIDTH
from tablee.games.mine.rules import MineState
from tablee.games.mine.tables import MASKS, PLACES_PER_SHAPE, SHAPES, SIDES

AnyState = TypeVar("AnyState", bound=State)


def table(*pairs: str, tie: int = 0, mix: str = "", **options: bool | str) -> MineState:
    """A race about to begin: a seat for each pair such as "3B 17", the side it plays on and its card.

    `tie` is the seat that comes first in every tie; `mix` is how the boards are dealt again, such as "1 0".
    """
    seats = len(pairs)
    sides = [SIDES.index(pair.split()[0]) for pair in pairs]
    cards = [int(pair.split()[1]) - 1 for pair in pairs]
    boards = [side // 2 for side in sides]
    ties = [tie, *(seat for seat in range(4) if seat != tie)]
    mixed = [int(seat) for seat in mix.split()] or list(range(seats))
    mixed += list(range(seats, 4))
    shuffled = cards + [card for card in range(40) if card not in cards]
    shuffled += boards + [board for board in range(10) if board not in boards]
    state = MineState()
    state.set_up(seats, shuffled + 7 * ties + 7 * mixed, GAME.resolve_options(options))
    for seat, side in enumerate(sides):
        play(state, seat, f"side {'AB'[side % 2]}")
    return state


def play(state: AnyState, seat: int, *moves: str, at: int = UNTIMED) -> AnyState:
    """Moves in words, one after the other."""
    for words in moves:
        state.play(seat, GAME.parse(words), at)
    return state


def clock(state: AnyState, words: str) -> AnyState:
    """A move of the clock."""
    return play(state, CLOCK, words)


def lay(
    state: MineState, seat: int, drawing: str, elements: dict[str, str] | None = None, at: int = UNTIMED
) -> MineState:
    """Take and lay every tile of a drawing; in a game with finds, `elements` says what a tile shows."""
    rows = [row.strip() for row in drawing.strip().splitlines()]
    where: dict[str, int] = {}
    for cell, mark in enumerate("".join(rows)):
        if mark.isalpha():
            where[mark] = where.get(mark, 0) | 1 << cell
    assert [WIDTH] * 5 == [len(row) for row in rows]
    for letter in sorted(where):
        shape, words = said(where[letter])
        element = (elements or {}).get(letter, "plain") if state.finds else "any"
        play(state, seat, f"take {shape} {element}", f"lay {words}", at=at)
    return state


def said(mask: int) -> tuple[str, str]:
    """The shape that covers these cells, and the words for where it lies."""
    shape, place = divmod(MASKS.index(mask), PLACES_PER_SHAPE)
    return SHAPES[shape], f"{TURNS[place // len(CELLS)]} {CELLS[place % len(CELLS)]}"


def drawn(state: MineState, seat: int) -> str:
    """The board of a seat as a drawing, the letters in the order of laying."""
    board = state.view(None)["boards"][seat]
    marks = dict(zip(CELLS, "".join(board["gallery"]["rows"]), strict=True))
    for letter, tile in zip(
        "abcdefgh", sorted(board["tiles"].values(), key=lambda tile: tile["laid"]), strict=False
    ):
        marks |= dict.fromkeys(tile["cells"], letter)
    lines = [
        "".join(marks[cell] for cell in CELLS[first : first + WIDTH]) for first in range(0, len(CELLS), WIDTH)
    ]
    return "\n".join(lines)


def drawing(text: str) -> str:
    """A drawing without its indentation."""
    return "\n".join(row.strip() for row in text.strip().splitlines())


def sheet(state: MineState, seat: int, number: int = -1) -> dict[str, int]:
    """The score sheet of a seat in a round, the last one unless told otherwise."""
    found: dict[str, int] = state.view(None)["sheets"][number][seat]
    return found


def code(state: State, seat: int, words: str) -> tuple[str, str | None]:
    """The reason and the rule with which a move is refused; nothing must have changed."""
    before = state.snapshot()
    move = GAME.parse(words)
    assert not state.allows(seat, move)
    refused = state.why_not(seat, move)
    assert before == state.snapshot()
    return refused.code, refused.rule


def fill(board: dict[str, Any]) -> list[str]:
    """The moves of a whole ghost race on a board as its owner sees it: the solver's tiles, and the call."""
    number, card = board["board"], board["card"]["card"]
    spare = next(n for n in range(1, 4) if n not in (number, card))
    state = play(table(f"{board['side']} {card}", f"{spare}A {spare}", ghost=True), 0, "start")
    said = []
    while not state.has_run(0):
        said.append(GAME.format(state.propose(0)[0]))
        play(state, 0, said[-1])
    return said
