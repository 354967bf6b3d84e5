"""A hand over the table: where it points, what it has touched, what was typed. Knows no screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.core.canvas import Box, Pointer
from tablee.core.narrowing import Path, narrow, paths, said, targets

DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
# A character is about twice as high as it is wide.
ASPECT = 2
# How much worse it is to lie beside the way than on it.
ASIDE = 3


class Hand:
    """The way to one move: touches narrow the list, or words say it at once."""

    def __init__(self, moves: Iterable[str] = ()) -> None:
        self.ways: dict[Path, str] = paths(moves)
        self.touched: list[str] = []
        self.cursor: str | None = None
        self.typed = ""
        self._settle()

    @property
    def targets(self) -> list[str]:
        """What may be touched next."""
        return targets(self.ways, self.touched)

    def pointer(self) -> Pointer:
        """The same for whoever draws."""
        return Pointer(frozenset(self.targets), self.cursor, tuple(self.touched))

    def _settle(self) -> None:
        """The cursor stays where it is if that is a target, else it goes to the first one."""
        if self.cursor not in self.targets:
            self.cursor = next(iter(self.targets), None)

    def touch(self, thing: str) -> str | None:
        """Touch a thing; the move, once it is said."""
        if thing not in self.targets:
            return None
        self.touched.append(thing)
        self._settle()
        return said(self.ways, self.touched)

    def back(self) -> bool:
        """Take back what was typed, or the last touch; False if there was nothing."""
        if self.typed:
            self.typed = ""
        elif self.touched:
            self.cursor = self.touched.pop()
        else:
            return False
        return True

    def steer(self, direction: str, things: Mapping[str, Box]) -> None:
        """Go to the nearest target in this direction."""
        here = things.get(self.cursor or "")
        there = {thing: things[thing] for thing in self.targets if thing in things and thing != self.cursor}
        if here is None:
            self.cursor = next(iter(there), self.cursor)
            return
        ahead = {thing: _distance(here, box, DIRECTIONS[direction]) for thing, box in there.items()}
        near = [thing for thing, distance in ahead.items() if distance is not None]
        self.cursor = min(near, key=lambda thing: ahead[thing] or 0, default=self.cursor)

    def cycle(self, step: int) -> None:
        """The next target in the order of the list."""
        found = self.targets
        if found:
            at = found.index(self.cursor) if self.cursor in found else -step
            self.cursor = found[(at + step) % len(found)]

    # Words

    def suggestion(self) -> str:
        """A legal move that begins as the words that were typed."""
        begun = self.typed.lower()
        return next((move for move in self.ways.values() if begun and move.lower().startswith(begun)), "")

    def complete(self) -> None:
        """Finish the word that is being typed, as far as the first suggestion goes."""
        whole = self.suggestion()
        if whole:
            stop = whole.find(" ", len(self.typed) + 1)
            self.typed = whole if stop < 0 else whole[: stop + 1]

    def spoken(self) -> str:
        """The move that was typed: in full, or only its things, large or small letters alike."""
        words = tuple(self.typed.split())
        small = tuple(word.lower() for word in words)
        for path, move in self.ways.items():
            if small in (tuple(word.lower() for word in path), tuple(move.lower().split())):
                return move
        return " ".join(words)

    def left(self) -> list[str]:
        """The moves that the touches leave possible."""
        return list(narrow(self.ways, self.touched).values())


def _distance(here: Box, there: Box, direction: tuple[int, int]) -> float | None:
    """How far it is that way, None if it is not that way at all."""
    down = _centre(there)[0] - _centre(here)[0]
    right = _centre(there)[1] - _centre(here)[1]
    ahead = down * direction[0] + right * direction[1]
    aside = abs(right if direction[0] else down)
    return None if ahead <= 0 else ahead + ASIDE * aside


def _centre(box: Box) -> tuple[float, float]:
    return ASPECT * (box.row + box.height / 2), box.column + box.width / 2
