"""Draws a view of Bonbons: the square of tiles, everybody's round tiles beside it or, for two, below it."""

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

# Each colour has a mark of its own: rings, stripes, dots, stars.
MARKS = {"blue": "o", "green": "/", "red": ".", "yellow": "*"}
STYLES = {"coin": "brown", "wrapper": "night"}
SPECIAL_MARKS = {"coin": "(o)(o)", "wrapper": ">-  -<"}
BACKS = {"square": ("░", "cyan"), "round": ("▒", "magenta")}

OUTLINES = {"square": "┌─┐│└─┘", "round": "╭─╮│╰─╯", "open": "╔═╗║╚═╝", "up": "┏━┓┃┗━┛", "empty": " · ·· ·"}
OUTLINE_STYLES = {"open": "warning", "lingering": "warning", "up": "good", "covered": "good"}


def draw(view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
    """The table as text."""
    picture = Picture(view, words, pointer)
    picture.heading()
    picture.middle()
    for seat in range(view["seats"]):
        picture.seat(seat)
    picture.choices()
    picture.open_tiles()
    if view["aside"]:
        picture.aside()
    return picture.canvas


class Picture(Drawing):
    """The table from top to bottom."""

    def __init__(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> None:
        super().__init__(view, words, pointer)
        self.seen: dict[str, str] = view["seen"] or {}

    def heading(self) -> None:
        """The title, how many rounds are put aside, and which kinds are not in the box today (12)."""
        at = self.canvas.put(0, 1, self.words("title"), "title")
        at = self.canvas.put(0, at + 3, self.words("terminal.rest", n=self.view["rest"]))
        if self.view["removed"]:
            kinds = ", ".join(self.kind(kind) for kind in self.view["removed"])
            self.canvas.put(0, at + 3, self.words("terminal.removed", kinds=kinds))

    def kind(self, kind: str) -> str:
        """The name of a kind; an owner's own pieces may have names that no catalogue knows."""
        return self.words(f"kind.{kind}") if f"kind.{kind}" in self.words else kind

    # The tiles

    def middle(self) -> None:
        """The square, row by row."""
        for at, tile in enumerate(self.view["squares"]):
            row, column = divmod(at, self.view["size"])
            self.tile(TOP + TILE_HEIGHT * row, 1 + TILE_WIDTH * column, tile, "square")

    def seat(self, seat: int) -> None:
        """Who it is, how much is found, and the row of round tiles."""
        row, column = self.where(seat)
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

    def where(self, seat: int) -> tuple[int, int]:
        """Beside the square from the top; two seats lie below it, side by side, in a window of 80 columns."""
        if self.view["seats"] == 2:
            held = len(self.view["rounds"][0])
            return TOP + TILE_HEIGHT * self.view["size"], 1 + seat * (TILE_WIDTH * held + GAP)
        return TOP + SEAT_HEIGHT * seat, 1 + TILE_WIDTH * self.view["size"] + GAP

    def tile(self, row: int, column: int, tile: dict[str, Any], shape: str) -> None:
        """One tile: its place in the upper edge, its face or its back inside."""
        place, side = tile["place"], tile["side"]
        style = self.pointer.style(place, OUTLINE_STYLES.get(side, "dim"))
        self.outline(row, column, self.place_name(place, side), self.edges(side, shape), style)
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
        """Open tiles have double edges, found ones thick edges, all others those of their shape."""
        known = {"open": "open", "lingering": "open", "up": "up", "covered": "up", "empty": "empty"}
        return OUTLINES[known.get(side, shape)]

    def outline(self, row: int, column: int, label: str, edges: str, style: str) -> None:
        """Four edges, the name in the upper one."""
        left, edge, right, wall, low_left, low_edge, low_right = list(edges)
        lines = [left + label.center(INNER, edge) + right]
        lines += [wall + " " * INNER + wall] * (TILE_HEIGHT - 2)
        self.canvas.block(row, column, [*lines, low_left + low_edge * INNER + low_right], style)

    def place_name(self, place: str, side: str) -> str:
        """The name of a place with a sign for what can be done with it."""
        if side == "empty":
            return ""
        if place == self.pointer.cursor:
            return f"►{place}◄"
        if place in self.pointer.chosen or side in ("up", "covered"):
            return f"✓{place}"
        return f"[{place}]" if place in self.pointer.targets else place

    def face(self, row: int, column: int, face: str, style: str, remembered: bool = False) -> None:
        """A sweet by its kind, in small letters if only remembered, and its colour; or another picture."""
        kind, _, colour = face.rpartition("-") if face not in SPECIAL_MARKS else (face, "", "")
        name = self.words(f"short.{kind}") if f"short.{kind}" in self.words else kind.upper()
        mark = SPECIAL_MARKS.get(face) or f"{self.words(f'letter.{colour}')} {MARKS[colour] * (INNER - 2)}"
        lines = [name.lower() if remembered else name, mark]
        self.inside(row, column, lines, style or colour or STYLES[face])

    def inside(self, row: int, column: int, lines: list[str], style: str) -> None:
        """Two lines within the edges."""
        self.canvas.block(row + 1, column + 1, [line[:INNER].center(INNER) for line in lines], style)

    # What else there is to say

    def bottom(self) -> int:
        """The first row below all tiles."""
        middle: int = TOP + TILE_HEIGHT * self.view["size"]
        beside: int = TOP + SEAT_HEIGHT * self.view["seats"]
        return middle + SEAT_HEIGHT if self.view["seats"] == 2 else max(middle, beside)

    def choices(self) -> None:
        """Stop, where one may; what the move under the cursor leads to; what waits to be closed."""
        row, column = self.bottom(), 1
        if "stop" in self.view["moves"]:
            sign = "►◄" if self.pointer.cursor == "stop" else "[]"
            text = sign[0] + self.words("terminal.stop") + sign[1]
            self.canvas.block(row, column, [text], self.pointer.style("stop"), "stop")
            column += len(text) + GAP
        for text, style in [*self.foreseen(), *self.notices()]:
            column = self.canvas.put(row, column, text, style) + GAP

    def foreseen(self) -> list[tuple[str, str]]:
        """What the move under the cursor would lead to, where the table knows."""
        if len(self.outlook) != 1:
            return []
        effect = self.outlook[0]
        if effect["wins"]:
            return [("→ " + self.words("terminal.wins"), "good")]
        values = {"n": effect["found"], "of": effect["of"], "who": format_seat(effect["next"])}
        return [("→ " + self.words("terminal.foreseen", **values), "strong")]

    def notices(self) -> list[tuple[str, str]]:
        """The moments that matter: a theft, three coins, tiles about to be closed."""
        found = []
        if self.view["stolen"]:
            found.append((self.words("terminal.stolen", place=self.view["stolen"]), "warning"))
        if self.view["phase"] == "cover":
            found.append((self.words("terminal.coins"), "good"))
        if self.view["timer"]:
            found.append((self.words("terminal.closing"), "warning"))
        return found

    def open_tiles(self) -> None:
        """In full words what can be seen only for a moment."""
        tiles = [*self.view["squares"], *(tile for row in self.view["rounds"] for tile in row)]
        names = [
            f"{tile['place']} {self.name(tile['face'])}"
            for tile in tiles
            if tile["side"] in ("open", "lingering") and self.view["outcome"] is None
        ]
        if names:
            text = f"{self.words('terminal.open')} {', '.join(names)}"
            self.canvas.put(self.bottom() + 1, 1, text, "strong")

    def name(self, face: str) -> str:
        """A tile in full words."""
        if face in SPECIAL_MARKS:
            return self.words(face)
        kind, _, colour = face.rpartition("-")
        return self.words("sweet", kind=self.kind(kind), colour=self.words(f"colour.{colour}"))

    def aside(self) -> None:
        """(B24) What nobody had, now that it is over."""
        names = [self.short_name(face) for face in self.view["aside"]]
        text = f"{self.words('terminal.aside')} {', '.join(names)}"
        self.canvas.block(self.bottom() + 1, 1, wrap(text, PAGE), "dim")

    def short_name(self, face: str) -> str:
        """A sweet in one word: its kind and the letter of its colour."""
        kind, _, colour = face.rpartition("-")
        return f"{self.kind(kind)} {self.words(f'letter.{colour}')}"
