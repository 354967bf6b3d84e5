"""The main World of the terminal, drawn large: its cards, the cells around it and its travellers."""

from __future__ import annotations

from typing import Any

from tablee.core.canvas import Box
from tablee.games.clouds.pieces import COLUMNS, ROWS
from tablee.games.clouds.terminal_cards import STAR, CardDrawing, printed

SIDE = 4
WORLD_ROW = 9
CELL_WIDTH, CELL_HEIGHT = 10, 4
TRAVELLER_WIDTH = 9
MAX_ROWS = 5
LOWER_ROW = WORLD_ROW + 2 + MAX_ROWS * CELL_HEIGHT


class WorldDrawing:
    """One World, drawn large on the canvas of a CardDrawing."""

    def __init__(self, drawing: CardDrawing, seat: int) -> None:
        self.drawing = drawing
        self.canvas = drawing.canvas
        self.view = drawing.view
        self.world = drawing.view["worlds"][seat]
        self.seat = seat
        self.columns = self.stretch(COLUMNS, self.world["columns"])
        self.rows = self.stretch(ROWS, self.world["rows"])
        standing = self.view["phase"] == "stand" and self.view["moves"]
        if standing or self.world["side"] == "left":
            self.columns = self.columns[self.columns.index(self.world["columns"][0]) :]
        if standing or self.world["side"] == "right":
            self.columns = self.columns[: self.columns.index(self.world["columns"][1]) + 1]
        self.left = 2 + TRAVELLER_WIDTH * bool(standing or self.world["side"] == "left")

    def stretch(self, names: str, ends: str) -> str:
        """Return the columns or rows to draw: one more at each end while the World can still grow."""
        first, last = names.index(ends[0]), names.index(ends[1])
        if last - first + 1 < SIDE and self.view["outcome"] is None:
            first, last = max(first - 1, 0), last + 1
        return names[first : last + 1]

    def draw(self) -> None:
        """Draw title, column and row names, cells, travellers, and places for a new traveller."""
        self.drawing.title(self.seat, WORLD_ROW, 1)
        for at, letter in enumerate(self.columns):
            self.canvas.put(WORLD_ROW + 1, self.left + at * CELL_WIDTH + 4, letter, "dim")
        for row in self.rows:
            self.canvas.put(self.row_of(row) + 1, self.left - 2, row, "dim")
            for column in self.columns:
                self.cell(column + row)
        for traveller in self.world["travellers"]:
            self.traveller(traveller)
        for move in self.view["moves"] if self.view["phase"] == "stand" else []:
            self.place(move.split()[1])

    def row_of(self, row: str) -> int:
        """Return the first line of a row on the canvas."""
        return WORLD_ROW + 2 + CELL_HEIGHT * (int(row) - int(self.rows[0]))

    def cell(self, name: str) -> None:
        """Draw a card, or a cell where one may be laid."""
        where = Box(
            self.row_of(name[1]),
            self.left + CELL_WIDTH * self.columns.index(name[0]),
            CELL_HEIGHT,
            CELL_WIDTH,
        )
        card = self.world["cells"].get(name)
        touchable = name in self.drawing.pointer.targets or name in self.drawing.pointer.chosen
        if card is None and not touchable:
            self.canvas.put(where.row + 1, where.column + 4, "·", "dim")
            return
        will_flip = name in self.drawing.effect().get("flips", [])
        label = self.drawing.labelled(name, name).strip() if touchable else ""
        label += " ↻!" * will_flip
        style = (
            "warning" if will_flip and card else self.drawing.pointer.style(name, "plain" if card else "dim")
        )
        shows = card["shows"] if card else ""
        self.drawing.box(where, label, style, bool(printed(shows).get("portal")), empty=card is None)
        if card:
            self.content(where, card, name)
        self.canvas.mark(name, where.row, where.column, where.height, where.width)

    def content(self, where: Box, card: dict[str, Any], name: str) -> None:
        """Draw what a card shows, on two lines."""
        row, column, width = where.row + 1, where.column + 1, where.width - 2
        if card["shows"] == "tzimime":
            self.canvas.put(row, column, self.drawing.words("tzimime").center(width, "▒"), "night")
            self.canvas.put(row + 1, column, "▒" * width, "night")
        elif card["shows"] == "fumarole":
            self.canvas.put(row, column, self.drawing.words("fumarole").center(width, "░"), "night")
            self.canvas.put(row + 1, column, self.city_on(name).center(width, "░"), "night")
        else:
            self.drawing.icons(row, column + 1, card["shows"])
            self.canvas.put(row + 1, column + 1, self.drawing.animals(card["shows"]), "strong")

    def city_on(self, name: str) -> str:
        """Return the stars of the dark city on a fumarole, "" if there is none."""
        return next(
            (f" {STAR}{city['stars']} " for city in self.world["cities"] if name in city["cells"]), ""
        )

    def place_box(self, place: str) -> Box:
        """Return the box beside the two rows of a place."""
        side, rows = place.split("-")
        column = self.left + CELL_WIDTH * len(self.columns) + 1 if side == "right" else 0
        # A row above the World that was never built is not drawn; the box then starts below the title.
        row = max(self.row_of(rows[0]) + CELL_HEIGHT // 2, WORLD_ROW + 1)
        return Box(row, column, CELL_HEIGHT, TRAVELLER_WIDTH - 1)

    def traveller(self, traveller: dict[str, Any]) -> None:
        """Draw a traveller and its stars; two that share a place are drawn one above the other."""
        where = self.place_box(traveller["place"])
        same = [other["name"] for other in self.world["travellers"] if other["place"] == traveller["place"]]
        row = where.row + 2 * (same.index(traveller["name"]) % 2)
        name = self.drawing.traveller_name(traveller)
        stars = "" if traveller["stars"] is None else f"{STAR}{traveller['stars']}"
        style = "good" if traveller["bonus"] else "cyan"
        self.canvas.put(row, where.column, f"◆{name}"[: where.width], style)
        self.canvas.put(
            row + 1, where.column, f" {stars} {'♥' if traveller['bonus'] else ''}".rstrip(), style
        )

    def place(self, place: str) -> None:
        """Draw a place where a traveller may stand."""
        where = self.place_box(place)
        label = self.drawing.labelled(place, place[-2:])
        lines = ["╭" + label.center(6, "─") + "╮", "╰──────╯"]
        self.canvas.block(where.row, where.column, lines, self.drawing.pointer.style(place), place)
