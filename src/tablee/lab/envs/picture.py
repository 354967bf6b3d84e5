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
    "┏": "rd", "┓": "ld", "┗": "ru", "┛": "lu", "┆": "ud",
}  # fmt: skip
ENDS = {"l": (0, HEIGHT // 2), "r": (WIDTH, HEIGHT // 2), "u": (WIDTH // 2, 0), "d": (WIDTH // 2, HEIGHT)}

# How much of a cell is filled: shade, and the rows from and to, as parts of the height.
BLOCKS = {
    "░": (0.2, 0.0, 1.0), "▒": (0.45, 0.0, 1.0), "█": (1.0, 0.0, 1.0), "▀": (1.0, 0.0, 0.5),
    "▄": (1.0, 0.5, 1.0),
}  # fmt: skip
# Signs that the font does not have: corners, as parts of width and height.
SIGNS: dict[str, list[tuple[float, float]]] = {
    "▲": [(0.5, 0.25), (0.95, 0.75), (0.05, 0.75)],
    "◬": [(0.5, 0.25), (0.95, 0.75), (0.5, 0.6), (0.05, 0.75)],
    "►": [(0.1, 0.3), (0.9, 0.5), (0.1, 0.7)],
    "◄": [(0.9, 0.3), (0.1, 0.5), (0.9, 0.7)],
    "★": [(0.5, 0.2), (0.65, 0.45), (1, 0.45), (0.72, 0.58), (0.85, 0.8), (0.5, 0.67), (0.15, 0.8),
          (0.28, 0.58), (0, 0.45), (0.35, 0.45)],
    "✶": [(0.5, 0.2), (0.62, 0.42), (0.95, 0.5), (0.62, 0.58), (0.5, 0.8), (0.38, 0.58), (0.05, 0.5),
          (0.38, 0.42)],
    "♣": [(0.5, 0.2), (0.75, 0.4), (1, 0.55), (0.7, 0.65), (0.6, 0.8), (0.4, 0.8), (0.3, 0.65), (0, 0.55),
          (0.25, 0.4)],
    "✓": [(0.1, 0.5), (0.4, 0.65), (0.9, 0.25), (0.4, 0.8)],
    "☾": [(0.6, 0.2), (0.3, 0.35), (0.25, 0.6), (0.5, 0.78), (0.9, 0.72), (0.6, 0.6), (0.5, 0.4)],
}  # fmt: skip
# Circles: whether they are filled.
CIRCLES = {"●": True, "○": False, "☼": False}
SIMILAR = {"ψ": "Y", "≈": "~", "≥": ">"}


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
    elif character in BLOCKS:
        shade, first, last = BLOCKS[character]
        red, green, blue = (
            round(shade * ink + (1 - shade) * paper) for ink, paper in zip(colour, BACKGROUND, strict=True)
        )
        box = (left, top + HEIGHT * first, left + WIDTH - 1, top + HEIGHT * last - 1)
        pen.rectangle(box, fill=(red, green, blue))
    elif character in SIGNS:
        pen.polygon([(left + WIDTH * x, top + HEIGHT * y) for x, y in SIGNS[character]], fill=colour)
    elif character in CIRCLES:
        box = (left, top + HEIGHT // 4, left + WIDTH - 1, top + HEIGHT // 4 + WIDTH - 1)
        pen.ellipse(box, fill=colour if CIRCLES[character] else None, outline=colour)
    else:
        text = SIMILAR.get(character, character)
        pen.text((left + WIDTH // 2, top + 1), text, fill=colour, font=font, anchor="ma")
