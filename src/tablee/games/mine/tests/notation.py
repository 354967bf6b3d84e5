"""Positions drawn as text, for tests: a letter for each tile, laid in alphabetical order."""

from __future__ import annotations

from typing import Any, TypeVar

from tablee.core.state import CLOCK, UNTIMED, State
from tablee.games.mine import GAME
from tablee.games.mine.mechanics.geometry import CELLS, TURNS, WIDTH
from tablee.games.mine.mechanics.ghosts import has_run
from tablee.games.mine.pieces import MASKS, PLACES_PER_SHAPE, SHAPES, SIDES
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
    """Return a race about to begin, with a seat for each pair of a side and a card, such as "3B 17".

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
    """Take and lay every tile of a drawing; in a game with finds, `elements` is the element by letter."""
    for letter, mask in parse_drawing(drawing).items():
        shape, words = place_words(mask)
        element = (elements or {}).get(letter, "plain") if state.finds else "any"
        play(state, seat, f"take {shape} {element}", f"lay {words}", at=at)
    return state


def parse_drawing(drawing: str) -> dict[str, int]:
    """Return the mask of each letter of a drawing, in alphabetical order."""
    rows = drawing.split()
    assert [WIDTH] * 5 == [len(row) for row in rows]
    masks: dict[str, int] = {}
    for cell, mark in enumerate("".join(rows)):
        if mark.isalpha():
            masks[mark] = masks.get(mark, 0) | 1 << cell
    return dict(sorted(masks.items()))


def place_words(mask: int) -> tuple[str, str]:
    """Return the shape that covers these cells, and the words of its turn and top left cell."""
    shape, place = divmod(MASKS.index(mask), PLACES_PER_SHAPE)
    return SHAPES[shape], f"{TURNS[place // len(CELLS)]} {CELLS[place % len(CELLS)]}"


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
