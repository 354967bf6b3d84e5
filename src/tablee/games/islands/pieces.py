"""The pieces and the words of 1001 Islands as tables. Never compiled: here the pieces file is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablee.core import pieces
from tablee.core.vocabulary import SEAT_WORDS, Verb, Vocabulary

FOLDER = Path(__file__).parent
STACKS = ("top", "middle", "bottom", "dream")
ELEMENTS = (
    "palm", "brigand", "lamp", "roc", "egg", "monkey", "fennec", "dromedary", "elephant", "snake",
    "emerald", "ruby", "diamond",
)  # fmt: skip
DREAMS = (
    "roc", "monkey", "fennec", "dromedary", "elephant", "gem-column", "gem-row", "lamp", "snake", "genie",
)  # fmt: skip
PER_STACK = 20

PLACES = ("1", "2", "3", "4", "5")
CELLS = tuple(row + column for row in "tmbd" for column in "1234")

VOCABULARY = Vocabulary(
    Verb("draw", STACKS),
    Verb("hide", PLACES[:3]),
    Verb("take", PLACES, CELLS),
    Verb("turn", PLACES[:3]),
    Verb("lay", CELLS),
    Verb("name", SEAT_WORDS[:5]),
)


def check(data: dict[str, Any]) -> None:
    """Rule 1: four stacks of twenty, five characters. Anything on a tile must be an element we can count."""
    for row in STACKS[:3]:
        tiles = data[row]
        pieces.require(len(tiles) == PER_STACK, f"[{row}] has {len(tiles)} tiles instead of {PER_STACK}")
        for name, elements in tiles.items():
            for element, count in elements.items():
                pieces.require(element in ELEMENTS, f"tile {name}: {element!r} is no element of the game")
                pieces.require(
                    type(count) is int and count > 0, f"tile {name}: {count!r} {element} is no number"
                )
    names = [name for row in STACKS[:3] for name in data[row]]
    pieces.require(len(set(names)) == len(names), "two tiles have the same name")
    copies = data["dream"]
    pieces.require(set(copies) == set(DREAMS), f"[dream] must have exactly {', '.join(DREAMS)}")
    pieces.require(sum(copies.values()) == PER_STACK, f"[dream] must have {PER_STACK} tiles in all")
    pieces.require(len(set(data["characters"])) == len(PLACES), "there must be five characters")


PIECES = pieces.load(FOLDER, check)
CHARACTERS: tuple[str, ...] = tuple(PIECES.data["characters"])


def _island_faces() -> list[dict[str, int]]:
    return [elements for row in STACKS[:3] for elements in PIECES.data[row].values()]


def _dream_kinds() -> list[int]:
    return [kind for kind, name in enumerate(DREAMS) for _ in range(PIECES.data["dream"][name])]


def _dream_names() -> list[str]:
    kinds = _dream_kinds()
    return [f"{DREAMS[kind]}-{kinds[: at + 1].count(kind)}" for at, kind in enumerate(kinds)]


# Tiles are numbered 0-79: twenty top, twenty middle, twenty bottom, twenty dreams.
TILES: list[str] = [name for row in STACKS[:3] for name in PIECES.data[row]] + _dream_names()
FACES: list[int] = [face.get(element, 0) for face in _island_faces() for element in ELEMENTS]
DREAM_KINDS: list[int] = [-1] * 60 + _dream_kinds()
