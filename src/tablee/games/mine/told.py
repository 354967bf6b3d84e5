"""A gallery that is told, not raced: the score pad puts tiles where they lie, with none of the effects."""

from __future__ import annotations

from tablee.core.compiled import Int
from tablee.games.mine.state import SLOT_COUNT, Mine


def put(table: Mine, seat: Int, slot: Int, tile: Int, place: Int) -> None:
    """A tile in a slot; slots are filled in the order of laying."""
    at = SLOT_COUNT * seat + slot
    table.tiles[at] = tile
    table.places[at] = place
    table.laid[at] = slot


def call(table: Mine, seat: Int) -> None:
    """(13) This seat has called."""
    table.called[seat] = 0
