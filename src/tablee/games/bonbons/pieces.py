"""Load and check pieces.toml; the vocabulary and the tables derived from the pieces. Not compiled."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

from tablee.core.pieces import load, require
from tablee.core.vocabulary import SEAT_WORDS, Verb, Vocabulary

FOLDER = Path(__file__).parent
COLOURS = ("blue", "green", "red", "yellow")
KIND_COUNT = 8
COINS = 3
WRAPPERS = 1

SQUARES = tuple(row + column for row in "123456" for column in "123456")
ROUNDS = tuple(seat + place for seat in SEAT_WORDS for place in "12345")
PLACES = SQUARES + ROUNDS

VOCABULARY = Vocabulary(
    Verb("turn", PLACES),
    Verb("stop"),
    Verb("give", ROUNDS),
    Verb("cover", ROUNDS),
    Verb("close"),
)


def check(data: dict[str, Any]) -> None:
    """(1) Require eight kinds in four colours, three coins and one wrapper; raise BadPieces otherwise."""
    kinds = data["kinds"]
    require(len(kinds) == KIND_COUNT, f"there are {len(kinds)} kinds instead of {KIND_COUNT}")
    for kind in kinds:
        plain = isinstance(kind, str) and kind.isascii() and kind.isalpha() and kind.islower()
        require(plain, f"the name of a kind must be one word of small letters from a to z, not {kind!r}")
    require(len(set(kinds)) == KIND_COUNT, "two kinds have the same name")
    require(tuple(data["colours"]) == COLOURS, f"colours must be {', '.join(COLOURS)}, in this order")
    require(data["coins"] == COINS, f"there must be {COINS} coins, not {data['coins']!r}")
    require(data["wrappers"] == WRAPPERS, f"there must be one wrapper, not {data['wrappers']!r}")


PIECES = load(FOLDER, check)
KINDS: tuple[str, ...] = tuple(PIECES.data["kinds"])
KIND_PAIRS = tuple("+".join(pair) for pair in combinations(KINDS, 2))

# Sweets are numbered 0-31, kind by kind; a coin is 32 and the wrapper 33.
FACES: tuple[str, ...] = (*(f"{kind}-{colour}" for kind in KINDS for colour in COLOURS), "coin", "wrapper")


def sweets_without(removed: list[int]) -> list[int]:
    """(1, 12) Return the sweets in play when these kinds are removed."""
    return [sweet for sweet in range(FACES.index("coin")) if sweet // len(COLOURS) not in removed]


def special_squares(quick: bool) -> list[int]:
    """(1, 12) Return the squares that are not sweets; the quick game has no coins."""
    return [FACES.index("coin")] * (0 if quick else COINS) + [FACES.index("wrapper")] * WRAPPERS
