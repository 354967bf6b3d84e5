"""Tables drawn as text: which tile lies where, written before a match, read during one."""

from __future__ import annotations

from tablee.core.vocabulary import parse_seat
from tablee.games.bonbons.pieces import FACES, VOCABULARY, specials, sweets_without
from tablee.games.bonbons.rules import BonbonsState

SHOW = 2000
MARKS = {"down": "", "lingering": "~", "open": "~", "up": "!", "covered": "$"}


def face_number(word: str) -> int:
    """The tile of a name such as jelly-blue, which may be cut short: jel-b."""
    kind, dash, colour = word.partition("-")
    found = [
        number
        for number, face in enumerate(FACES)
        if face.startswith(kind) and ("-" in face) == bool(dash) and face.partition("-")[2].startswith(colour)
    ]
    if len(found) != 1:
        raise ValueError(f"{word!r} is the name of {len(found)} tiles")
    return found[0]


def table(
    squares: str = "", *hands: str, rest: str = "", removed: tuple[int, ...] = (), training: bool = False
) -> BonbonsState:
    """A table with these squares, from the top left, and these rounds; the others are any that are left.

    Seat A begins. With two kinds removed it is the quick game.
    """
    sweets = sweets_without(list(removed))
    middle = _filled(squares.split(), sweets + specials(bool(removed)))
    wanted = [face_number(word) for words in (*hands, rest) for word in words.split()]
    rounds = [sweet for sweet in sweets if sweet not in wanted]
    dealt: list[int] = []
    for words in hands:
        own = [face_number(word) for word in words.split()]
        dealt += own + [rounds.pop() for _ in range(4 - len(own))]
    aside = [face_number(word) for word in rest.split()]
    state = BonbonsState()
    state.choose(list(removed), training, SHOW)
    state.set_up(len(hands), middle, dealt + aside + rounds, list(range(len(middle))), 0)
    return state


def _filled(words: list[str], box: list[int]) -> list[int]:
    """The tiles of a drawing; a dot, and whatever is not drawn, is any of those left."""
    drawn = [None if word == "." else face_number(word) for word in words]
    left = list(box)
    for tile in drawn:
        if tile is not None:
            left.remove(tile)
    return [left.pop() if tile is None else tile for tile in [*drawn, *[None] * (len(box) - len(drawn))]]


def play(state: BonbonsState, *lines: str) -> BonbonsState:
    """Play moves such as `A turn 23`; `clock close` is the clock's."""
    for line in lines:
        seat, _, words = line.partition(" ")
        state.play(parse_seat(seat), VOCABULARY.parse(words))
    return state


def turns(seat: str, places: str) -> list[str]:
    """The lines with which a seat turns these places one after the other."""
    return [f"{seat} turn {place}" for place in places.split()]


def moves(state: BonbonsState, seat: str) -> list[str]:
    """The legal moves of a seat in words."""
    return [VOCABULARY.format(move) for move in state.moves(parse_seat(seat))]


def hand(state: BonbonsState, seat: str) -> str:
    """The round tiles of a seat as all see them: `?` face down, `~` open, `!` found, `$` under coins."""
    tiles = state.view(None)["rounds"][parse_seat(seat)]
    return " ".join((tile["face"] or "?") + MARKS[tile["side"]] for tile in tiles)


def shown(state: BonbonsState) -> dict[str, str]:
    """The squares whose face can be seen now, and how they lie."""
    tiles = state.view(None)["squares"]
    return {tile["place"]: tile["face"] + MARKS[tile["side"]] for tile in tiles if tile["face"]}
