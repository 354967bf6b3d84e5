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
    for parts in split:
        bare = parts[1:] or parts
        whole.setdefault(bare, set()).add(parts[0])
        for length in range(1, len(bare) + 1):
            begun.setdefault(bare[:length], set()).add(parts[0])
    return {_path(parts, whole, begun): " ".join(parts) for parts in split}


def _path(parts: Path, whole: dict[Path, set[str]], begun: dict[Path, set[str]]) -> Path:
    """Return the arguments alone, unless the path of another verb is a prefix or a continuation of them."""
    bare = parts[1:] or parts
    others = set(begun[bare])
    for length in range(1, len(bare) + 1):
        others |= whole.get(bare[:length], set())
    return parts if others - {parts[0]} else bare


def narrow(by_path: dict[Path, str], selected: Sequence[str]) -> dict[Path, str]:
    """Return the moves whose path begins with the selected things."""
    prefix = tuple(selected)
    return {path: words for path, words in by_path.items() if path[: len(prefix)] == prefix}


def targets(by_path: dict[Path, str], selected: Sequence[str]) -> list[str]:
    """Return the things that can be selected next."""
    left = narrow(by_path, selected)
    return list(dict.fromkeys(path[len(selected)] for path in left if len(path) > len(selected)))


def complete_move(by_path: dict[Path, str], selected: Sequence[str]) -> str | None:
    """Return the move whose path is complete, or None."""
    return by_path.get(tuple(selected))
