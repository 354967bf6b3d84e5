"""The command `solve` of the command line."""

from __future__ import annotations

from tablee.core.canvas import Pointer
from tablee.core.errors import Unreadable
from tablee.core.i18n import LANGUAGES, Translations, read_translations
from tablee.games.mine import terminal_pictures as pictures
from tablee.games.mine.ai.solver import NO_LIMIT, Solver
from tablee.games.mine.mechanics.geometry import cell_names
from tablee.games.mine.pieces import (
    CARD_COUNT,
    CARD_TILES,
    COLOURS,
    ELVES,
    FOLDER,
    GALLERIES,
    GALLERY_ROWS,
    MASKS,
    PLACES_PER_SHAPE,
    SHAPE_COLOURS,
    SHAPES,
    SIDES,
)

ANSI = {"yellow": 33, "blue": 34, "green": 32, "red": 31, "white": 97, "brown": 33, "dim": 2, "strong": 1}


def solve(side: str, card: int, *, best: bool = False, language: str = "fr", colour: bool = False) -> None:
    """Show how a gallery can be filled with the tiles of a card, and in how many ways.

    Parameters
    ----------
    side
        A board and its side: 1A to 10B.
    card
        The number of a treasure card: 1 to 40.
    best
        The fill that brings most for elves and finds, instead of the first one.
    language
        fr or en.
    colour
        With colours, for a terminal.
    """
    number = _parse_side(side)
    if not 1 <= card <= CARD_COUNT:
        raise Unreadable("unknown-word", word=str(card), place=2, known=f"1 … {CARD_COUNT}")
    if language not in LANGUAGES:
        raise Unreadable("no-such-language", word=language[:40])
    words = read_translations(FOLDER, language)
    solver = Solver()
    solver.set_problem(number, card - 1, best, best)
    count = solver.count(GALLERIES[number])
    found = solver.find_best(GALLERIES[number], NO_LIMIT) if best else solver.find_one(GALLERIES[number])
    tiles = [_laid_tile(place) for place in solver.kept_fill() or []] if found else []
    gallery = pictures.Gallery(GALLERY_ROWS[number], ELVES[number] if best else [], tiles)
    canvas = pictures.draw_large(gallery, words, Pointer())
    print(words("terminal.solved", side=SIDES[number], card=card, counts=_format_counts(card - 1, words)))
    for row in range(canvas.height):
        print("".join(_style(text, style, colour) for text, style in canvas.spans(row)).rstrip())
    print(words("terminal.fills", n=count))
    if best:
        print(words("terminal.best", n=solver.best))


def _parse_side(word: str) -> int:
    if word.upper() not in SIDES:
        raise Unreadable(
            "unknown-word", word=word[:40], place=1, known=f"{SIDES[0]} {SIDES[1]} … {SIDES[-1]}"
        )
    return SIDES.index(word.upper())


def _laid_tile(place: int) -> pictures.LaidTile:
    kind = place // PLACES_PER_SHAPE
    label = SHAPES[kind][2:] if len(SHAPES[kind]) > 2 else ""
    return pictures.LaidTile(COLOURS[SHAPE_COLOURS[kind]], label, cell_names(MASKS[place]))


def _format_counts(card: int, words: Translations) -> str:
    """Return the number of tiles of each colour that a card shows, as text."""
    counts = CARD_TILES[len(COLOURS) * card : len(COLOURS) * (card + 1)]
    shown = zip(COLOURS, counts, strict=True)
    return ", ".join(f"{words(f'letter.{colour}')} {count}" for colour, count in shown if count)


def _style(text: str, style: str, colour: bool) -> str:
    return f"\033[{ANSI.get(style, 0)}m{text}\033[0m" if colour and text.strip() else text
