"""The table as characters: stacks and offer on top, one's own island large, the others at a glance.

An element has two letters; the tally in the middle of one's own island says which. Colour is never alone.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from tablee.core.canvas import Box, Canvas, Drawing, Pointer
from tablee.core.i18n import Translations
from tablee.core.vocabulary import format_seat
from tablee.games.islands.pieces import DREAMS, ELEMENTS, PIECES, STACKS

ROUNDS = 16
PIPS = 4

# Left corner, edge, right corner, side, and the lower three: as distinct as the cut of the cardboard.
OUTLINES = {
    "top": "╭─╮│╰─╯",
    "middle": "┌─┐│└─┘",
    "bottom": "┏━┓┃┗━┛",
    "dream": "╔═╗║╚═╝",
    "empty": "┌┄┐┆└┄┘",
}
ROW_KINDS = dict(zip("tmbd", STACKS, strict=True))
COLOURS = {
    "palm": "green", "brigand": "red", "lamp": "yellow", "roc": "cyan", "egg": "white", "monkey": "brown",
    "fennec": "brown", "dromedary": "yellow", "elephant": "plain", "snake": "magenta", "emerald": "green",
    "ruby": "red", "diamond": "cyan",
}  # fmt: skip

TILE_WIDTH, TILE_HEIGHT = 16, 7
DREAM_WIDTH, DREAM_HEIGHT = 19, 3
TALLY_WIDTH = 17
CELL_WIDTH, CELL_HEIGHT = 10, 4
GLANCE_CELL, GLANCE_WIDTH = 6, 30
DREAM_COLUMN = 14

OFFER_ROW = 2
FORESEEN_ROW = OFFER_ROW + TILE_HEIGHT
OWN_ROW = FORESEEN_ROW + 1
OTHERS_ROW = OWN_ROW + 13
TALLY_COLUMN = DREAM_WIDTH + 1
ISLAND_COLUMN = TALLY_COLUMN + TALLY_WIDTH + 1


def draw(view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
    """A view as a picture; things carry the words by which moves name them."""
    picture = Picture(view, words, pointer)
    picture.heading()
    picture.stacks()
    picture.offer()
    picture.unseen()
    picture.foreseen()
    own = view["seat"] if view["seat"] is not None else view["lookout"]
    picture.own_island(own)
    others = [seat for seat in range(view["seats"]) if seat != own]
    for place, seat in enumerate(others):
        picture.glance(seat, OTHERS_ROW, place * GLANCE_WIDTH)
    return picture.canvas


def elements(tile: str) -> dict[str, int]:
    """The face of an island tile; a dream shows no element (rule 37)."""
    face: dict[str, int] = next(
        (PIECES.data[row][tile] for row in STACKS[:3] if tile in PIECES.data[row]), {}
    )
    return {element: face[element] for element in ELEMENTS if element in face}


def dream_kind(tile: str) -> str:
    """The dream of a dream tile, of which there are copies: roc-1 and roc-2."""
    return tile.rpartition("-")[0]


class Picture(Drawing):
    """The table from top to bottom."""

    def box(self, where: Box, kind: str, label: str, style: str) -> None:
        """The outline of a tile with its name in the upper edge."""
        left, edge, right, side, low_left, low_edge, low_right = list(OUTLINES[kind])
        inner = where.width - 2
        lines = [left + label.ljust(inner, edge)[:inner] + right]
        lines += [side + " " * inner + side] * (where.height - 2)
        self.canvas.block(where.row, where.column, [*lines, low_left + low_edge * inner + low_right], style)

    # The table

    def heading(self) -> None:
        """Which round it is, and who is the Lookout."""
        number = min(self.view["round"] + 1, ROUNDS)
        at = self.canvas.put(0, 1, self.words("terminal.round", n=number, all=ROUNDS), "title")
        lookout = self.view["lookout"]
        character = self.view["islands"][lookout]["character"]
        self.canvas.put(0, at + 3, f"{self.words('lookout')} : {format_seat(lookout)} {character}")

    def stacks(self) -> None:
        """Each stack with a pip for every round it still lasts (rule 3)."""
        column = 0
        for stack in STACKS:
            rounds = self.view["stacks"][stack]["rounds"]
            pips = "●" * rounds + "○" * (PIPS - rounds)
            side = OUTLINES[stack][3]
            text = side + self.labelled(stack, self.words(f"stack.{stack}")) + pips + side
            usual = "strong" if self.view["stack"] == stack else "plain" if rounds else "dim"
            self.canvas.block(1, column, [text], self.pointer.style(stack, usual), stack)
            column += len(text) + 1

    def offer(self) -> None:
        """The tiles of this round, at the places where they were drawn."""
        if not self.view["offer"] and self.view["outcome"] is None:
            self.canvas.put(OFFER_ROW + 3, 2, self.words("terminal.no-offer"), "dim")
        for tile in self.view["offer"]:
            place = tile["place"]
            column = (int(place) - 1) * (TILE_WIDTH + 1)
            style = self.pointer.style(place, "strong" if tile["held"] else "plain")
            label = self.labelled(place, place)
            self.box(Box(OFFER_ROW, column, TILE_HEIGHT, TILE_WIDTH), self.view["stack"], label, style)
            self.face(OFFER_ROW + 1, column + 1, tile)
            self.canvas.mark(place, OFFER_ROW, column, TILE_HEIGHT, TILE_WIDTH)

    def face(self, row: int, column: int, tile: dict[str, Any]) -> None:
        """What a tile of the offer shows: its elements, its dream, or its back."""
        if tile["tile"] is None:
            self.back(row, column)
            return
        if self.view["stack"] == "dream":
            self.dream_face(row, column, tile)
        else:
            self.island_face(row, column, tile)
        if tile["down"]:
            self.canvas.put(row + TILE_HEIGHT - 3, column, f"▒▒ {self.words('terminal.down')}", "night")

    def back(self, row: int, column: int) -> None:
        """Rule 2: a starry sky on dreams, a Genie on islands."""
        width = TILE_WIDTH - 2
        dream = self.view["stack"] == "dream"
        for line in range(TILE_HEIGHT - 2):
            pattern = ("  ✶   ·" * width)[3 * line :] if dream else "▒" * width
            self.canvas.put(row + line, column, pattern[:width], "night")
        name = self.words("stack.dream") if dream else self.words("genie")
        self.canvas.put(row + 2, column, f" {name} ? ".center(width), "night")

    def ink(self, place: str, usual: str) -> str:
        """The tile under the cursor has one colour all over."""
        style = self.pointer.style(place, usual)
        return usual if style == "target" else style

    def dream_face(self, row: int, column: int, tile: dict[str, Any]) -> None:
        """A dream by its name, and what it is worth."""
        width, kind = TILE_WIDTH - 2, dream_kind(tile["tile"])
        name = wrap(self.words(f"dream.{kind}"), width)
        self.canvas.block(row, column, name, self.ink(tile["place"], "strong"))
        worth = wrap(self.words(f"brief.{kind}"), width)
        self.canvas.block(row + len(name), column, worth, self.ink(tile["place"], "plain"))

    def island_face(self, row: int, column: int, tile: dict[str, Any]) -> None:
        """An element a line, letters and name."""
        for line, (element, count) in enumerate(elements(tile["tile"]).items()):
            many = f"{count} × " if count > 1 else ""
            text = f"{self.words(f'short.{element}')} {many}{self.words(f'name.{element}')}"
            style = self.ink(tile["place"], COLOURS[element])
            self.canvas.put(row + line, column, text[: TILE_WIDTH - 2], style)

    def unseen(self) -> None:
        """How many copies of each dream nobody has seen yet; with two seats, the last tile discarded."""
        column = max(3, self.view["seats"]) * (TILE_WIDTH + 1) + 1
        self.canvas.put(OFFER_ROW, column, self.words("terminal.unseen"), "dim")
        for at, dream in enumerate(DREAMS):
            text = f"{self.words(f'glance.{dream}')} {self.view['unseen'][dream]}"
            self.canvas.put(OFFER_ROW + 1 + at // 2, column + at % 2 * DREAM_COLUMN, text, "dim")
        if self.view["discards"]:
            shown = self.in_letters(self.view["discards"][-1])
            self.canvas.put(OFFER_ROW + 6, column, f"{self.words('terminal.discarded')} {shown}", "dim")

    def in_letters(self, tile: str) -> str:
        """A tile in a few letters."""
        return " ".join(self.codes(tile)) or self.words(f"glance.{dream_kind(tile)}")

    def codes(self, tile: str) -> list[str]:
        """The face of an island tile in letters: 2PA RO."""
        face = elements(tile).items()
        return [f"{count if count > 1 else ''}{self.words(f'short.{name}')}" for name, count in face]

    def foreseen(self) -> None:
        """What the move under the cursor would turn and bring; for a tile, from worst to best cell."""
        if not self.outlook:
            return
        points = sorted({effect["points"] for effect in self.outlook})
        ends = {"a": f"{points[0]:+d}", "b": f"{points[-1]:+d}"}
        spread = ends["a"] if len(points) == 1 else self.words("terminal.spread", **ends)
        at = self.canvas.put(FORESEEN_ROW, 1, "→ " + self.words("terminal.foreseen", points=spread), "strong")
        turned = sorted({cell for effect in self.outlook for cell in effect["turned"]})
        if turned:
            warning = "! " + self.words("log.flip", cells=" ".join(turned))
            self.canvas.put(FORESEEN_ROW, at + 2, warning, "warning")

    # One's own island

    def own_island(self, seat: int) -> None:
        """Dreams on the left, what the island shows in the middle, the island on the right (rule 16)."""
        shown = self.view["islands"][seat]
        self.name(seat, OWN_ROW, 1)
        self.dangers(seat, OWN_ROW, ISLAND_COLUMN)
        self.tally(shown)
        for at in range(PIPS):
            self.own_dream(OWN_ROW + 1 + at * DREAM_HEIGHT, at + 1, shown)
            for line, row in enumerate("tmb"):
                cell = f"{row}{at + 1}"
                self.own_cell(OWN_ROW + 1 + line * CELL_HEIGHT, ISLAND_COLUMN + at * CELL_WIDTH, cell, shown)

    def name(self, seat: int, row: int, column: int) -> int:
        """Who it is, whether it is their turn or they have picked, and their score."""
        word = format_seat(seat)
        shown = self.view["islands"][seat]
        sign = "»" if seat in self.view["actors"] else "✓" if seat in self.view["picked"] else " "
        text = sign + self.labelled(word, f"{word} {shown['character']}")
        self.canvas.block(row, column, [text], self.pointer.style(word, "title"), word)
        return self.canvas.put(
            row, column + len(text), self.words("terminal.points", n=shown["score"]), "strong"
        )

    def dangers(self, seat: int, row: int, column: int) -> None:
        """Lamps, with a warning when the next one turns tiles; brigands, with a mark on who has most."""
        shown = self.view["islands"][seat]
        near, leads = shown["brink"], shown["leads"]
        text = f"{self.words('short.lamp')} {shown['lamps']}{'!' * near}"
        column = self.canvas.put(row, column, text, "warning" if near else "plain")
        text = f"{self.words('short.brigand')} {shown['brigands']}{'▲' * leads}"
        self.canvas.put(row, column + 1, text, "bad" if leads else "plain")

    def tally(self, shown: dict[str, Any]) -> None:
        """How often each element is in sight: at the same time the key to the letters."""
        counts = dict.fromkeys(ELEMENTS, 0)
        for cell in shown["cells"].values():
            for element, count in elements(cell["tile"]).items():
                counts[element] += 0 if cell["turned"] else count
        for line, (element, count) in enumerate(counts.items()):
            text = f"{self.words(f'short.{element}')} {self.words(f'name.{element}')} ".ljust(14, "·")
            style = COLOURS[element] if count else "dim"
            at = self.canvas.put(OWN_ROW + line, TALLY_COLUMN + 1, text, style)
            self.canvas.put(OWN_ROW + line, at, f"{count:2d}", "strong" if count else "dim")

    def own_dream(self, row: int, number: int, shown: dict[str, Any]) -> None:
        """A dream with what it is worth now, or the place for one."""
        slot = f"d{number}"
        where = Box(row, 0, DREAM_HEIGHT, DREAM_WIDTH)
        cell = shown["cells"].get(slot)
        label = self.labelled(slot, slot).strip()
        if cell is None:
            self.box(where, "empty", label, self.pointer.style(slot, "dim"))
        else:
            points = self.words("terminal.points", n=shown["items"][f"dream-{number}"])
            edge = label.ljust(DREAM_WIDTH - 4 - len(points), "═")
            self.box(where, "dream", f"{edge} {points} ", "plain")
            name = self.words(f"dream.{dream_kind(cell['tile'])}")
            self.canvas.put(row + 1, 1, name[: DREAM_WIDTH - 2], "strong")
        self.canvas.mark(slot, row, 0, DREAM_HEIGHT, DREAM_WIDTH)

    def own_cell(self, row: int, column: int, name: str, shown: dict[str, Any]) -> None:
        """A cell of one's own island: what lies there, or whether something may."""
        cell = shown["cells"].get(name)
        doomed = cell is not None and name in self.doomed()
        label = self.labelled(name, name).strip() + " ↻ !" * doomed
        style = "warning" if doomed else self.pointer.style(name, "plain" if cell else "dim")
        kind = ROW_KINDS[name[0]] if cell else "empty"
        self.box(Box(row, column, CELL_HEIGHT, CELL_WIDTH), kind, label, style)
        if cell:
            self.laid(row + 1, column + 1, CELL_WIDTH - 2, cell)
        self.canvas.mark(name, row, column, CELL_HEIGHT, CELL_WIDTH)

    def doomed(self) -> list[str]:
        """The cells that the move under the cursor would turn, once it is a single move."""
        turned: list[str] = self.effect().get("turned", [])
        return turned

    def laid(self, row: int, column: int, width: int, cell: dict[str, Any]) -> None:
        """What a laid tile shows, on two lines."""
        if cell["turned"]:
            genie = self.words("genie").center(width, "▒")
            self.canvas.block(row, column, [genie, "▒" * width], "night")
            return
        at, line = 0, 0
        for element, text in zip(elements(cell["tile"]), self.codes(cell["tile"]), strict=True):
            if at + len(text) > width:
                at, line = 0, line + 1
            self.canvas.put(row + line, column + at, text, COLOURS[element])
            at += len(text) + 1

    # The islands of the others

    def glance(self, seat: int, top: int, left: int) -> None:
        """Somebody's island, small: three rows of four cells, and the dreams below."""
        shown = self.view["islands"][seat]
        self.dangers(seat, top, self.name(seat, top, left) + 1)
        for column in range(PIPS):
            edge = "┬" + f"{column + 1}".center(GLANCE_CELL, "─")
            self.canvas.put(top + 1, left + 1 + column * (GLANCE_CELL + 1), edge, "dim")
        for line, row in enumerate("tmb"):
            self.glance_row(top + 2 + 2 * line, left, row, shown)
        self.glance_dreams(top + 8, left, shown)

    def glance_row(self, top: int, left: int, row: str, shown: dict[str, Any]) -> None:
        """A row of four small cells."""
        self.canvas.block(top, left, [f"{row}│", " │"], "dim")
        for column in range(PIPS):
            at = left + 2 + column * (GLANCE_CELL + 1)
            cell = shown["cells"].get(f"{row}{column + 1}")
            if cell:
                self.laid(top, at, GLANCE_CELL, cell)
            else:
                self.canvas.put(top, at, "·".center(GLANCE_CELL), "dim")
            self.canvas.block(top, at + GLANCE_CELL, ["│", "│"], "dim")

    def glance_dreams(self, top: int, left: int, shown: dict[str, Any]) -> None:
        """The dreams with what they are worth now, two on a line."""
        self.canvas.put(top, left, "d│", "dim")
        for at in range(PIPS):
            cell = shown["cells"].get(f"d{at + 1}")
            text, style = "·", "dim"
            if cell:
                name = self.words(f"glance.{dream_kind(cell['tile'])}")
                text, style = f"{name} {shown['items'][f'dream-{at + 1}']}", "plain"
            self.canvas.put(top + at // 2, left + 2 + at % 2 * DREAM_COLUMN, text, style)
