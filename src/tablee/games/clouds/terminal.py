"""The table as characters: cards to choose from on top, one's own World large, the others at a glance.

Icons are signs, animals two letters. A portal card lies between ) and (, so that two of them side by side
close a ring. Colour is never alone.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from tablee.core.canvas import Box, Canvas, Pointer
from tablee.core.narrowing import narrow, paths
from tablee.core.vocabulary import seat_word
from tablee.core.words import Words
from tablee.games.clouds.tables import (
    BONUSES,
    COLUMNS,
    FACES,
    ICONS,
    PIECES,
    ROWS,
    TRAVELLERS,
)

ROUNDS = 5
SIGNS = {"mountain": "▲", "water": "≈", "plant": "♣", "swamp": "ψ", "volcano": "◬"}
COLOURS = {"mountain": "white", "water": "blue", "plant": "green", "swamp": "brown", "volcano": "red"}
MOON = "☾"
STAR = "★"
SIDE = 4
PAGE = 78

HAND_ROW = 2
HAND_WIDTH, HAND_HEIGHT = 20, 5
STACK_WIDTH = 11
NOTE_ROW = HAND_ROW + HAND_HEIGHT
WORLD_ROW = NOTE_ROW + 2
CELL_WIDTH, CELL_HEIGHT = 10, 4
GUEST_WIDTH = 9
MOST_ROWS = 5
LOWER_ROW = WORLD_ROW + 2 + MOST_ROWS * CELL_HEIGHT
OTHERS_COLUMN = 62
GLANCE_CELL, GLANCE_HEIGHT = 4, 10
FEW_SEATS = 3


def draw(view: dict[str, Any], words: Words, pointer: Pointer) -> Canvas:
    """A view as a picture; things carry the words by which moves name them."""
    picture = Picture(view, words, pointer)
    own = view["seat"] if view["seat"] is not None else (view["actors"] or [0])[0]
    picture.heading()
    picture.supplies()
    picture.cards()
    World(picture, own).draw()
    picture.guests(LOWER_ROW)
    picture.sheet(own, LOWER_ROW + 5)
    picture.key(LOWER_ROW + 7)
    others = [seat for seat in range(view["seats"]) if seat != own]
    top = WORLD_ROW if view["seats"] <= FEW_SEATS else 0
    for place, seat in enumerate(others):
        picture.glance(seat, top + place * GLANCE_HEIGHT)
    picture.notes()
    return picture.canvas


def face(card: str) -> dict[str, Any]:
    """What is printed on a card."""
    printed: dict[str, Any] = PIECES.data["lands"].get(card) or PIECES.data["starts"].get(card, {})
    return printed


class Picture:
    """A canvas in the making, with what is drawn on it and for whom."""

    def __init__(self, view: dict[str, Any], words: Words, pointer: Pointer) -> None:
        self.canvas = Canvas()
        self.view = view
        self.words = words
        self.pointer = pointer
        self.aimed = self.moves_aimed_at()

    def moves_aimed_at(self) -> list[str]:
        """The moves that are still possible once the thing under the cursor is touched."""
        if self.pointer.cursor is None:
            return []
        touched = (*self.pointer.chosen, self.pointer.cursor)
        return list(narrow(paths(self.view["moves"]), touched).values())

    def foreseen(self) -> dict[str, Any]:
        """What the single move under the cursor would do."""
        if len(self.aimed) != 1:
            return {}
        found: dict[str, Any] = self.view["foreseen"].get(self.aimed[0], {})
        return found

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
        return column + len(label) + 1

    def box(self, where: Box, label: str, style: str, portal: bool = False, empty: bool = False) -> None:
        """The outline of a card with its name in the upper edge; half-portals bend its sides."""
        inner = where.width - 2
        edge = "┄" if empty else "─"
        left, right = (")", "(") if portal else ("┆", "┆") if empty else ("│", "│")
        lines = ["┌" + label[:inner].ljust(inner, edge) + "┐"]
        lines += [left + " " * inner + right] * (where.height - 2)
        self.canvas.block(where.row, where.column, [*lines, "└" + edge * inner + "┘"], style)
        if portal:
            for line in range(1, where.height - 1):
                self.canvas.put(where.row + line, where.column, left, "magenta")
                self.canvas.put(where.row + line, where.column + where.width - 1, right, "magenta")

    def icons(self, row: int, column: int, card: str, gap: str = " ") -> int:
        """The icons of a card as signs; a moon is a sign too."""
        if face(card).get("moon"):
            return self.canvas.put(row, column, MOON, "yellow")
        for icon in face(card).get("icons", []):
            column = self.canvas.put(row, column, SIGNS[icon] + gap, COLOURS[icon])
        return column

    def animals(self, card: str, gap: str = " ") -> str:
        """The animals of a card in letters."""
        return gap.join(self.words(f"short.{animal}") for animal in face(card).get("animals", []))

    # The table

    def heading(self) -> None:
        """Which round it is, who holds the Sun, and where its arrow points."""
        view, words = self.view, self.words
        at = self.canvas.put(0, 1, words("terminal.round", n=view["round"], all=ROUNDS), "title") + 3
        if view["sun"] is None:
            return
        at = self.canvas.put(0, at, "☼ " + words("terminal.sun", who=seat_word(view["sun"])), "yellow") + 1
        if view["phase"] == "face":
            for side in FACES:
                at = self.button(0, at, side, words(f"terminal.{side}"))
        elif view["face"]:
            at = self.canvas.put(0, at, words(f"terminal.{view['face']}"), "yellow") + 1

    def supplies(self) -> None:
        """The dark cities that are left, and the fumaroles."""
        left = " ".join(f"{STAR}{stars}" for stars in self.view["cities"]) or "–"
        at = self.canvas.put(1, 1, self.words("terminal.cities", stars=left), "dim")
        at = self.canvas.put(1, at + 2, self.words("terminal.fumaroles", n=self.view["fumaroles"]), "dim")
        if self.view["deck"] is not None:
            self.canvas.put(1, at + 2, self.words("terminal.deck", n=self.view["deck"]), "dim")

    def cards(self) -> None:
        """What may be laid: solo the stacks, then the two revealed cards; else the hand."""
        if self.view["outcome"] is not None:
            self.ending()
        elif self.view["phase"] == "take":
            for place, stack in enumerate(self.view["stacks"]):
                if stack["card"]:
                    where = Box(HAND_ROW, place * STACK_WIDTH, HAND_HEIGHT, STACK_WIDTH)
                    self.card(where, stack["stack"], stack["card"], stack["stack"])
        else:
            for place, card in enumerate(self.view["hand"] or []):
                where = Box(HAND_ROW, place * HAND_WIDTH, HAND_HEIGHT, HAND_WIDTH - 1)
                self.card(where, card["card"], card["card"], str(card["place"]))

    def card(self, where: Box, thing: str, card: str, label: str) -> None:
        """A card to choose, its name below its icons; the first of equal ones is the one to touch."""
        style = self.pointer.style(thing)
        self.box(where, self.labelled(thing, label), style, bool(face(card).get("portal")))
        gap = " " * (where.width > STACK_WIDTH)
        at = self.icons(where.row + 1, where.column + 2, card, gap)
        self.canvas.put(where.row + 1, at + 1, self.animals(card, gap), "strong")
        for line, text in enumerate(wrap(self.words(f"land.{card}"), where.width - 3)[:2]):
            self.canvas.put(where.row + 2 + line, where.column + 2, text, "dim")
        if thing not in self.canvas.things:
            self.canvas.mark(thing, where.row, where.column, where.height, where.width)

    def ending(self) -> None:
        """After the end: the solo rank, and the cards that nobody used."""
        if self.view["rank"]:
            self.canvas.put(HAND_ROW, 1, self.words(f"rank.{self.view['rank']}"), "title")
        names = ", ".join(self.words(f"land.{card}") for card in self.view["aside"])
        if names:
            lines = wrap(self.words("terminal.aside", cards=names), PAGE)
            self.canvas.block(HAND_ROW + 1, 1, lines, "dim")

    def notes(self) -> None:
        """What the move under the cursor would do; and in a draft, what was given and got."""
        at = 1
        for text, style in self.effects():
            at = self.canvas.put(NOTE_ROW, at, text, style) + 2
        draft = self.view["draft"]
        if draft is None:
            return
        at = 1
        for key, cards in (("kept", self.pending()), ("gave", draft["gave"]), ("got", draft["got"])):
            if cards:
                at = self.canvas.put(NOTE_ROW + 1, at, self.words(f"terminal.{key}"), "dim") + 1
            for card in cards:
                at = self.small_card(NOTE_ROW + 1, at, card) + 2

    def pending(self) -> list[str]:
        """The choice that waits for the others to choose."""
        choice = self.view["draft"].get(self.view["phase"])
        return [choice] if choice and self.view["seat"] in self.view["chosen"] else []

    def effects(self) -> list[tuple[str, str]]:
        """In words, what is foreseen; for a card not yet on a cell, the range of its stars."""
        points = [
            each["points"] for move in self.aimed if "points" in (each := self.view["foreseen"].get(move, {}))
        ]
        if not points and not self.foreseen():
            return []
        found = [("→ " + self.range_of(points), "strong")] if points else []
        return found + self.single_effects(self.foreseen())

    def range_of(self, points: list[int]) -> str:
        """Stars won or lost, from the worst cell to the best."""
        least, most = f"{min(points):+d}", f"{max(points):+d}"
        if least == most:
            return self.words("effect.points", n=least)
        return self.words("effect.spread", a=least, b=most)

    def single_effects(self, seen: dict[str, Any]) -> list[tuple[str, str]]:
        """Flips with their reason, a portal, an eruption, a city."""
        found, target = [], self.aimed[0].split()[-1] if len(self.aimed) == 1 else ""
        if "cause" in seen:
            found.append(("! " + self.words(f"effect.{seen['cause']}", cells=target), "bad"))
        moons = [cell for cell in seen.get("flips", []) if "cause" not in seen or cell != target]
        if moons:
            found.append(("! " + self.words("effect.moons", cells=" ".join(moons)), "warning"))
        if "portal" in seen:
            found.append(("() " + self.words("effect.portal", cells="–".join(seen["portal"])), "magenta"))
        if "erupts" in seen:
            best = max(seen["erupts"].values())
            city = f" → {self.words('effect.city', n=best)}" if best else ""
            found.append((f"{SIGNS['volcano']} {self.words('effect.erupts')}{city}", "red"))
        if "city" in seen:
            found.append((f"{STAR} " + self.words("effect.city", n=seen["city"]), "good"))
        return found

    # Below the World

    def guests(self, row: int) -> None:
        """The travellers to be had, with what each wishes for."""
        left = self.view["travellers"]
        usual = "plain" if self.view["phase"] == "welcome" else "dim"
        if self.view["phase"] == "welcome":
            self.button(row, 1, "decline", self.words("thing.decline"))
        else:
            self.canvas.put(row, 1, self.words("terminal.travellers" if left else "terminal.nobody"), usual)
        for place, name in enumerate(left):
            line = row + 1 + place // 2
            column = self.button(
                line, 1 + place % 2 * PAGE // 2, name, self.words(f"traveller.{name}"), usual
            )
            bonus = BONUSES[TRAVELLERS.index(name)]
            self.canvas.put(line, column, self.words(f"traveller.{name}.help", n=bonus), usual)

    def sheet(self, seat: int, row: int) -> None:
        """The stars of a World, line by line."""
        world = self.view["worlds"][seat]
        if world["items"] is None:
            return
        lines = [f"{self.words(f'items.{item}')} {stars}" for item, stars in world["items"].items() if stars]
        text = f"{STAR} {world['score']} = {' + '.join(lines)}" if lines else f"{STAR} 0"
        self.canvas.block(row, 1, wrap(text, PAGE), "strong")

    def key(self, row: int) -> None:
        """The signs and what they mean."""
        at = 1
        for icon in ICONS:
            at = self.canvas.put(row, at, f"{SIGNS[icon]} {self.words(f'icon.{icon}')}", COLOURS[icon]) + 2
        self.canvas.put(row, at, f"{MOON} {self.words('land.moon')}", "yellow")
        at = self.canvas.put(row + 1, 1, f"() {self.words('portal')}", "magenta") + 2
        self.canvas.put(row + 1, at, f"▒ {self.words('tzimime')}  ░ {self.words('fumarole')}", "dim")

    def title(self, seat: int, row: int, column: int) -> int:
        """Who it is, whether it is their turn or they have chosen, what they hold, and their stars."""
        view = self.view
        sign = "»" if seat in view["actors"] else "✓" if seat in view["chosen"] else " "
        sun = "☼" if seat == view["sun"] else " "
        at = self.canvas.put(row, column, f"{sign}{seat_word(seat)}{sun}", "title")
        score = view["worlds"][seat]["score"]
        stars = (
            self.words("terminal.hidden-score") if score is None else self.words("terminal.stars", n=score)
        )
        at = self.canvas.put(row, at + 1, stars, "strong")
        if view["seats"] > 1:
            at = self.canvas.put(row, at + 1, self.words("terminal.hand", n=view["hands"][seat]), "dim")
        return at

    def glance(self, seat: int, row: int) -> None:
        """Somebody's World, small: two lines a row, travellers below."""
        world = self.view["worlds"][seat]
        self.title(seat, row, OTHERS_COLUMN)
        first = COLUMNS.index(world["columns"][0])
        for down, line in enumerate(ROWS[int(world["rows"][0]) - 1 :][:SIDE]):
            self.canvas.put(row + 1 + 2 * down, OTHERS_COLUMN, line, "dim")
            for right, column in enumerate(COLUMNS[first:][:SIDE]):
                at = OTHERS_COLUMN + 2 + right * GLANCE_CELL
                self.small_cell(row + 1 + 2 * down, at, world["cells"].get(column + line))
        self.small_guests(world, row + 9)

    def guest_name(self, guest: dict[str, Any]) -> str:
        """A traveller's name."""
        return self.words(f"traveller.{guest['name']}")

    def small_guests(self, world: dict[str, Any], row: int) -> None:
        """The travellers and cities of a World in a line."""
        names = [self.guest_name(guest) + guest["rows"] for guest in world["travellers"]]
        names += [f"{STAR}{city['stars']}" for city in world["cities"]]
        text = " ".join(names)
        self.canvas.put(row, OTHERS_COLUMN, text, "cyan")

    def small_cell(self, row: int, column: int, cell: dict[str, Any] | None) -> None:
        """A card of another World in four by two characters."""
        if cell is None:
            self.canvas.put(row, column, "·", "dim")
        elif cell["shows"] in {"tzimime", "fumarole"}:
            fill = "▒" if cell["shows"] == "tzimime" else "░"
            self.canvas.block(row, column, [fill * 3, fill * 3], "night")
        else:
            self.small_card(row, column, cell["shows"])
            self.canvas.put(row + 1, column, self.animals(cell["shows"], "")[:GLANCE_CELL], "dim")

    def small_card(self, row: int, column: int, card: str) -> int:
        """The icons of a card, between its half-portals if it has any."""
        portal = bool(face(card).get("portal"))
        at = self.canvas.put(row, column, ")" * portal, "magenta")
        at = self.icons(row, at, card, "")
        return self.canvas.put(row, at, "(" * portal, "magenta")


class World:
    """One's own World: its cards, the cells around it, and the travellers at its side."""

    def __init__(self, picture: Picture, seat: int) -> None:
        self.picture = picture
        self.canvas = picture.canvas
        self.view = picture.view
        self.world = picture.view["worlds"][seat]
        self.seat = seat
        self.columns = self.stretch(COLUMNS, self.world["columns"])
        self.rows = self.stretch(ROWS, self.world["rows"])
        standing = self.view["phase"] == "stand" and self.view["moves"]
        if standing or self.world["side"] == "left":
            self.columns = self.columns[
                COLUMNS.index(self.world["columns"][0]) - COLUMNS.index(self.columns[0]) :
            ]
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
        doomed = name in self.picture.foreseen().get("flips", [])
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
        return Box(self.row_of(rows[0]) + CELL_HEIGHT // 2, column, CELL_HEIGHT, GUEST_WIDTH - 1)

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
