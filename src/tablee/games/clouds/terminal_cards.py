"""Cards, icons and titles as characters: what terminal.py and terminal_world.py both draw."""

from __future__ import annotations

from typing import Any

from tablee.core.canvas import Box, Drawing
from tablee.core.vocabulary import format_seat
from tablee.games.clouds.pieces import PIECES

SIGNS = {"mountain": "▲", "water": "≈", "plant": "♣", "swamp": "ψ", "volcano": "◬"}
COLOURS = {"mountain": "white", "water": "blue", "plant": "green", "swamp": "brown", "volcano": "red"}
MOON = "☾"
STAR = "★"


def printed(card: str) -> dict[str, Any]:
    """Return what is printed on a card; {} for a Tzimime or a fumarole."""
    face: dict[str, Any] = PIECES.data["lands"].get(card) or PIECES.data["starts"].get(card, {})
    return face


class CardDrawing(Drawing):
    """A canvas with methods that draw the cards of this game."""

    def box(self, where: Box, label: str, style: str, portal: bool = False, empty: bool = False) -> None:
        """Draw the outline of a card with a label in its upper edge; half-portals are curved sides."""
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
        """Draw the icons of a card, or its moon; return the column after them."""
        if printed(card).get("moon"):
            return self.canvas.put(row, column, MOON, "yellow")
        for icon in printed(card).get("icons", []):
            column = self.canvas.put(row, column, SIGNS[icon] + gap, COLOURS[icon])
        return column

    def animals(self, card: str, gap: str = " ") -> str:
        """Return the animals of a card as abbreviations."""
        return gap.join(self.words(f"short.{animal}") for animal in printed(card).get("animals", []))

    def small_card(self, row: int, column: int, card: str) -> int:
        """Draw the icons of a card between its half-portals; return the column after it."""
        portal = bool(printed(card).get("portal"))
        at = self.canvas.put(row, column, ")" * portal, "magenta")
        at = self.icons(row, at, card, "")
        return self.canvas.put(row, at, "(" * portal, "magenta")

    def traveller_name(self, traveller: dict[str, Any]) -> str:
        return self.words(f"traveller.{traveller['name']}")

    def title(self, seat: int, row: int, column: int) -> int:
        """Draw a seat, its turn or choice, the Sun, stars and hand size; return the column after it."""
        view = self.view
        sign = "»" if seat in view["actors"] else "✓" if seat in view["chosen"] else " "
        sun = "☼" if seat == view["sun"] else " "
        at = self.canvas.put(row, column, f"{sign}{format_seat(seat)}{sun}", "title")
        score = view["worlds"][seat]["score"]
        stars = self.words("board.hidden-score") if score is None else self.words("board.stars", n=score)
        at = self.canvas.put(row, at + 1, stars, "strong")
        if view["seats"] > 1:
            at = self.canvas.put(row, at + 1, self.words("terminal.hand", n=view["hands"][seat]), "dim")
        return at
