"""Numbers as one viewer counts them: not even a number may tell of what must not be noticed."""

from __future__ import annotations

from bisect import bisect_right


class Numbering:
    """Plies or events, less those that this viewer does not know of. Usually it knows of all."""

    def __init__(self) -> None:
        self.skipped: list[int] = []

    def skip(self, number: int) -> None:
        """This one, later than all before, is not noticed."""
        self.skipped.append(number)

    def told(self, number: int) -> int:
        """What the viewer calls this number, or the last one before it that it knows of."""
        return number - bisect_right(self.skipped, number)

    def meant(self, told: int) -> int:
        """The first number that the viewer calls so."""
        number = told
        for each in self.skipped:
            if each > number:
                break
            number += 1
        return number

    def cut(self, last: int) -> None:
        """Nothing after this happened."""
        while self.skipped and self.skipped[-1] > last:
            self.skipped.pop()
