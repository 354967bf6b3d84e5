"""A view as characters: cards to choose from on top, the viewer's World large, the other Worlds small.

Icons are signs, animals two letters. A portal card is drawn between ) and (, so that two of them side by
side form a ring. No information is given by colour alone.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from tablee.core.canvas import Box, Canvas, Pointer
from tablee.core.i18n import Translations
from tablee.core.vocabulary import format_seat
from tablee.games.clouds.pieces import (
    BONUSES,
    COLUMNS,
    FACES,
    ICONS,
    ROWS,
    TRAVELLERS,
)
from tablee.games.clouds.terminal_cards import COLOURS, MOON, SIGNS, STAR, CardDrawing, printed
from tablee.games.clouds.terminal_world import LOWER_ROW, SIDE, WORLD_ROW, WorldDrawing

ROUNDS = 5
PAGE = 78

HAND_ROW = 2
HAND_WIDTH, HAND_HEIGHT = 20, 5
STACK_WIDTH = 11
NOTE_ROW = HAND_ROW + HAND_HEIGHT
OTHERS_COLUMN = 62
SMALL_CELL, SMALL_HEIGHT = 4, 10
FEW_SEATS = 3


def draw(view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
    """Draw a view. The things on the canvas carry the words by which moves name them."""
    drawing = TableDrawing(view, words, pointer)
    own = view["seat"] if view["seat"] is not None else (view["actors"] or [0])[0]
    drawing.heading()
    drawing.supplies()
    drawing.cards()
    WorldDrawing(drawing, own).draw()
    drawing.travellers(LOWER_ROW)
    drawing.score_sheet(own, LOWER_ROW + 5)
    drawing.key(LOWER_ROW + 7)
    others = [seat for seat in range(view["seats"]) if seat != own]
    top = WORLD_ROW if view["seats"] <= FEW_SEATS else 0
    for place, seat in enumerate(others):
        drawing.small_world(seat, top + place * SMALL_HEIGHT)
    drawing.notes()
    return drawing.canvas


class TableDrawing(CardDrawing):
    """The whole canvas of a view, except for the large World."""

    # The table

    def heading(self) -> None:
        """Draw the round, the holder of the Sun and the direction of its arrow."""
        view, words = self.view, self.words
        at = self.canvas.put(0, 1, words("board.round", n=view["round"], all=ROUNDS), "title") + 3
        if view["sun"] is None:
            return
        at = self.canvas.put(0, at, "☼ " + words("terminal.sun", who=format_seat(view["sun"])), "yellow") + 1
        if view["phase"] == "face":
            for side in FACES:
                at = self.button(0, at, side, words(f"terminal.{side}")) + 1
        elif view["face"]:
            at = self.canvas.put(0, at, words(f"terminal.{view['face']}"), "yellow") + 1

    def supplies(self) -> None:
        """Draw the dark cities and fumaroles left, and the size of the deck."""
        left = " ".join(f"{STAR}{stars}" for stars in self.view["cities"]) or "–"
        at = self.canvas.put(1, 1, self.words("board.cities", stars=left), "dim")
        at = self.canvas.put(1, at + 2, self.words("board.fumaroles", n=self.view["fumaroles"]), "dim")
        if self.view["deck"] is not None:
            self.canvas.put(1, at + 2, self.words("terminal.deck", n=self.view["deck"]), "dim")

    def cards(self) -> None:
        """Draw the cards to choose from: solo the stacks, then the two revealed cards; else the hand."""
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
        """Draw a card to choose; of equal cards, the first is marked as the thing to touch."""
        style = self.pointer.style(thing)
        self.box(where, self.labelled(thing, label), style, bool(printed(card).get("portal")))
        gap = " " * (where.width > STACK_WIDTH)
        at = self.icons(where.row + 1, where.column + 2, card, gap)
        self.canvas.put(where.row + 1, at + 1, self.animals(card, gap), "strong")
        for line, text in enumerate(wrap(self.words(f"land.{card}"), where.width - 3)[:2]):
            self.canvas.put(where.row + 2 + line, where.column + 2, text, "dim")
        if thing not in self.canvas.things:
            self.canvas.mark(thing, where.row, where.column, where.height, where.width)

    def ending(self) -> None:
        """Draw the solo rank and the unused cards, once the match is over."""
        if self.view["rank"]:
            self.canvas.put(HAND_ROW, 1, self.words(f"rank.{self.view['rank']}"), "title")
        names = ", ".join(self.words(f"land.{card}") for card in self.view["aside"])
        if names:
            lines = wrap(self.words("terminal.aside", cards=names), PAGE)
            self.canvas.block(HAND_ROW + 1, 1, lines, "dim")

    def notes(self) -> None:
        """Draw the effect of the move under the cursor, and in a draft the cards given and received."""
        at = 1
        for text, style in self.effects():
            at = self.canvas.put(NOTE_ROW, at, text, style) + 2
        draft = self.view["draft"]
        if draft is None:
            return
        at = 1
        for key, cards in (("kept", self.pending_choice()), ("gave", draft["gave"]), ("got", draft["got"])):
            if cards:
                at = self.canvas.put(NOTE_ROW + 1, at, self.words(f"terminal.{key}"), "dim") + 1
            for card in cards:
                at = self.small_card(NOTE_ROW + 1, at, card) + 2

    def pending_choice(self) -> list[str]:
        """Return the viewer's choice while other seats have not chosen yet, else []."""
        choice = self.view["draft"].get(self.view["phase"])
        return [choice] if choice and self.view["seat"] in self.view["chosen"] else []

    def effects(self) -> list[tuple[str, str]]:
        """Return texts and styles for the foreseen effects; for several moves, the range of stars."""
        points = [each["points"] for each in self.previews if "points" in each]
        found = [("→ " + self.range_text(points), "strong")] if points else []
        return found + self.move_effects(self.effect())

    def range_text(self, points: list[int]) -> str:
        """Return the stars won or lost, from the worst move to the best."""
        least, most = f"{min(points):+d}", f"{max(points):+d}"
        if least == most:
            return self.words("effect.points", n=least)
        return self.words("effect.spread", a=least, b=most)

    def move_effects(self, seen: dict[str, Any]) -> list[tuple[str, str]]:
        """Return texts and styles for the effect of a single move."""
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
        if "to" in seen:
            found.append(("→ " + self.words("effect.to", who=format_seat(seen["to"])), "strong"))
        if "city" in seen:
            found.append((f"{STAR} " + self.words("effect.city", n=seen["city"]), "good"))
        return found

    # Below the World

    def travellers(self, row: int) -> None:
        """Draw the available travellers with their wishes."""
        left = self.view["travellers"]
        usual = "plain" if self.view["phase"] == "welcome" else "dim"
        if self.view["phase"] == "welcome":
            self.button(row, 1, "decline", self.words("thing.decline"))
        else:
            self.canvas.put(row, 1, self.words("terminal.travellers" if left else "board.nobody"), usual)
        for place, name in enumerate(left):
            line = row + 1 + place // 2
            column = self.button(
                line, 1 + place % 2 * PAGE // 2, name, self.words(f"traveller.{name}"), usual
            )
            bonus = BONUSES[TRAVELLERS.index(name)]
            self.canvas.put(line, column + 1, self.words(f"traveller.{name}.help", n=bonus), usual)

    def score_sheet(self, seat: int, row: int) -> None:
        """Draw the score of a World as a sum of its items."""
        world = self.view["worlds"][seat]
        if world["items"] is None:
            return
        lines = [f"{self.words(f'items.{item}')} {stars}" for item, stars in world["items"].items() if stars]
        text = f"{STAR} {world['score']} = {' + '.join(lines)}" if lines else f"{STAR} 0"
        self.canvas.block(row, 1, wrap(text, PAGE), "strong")

    def key(self, row: int) -> None:
        """Draw the meaning of the signs."""
        at = 1
        for icon in ICONS:
            at = self.canvas.put(row, at, f"{SIGNS[icon]} {self.words(f'icon.{icon}')}", COLOURS[icon]) + 2
        self.canvas.put(row, at, f"{MOON} {self.words('land.moon')}", "yellow")
        at = self.canvas.put(row + 1, 1, f"() {self.words('portal')}", "magenta") + 2
        self.canvas.put(row + 1, at, f"▒ {self.words('tzimime')}  ░ {self.words('fumarole')}", "dim")

    def small_world(self, seat: int, row: int) -> None:
        """Draw the World of another seat: two lines per row, travellers below."""
        world = self.view["worlds"][seat]
        self.title(seat, row, OTHERS_COLUMN)
        first = COLUMNS.index(world["columns"][0])
        for down, line in enumerate(ROWS[int(world["rows"][0]) - 1 :][:SIDE]):
            self.canvas.put(row + 1 + 2 * down, OTHERS_COLUMN, line, "dim")
            for right, column in enumerate(COLUMNS[first:][:SIDE]):
                at = OTHERS_COLUMN + 2 + right * SMALL_CELL
                self.small_cell(row + 1 + 2 * down, at, world["cells"].get(column + line))
        self.small_travellers(world, row + 9)

    def small_travellers(self, world: dict[str, Any], row: int) -> None:
        """Draw the travellers and cities of a World in one line."""
        names = [self.traveller_name(traveller) + traveller["rows"] for traveller in world["travellers"]]
        names += [f"{STAR}{city['stars']}" for city in world["cities"]]
        text = " ".join(names)
        self.canvas.put(row, OTHERS_COLUMN, text, "cyan")

    def small_cell(self, row: int, column: int, cell: dict[str, Any] | None) -> None:
        """Draw a card of a small World in four by two characters."""
        if cell is None:
            self.canvas.put(row, column, "·", "dim")
        elif cell["shows"] in {"tzimime", "fumarole"}:
            fill = "▒" if cell["shows"] == "tzimime" else "░"
            self.canvas.block(row, column, [fill * 3, fill * 3], "night")
        else:
            self.small_card(row, column, cell["shows"])
            self.canvas.put(row + 1, column, self.animals(cell["shows"], "")[:SMALL_CELL], "dim")
