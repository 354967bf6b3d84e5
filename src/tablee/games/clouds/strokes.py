"""What all drawings of this game share: boxes for cards, signs for icons, names that can be touched."""

from __future__ import annotations

from typing import Any

from tablee.core.canvas import Box, Drawing
from tablee.core.vocabulary import format_seat
from tablee.games.clouds.tables import PIECES

SIGNS = {"mountain": "▲", "water": "≈", "plant": "♣", "swamp": "ψ", "volcano": "◬"}
COLOURS = {"mountain": "white", "water": "blue", "plant": "green", "swamp": "brown", "volcano": "red"}
MOON = "☾"
STAR = "★"


def face(card: str) -> dict[str, Any]:
    """What is printed on a card."""
    printed: dict[str, Any] = PIECES.data["lands"].get(card) or PIECES.data["starts"].get(card, {})
    return printed


class Strokes(Drawing):
    """A drawing with the cards of this game."""

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

    def small_card(self, row: int, column: int, card: str) -> int:
        """The icons of a card, between its half-portals if it has any."""
        portal = bool(face(card).get("portal"))
        at = self.canvas.put(row, column, ")" * portal, "magenta")
        at = self.icons(row, at, card, "")
        return self.canvas.put(row, at, "(" * portal, "magenta")

    def guest_name(self, guest: dict[str, Any]) -> str:
        """A traveller's name."""
        return self.words(f"traveller.{guest['name']}")

    def title(self, seat: int, row: int, column: int) -> int:
        """Who it is, whether it is their turn or they have chosen, what they hold, and their stars."""
        view = self.view
        sign = "»" if seat in view["actors"] else "✓" if seat in view["chosen"] else " "
        sun = "☼" if seat == view["sun"] else " "
        at = self.canvas.put(row, column, f"{sign}{format_seat(seat)}{sun}", "title")
        score = view["worlds"][seat]["score"]
        stars = (
            self.words("terminal.hidden-score") if score is None else self.words("terminal.stars", n=score)
        )
        at = self.canvas.put(row, at + 1, stars, "strong")
        if view["seats"] > 1:
            at = self.canvas.put(row, at + 1, self.words("terminal.hand", n=view["hands"][seat]), "dim")
        return at
