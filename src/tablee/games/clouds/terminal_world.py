"""One's own World, large: its cards, the cells around it, and the travellers at its side."""

from __future__ import annotations

from typing import Any

from tablee.core.canvas import Box
from tablee.games.clouds.pieces import COLUMNS, ROWS
from tablee.games.clouds.terminal_cards import STAR, Strokes, face

SIDE = 4
WORLD_ROW = 9
CELL_WIDTH, CELL_HEIGHT = 10, 4
GUEST_WIDTH = 9
MOST_ROWS = 5
LOWER_ROW = WORLD_ROW + 2 + MOST_ROWS * CELL_HEIGHT


class World:
    """One's own World: its cards, the cells around it, and the travellers at its side."""

    def __init__(self, picture: Strokes, seat: int) -> None:
        self.picture = picture
        self.canvas = picture.canvas
        self.view = picture.view
        self.world = picture.view["worlds"][seat]
        self.seat = seat
        self.columns = self.stretch(COLUMNS, self.world["columns"])
        self.rows = self.stretch(ROWS, self.world["rows"])
        standing = self.view["phase"] == "stand" and self.view["moves"]
        if standing or self.world["side"] == "left":
            self.columns = self.columns[self.columns.index(self.world["columns"][0]) :]
        if standing or self.world["side"] == "right":
            self.columns = self.columns[: self.columns.index(self.world["columns"][1]) + 1]
        self.left = 2 + GUEST_WIDTH * bool(standing or self.world["side"] == "left")

    def stretch(self, names: str, ends: str) -> str:
        """The columns or rows to draw: with one more at each end while there is room in the square."""
        first, last = names.index(ends[0]), names.index(ends[1])
        if last - first + 1 < SIDE and self.view["outcome"] is None:
            first, last = max(first - 1, 0), last + 1
        return names[first : last + 1]

    def draw(self) -> None:
        """Title, letters, cards, cities, travellers."""
        self.picture.title(self.seat, WORLD_ROW, 1)
        for at, letter in enumerate(self.columns):
            self.canvas.put(WORLD_ROW + 1, self.left + at * CELL_WIDTH + 4, letter, "dim")
        for row in self.rows:
            self.canvas.put(self.row_of(row) + 1, self.left - 2, row, "dim")
            for column in self.columns:
                self.cell(column + row)
        for guest in self.world["travellers"]:
            self.guest(guest)
        for move in self.view["moves"] if self.view["phase"] == "stand" else []:
            self.place(move.split()[1])

    def row_of(self, row: str) -> int:
        """The line of the canvas on which a row begins."""
        return WORLD_ROW + 2 + CELL_HEIGHT * (int(row) - int(self.rows[0]))

    def cell(self, name: str) -> None:
        """A card, or a cell where one may be laid."""
        where = Box(
            self.row_of(name[1]),
            self.left + CELL_WIDTH * self.columns.index(name[0]),
            CELL_HEIGHT,
            CELL_WIDTH,
        )
        card = self.world["cells"].get(name)
        touchable = name in self.picture.pointer.targets or name in self.picture.pointer.chosen
        if card is None and not touchable:
            self.canvas.put(where.row + 1, where.column + 4, "·", "dim")
            return
        doomed = name in self.picture.effect().get("flips", [])
        label = self.picture.labelled(name, name).strip() if touchable else ""
        label += " ↻!" * doomed
        style = "warning" if doomed and card else self.picture.pointer.style(name, "plain" if card else "dim")
        shows = card["shows"] if card else ""
        self.picture.box(where, label, style, bool(face(shows).get("portal")), empty=card is None)
        if card:
            self.content(where, card, name)
        self.canvas.mark(name, where.row, where.column, where.height, where.width)

    def content(self, where: Box, card: dict[str, Any], name: str) -> None:
        """What a card shows, on two lines."""
        row, column, width = where.row + 1, where.column + 1, where.width - 2
        if card["shows"] == "tzimime":
            self.canvas.put(row, column, self.picture.words("tzimime").center(width, "▒"), "night")
            self.canvas.put(row + 1, column, "▒" * width, "night")
        elif card["shows"] == "fumarole":
            self.canvas.put(row, column, self.picture.words("fumarole").center(width, "░"), "night")
            self.canvas.put(row + 1, column, self.city_on(name).center(width, "░"), "night")
        else:
            self.picture.icons(row, column + 1, card["shows"])
            self.canvas.put(row + 1, column + 1, self.picture.animals(card["shows"]), "strong")

    def city_on(self, name: str) -> str:
        """The dark city of a fumarole."""
        return next(
            (f" {STAR}{city['stars']} " for city in self.world["cities"] if name in city["cells"]), ""
        )

    def guest_box(self, place: str) -> Box:
        """Beside the two rows that a traveller straddles."""
        side, rows = place.split("-")
        column = self.left + CELL_WIDTH * len(self.columns) + 1 if side == "right" else 0
        # A row above that was never built is not drawn: below the title there is still room.
        row = max(self.row_of(rows[0]) + CELL_HEIGHT // 2, WORLD_ROW + 1)
        return Box(row, column, CELL_HEIGHT, GUEST_WIDTH - 1)

    def guest(self, guest: dict[str, Any]) -> None:
        """A traveller and its stars; two who share a place stand one above the other."""
        where = self.guest_box(guest["place"])
        same = [other["name"] for other in self.world["travellers"] if other["place"] == guest["place"]]
        row = where.row + 2 * (same.index(guest["name"]) % 2)
        name = self.picture.guest_name(guest)
        stars = "" if guest["stars"] is None else f"{STAR}{guest['stars']}"
        happy = "good" if guest["bonus"] else "cyan"
        self.canvas.put(row, where.column, f"◆{name}"[: where.width], happy)
        self.canvas.put(row + 1, where.column, f" {stars} {'♥' if guest['bonus'] else ''}".rstrip(), happy)

    def place(self, place: str) -> None:
        """Where a traveller may stand."""
        where = self.guest_box(place)
        label = self.picture.labelled(place, place[-2:])
        lines = ["╭" + label.center(6, "─") + "╮", "╰──────╯"]
        self.canvas.block(where.row, where.column, lines, self.picture.pointer.style(place), place)
