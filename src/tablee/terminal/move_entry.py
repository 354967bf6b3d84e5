"""The entry of one move, by selecting things one after another or by typing words. Independent of the screen.

Used by `terminal.table`, which passes keys and clicks to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.core.canvas import Box, Pointer
from tablee.core.narrowing import Path, complete_move, paths, targets

DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
# A character is about twice as high as it is wide.
ASPECT = 2
# The weight of a sideways distance, relative to a distance in the direction of the arrow key.
SIDEWAYS_WEIGHT = 3


class MoveEntry:
    """An unfinished choice among legal moves.

    `moves_by_path` maps the path of things to select to the words of a move. `selected` is the part of a path
    entered so far, `cursor` the target that Enter would select, `typed` the content of the text line.
    """

    def __init__(self, moves: Iterable[str] = ()) -> None:
        self.moves_by_path: dict[Path, str] = paths(moves)
        self.selected: list[str] = []
        self.cursor: str | None = None
        self.typed = ""
        self._keep_cursor_on_target()

    @property
    def targets(self) -> list[str]:
        """Return the things that may be selected next, in the order of the moves."""
        return targets(self.moves_by_path, self.selected)

    def pointer(self) -> Pointer:
        """Return targets, cursor and selected things in the form in which a game draws them."""
        return Pointer(frozenset(self.targets), self.cursor, tuple(self.selected))

    def _keep_cursor_on_target(self) -> None:
        """Move the cursor to the first target, unless it is on a target already; None without targets."""
        if self.cursor not in self.targets:
            self.cursor = next(iter(self.targets), None)

    def select(self, thing: str) -> str | None:
        """Add a thing to the path; return the words of the move if this completes it.

        Return None and change nothing if the thing is not a target.
        """
        if thing not in self.targets:
            return None
        self.selected.append(thing)
        self._keep_cursor_on_target()
        return complete_move(self.moves_by_path, self.selected)

    def back(self) -> bool:
        """Clear the typed words, or else remove the last selection; return False if there was neither."""
        if self.typed:
            self.typed = ""
        elif self.selected:
            self.cursor = self.selected.pop()
        else:
            return False
        return True

    def move_cursor(self, direction: str, things: Mapping[str, Box]) -> None:
        """Move the cursor to the nearest target in this direction, a key of DIRECTIONS, if there is one.

        `things` says where each thing was drawn; targets that were not drawn are skipped.
        """
        here = things.get(self.cursor or "")
        there = {thing: things[thing] for thing in self.targets if thing in things and thing != self.cursor}
        if here is None:
            self.cursor = next(iter(there), self.cursor)
            return
        ahead = {thing: _distance(here, box, DIRECTIONS[direction]) for thing, box in there.items()}
        near = [thing for thing, distance in ahead.items() if distance is not None]
        self.cursor = min(near, key=lambda thing: ahead[thing] or 0, default=self.cursor)

    def cycle_cursor(self, step: int) -> None:
        """Move the cursor by `step` targets, in the order of the moves and round the end."""
        found = self.targets
        if found:
            at = found.index(self.cursor) if self.cursor in found else -step
            self.cursor = found[(at + step) % len(found)]

    # Typed words

    def suggestion(self) -> str:
        """Return the first legal move that begins with the typed words, in either case; "" for none."""
        begun = self.typed.lower()
        return next(
            (move for move in self.moves_by_path.values() if begun and move.lower().startswith(begun)), ""
        )

    def complete(self) -> None:
        """Extend the typed words to the end of the next word of the suggestion."""
        whole = self.suggestion()
        if whole:
            stop = whole.find(" ", len(self.typed) + 1)
            self.typed = whole if stop < 0 else whole[: stop + 1]

    def typed_move(self) -> str:
        """Return the legal move that was typed, in full or as its path only, in upper or lower case.

        Return the typed words themselves, with single spaces, if they match no legal move.
        """
        words = tuple(self.typed.split())
        small = tuple(word.lower() for word in words)
        for path, move in self.moves_by_path.items():
            if small in (tuple(word.lower() for word in path), tuple(move.lower().split())):
                return move
        return " ".join(words)


def _distance(here: Box, there: Box, direction: tuple[int, int]) -> float | None:
    """Return a weighted distance in columns; None if `there` does not lie in this direction."""
    down = _centre(there)[0] - _centre(here)[0]
    right = _centre(there)[1] - _centre(here)[1]
    ahead = down * direction[0] + right * direction[1]
    aside = abs(right if direction[0] else down)
    return None if ahead <= 0 else ahead + SIDEWAYS_WEIGHT * aside


def _centre(box: Box) -> tuple[float, float]:
    return ASPECT * (box.row + box.height / 2), box.column + box.width / 2
