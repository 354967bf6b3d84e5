"""Drawing of a view for the terminal: stacks and offer, the viewer's island large, the other islands small.

An element is abbreviated to two letters; the counts beside the viewer's island are the key. Everything shown
by a colour is also shown by a sign.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from tablee.core.canvas import Box, Canvas, Drawing, Pointer
from tablee.core.i18n import Translations
from tablee.core.vocabulary import format_seat
from tablee.games.islands.pieces import DREAMS, ELEMENTS, PIECES, STACKS

ROUNDS = 16
ROUNDS_PER_STACK = 4
COLUMNS = 4

# Left corner, edge, right corner, side, and the lower three: each kind of tile has its own outline.
OUTLINES = {
    "top": "╭─╮│╰─╯",
    "middle": "┌─┐│└─┘",
    "bottom": "┏━┓┃┗━┛",
    "dream": "╔═╗║╚═╝",
    "empty": "┌┄┐┆└┄┘",
}
KIND_OF_ROW = dict(zip("tmbd", STACKS, strict=True))
COLOURS = {
    "palm": "green", "brigand": "red", "lamp": "yellow", "roc": "cyan", "egg": "white", "monkey": "brown",
    "fennec": "brown", "dromedary": "yellow", "elephant": "plain", "snake": "magenta", "emerald": "green",
    "ruby": "red", "diamond": "cyan",
}  # fmt: skip

TILE_WIDTH, TILE_HEIGHT = 16, 7
DREAM_WIDTH, DREAM_HEIGHT = 19, 3
COUNTS_WIDTH = 17
CELL_WIDTH, CELL_HEIGHT = 10, 4
SMALL_CELL_WIDTH, SMALL_ISLAND_WIDTH = 6, 30
DREAM_COLUMN = 14

OFFER_ROW = 2
PREVIEW_ROW = OFFER_ROW + TILE_HEIGHT
OWN_ROW = PREVIEW_ROW + 1
OTHERS_ROW = OWN_ROW + 13
COUNTS_COLUMN = DREAM_WIDTH + 1
ISLAND_COLUMN = COUNTS_COLUMN + COUNTS_WIDTH + 1


def draw(view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
    """Draw a view; each thing is marked with the word by which moves name it."""
    picture = Picture(view, words, pointer)
    picture.draw_heading()
    picture.draw_stacks()
    picture.draw_offer()
    picture.draw_unseen()
    picture.draw_preview()
    own = view["seat"] if view["seat"] is not None else view["lookout"]
    picture.draw_own_island(own)
    others = [seat for seat in range(view["seats"]) if seat != own]
    for index, seat in enumerate(others):
        picture.draw_small_island(seat, OTHERS_ROW, index * SMALL_ISLAND_WIDTH)
    return picture.canvas


def elements(tile: str) -> dict[str, int]:
    """(37) Return the elements of an island tile in the order of ELEMENTS; {} for a dream."""
    face: dict[str, int] = next(
        (PIECES.data[row][tile] for row in STACKS[:3] if tile in PIECES.data[row]), {}
    )
    return {element: face[element] for element in ELEMENTS if element in face}


def dream_kind(tile: str) -> str:
    """Return the kind of a dream tile: `roc` for roc-1 and roc-2."""
    return tile.rpartition("-")[0]


class Picture(Drawing):
    """The parts of the drawing, from top to bottom."""

    def draw_box(self, where: Box, kind: str, label: str, style: str) -> None:
        """Draw the outline of a tile with a label in its upper edge."""
        left, edge, right, side, low_left, low_edge, low_right = list(OUTLINES[kind])
        inner = where.width - 2
        lines = [left + label.ljust(inner, edge)[:inner] + right]
        lines += [side + " " * inner + side] * (where.height - 2)
        self.canvas.block(where.row, where.column, [*lines, low_left + low_edge * inner + low_right], style)

    # Round, stacks and offer

    def draw_heading(self) -> None:
        """Draw the number of the round and the Lookout."""
        number = min(self.view["round"] + 1, ROUNDS)
        column = self.canvas.put(0, 1, self.words("board.round", n=number, all=ROUNDS), "title")
        lookout = self.view["lookout"]
        character = self.view["islands"][lookout]["character"]
        self.canvas.put(0, column + 3, f"{self.words('lookout')} : {format_seat(lookout)} {character}")

    def draw_stacks(self) -> None:
        """(3) Draw each stack with a filled pip for each round left."""
        column = 0
        for stack in STACKS:
            rounds = self.view["stacks"][stack]["rounds"]
            pips = "●" * rounds + "○" * (ROUNDS_PER_STACK - rounds)
            side = OUTLINES[stack][3]
            text = side + self.labelled(stack, self.words(f"stack.{stack}")) + pips + side
            usual = "strong" if self.view["stack"] == stack else "plain" if rounds else "dim"
            self.canvas.block(1, column, [text], self.pointer.style(stack, usual), stack)
            column += len(text) + 1

    def draw_offer(self) -> None:
        """Draw the tiles of this round at their places."""
        if "characters" in self.view:
            self.draw_characters()
        elif not self.view["offer"] and self.view["outcome"] is None:
            self.canvas.put(OFFER_ROW + 3, 2, self.words("terminal.no-offer"), "dim")
        for tile in self.view["offer"]:
            place = tile["place"]
            column = (int(place) - 1) * (TILE_WIDTH + 1)
            style = self.pointer.style(place, "strong" if tile["held"] else "plain")
            label = self.labelled(place, place)
            self.draw_box(Box(OFFER_ROW, column, TILE_HEIGHT, TILE_WIDTH), self.view["stack"], label, style)
            self.draw_face(OFFER_ROW + 1, column + 1, tile)
            self.canvas.mark(place, OFFER_ROW, column, TILE_HEIGHT, TILE_WIDTH)

    def draw_characters(self) -> None:
        """(50) Draw the characters to choose from, with the seat that has one."""
        for index, character in enumerate(self.view["characters"]):
            word, seat = character["word"], character["seat"]
            owner = "" if seat is None else f" {format_seat(seat)} ✓"
            text = self.labelled(word, character["name"]) + owner
            style = self.pointer.style(word, "plain" if seat is None else "dim")
            self.canvas.block(OFFER_ROW + 1 + index, 2, [text], style, word)

    def draw_face(self, row: int, column: int, tile: dict[str, Any]) -> None:
        """Draw the elements of a tile on offer, its dream, or its back."""
        if tile["tile"] is None:
            self.draw_back(row, column)
            return
        if self.view["stack"] == "dream":
            self.draw_dream_face(row, column, tile)
        else:
            self.draw_island_face(row, column, tile)
        if tile["down"]:
            self.canvas.put(row + TILE_HEIGHT - 3, column, f"▒▒ {self.words('board.down')}", "night")

    def draw_back(self, row: int, column: int) -> None:
        """(2) Draw the back of a tile: a starry sky on dreams, a Genie on islands."""
        width = TILE_WIDTH - 2
        dream = self.view["stack"] == "dream"
        for line in range(TILE_HEIGHT - 2):
            pattern = ("  ✶   ·" * width)[3 * line :] if dream else "▒" * width
            self.canvas.put(row + line, column, pattern[:width], "night")
        name = self.words("stack.dream") if dream else self.words("genie")
        self.canvas.put(row + 2, column, f" {name} ? ".center(width), "night")

    def style_in_offer(self, place: str, usual: str) -> str:
        """Return the style of a text on a tile on offer; the pointer changes it, except for mere targets."""
        style = self.pointer.style(place, usual)
        return usual if style == "target" else style

    def draw_dream_face(self, row: int, column: int, tile: dict[str, Any]) -> None:
        """Draw the name of a dream and its rule in brief."""
        width, kind = TILE_WIDTH - 2, dream_kind(tile["tile"])
        name = wrap(self.words(f"dream.{kind}"), width)
        self.canvas.block(row, column, name, self.style_in_offer(tile["place"], "strong"))
        worth = wrap(self.words(f"brief.{kind}"), width)
        self.canvas.block(row + len(name), column, worth, self.style_in_offer(tile["place"], "plain"))

    def draw_island_face(self, row: int, column: int, tile: dict[str, Any]) -> None:
        """Draw each element on a line: letters, count, name."""
        for line, (element, count) in enumerate(elements(tile["tile"]).items()):
            many = f"{count} × " if count > 1 else ""
            text = f"{self.words(f'short.{element}')} {many}{self.words(f'name.{element}')}"
            style = self.style_in_offer(tile["place"], COLOURS[element])
            self.canvas.put(row + line, column, text[: TILE_WIDTH - 2], style)

    def draw_unseen(self) -> None:
        """Draw the number of unseen copies of each dream and, with two seats, the last tile discarded."""
        column = max(3, self.view["seats"]) * (TILE_WIDTH + 1) + 1
        self.canvas.put(OFFER_ROW, column, self.words("terminal.unseen"), "dim")
        for index, dream in enumerate(DREAMS):
            text = f"{self.words(f'glance.{dream}')} {self.view['unseen'][dream]}"
            self.canvas.put(OFFER_ROW + 1 + index // 2, column + index % 2 * DREAM_COLUMN, text, "dim")
        if self.view["discards"]:
            shown = self.short_text(self.view["discards"][-1])
            self.canvas.put(OFFER_ROW + 6, column, f"{self.words('terminal.discarded')} {shown}", "dim")

    def short_text(self, tile: str) -> str:
        """Return a tile in a few letters: its elements, or its dream."""
        return " ".join(self.codes(tile)) or self.words(f"glance.{dream_kind(tile)}")

    def codes(self, tile: str) -> list[str]:
        """Return the elements of an island tile as texts, for example 2PA and RO."""
        face = elements(tile).items()
        return [f"{count if count > 1 else ''}{self.words(f'short.{name}')}" for name, count in face]

    def draw_preview(self) -> None:
        """Draw the effect of the move under the cursor; for a tile, the points from worst to best cell."""
        if not self.previews:
            return
        points = sorted({effect["points"] for effect in self.previews})
        ends = {"a": f"{points[0]:+d}", "b": f"{points[-1]:+d}"}
        spread = ends["a"] if len(points) == 1 else self.words("terminal.spread", **ends)
        text = "→ " + self.words("terminal.foreseen", points=spread)
        column = self.canvas.put(PREVIEW_ROW, 1, text, "strong")
        turned = sorted({cell for effect in self.previews for cell in effect["turned"]})
        if turned:
            warning = "! " + self.words("log.flip", cells=" ".join(turned))
            self.canvas.put(PREVIEW_ROW, column + 2, warning, "warning")

    # The viewer's island

    def draw_own_island(self, seat: int) -> None:
        """(16) Draw dreams on the left, counts of elements in the middle, the island on the right."""
        shown = self.view["islands"][seat]
        self.draw_name(seat, OWN_ROW, 1)
        self.draw_dangers(seat, OWN_ROW, ISLAND_COLUMN)
        self.draw_counts(shown)
        for index in range(COLUMNS):
            self.draw_own_dream(OWN_ROW + 1 + index * DREAM_HEIGHT, index + 1, shown)
            for line, row in enumerate("tmb"):
                cell = f"{row}{index + 1}"
                top = OWN_ROW + 1 + line * CELL_HEIGHT
                self.draw_own_cell(top, ISLAND_COLUMN + index * CELL_WIDTH, cell, shown)

    def draw_name(self, seat: int, row: int, column: int) -> int:
        """Draw seat, character, score, and whether the seat acts or has picked; return the next column."""
        word = format_seat(seat)
        shown = self.view["islands"][seat]
        sign = "»" if seat in self.view["actors"] else "✓" if seat in self.view["picked"] else " "
        text = sign + self.labelled(word, f"{word} {shown['character']}")
        self.canvas.block(row, column, [text], self.pointer.style(word, "title"), word)
        return self.canvas.put(
            row, column + len(text), self.words("terminal.points", n=shown["score"]), "strong"
        )

    def draw_dangers(self, seat: int, row: int, column: int) -> None:
        """Draw lamps, with a warning before the third one, and brigands, with a mark for the most."""
        shown = self.view["islands"][seat]
        near, leads = shown["brink"], shown["leads"]
        text = f"{self.words('short.lamp')} {shown['lamps']}{'!' * near}"
        column = self.canvas.put(row, column, text, "warning" if near else "plain")
        text = f"{self.words('short.brigand')} {shown['brigands']}{'▲' * leads}"
        self.canvas.put(row, column + 1, text, "bad" if leads else "plain")

    def draw_counts(self, shown: dict[str, Any]) -> None:
        """Draw the visible count of each element, which is also the key to the letters."""
        counts = dict.fromkeys(ELEMENTS, 0)
        for cell in shown["cells"].values():
            for element, count in elements(cell["tile"]).items():
                counts[element] += 0 if cell["turned"] else count
        for line, (element, count) in enumerate(counts.items()):
            text = f"{self.words(f'short.{element}')} {self.words(f'name.{element}')} ".ljust(14, "·")
            style = COLOURS[element] if count else "dim"
            column = self.canvas.put(OWN_ROW + line, COUNTS_COLUMN + 1, text, style)
            self.canvas.put(OWN_ROW + line, column, f"{count:2d}", "strong" if count else "dim")

    def draw_own_dream(self, row: int, number: int, shown: dict[str, Any]) -> None:
        """Draw a dream with its current points, or an empty slot."""
        slot = f"d{number}"
        where = Box(row, 0, DREAM_HEIGHT, DREAM_WIDTH)
        cell = shown["cells"].get(slot)
        label = self.labelled(slot, slot).strip()
        if cell is None:
            self.draw_box(where, "empty", label, self.pointer.style(slot, "dim"))
        else:
            points = self.words("terminal.points", n=shown["items"][f"dream-{number}"])
            edge = label.ljust(DREAM_WIDTH - 4 - len(points), "═")
            self.draw_box(where, "dream", f"{edge} {points} ", "plain")
            name = self.words(f"dream.{dream_kind(cell['tile'])}")
            self.canvas.put(row + 1, 1, name[: DREAM_WIDTH - 2], "strong")
        self.canvas.mark(slot, row, 0, DREAM_HEIGHT, DREAM_WIDTH)

    def draw_own_cell(self, row: int, column: int, name: str, shown: dict[str, Any]) -> None:
        """Draw a cell of the viewer's island, with a warning if the move under the cursor turns it."""
        cell = shown["cells"].get(name)
        turning = cell is not None and name in self.turning_cells()
        label = self.labelled(name, name).strip() + " ↻ !" * turning
        style = "warning" if turning else self.pointer.style(name, "plain" if cell else "dim")
        kind = KIND_OF_ROW[name[0]] if cell else "empty"
        self.draw_box(Box(row, column, CELL_HEIGHT, CELL_WIDTH), kind, label, style)
        if cell:
            self.draw_laid_tile(row + 1, column + 1, CELL_WIDTH - 2, cell)
        self.canvas.mark(name, row, column, CELL_HEIGHT, CELL_WIDTH)

    def turning_cells(self) -> list[str]:
        """Return the cells that the move under the cursor turns; [] while it is not a single move."""
        turned: list[str] = self.effect().get("turned", [])
        return turned

    def draw_laid_tile(self, row: int, column: int, width: int, cell: dict[str, Any]) -> None:
        """Draw the elements of a laid tile, or its genie, on two lines."""
        if cell["turned"]:
            genie = self.words("genie").center(width, "▒")
            self.canvas.block(row, column, [genie, "▒" * width], "night")
            return
        offset, line = 0, 0
        for element, text in zip(elements(cell["tile"]), self.codes(cell["tile"]), strict=True):
            if offset + len(text) > width:
                offset, line = 0, line + 1
            self.canvas.put(row + line, column + offset, text, COLOURS[element])
            offset += len(text) + 1

    # The islands of the other seats

    def draw_small_island(self, seat: int, top: int, left: int) -> None:
        """Draw a small island: three rows of four cells, and the dreams below."""
        shown = self.view["islands"][seat]
        self.draw_dangers(seat, top, self.draw_name(seat, top, left) + 1)
        for column in range(COLUMNS):
            edge = "┬" + f"{column + 1}".center(SMALL_CELL_WIDTH, "─")
            self.canvas.put(top + 1, left + 1 + column * (SMALL_CELL_WIDTH + 1), edge, "dim")
        for line, row in enumerate("tmb"):
            self.draw_small_row(top + 2 + 2 * line, left, row, shown)
        self.draw_small_dreams(top + 8, left, shown)

    def draw_small_row(self, top: int, left: int, row: str, shown: dict[str, Any]) -> None:
        """Draw a row of four small cells."""
        self.canvas.block(top, left, [f"{row}│", " │"], "dim")
        for column in range(COLUMNS):
            start = left + 2 + column * (SMALL_CELL_WIDTH + 1)
            cell = shown["cells"].get(f"{row}{column + 1}")
            if cell:
                self.draw_laid_tile(top, start, SMALL_CELL_WIDTH, cell)
            else:
                self.canvas.put(top, start, "·".center(SMALL_CELL_WIDTH), "dim")
            self.canvas.block(top, start + SMALL_CELL_WIDTH, ["│", "│"], "dim")

    def draw_small_dreams(self, top: int, left: int, shown: dict[str, Any]) -> None:
        """Draw the dreams with their current points, two on a line."""
        self.canvas.put(top, left, "d│", "dim")
        for index in range(COLUMNS):
            cell = shown["cells"].get(f"d{index + 1}")
            text, style = "·", "dim"
            if cell:
                name = self.words(f"glance.{dream_kind(cell['tile'])}")
                text, style = f"{name} {shown['items'][f'dream-{index + 1}']}", "plain"
            self.canvas.put(top + index // 2, left + 2 + index % 2 * DREAM_COLUMN, text, style)
