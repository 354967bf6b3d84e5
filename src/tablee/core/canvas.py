"""A text canvas on which a game draws its view for a terminal.

Styles are names; the terminal app maps them to colours. Positions of selectable things are kept, so that
arrow keys and the mouse can find them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from unicodedata import east_asian_width

from tablee.core.i18n import Translations
from tablee.core.narrowing import narrow, paths

STYLES = (
    "plain", "dim", "strong", "title", "good", "bad", "warning",
    "target", "cursor", "chosen",
    "red", "green", "blue", "yellow", "white", "magenta", "cyan", "brown", "night",
)  # fmt: skip
# No character before this one is wide.
WIDE_FROM = "\u10ff"


@dataclass(frozen=True)
class Pointer:
    """The state of move entry: selectable things, the one under the cursor, those selected so far."""

    targets: frozenset[str] = frozenset()
    cursor: str | None = None
    chosen: tuple[str, ...] = ()

    def style(self, thing: str, otherwise: str = "plain") -> str:
        """Return the style of a thing."""
        if thing == self.cursor:
            return "cursor"
        if thing in self.chosen:
            return "chosen"
        return "target" if thing in self.targets else otherwise


@dataclass(frozen=True)
class Box:
    """The rectangle of a thing on the canvas, in rows and columns."""

    row: int
    column: int
    height: int
    width: int

    def covers(self, row: int, column: int) -> bool:
        """Return whether a cell is inside the rectangle."""
        return self.row <= row < self.row + self.height and self.column <= column < self.column + self.width


@dataclass
class Canvas:
    """Rows of styled characters that grow as needed."""

    rows: list[list[tuple[str, str]]] = field(default_factory=list)
    things: dict[str, Box] = field(default_factory=dict)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns of the longest row."""
        return max((len(row) for row in self.rows), default=0)

    def put(self, row: int, column: int, text: str, style: str = "plain") -> int:
        """Write a text and return the column after it. A wide character takes two columns."""
        if style not in STYLES:
            raise ValueError(f"no style is called {style!r}")
        while len(self.rows) <= row:
            self.rows.append([])
        line = self.rows[row]
        line.extend([(" ", "plain")] * (column - len(line)))
        cells = _cells(text, style)
        line[column : column + len(cells)] = cells
        return column + len(cells)

    def block(self, row: int, column: int, lines: list[str], style: str = "plain", thing: str = "") -> None:
        """Write lines below each other; with `thing`, mark them as selectable."""
        for offset, text in enumerate(lines):
            self.put(row + offset, column, text, style)
        if thing:
            self.mark(thing, row, column, len(lines), max(map(len, lines)))

    def mark(self, thing: str, row: int, column: int, height: int, width: int) -> None:
        """Note the rectangle of cells that a thing occupies, so that `at` finds it under the mouse."""
        self.things[thing] = Box(row, column, height, width)

    def paste(self, other: Canvas, row: int, column: int) -> None:
        """Copy another canvas, with its things; its top left cell goes to this row and column."""
        for offset, line in enumerate(other.rows):
            for at, (character, style) in enumerate(line):
                if character:
                    self.put(row + offset, column + at, character, style)
        for thing, box in other.things.items():
            self.mark(thing, box.row + row, box.column + column, box.height, box.width)

    def at(self, row: int, column: int) -> str | None:
        """Return the thing at a cell, or None."""
        return next((thing for thing, box in self.things.items() if box.covers(row, column)), None)

    def spans(self, row: int) -> list[tuple[str, str]]:
        """Return a row as (text, style) pairs; neighbouring cells of one style are joined."""
        stretches: list[tuple[str, str]] = []
        for character, style in self.rows[row]:
            if stretches and stretches[-1][1] == style:
                stretches[-1] = (stretches[-1][0] + character, style)
            else:
                stretches.append((character, style))
        return stretches

    def text(self) -> str:
        """Return the characters without styles."""
        return "\n".join("".join(character for character, _ in row).rstrip() for row in self.rows)


class Drawing:
    """Base class of a game's drawing: the canvas, the view, translations, and the state of move entry."""

    def __init__(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> None:
        self.canvas = Canvas()
        self.view = view
        self.words = words
        self.pointer = pointer
        # Moves that remain if the thing under the cursor is selected, and their previews.
        self.aimed = self._moves_aimed_at()
        self.previews = [view["foreseen"][move] for move in self.aimed if move in view["foreseen"]]

    def _moves_aimed_at(self) -> list[str]:
        if self.pointer.cursor is None:
            return []
        touched = (*self.pointer.chosen, self.pointer.cursor)
        return list(narrow(paths(self.view["moves"]), touched).values())

    def effect(self) -> dict[str, Any]:
        """Return the preview of the move under the cursor; {} if several moves remain."""
        return self.previews[0] if len(self.aimed) == len(self.previews) == 1 else {}

    def labelled(self, thing: str, text: str) -> str:
        """Return a label with signs for cursor, selected and selectable."""
        if thing == self.pointer.cursor:
            return f"►{text}◄"
        if thing in self.pointer.chosen:
            return f"✓{text} "
        return f"[{text}]" if thing in self.pointer.targets else f" {text} "

    def button(self, row: int, column: int, thing: str, text: str, usual: str = "plain") -> int:
        """Draw a selectable label and return the column after it."""
        label = self.labelled(thing, text)
        self.canvas.block(row, column, [label], self.pointer.style(thing, usual), thing)
        return column + len(label)


def _cells(text: str, style: str) -> list[tuple[str, str]]:
    """Return a text as cells; an empty cell follows a wide character."""
    cells: list[tuple[str, str]] = []
    for character in text:
        cells.append((character, style))
        if character > WIDE_FROM and east_asian_width(character) in "WF":
            cells.append(("", style))
    return cells
