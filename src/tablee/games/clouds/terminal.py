"""Draws a view of Strange World as text."""

from __future__ import annotations

from typing import Any

from tablee.core.canvas import Canvas, Pointer
from tablee.core.words import Words


def draw(view: dict[str, Any], words: Words, pointer: Pointer) -> Canvas:
    """The table as text."""
    return Canvas()
