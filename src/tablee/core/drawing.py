"""What every game's drawing for a terminal begins with: a canvas, a view, and what the cursor aims at."""

from __future__ import annotations

from typing import Any

from tablee.core.canvas import Canvas, Pointer
from tablee.core.i18n import Translations
from tablee.core.narrowing import narrow, paths


class Drawing:
    """A canvas in the making, with what is drawn on it and for whom."""

    def __init__(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> None:
        self.canvas = Canvas()
        self.view = view
        self.words = words
        self.pointer = pointer
        # The moves that are possible once the thing under the cursor is touched, and what they would do.
        self.aimed = self._moves_aimed_at()
        self.outlook = [view["foreseen"][move] for move in self.aimed if move in view["foreseen"]]

    def _moves_aimed_at(self) -> list[str]:
        if self.pointer.cursor is None:
            return []
        touched = (*self.pointer.chosen, self.pointer.cursor)
        return list(narrow(paths(self.view["moves"]), touched).values())

    def effect(self) -> dict[str, Any]:
        """What the move under the cursor would do, once it is a single one."""
        return self.outlook[0] if len(self.aimed) == len(self.outlook) == 1 else {}

    def labelled(self, thing: str, text: str) -> str:
        """A name with a sign for what can be done with it."""
        if thing == self.pointer.cursor:
            return f"►{text}◄"
        if thing in self.pointer.chosen:
            return f"✓{text} "
        return f"[{text}]" if thing in self.pointer.targets else f" {text} "

    def button(self, row: int, column: int, thing: str, text: str, usual: str = "plain") -> int:
        """A name that can be touched; returns the column after it."""
        label = self.labelled(thing, text)
        self.canvas.block(row, column, [label], self.pointer.style(thing, usual), thing)
        return column + len(label)
