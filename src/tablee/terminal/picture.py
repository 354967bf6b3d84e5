"""The widget that shows a Canvas: it gives styles their colours, scrolls, and reports clicks on things."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tablee.core.canvas import Canvas, Pointer

COLOURS = {
    "plain": "#d8d8d8",
    "dim": "#8a8a8a",
    "strong": "bold #ffffff",
    "title": "bold #ffd787",
    "good": "bold #87d787",
    "bad": "bold #ff8787",
    "warning": "bold #ffaf5f",
    "target": "bold #5fd7ff",
    "cursor": "bold #000000 on #ffd75f",
    "chosen": "bold #ffffff on #005f87",
    "red": "#ff8787",
    "green": "#87d787",
    "blue": "#87afff",
    "yellow": "#ffd75f",
    "white": "#ffffff",
    "magenta": "#ff87ff",
    "cyan": "#5fd7d7",
    "brown": "#d7af87",
    "night": "#afafff on #1c1c3a",
}
STYLES = {name: Style.parse(text) for name, text in COLOURS.items()}
CHANGED = Style(underline=True)


class Picture(ScrollView, can_focus=False):
    """A scrollable canvas.

    `changed_cells` are places (row, column) of the canvas to underline, because they are new to the viewer.
    """

    class Clicked(Message):
        """A click on a thing of the canvas."""

        def __init__(self, thing: str) -> None:
            super().__init__()
            self.thing = thing

    def __init__(self) -> None:
        super().__init__()
        self.canvas = Canvas()
        self.changed_cells: set[tuple[int, int]] = set()

    def show(self, canvas: Canvas, cursor: str | None, changed_cells: set[tuple[int, int]]) -> None:
        """Draw the rows that differ from the last canvas, and scroll to the thing named `cursor`."""
        old, self.canvas = self.canvas, canvas
        old_changed, self.changed_cells = self.changed_cells, changed_cells
        size = Size(canvas.width, canvas.height)
        if size != self.virtual_size:
            self.virtual_size = size
            self.refresh()
        for row in range(min(canvas.height, old.height)):
            if canvas.rows[row] != old.rows[row] or _in_row(changed_cells, row) != _in_row(old_changed, row):
                self.refresh_line(row)
        if cursor in canvas.things:
            box = canvas.things[cursor]
            self.scroll_to_region(Region(box.column, box.row, box.width, box.height), animate=False)

    def render_line(self, y: int) -> Strip:
        """Return line `y` of the widget, counted from its top."""
        across, down = self.scroll_offset
        row = y + down
        if row >= self.canvas.height:
            return Strip.blank(self.size.width)
        segments = [Segment(text, style) for text, style in self._styled_spans(row)]
        return (
            Strip(segments)
            .simplify()
            .extend_cell_length(self.size.width)
            .crop(across, across + self.size.width)
        )

    def _styled_spans(self, row: int) -> list[tuple[str, Style]]:
        if not _in_row(self.changed_cells, row):
            return [(text, STYLES[style]) for text, style in self.canvas.spans(row)]
        return [
            (letter, STYLES[style] + CHANGED if (row, column) in self.changed_cells else STYLES[style])
            for column, (letter, style) in enumerate(self.canvas.rows[row])
        ]

    def on_click(self, event: events.Click) -> None:
        """Post Clicked for the thing under the mouse, if there is one."""
        across, down = self.scroll_offset
        thing = self.canvas.at(event.y + down, event.x + across)
        if thing is not None:
            self.post_message(self.Clicked(thing))


def _in_row(cells: set[tuple[int, int]], row: int) -> set[tuple[int, int]]:
    return {cell for cell in cells if cell[0] == row}


def find_changed_cells(before: Canvas, after: Canvas) -> set[tuple[int, int]]:
    """Return where (row, column) letters and digits of `after` are new; lines and frames do not count."""
    return {
        (row, column)
        for row, line in enumerate(after.rows)
        for column, (letter, _) in enumerate(line)
        if letter.isalnum() and letter != _letter(before, row, column)
    }


def _letter(canvas: Canvas, row: int, column: int) -> str:
    line = canvas.rows[row] if row < canvas.height else []
    return line[column][0] if column < len(line) else ""


def add_buttons(canvas: Canvas, labels: dict[str, str], pointer: Pointer) -> None:
    """Draw a button under the picture for each of these things, given with their labels."""
    row, column = canvas.height + (1 if canvas.height else 0), 1
    for thing, label in labels.items():
        text = f" ►{label}◄ " if thing == pointer.cursor else f" [{label}] "
        if column > 1 and column + len(text) > max(canvas.width, 78):
            row, column = row + 1, 1
        canvas.block(row, column, [text], pointer.style(thing), thing)
        column += len(text) + 1
