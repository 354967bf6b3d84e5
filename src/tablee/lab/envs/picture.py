"""Pictures of a view for `render`: the drawing of the terminal, as text or as an image."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tablee.core.canvas import Canvas, Pointer
from tablee.core.game import Game

Pixels: TypeAlias = NDArray[numpy.uint8]
Colour: TypeAlias = tuple[int, int, int]

# The size of a character cell, in pixels.
WIDTH, HEIGHT = 9, 18
BACKGROUND: Colour = (24, 26, 34)
PLAIN: Colour = (220, 220, 225)
COLOURS: dict[str, Colour] = {
    "dim": (130, 132, 140),
    "good": (120, 200, 120),
    "bad": (230, 110, 100),
    "warning": (235, 180, 90),
    "title": (250, 220, 140),
    "red": (230, 100, 90),
    "green": (110, 190, 110),
    "blue": (110, 150, 235),
    "yellow": (235, 205, 90),
    "white": (245, 245, 245),
    "magenta": (210, 120, 200),
    "cyan": (100, 200, 210),
    "brown": (180, 130, 90),
    "night": (110, 105, 170),
}
# Lines from the centre of a cell: left, right, up, down.
LINES = {
    "─": "lr", "━": "lr", "═": "lr", "╌": "lr", "┄": "lr", "│": "ud", "┃": "ud", "║": "ud",
    "┌": "rd", "╭": "rd", "╔": "rd", "┐": "ld", "╮": "ld", "╗": "ld", "└": "ru", "╰": "ru", "╚": "ru",
    "┘": "lu", "╯": "lu", "╝": "lu", "├": "rud", "┤": "lud", "┬": "lrd", "┴": "lru", "┼": "lrud",
}  # fmt: skip
ENDS = {"l": (0, HEIGHT // 2), "r": (WIDTH, HEIGHT // 2), "u": (WIDTH // 2, 0), "d": (WIDTH // 2, HEIGHT)}


def draw(game: Game, view: dict[str, Any]) -> Canvas:
    """Return the drawing of a view in English."""
    return game.draw(view, game.translations("en"), Pointer())


def text_picture(game: Game, view: dict[str, Any]) -> str:
    """Return a view as text."""
    return draw(game, view).text()


def picture(game: Game, view: dict[str, Any]) -> Pixels:
    """Return a view as an image: rows, columns, and red, green, blue from 0 to 255."""
    canvas = draw(game, view)
    image = Image.new("RGB", (WIDTH * max(1, canvas.width), HEIGHT * max(1, canvas.height)), BACKGROUND)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(HEIGHT - 5)
    for row, cells in enumerate(canvas.rows):
        for column, (character, style) in enumerate(cells):
            if character.strip():
                colour = COLOURS.get(style, PLAIN)
                draw_character(pen, (WIDTH * column, HEIGHT * row), character, colour, font)
    return numpy.asarray(image)


def draw_character(
    pen: ImageDraw.ImageDraw, corner: tuple[int, int], character: str, colour: Colour, font: Any
) -> None:
    """Draw one character with its top left corner there; lines of boxes join those of the cells beside."""
    left, top = corner
    if character in LINES:
        centre = (left + WIDTH // 2, top + HEIGHT // 2)
        for direction in LINES[character]:
            across, down = ENDS[direction]
            pen.line([centre, (left + across, top + down)], fill=colour)
        return
    pen.text((left + WIDTH // 2, top + 1), character, fill=colour, font=font, anchor="ma")
