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
    # Which verbs say a path, and which begin one so: long lists must not be compared pair by pair.
    whole: dict[Path, set[str]] = {}
    begun: dict[Path, set[str]] = {}
    for said in split:
        bare = said[1:] or said
        whole.setdefault(bare, set()).add(said[0])
        for length in range(1, len(bare) + 1):
            begun.setdefault(bare[:length], set()).add(said[0])
    return {_path(said, whole, begun): " ".join(said) for said in split}


def _path(said: Path, whole: dict[Path, set[str]], begun: dict[Path, set[str]]) -> Path:
    """The things alone, unless the way of another verb begins or goes on like theirs."""
    bare = said[1:] or said
    others = set(begun[bare])
    for length in range(1, len(bare) + 1):
        others |= whole.get(bare[:length], set())
    return said if others - {said[0]} else bare


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
