"""Draw a view of Out of Mine! for the terminal: own gallery large, pool with counts, other boards small."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from tablee.core.canvas import Canvas, Drawing, Pointer
from tablee.core.i18n import Translations
from tablee.core.vocabulary import format_seat
from tablee.games.mine import terminal_pictures as pictures
from tablee.games.mine.mechanics.geometry import CELLS, TURNS
from tablee.games.mine.pieces import ANY, COLOURS, ELEMENTS, SHAPE_TURNS, SHAPES
from tablee.games.mine.terminal_pictures import Gallery, LaidTile

# Where the column beside the gallery begins, and where a page of 80 columns ends.
BESIDE = 33
PAGE = 79
POOL_STEP = 8
POOL_BREAK = 9
SMALL_STEP = 24
BUTTONS = ("call", "hand", "move", "lift", "return", "quit")
LINES = ("ten", "empty", "elves", "good", "bad", "floor", "call", "points")


def draw(view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
    """Draw a view; `pointer` has the selectable things, the selected ones, and the cursor."""
    picture = Picture(view, words, pointer)
    picture.draw_heading()
    if view["phase"] == "over":
        picture.draw_past()
        picture.draw_sheets()
        picture.draw_box()
    elif view["phase"] in ("side", "ready"):
        picture.draw_choice()
        picture.draw_others()
        picture.draw_past()
        picture.draw_sheets()
    else:
        picture.draw_own()
        picture.draw_pool()
        picture.draw_others()
    return picture.canvas


class Picture(Drawing):
    """A canvas on which the parts of a view are drawn from top to bottom."""

    def __init__(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> None:
        super().__init__(view, words, pointer)
        self.seat: int | None = view["seat"]

    @property
    def bottom(self) -> int:
        """Return the row below the canvas, with an empty row between."""
        return self.canvas.height + 1

    def draw_heading(self) -> None:
        """Draw title, round, lamp and options."""
        view, words = self.view, self.words
        at = self.canvas.put(0, 1, words("title"), "title")
        lamp = words("terminal.lamp", n=view["lamp"] // 1000) if view["lamp"] else words("terminal.no-lamp")
        parts = [words("board.round", n=view["round"]), lamp]
        parts += [words(f"terminal.{name}") for name in ("elves", "finds", "helper", "ghost") if view[name]]
        self.canvas.put(0, at + 3, " · ".join(parts))

    # The board of the viewer

    def draw_own(self) -> None:
        """Draw the gallery left; card, hand, tiles and buttons right. Nothing for a spectator."""
        if self.seat is None:
            return
        board = self.view["boards"][self.seat]
        top = self.bottom
        total = self.words("board.total", n=self.view["totals"][self.seat])
        name = f"{format_seat(self.seat)} {self.words('terminal.you')}  {total}"
        self.canvas.put(top, 1, f"{name}  {self.describe_board(board)}", "strong")
        gallery = Gallery(
            **board["gallery"], tiles=pictures.parse_tiles(board["tiles"]), preview=self.preview_cells(board)
        )
        self.canvas.paste(pictures.draw_large(gallery, self.words, self.pointer), top + 1, 0)
        self.draw_card(top + 1, BESIDE, board)
        self.draw_hand(top + 4, board)
        self.draw_laid(top + 10, board)
        self.draw_buttons(top + 12)

    def describe_board(self, board: dict[str, Any]) -> str:
        """Return the side, the number of empty cells, and how the run ended."""
        parts = [
            self.words("terminal.side", side=board["side"]),
            self.words("terminal.open", n=board["open"]),
        ]
        return ", ".join([*parts, *self.describe_end(board)])

    def describe_end(self, board: dict[str, Any]) -> list[str]:
        """Return, as a list of one, how the run ended; [] while it goes on. A ghost race adds the time."""
        if board["called"] and board["time"] is not None:
            return [self.words("board.time", time=format_time(board["time"]))]
        if board["quit"] or board["called"]:
            return [self.words("board.quit" if board["quit"] else "terminal.called")]
        return [self.words("board.burnt")] if board["ran"] else []

    def active_tile(self, board: dict[str, Any]) -> dict[str, Any] | None:
        """Return the tile to be placed: the selected one on the board, else the one in hand, else None."""
        selected = [word for word in self.pointer.chosen if word in board["tiles"]]
        found: dict[str, Any] | None = board["tiles"][selected[-1]] if selected else board["hand"]
        return found

    def preview_cells(self, board: dict[str, Any]) -> frozenset[str]:
        """Return the cells that the active tile would cover at the cursor."""
        turn = next((word for word in self.pointer.chosen if word in TURNS), None)
        tile, cursor = self.active_tile(board), self.pointer.cursor
        if turn is None or tile is None or cursor not in CELLS:
            return frozenset()
        row, column = pictures.spot_of(cursor)
        spots = self.view["turns"][tile["shape"]][turn]
        covered = {(row + down, column + right) for down, right in spots}
        return frozenset(cell for cell in CELLS if pictures.spot_of(cell) in covered)

    def draw_card(self, row: int, column: int, board: dict[str, Any]) -> None:
        """Draw for each colour the tiles taken and those on the card; with finds the worth of elements."""
        card, words = board["card"], self.words
        held = [tile["colour"] for tile in (*board["tiles"].values(), board["hand"]) if tile]
        at = self.canvas.put(row, column, words("terminal.card", n=card["card"]), "strong") + 2
        for colour in COLOURS:
            count = f"{words(f'letter.{colour}')} {held.count(colour)}/{card['tiles'][colour]}"
            at = self.canvas.put(row, at, count, colour if card["tiles"][colour] else "dim") + 2
        if card["worth"]:
            worth = ", ".join(
                f"{words(f'element.{name}')} {points:+}" for name, points in card["worth"].items()
            )
            self.canvas.put(row + 1, column, f"{words('terminal.worth')} {worth}")

    def draw_hand(self, row: int, board: dict[str, Any]) -> None:
        """Draw the active tile in all its turns."""
        words, tile = self.words, self.active_tile(board)
        if tile is None:
            self.canvas.put(row, BESIDE, words("terminal.no-hand"), "dim")
            return
        key = "terminal.hand" if tile is board["hand"] else "terminal.turning"
        at = self.canvas.put(row, BESIDE, f"{words(key)} ", "strong")
        self.canvas.put(row, at, self.tile_name(tile), tile["colour"])
        column = BESIDE
        for turn, spots in self.view["turns"][tile["shape"]].items():
            self.draw_turn(row + 1, column, turn, spots, tile["colour"])
            column += 2 + max(len(turn), *(spot[1] + 1 for spot in spots))

    def draw_turn(self, row: int, column: int, turn: str, spots: list[list[int]], colour: str) -> None:
        """Draw one turn of a tile."""
        for offset, line in enumerate(pictures.draw_shape(spots)):
            self.canvas.put(row + offset, column + 1, line, colour)
        self.button(row + 3, column, turn, turn, "dim")
        self.canvas.mark(turn, row, column, 4, len(turn) + 2)

    def tile_name(self, tile: dict[str, Any]) -> str:
        """Return the name of a tile's shape, with its element if it has one."""
        name = self.shape_name(tile["shape"])
        plain = tile["element"] in (None, "plain")
        return name if plain else f"{name} ({self.words('element.' + tile['element'])})"

    def shape_name(self, shape: str) -> str:
        """Return the translated name, or the word of a shape that only a replaced pieces file has."""
        return self.words(f"shape.{shape}") if f"shape.{shape}" in self.words else shape

    def draw_laid(self, row: int, board: dict[str, Any]) -> None:
        """Draw the tiles on the board by slot."""
        at = self.canvas.put(row, BESIDE, f"{self.words('terminal.laid')} ", "strong")
        for slot, tile in board["tiles"].items():
            label = f"{slot} {tile['shape']}"
            if tile["element"] not in (None, "plain"):
                label += f" {self.words('short.' + tile['element'])}"
            if at + len(label) + 2 > PAGE:
                row, at = row + 1, BESIDE + 2
            at = self.button(row, at, slot, label, tile["colour"])

    def draw_buttons(self, row: int) -> None:
        """Draw the buttons of all moves other than taking and laying."""
        at = BESIDE
        for thing in BUTTONS:
            label = self.words(f"thing.{thing}")
            if thing not in self.pointer.targets and thing not in self.pointer.chosen:
                continue
            if at + len(label) + 2 > PAGE:
                row, at = row + 1, BESIDE
            at = self.button(row, at, thing, label) + 1
        foreseen = self.view["foreseen"].get("call")
        if foreseen:
            self.canvas.put(row, at, self.words("board.points", points=f"{foreseen['points']:+}"), "good")

    # The pool

    def draw_pool(self) -> None:
        """Draw every shape with the number of tiles left."""
        row = self.bottom
        own = self.view["ghost"] and self.seat is not None
        heading = "terminal.stock" if own else "board.pool"
        self.canvas.put(row, 1, self.words(heading), "strong")
        for number, (name, entry) in enumerate(self.view["pool"].items()):
            line, place = divmod(number, POOL_BREAK) if number < POOL_BREAK else (1, number - POOL_BREAK)
            self.draw_pool_entry(row + 1 + 3 * line, 1 + POOL_STEP * place, name, entry)
        self.draw_elements(row)

    def draw_pool_entry(self, row: int, column: int, name: str, entry: dict[str, Any]) -> None:
        """Draw the picture, the name and the count of one shape."""
        spots = SHAPE_TURNS[SHAPES.index(name)]["r0"]
        style = entry["colour"] if entry["left"] else "dim"
        for offset, line in enumerate(pictures.draw_shape(spots)):
            self.canvas.put(row + offset, column + 1, line, style)
        self.canvas.put(row, column + 5, f"{entry['left']}" if entry["left"] else "–", style)
        self.button(row + 2, column, name, name, style)
        self.canvas.mark(name, row, column, 3, POOL_STEP - 1)

    def draw_elements(self, row: int) -> None:
        """Draw one button per element of the selected shape at a canvas row; a single one without finds."""
        chosen = next((word for word in self.pointer.chosen if word in self.view["pool"]), None)
        if chosen is None:
            return
        left = self.view["pool"][chosen].get("elements", {ANY: self.view["pool"][chosen]["left"]})
        at = self.canvas.put(row, 20, self.shape_name(chosen), "strong") + 1
        for name in (ANY, *ELEMENTS):
            if name in left:
                word = self.words("thing.any") if name == ANY else self.words(f"element.{name}")
                at = self.button(row, at, name, f"{word} ({left[name]})") + 1

    # The other seats, and the choice of a side

    def draw_others(self) -> None:
        """Draw the boards of the other seats, small."""
        row = self.bottom
        others = [seat for seat in range(self.view["seats"]) if seat != self.seat]
        for place, seat in enumerate(others):
            self.draw_other(row, 1 + SMALL_STEP * place, seat)

    def draw_other(self, row: int, column: int, seat: int) -> None:
        """Draw name, points, gallery, card and hand of another seat."""
        board, words = self.view["boards"][seat], self.words
        total = words("board.total", n=self.view["totals"][seat])
        mark = "»" if seat in self.view["actors"] else " "
        self.canvas.put(row, column, f"{mark} {format_seat(seat)}  {total}", "strong")
        if board["side"] is None:
            self.canvas.put(row + 1, column, self.describe_hidden(board)[: SMALL_STEP - 1], "dim")
            return
        self.canvas.put(row + 1, column, self.describe_board(board)[: SMALL_STEP - 1], "dim")
        gallery = Gallery(
            **board["gallery"], tiles=[LaidTile(t["colour"], "", t["cells"]) for t in board["tiles"].values()]
        )
        self.canvas.paste(pictures.draw_small(gallery, words), row + 2, column)
        if board["card"]:
            for offset, colour in enumerate(COLOURS):
                count = board["card"]["tiles"][colour]
                self.canvas.put(
                    row + 2 + offset,
                    column + 16,
                    f"{words(f'letter.{colour}')}{count}",
                    colour if count else "dim",
                )
        if board["hand"]:
            self.canvas.put(
                row + 7, column, f"{words('terminal.hand')} {board['hand']['shape']}", board["hand"]["colour"]
            )

    def describe_hidden(self, board: dict[str, Any]) -> str:
        """Return the text for a board without a side, or one that the viewer may not see."""
        if board["board"] is not None:
            return self.words("terminal.no-side", board=board["board"])
        return self.words("board.ran" if board["ran"] else "board.to-run")

    def draw_choice(self) -> None:
        """Draw both faces of the viewer's board, or the one that rule 20 leaves; and the start button."""
        if self.seat is None:
            return
        board, row = self.view["boards"][self.seat], self.bottom
        self.canvas.put(
            row,
            1,
            f"{self.words('terminal.choose')} {board['board']}. {self.words('terminal.no-card')}",
            "strong",
        )
        faces = board["choice"] or {board["side"][-1]: board["gallery"]}
        for place, (face, shown) in enumerate(faces.items()):
            column = 1 + 40 * place
            large = pictures.draw_large(Gallery(**shown, tiles=[]), self.words, Pointer())
            large.things.clear()
            self.canvas.paste(large, row + 2, column)
            label = self.words("board.choice", side=face)
            if board["choice"]:
                self.button(row + 1, column + 3, face, label)
                self.canvas.mark(face, row + 1, column, 13, BESIDE)
            else:
                self.canvas.put(row + 1, column + 3, label)
        if self.view["phase"] == "ready":
            self.button(row + 4, 41, "start", self.words("thing.start"))

    # The last check and the scores

    def draw_past(self) -> None:
        """Draw the boards of the previous round as they were checked."""
        if not self.view["past"]:
            return
        row = self.bottom
        number = len(self.view["sheets"])
        self.canvas.put(row, 1, self.words("terminal.past", n=number), "strong")
        for seat, board in enumerate(self.view["past"]):
            column = 1 + SMALL_STEP * seat
            points = self.view["sheets"][-1][seat]["points"]
            time = "" if board["time"] is None else f"  {format_time(board['time'])}"
            self.canvas.put(row + 1, column, f"{format_seat(seat)} {board['side']}  {points:+}{time}")
            tiles = [LaidTile(t["colour"], "", t["cells"], t["wrong"]) for t in board["tiles"]]
            self.canvas.paste(
                pictures.draw_small(Gallery(**board["gallery"], tiles=tiles), self.words), row + 2, column
            )

    def draw_sheets(self) -> None:
        """Draw the score sheet of the last round and the totals."""
        if not self.view["sheets"]:
            return
        row, words = self.bottom, self.words
        self.canvas.put(row, 1, words("terminal.sheet"), "strong")
        shown = [
            line for line in LINES if line not in ("elves", "good", "bad", "floor") or self.is_line_used(line)
        ]
        for place, line in enumerate([*shown, "total"]):
            label = words("total") if line == "total" else words(f"items.{line}")
            self.canvas.put(row + 1, 5 + 10 * place, label[:9].rjust(9), "dim")
        for seat in range(self.view["seats"]):
            last = self.view["sheets"][-1][seat] | {"total": self.view["totals"][seat]}
            self.canvas.put(row + 2 + seat, 2, format_seat(seat), "strong" if seat == self.seat else "plain")
            if last["open"] > last["ten"]:
                last["empty"] = f"{last['open']} > 10"
            for place, line in enumerate([*shown, "total"]):
                self.canvas.put(row + 2 + seat, 5 + 10 * place, str(last[line]).rjust(9))

    def is_line_used(self, line: str) -> bool:
        """Return whether a seat has points in this line of the last sheet."""
        return any(sheet[line] for sheet in self.view["sheets"][-1])

    def draw_box(self) -> None:
        """Draw the unused boards and cards."""
        lists = {name: ", ".join(map(str, sorted(self.view["box"][name]))) for name in ("boards", "cards")}
        shown = {name: text or self.words("terminal.none") for name, text in lists.items()}
        lines = wrap(self.words("terminal.box", **shown), PAGE - 1)
        self.canvas.block(self.bottom, 1, lines, "dim")


def format_time(milliseconds: int) -> str:
    """Return a time as minutes, seconds and tenths."""
    tenths = milliseconds // 100
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"
