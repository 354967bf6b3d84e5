"""Positions of tests, drawn as position.py reads them, and short ways to play and to read a state."""

from __future__ import annotations

from typing import Any, TypeVar

from tablee.core.state import CLOCK, UNTIMED, State
from tablee.games.mine import GAME
from tablee.games.mine.mechanics.geometry import CELLS, WIDTH
from tablee.games.mine.mechanics.ghosts import has_run
from tablee.games.mine.position import lay_tiles, new_race
from tablee.games.mine.rules import MineState

AnyState = TypeVar("AnyState", bound=State)

# Side 3B filled with card 17, side 1A with card 1, and side 1A filled wrongly for card 2.
FULL_3B_17 = """
    aaaabbb
    ##cad#b
    ###ddd#
    ###eeff
    ###gg##
"""
FULL_1A_1 = """
    ####abb
    #ccaaab
    ##cddab
    ##e#d#f
    #ee###f
"""
WRONG_1A_2 = """
    ###ddaa
    #bbbaac
    ##beeac
    ##f#e#c
    #ff###c
"""

# The examples of the booklet for elves (side 4B, card 1) and finds (side 3B, card 20).
ELF_BOARD = """
    ####..#
    #####..
    a###bbb
    aaccc#d
    #aaeeed
"""
FIND_BOARD = """
    aaaa.cc
    ##da.#c
    ###e.f#
    ###e.ff
    ###eg##
"""


def race_state(*pairs: str, tie: int = 0, mix: str = "", **options: bool | str) -> MineState:
    """Return a race about to begin, as `new_race` does, with options given as for a match."""
    return new_race(pairs, GAME.resolve_options(options), tie=tie, mix=mix)


def play(state: AnyState, seat: int, *moves: str, at: int = UNTIMED) -> AnyState:
    """Play moves given as text, all at the same time, and return the state."""
    for words in moves:
        state.play(seat, GAME.parse(words), at)
    return state


def clock(state: AnyState, words: str) -> AnyState:
    """Play a move of CLOCK and return the state."""
    return play(state, CLOCK, words)


def lay(
    state: MineState, seat: int, drawing: str, elements: dict[str, str] | None = None, at: int = UNTIMED
) -> MineState:
    """Lay the tiles of a drawing and return the state; `elements` is the element by letter."""
    lay_tiles(state, seat, drawing, elements or {}, at)
    return state


def draw_board(state: MineState, seat: int) -> str:
    """Draw the board of a seat, with letters in the order of laying."""
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


def dedent_drawing(text: str) -> str:
    """Remove the indentation of a drawing."""
    return "\n".join(row.strip() for row in text.strip().splitlines())


def sheet(state: MineState, seat: int, number: int = -1) -> dict[str, int]:
    """Return the score sheet of a seat in a round, by default the last one."""
    found: dict[str, int] = state.view(None)["sheets"][number][seat]
    return found


def points(state: MineState) -> list[int]:
    """Return the points of all seats in the last round."""
    return [sheet(state, seat)["points"] for seat in range(state.seats)]


def board_numbers(state: MineState) -> list[int]:
    """Return the numbers of the boards that the seats have."""
    return [board["board"] for board in state.view(None)["boards"]]


def refusal(state: State, seat: int, words: str) -> tuple[str, str | None]:
    """Return the reason and the rule with which a move is refused, and check that nothing changed."""
    before = state.snapshot()
    move = GAME.parse(words)
    assert not state.allows(seat, move)
    refused = state.why_not(seat, move)
    assert before == state.snapshot()
    return refused.code, refused.rule


def ghost_race_moves(board: dict[str, Any]) -> list[str]:
    """Return the moves of a ghost race after `start`: the tiles of a fill, and the call.

    `board` is a board in its owner's view.
    """
    number, card = board["board"], board["card"]["card"]
    spare = next(n for n in range(1, 4) if n not in (number, card))
    state = play(race_state(f"{board['side']} {card}", f"{spare}A {spare}", ghost=True), 0, "start")
    moves = []
    while not has_run(state, 0):
        moves.append(GAME.format(state.propose(0)[0]))
        play(state, 0, moves[-1])
    return moves
