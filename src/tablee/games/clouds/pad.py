"""The score pad: a finished or growing World of the real box, counted by the same code as a match.

A layout has `cells`, from `a1` to `d4`, each with the name of its card, `tzimime` or `fumarole`; `cities`,
each with its `stars` and its two `cells`; and `travellers`, each with its `name` and the `row` above the
joint beside which it stands, from 0 (above the first row) to 4 (below the last).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tablee.core.errors import Illegal, Unreadable
from tablee.games.clouds import told
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.scoring import guests, items
from tablee.games.clouds.state import CITY_COUNT, LINE, SIDE_LENGTH
from tablee.games.clouds.tables import CITIES, FUMAROLES, KINDS, LANDS, PIECES, STARTS, TRAVELLERS

COLUMNS = "abcd"
ROWS = "1234"
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)
PARTS = ("cells", "cities", "travellers")
SHOWN = (*LANDS, *STARTS, "tzimime", "fumarole")
# The World lies in rows 2 to 5 and columns 2 to 5 of a table's seven, so that there is a row above it.
MARGIN = 2


def pad(layout: dict[str, Any]) -> dict[str, Any]:
    """The sheet of a World, the stars of each traveller, and the cards that should have been turned over."""
    if set(layout) - set(PARTS):
        raise Unreadable("pad-unknown-part", part=min(map(str, set(layout) - set(PARTS))))
    state = CloudsState()
    state.seats = 1
    cells = read_cells(layout.get("cells", {}))
    lay(state, cells)
    build_cities(state, cells, layout.get("cities", []))
    invite(state, layout.get("travellers", []))
    sheet = items(state, 0)
    return {
        "items": sheet,
        "total": sum(sheet.values()),
        "notes": {"travellers": guests(state, 0), "clashes": clashes(state, cells)},
    }


def square_of(cell: str) -> int:
    """Where a cell of the pad is on the table."""
    return LINE * (ROWS.index(cell[1]) + MARGIN) + COLUMNS.index(cell[0]) + MARGIN


# What is on the cells


def read_cells(cells: object) -> dict[str, str]:
    """(1, 8) A card by cell: names that we know, and no more copies than there are."""
    if not isinstance(cells, dict):
        raise Unreadable("pad-bad-part", part="cells")
    for cell, shows in cells.items():
        if cell not in CELLS:
            raise Unreadable("pad-no-such-cell", cell=str(cell))
        if shows not in SHOWN:
            raise Unreadable("pad-no-such-card", card=str(shows))
    for shows, count in Counter(cells.values()).items():
        if count > copies(shows):
            raise Illegal("pad-too-many", "8", card=shows, n=copies(shows))
    starts = [shows for shows in cells.values() if shows in STARTS]
    if len(starts) > 1:
        raise Illegal("pad-two-starts", "9", one=starts[0], other=starts[1])
    return cells


def copies(shows: str) -> int:
    """How many of a card are in the box; as many Tzimimes as there is room for."""
    if shows == "tzimime":
        return len(CELLS)
    if shows == "fumarole":
        return FUMAROLES
    return sum(PIECES.data["lands"][shows]["marks"]) if shows in LANDS else 1


def lay(state: CloudsState, cells: dict[str, str]) -> None:
    """Put every card where it lies; the World is as large as what lies there."""
    if not cells:
        return
    squares = [square_of(cell) for cell in cells]
    columns = [square % LINE for square in squares]
    told.frame(state, min(squares) // LINE, max(squares) // LINE, min(columns), max(columns))
    for cell, shows in cells.items():
        state.place(0, KINDS.index(shows), KINDS.index(shows), square_of(cell))


# Dark cities (41-43)


def build_cities(state: CloudsState, cells: dict[str, str], cities: object) -> None:
    """(8, 41) Each with its value and its two cells."""
    if not isinstance(cities, list):
        raise Unreadable("pad-bad-part", part="cities")
    # Those that nobody names stand nowhere.
    state.built = CITY_COUNT
    for city in cities:
        match city:
            case {"stars": int(stars), "cells": [str(one), str(other)]} if one in CELLS and other in CELLS:
                build(state, cells, stars, (one, other))
            case _:
                raise Unreadable("pad-bad-part", part="cities")


def build(state: CloudsState, cells: dict[str, str], stars: int, pair: tuple[str, str]) -> None:
    """(41) On two neighbouring fumaroles, neither of which carries another city."""
    for cell in pair:
        if cells.get(cell) != "fumarole":
            raise Illegal("pad-no-fumarole", "41", cell=cell)
        if state.in_city(square_of(cell)):
            raise Illegal("pad-two-cities", "41", cell=cell)
    one, other = map(square_of, pair)
    if abs(one - other) not in (1, LINE):
        raise Illegal("pad-not-beside", "41", one=pair[0], other=pair[1])
    free = [city for city in range(CITY_COUNT) if CITIES[city] == stars and told.is_free(state, city)]
    if not free:
        raise Illegal("pad-no-such-city", "8", stars=stars)
    told.build(state, free[0], one, other)


# Travellers (31-35)


def invite(state: CloudsState, travellers: object) -> None:
    """(32) Each once, over two rows."""
    if not isinstance(travellers, list):
        raise Unreadable("pad-bad-part", part="travellers")
    for traveller in travellers:
        match traveller:
            case {"name": str(name), "row": int(row)} if name in TRAVELLERS and 0 <= row <= SIDE_LENGTH:
                welcome(state, name, row)
            case _:
                raise Unreadable("pad-bad-part", part="travellers")


def welcome(state: CloudsState, name: str, row: int) -> None:
    """One traveller."""
    guest = TRAVELLERS.index(name)
    if told.has_come(state, guest):
        raise Illegal("pad-traveller-twice", "8", traveller=name)
    told.welcome(state, guest, row + MARGIN - 1)


# What cannot lie so (20-23)


def clashes(state: CloudsState, cells: dict[str, str]) -> dict[str, str]:
    """By cell, the rule by which its card would have been turned over, had it been laid last."""
    laid = {cell: square_of(cell) for cell, shows in cells.items() if shows not in ("tzimime", "fumarole")}
    rules = {cell: told.clash(state, square) for cell, square in laid.items()}
    return {cell: str(rule) for cell, rule in rules.items() if rule}
