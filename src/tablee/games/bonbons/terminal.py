"""Draw a view for the terminal: the squares, and the round tiles beside them or, for two seats, below."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from tablee.core.canvas import Canvas, Drawing, Pointer
from tablee.core.i18n import Translations
from tablee.core.vocabulary import format_seat

TILE_WIDTH = 8
TILE_HEIGHT = 4
INNER = TILE_WIDTH - 2
SEAT_HEIGHT = TILE_HEIGHT + 1
TOP = 1
PAGE = 90
GAP = 2

# A mark for each colour, for terminals without colours and for colour-blind players.
MARKS = {"blue": "o", "green": "/", "red": ".", "yellow": "*"}
STYLES = {"coin": "brown", "wrapper": "night"}
SPECIAL_MARKS = {"coin": "(o)(o)", "wrapper": ">-  -<"}
BACKS = {"square": ("░", "cyan"), "round": ("▒", "magenta")}

OUTLINES = {"square": "┌─┐│└─┘", "round": "╭─╮│╰─╯", "open": "╔═╗║╚═╝", "up": "┏━┓┃┗━┛", "empty": " · ·· ·"}
OUTLINE_STYLES = {"open": "warning", "lingering": "warning", "up": "good", "covered": "good"}


def draw(view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
    """Return the drawing of a view."""
    picture = Picture(view, words, pointer)
    picture.heading()
    picture.squares()
    for seat in range(view["seats"]):
        picture.seat(seat)
    picture.status()
    picture.open_tiles()
    if view["aside"]:
        picture.aside()
    return picture.canvas


class Picture(Drawing):
    """The drawing of one view."""

    def __init__(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> None:
        super().__init__(view, words, pointer)
        self.seen: dict[str, str] = view["seen"] or {}

    def heading(self) -> None:
        """Draw the title, the number of round tiles put aside, and the removed kinds (12)."""
        at = self.canvas.put(0, 1, self.words("title"), "title")
        at = self.canvas.put(0, at + 3, self.words("terminal.rest", n=self.view["rest"]))
        if self.view["removed"]:
            kinds = ", ".join(self.kind_name(kind) for kind in self.view["removed"])
            self.canvas.put(0, at + 3, self.words("board.removed", kinds=kinds))

    def kind_name(self, kind: str) -> str:
        """Return the translated name of a kind; the kind itself if a replaced pieces file has added it."""
        return self.words(f"kind.{kind}") if f"kind.{kind}" in self.words else kind

    # Tiles

    def squares(self) -> None:
        for at, tile in enumerate(self.view["squares"]):
            row, column = divmod(at, self.view["size"])
            self.tile(TOP + TILE_HEIGHT * row, 1 + TILE_WIDTH * column, tile, "square")

    def seat(self, seat: int) -> None:
        """Draw the name of a seat, the tiles it has found, and its row of round tiles."""
        row, column = self.seat_origin(seat)
        found, tiles = self.view["found"][seat], self.view["rounds"][seat]
        acting = seat == self.view["turn"] and self.view["outcome"] is None
        name = f"{'»' if acting else ' '} {format_seat(seat)}"
        if seat == self.view["seat"]:
            name += f" {self.words('terminal.you')}"
        at = self.canvas.put(row, column, name, "title" if acting else "strong")
        pips = "●" * found + "○" * (len(tiles) - found)
        self.canvas.put(row, at + 2, f"{pips} {self.words('terminal.found', n=found, of=len(tiles))}")
        for at, tile in enumerate(tiles):
            self.tile(row + 1, column + TILE_WIDTH * at, tile, "round")

    def seat_origin(self, seat: int) -> tuple[int, int]:
        """Return row and column of a seat: beside the squares; two seats lie below, to fit 80 columns."""
        if self.view["seats"] == 2:
            count = len(self.view["rounds"][0])
            return TOP + TILE_HEIGHT * self.view["size"], 1 + seat * (TILE_WIDTH * count + GAP)
        return TOP + SEAT_HEIGHT * seat, 1 + TILE_WIDTH * self.view["size"] + GAP

    def tile(self, row: int, column: int, tile: dict[str, Any], shape: str) -> None:
        """Draw a tile: its place in the upper edge, its face or its back inside."""
        place, side = tile["place"], tile["side"]
        style = self.pointer.style(place, OUTLINE_STYLES.get(side, "dim"))
        self.outline(row, column, self.place_label(place, side), self.edges(side, shape), style)
        if side == "covered":
            self.inside(row, column, [self.words("short.coin"), SPECIAL_MARKS["coin"]], "brown")
        if tile["face"] is not None and (side != "covered" or self.view["outcome"]):
            self.face(row, column, tile["face"], "dim" if side == "down" else "")
        elif place in self.seen and side == "down":
            self.face(row, column, self.seen[place], "dim", remembered=True)
        elif side == "down":
            pattern, colour = BACKS[shape]
            self.inside(row, column, [pattern * INNER] * 2, colour)
        self.canvas.mark(place, row, column, TILE_HEIGHT, TILE_WIDTH)

    def edges(self, side: str, shape: str) -> str:
        """Return seven characters: double edges for open tiles, thick ones for found tiles."""
        known = {"open": "open", "lingering": "open", "up": "up", "covered": "up", "empty": "empty"}
        return OUTLINES[known.get(side, shape)]

    def outline(self, row: int, column: int, label: str, edges: str, style: str) -> None:
        """Draw four edges with the label in the upper one."""
        left, edge, right, wall, low_left, low_edge, low_right = list(edges)
        lines = [left + label.center(INNER, edge) + right]
        lines += [wall + " " * INNER + wall] * (TILE_HEIGHT - 2)
        self.canvas.block(row, column, [*lines, low_left + low_edge * INNER + low_right], style)

    def place_label(self, place: str, side: str) -> str:
        """Return the place with a sign: under the cursor, chosen, found, or a target."""
        if side == "empty":
            return ""
        if place == self.pointer.cursor:
            return f"►{place}◄"
        if place in self.pointer.chosen or side in ("up", "covered"):
            return f"✓{place}"
        return f"[{place}]" if place in self.pointer.targets else place

    def face(self, row: int, column: int, face: str, style: str, remembered: bool = False) -> None:
        """Draw kind and colour of a sweet, or a special square; a remembered face is in small letters."""
        kind, _, colour = face.rpartition("-") if face not in SPECIAL_MARKS else (face, "", "")
        name = self.words(f"short.{kind}") if f"short.{kind}" in self.words else kind.upper()
        mark = SPECIAL_MARKS.get(face) or f"{self.words(f'letter.{colour}')} {MARKS[colour] * (INNER - 2)}"
        lines = [name.lower() if remembered else name, mark]
        self.inside(row, column, lines, style or colour or STYLES[face])

    def inside(self, row: int, column: int, lines: list[str], style: str) -> None:
        """Draw two lines within the edges of a tile."""
        self.canvas.block(row + 1, column + 1, [line[:INNER].center(INNER) for line in lines], style)

    # Below the tiles

    def bottom(self) -> int:
        """Return the first row below all tiles."""
        squares: int = TOP + TILE_HEIGHT * self.view["size"]
        beside: int = TOP + SEAT_HEIGHT * self.view["seats"]
        return squares + SEAT_HEIGHT if self.view["seats"] == 2 else max(squares, beside)

    def status(self) -> None:
        """Draw the stop button if it is legal, the preview of the aimed move, and notices."""
        row, column = self.bottom(), 1
        if "stop" in self.view["moves"]:
            sign = "►◄" if self.pointer.cursor == "stop" else "[]"
            text = sign[0] + self.words("terminal.stop") + sign[1]
            self.canvas.block(row, column, [text], self.pointer.style("stop"), "stop")
            column += len(text) + GAP
        for text, style in [*self.preview(), *self.notices()]:
            column = self.canvas.put(row, column, text, style) + GAP

    def preview(self) -> list[tuple[str, str]]:
        """Return text and style of the effect of the move under the cursor; [] if it is not known."""
        if len(self.previews) != 1:
            return []
        effect = self.previews[0]
        if effect["wins"]:
            return [("→ " + self.words("terminal.wins"), "good")]
        values = {"n": effect["found"], "of": effect["of"], "who": format_seat(effect["next"])}
        return [("→ " + self.words("terminal.foreseen", **values), "strong")]

    def notices(self) -> list[tuple[str, str]]:
        """Return texts and styles for a theft, three coins, and tiles about to be closed."""
        found = []
        if self.view["stolen"]:
            found.append((self.words("terminal.stolen", place=self.view["stolen"]), "warning"))
        if self.view["phase"] == "cover":
            found.append((self.words("terminal.coins"), "good"))
        if self.view["timer"]:
            found.append((self.words("terminal.closing"), "warning"))
        return found

    def open_tiles(self) -> None:
        """Draw a line with the full names of open tiles."""
        tiles = [*self.view["squares"], *(tile for row in self.view["rounds"] for tile in row)]
        names = [
            f"{tile['place']} {self.face_name(tile['face'])}"
            for tile in tiles
            if tile["side"] in ("open", "lingering") and self.view["outcome"] is None
        ]
        if names:
            text = f"{self.words('terminal.open')} {', '.join(names)}"
            self.canvas.put(self.bottom() + 1, 1, text, "strong")

    def face_name(self, face: str) -> str:
        """Return the full translated name of a face."""
        if face in SPECIAL_MARKS:
            return self.words(face)
        kind, _, colour = face.rpartition("-")
        return self.words("sweet", kind=self.kind_name(kind), colour=self.words(f"colour.{colour}"))

    def aside(self) -> None:
        """(B24) Draw the list of tiles put aside, once the match is over."""
        names = [self.short_name(face) for face in self.view["aside"]]
        text = f"{self.words('board.aside')} {', '.join(names)}"
        self.canvas.block(self.bottom() + 1, 1, wrap(text, PAGE), "dim")

    def short_name(self, face: str) -> str:
        """Return the kind of a sweet and the letter of its colour."""
        kind, _, colour = face.rpartition("-")
        return f"{self.kind_name(kind)} {self.words(f'letter.{colour}')}"
