"""The pieces of 1001 Islands, loaded from pieces.toml and checked, and the vocabulary of moves.

Not compiled, because it reads a file. The rules use the tables at the end, in which tiles have numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablee.core.pieces import load, require, require_one_of, sparse_rows
from tablee.core.vocabulary import SEAT_WORDS, Verb, Vocabulary

FOLDER = Path(__file__).parent
STACKS = ("top", "middle", "bottom", "dream")
ROWS = STACKS[:3]
ELEMENTS = (
    "palm", "brigand", "lamp", "roc", "egg", "monkey", "fennec", "dromedary", "elephant", "snake",
    "emerald", "ruby", "diamond",
)  # fmt: skip
DREAMS = (
    "roc", "monkey", "fennec", "dromedary", "elephant", "gem-column", "gem-row", "lamp", "snake", "genie",
)  # fmt: skip
STACK_SIZE = 20

PLACES = ("1", "2", "3", "4", "5")
CELLS = tuple(row + column for row in "tmbd" for column in "1234")


def check_pieces(data: dict[str, Any]) -> None:
    """(1) Raise BadPieces unless there are four stacks of twenty with known elements, and five characters."""
    for row in ROWS:
        tiles = data[row]
        require(len(tiles) == STACK_SIZE, f"[{row}] has {len(tiles)} tiles instead of {STACK_SIZE}")
        for name, face in tiles.items():
            _check_face(name, face)
    names = [name for row in ROWS for name in data[row]]
    require(len(set(names)) == len(names), "two tiles have the same name")
    copies = data["dream"]
    require(set(copies) == set(DREAMS), f"[dream] must have exactly {', '.join(DREAMS)}")
    require(sum(copies.values()) == STACK_SIZE, f"[dream] must have {STACK_SIZE} tiles in all")
    require(len(set(data["characters"])) == len(PLACES), "there must be five characters")


def _check_face(name: str, face: dict[str, Any]) -> None:
    for element, count in face.items():
        require_one_of(element, ELEMENTS, f"tile {name}")
        require(type(count) is int and count > 0, f"tile {name}: {element} must be 1 or more, not {count!r}")


PIECES = load(FOLDER, check_pieces)
CHARACTERS: tuple[str, ...] = tuple(PIECES.data["characters"])
CHARACTER_WORDS = tuple("-".join(name.lower().split()) for name in CHARACTERS)

# `choose` comes last, so that the other moves keep their numbers.
VOCABULARY = Vocabulary(
    Verb("draw", STACKS),
    Verb("hide", PLACES[:3]),
    Verb("take", PLACES, CELLS),
    Verb("turn", PLACES[:3]),
    Verb("lay", CELLS),
    Verb("name", SEAT_WORDS[:5]),
    Verb("choose", CHARACTER_WORDS),
)


def _island_faces() -> list[dict[str, int]]:
    return [face for row in ROWS for face in PIECES.data[row].values()]


def _dream_kinds() -> list[int]:
    return [kind for kind, name in enumerate(DREAMS) for _ in range(PIECES.data["dream"][name])]


def _dream_names() -> list[str]:
    kinds = _dream_kinds()
    return [f"{DREAMS[kind]}-{kinds[: index + 1].count(kind)}" for index, kind in enumerate(kinds)]


# Tiles are numbered 0-79: twenty top, twenty middle, twenty bottom, twenty dreams.
TILES: list[str] = [name for row in ROWS for name in PIECES.data[row]] + _dream_names()
# The count of element e on tile t is FACES[13 t + e]; dreams have no face.
FACES: list[int] = [face.get(element, 0) for face in _island_faces() for element in ELEMENTS]
# The index in DREAMS of each tile, -1 for island tiles.
DREAM_KINDS: list[int] = [-1] * 60 + _dream_kinds()
# The same as pairs of element and count, for observations.
SPARSE_FACES: list[int] = sparse_rows(FACES, len(ELEMENTS))
