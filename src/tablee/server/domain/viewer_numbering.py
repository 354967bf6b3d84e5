"""Numbers of plies and events as one viewer counts them."""

from __future__ import annotations

from bisect import bisect_right


class ViewerNumbering:
    """Numbers of plies or events as one viewer counts them. `skipped` is sorted and usually empty.

    Some moves must not be noticed by some viewers. A gap in the numbers would reveal them, so each viewer
    gets consecutive numbers of what it may know.
    """

    def __init__(self) -> None:
        self.skipped: list[int] = []

    def skip(self, number: int) -> None:
        """Hide this number from the viewer. It must be greater than all numbers skipped before."""
        self.skipped.append(number)

    def to_viewer(self, number: int) -> int:
        """Return the viewer's number of a real number, or of the last visible one before it."""
        if not self.skipped:
            return number
        return number - bisect_right(self.skipped, number)

    def to_real(self, viewed: int) -> int:
        """Return the smallest real number that the viewer counts as `viewed`."""
        number = viewed
        for each in self.skipped:
            if each > number:
                break
            number += 1
        return number

    def truncate(self, last: int) -> None:
        """Forget skipped numbers greater than `last`, after an undo."""
        while self.skipped and self.skipped[-1] > last:
            self.skipped.pop()
