"""Move entry by selection: each selected thing narrows the list of legal moves by one word.

The path of a move is the sequence of its arguments; the verb comes first only where the arguments alone are
ambiguous. A move without arguments has its verb as path. `web/src/narrowing.ts` does the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Path = tuple[str, ...]


def paths(moves: Iterable[str]) -> dict[Path, str]:
    """Return moves by path, in the order given. No path is a prefix of another."""
    split = [tuple(words.split()) for words in moves]
    # Verbs by complete path and by prefix, so that long lists are not compared pair by pair.
    whole: dict[Path, set[str]] = {}
    begun: dict[Path, set[str]] = {}
    for said in split:
        bare = said[1:] or said
        whole.setdefault(bare, set()).add(said[0])
        for length in range(1, len(bare) + 1):
            begun.setdefault(bare[:length], set()).add(said[0])
    return {_path(said, whole, begun): " ".join(said) for said in split}


def _path(said: Path, whole: dict[Path, set[str]], begun: dict[Path, set[str]]) -> Path:
    """Return the arguments alone, unless the path of another verb is a prefix or a continuation of them."""
    bare = said[1:] or said
    others = set(begun[bare])
    for length in range(1, len(bare) + 1):
        others |= whole.get(bare[:length], set())
    return said if others - {said[0]} else bare


def narrow(ways: dict[Path, str], touched: Sequence[str]) -> dict[Path, str]:
    """Return the moves whose path begins with the selected things."""
    said = tuple(touched)
    return {path: words for path, words in ways.items() if path[: len(said)] == said}


def targets(ways: dict[Path, str], touched: Sequence[str]) -> list[str]:
    """Return the things that can be selected next."""
    left = narrow(ways, touched)
    return list(dict.fromkeys(path[len(touched)] for path in left if len(path) > len(touched)))


def said(ways: dict[Path, str], touched: Sequence[str]) -> str | None:
    """Return the move whose path is complete, or None."""
    return ways.get(tuple(touched))
