"""How a hand says a move: each touch narrows the list of legal moves by one word.

A move is the path of things touched to say it. The verb is left out where the things alone tell the move; a
move without things is said by its verb.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Path = tuple[str, ...]


def paths(moves: Iterable[str]) -> dict[Path, str]:
    """The path of each move, in the order given; none is the beginning of another, none is shared."""
    split = [tuple(words.split()) for words in moves]
    things = [said[1:] or said for said in split]
    clear: dict[Path, str] = {}
    for said, bare in zip(split, things, strict=True):
        shared = any(
            other is not bare and verb[0] != said[0] and _meet(bare, other)
            for verb, other in zip(split, things, strict=True)
        )
        clear[said if shared else bare] = " ".join(said)
    return clear


def _meet(one: Path, other: Path) -> bool:
    """Whether one path is the beginning of the other."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def narrow(ways: dict[Path, str], touched: Sequence[str]) -> dict[Path, str]:
    """The moves that these touches leave possible."""
    said = tuple(touched)
    return {path: words for path, words in ways.items() if path[: len(said)] == said}


def targets(ways: dict[Path, str], touched: Sequence[str]) -> list[str]:
    """The things that may be touched next."""
    left = narrow(ways, touched)
    return list(dict.fromkeys(path[len(touched)] for path in left if len(path) > len(touched)))


def said(ways: dict[Path, str], touched: Sequence[str]) -> str | None:
    """The move, once the touches say it."""
    return ways.get(tuple(touched))
