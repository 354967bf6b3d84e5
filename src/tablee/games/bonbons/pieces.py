"""The pieces and the words of Bonbons as tables. Never compiled: here the pieces file is read."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

from tablee.core import pieces
from tablee.core.vocabulary import SEAT_WORDS, Verb, Vocabulary

FOLDER = Path(__file__).parent
COLOURS = ("blue", "green", "red", "yellow")
KIND_COUNT = 8
COINS = 3
WRAPPERS = 1

SQUARES = tuple(row + column for row in "123456" for column in "123456")
ROUNDS = tuple(seat + place for seat in SEAT_WORDS for place in "12345")

VOCABULARY = Vocabulary(
    Verb("turn", SQUARES + ROUNDS),
    Verb("stop"),
    Verb("give", ROUNDS),
    Verb("cover", ROUNDS),
    Verb("close"),
)


def check(data: dict[str, Any]) -> None:
    """Rule 1: eight kinds in four colours, three coins, one wrapper."""
    kinds = data["kinds"]
    pieces.require(len(kinds) == KIND_COUNT, f"there are {len(kinds)} kinds instead of {KIND_COUNT}")
    for kind in kinds:
        plain = isinstance(kind, str) and kind.isascii() and kind.isalpha() and kind.islower()
        pieces.require(plain, f"{kind!r} is no kind: one word of small letters is needed")
    pieces.require(len(set(kinds)) == KIND_COUNT, "two kinds have the same name")
    pieces.require(tuple(data["colours"]) == COLOURS, f"colours must be {', '.join(COLOURS)}, in this order")
    pieces.require(data["coins"] == COINS, f"there must be {COINS} coins, not {data['coins']!r}")
    pieces.require(data["wrappers"] == WRAPPERS, f"there must be one wrapper, not {data['wrappers']!r}")


PIECES = pieces.load(FOLDER, check)
KINDS: tuple[str, ...] = tuple(PIECES.data["kinds"])
KIND_PAIRS = tuple("+".join(pair) for pair in combinations(KINDS, 2))

# Sweets are numbered 0-31, kind by kind; a coin is 32 and the wrapper 33.
FACES: tuple[str, ...] = (*(f"{kind}-{colour}" for kind in KINDS for colour in COLOURS), "coin", "wrapper")


def sweets_without(removed: list[int]) -> list[int]:
    """(1, 12) The sweets in play when these kinds are taken out."""
    return [sweet for sweet in range(FACES.index("coin")) if sweet // len(COLOURS) not in removed]


def specials(quick: bool) -> list[int]:
    """(1, 12) What is among the squares beside sweets; the quick game has no coins."""
    return [FACES.index("coin")] * (0 if quick else COINS) + [FACES.index("wrapper")] * WRAPPERS
