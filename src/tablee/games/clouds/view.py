"""What leaves the table: what a seat sees, and what a move would do."""

from __future__ import annotations

from typing import Any

from tablee.core.compiled import Int
from tablee.games.clouds.draft import DraftTable
from tablee.games.clouds.laying import COVER
from tablee.games.clouds.scoring import bonus_of, guests, items, score, solo_rank
from tablee.games.clouds.state import (
    CELL,
    CITY,
    CITY_COUNT,
    COVERING,
    EMPTY,
    FACING,
    FUMAROLE_SUPPLY,
    HAND,
    HAS_PORTAL,
    KEEPING,
    NONE,
    OVER,
    PASSING,
    SQUARE,
    STACK_COUNT,
    TRAVELLER_COUNT,
    TZIMIME,
    WORLD,
)
from tablee.games.clouds.tables import CELLS, COLUMNS, FACES, KINDS, PLACES, ROWS, SIDES, STACKS, TRAVELLERS

PHASES = ("face", "keep", "pass", "lay", "take", "welcome", "stand", "cover", "join", "over", "settled")
CELL_COUNT: Int = 49
STRADDLES: Int = 6


def look(table: DraftTable, seat: Int) -> dict[str, Any]:
    """The open table, and what this seat alone may know (A20, A22, A23)."""
    solo = table.seats == 1
    faced = table.seats > 2 and table.phase != FACING
    waiting = table.square != NONE and PHASES[table.phase] in {"welcome", "stand", "cover", "join"}
    return {
        "phase": PHASES[table.phase],
        "round": table.round + (table.phase != OVER),
        "sun": None if solo else table.sun,
        "face": FACES[0 if table.step == 1 else 1] if faced else None,
        "deck": None if solo else table.deck_size - table.drawn,
        "stacks": stacks(table) if solo else None,
        "hands": [table.hand_size(other) for other in range(table.seats)],
        "hand": hand(table, seat),
        "draft": draft(table, seat),
        "chosen": chosen(table),
        "travellers": [TRAVELLERS[guest] for guest in range(TRAVELLER_COUNT) if table.host[guest] == NONE],
        "cities": [CITY[city] for city in range(table.built, CITY_COUNT)],
        "fumaroles": FUMAROLE_SUPPLY[0] - table.fumaroles_used,
        "laid": name_of(table.square) if waiting else None,
        "guest": TRAVELLERS[table.guest] if table.guest != NONE else None,
        "worlds": [world(table, other) for other in range(table.seats)],
        "aside": aside(table) if table.phase == OVER else None,
        "rank": solo_rank(score(table, 0)) if solo and table.phase == OVER else None,
    }


def name_of(square: Int) -> str:
    """The cell of a square, of whichever World."""
    return CELLS[CELL[square % WORLD]]


def stacks(table: DraftTable) -> list[dict[str, Any]]:
    """Rule 54: seven stacks, of which the top card is seen; those not used are shown in the end (A23)."""
    shown = []
    for stack in range(STACK_COUNT):
        unused = table.opened[stack] == 0
        top = KINDS[table.deck[HAND * stack]] if unused else None
        below = 2 if table.opened[stack] < 2 else 0
        shown.append({"stack": STACKS[stack], "card": top, "below": below, "current": stack == table.stack})
    return shown


def hand(table: DraftTable, seat: Int) -> list[dict[str, Any]] | None:
    """The own hand; solo, the two revealed cards, which all see. Another's is known by its size only."""
    if table.seats > 1 and seat < 0:
        return None
    first = HAND * seat if table.seats > 1 else 0
    return [
        {"place": place + 1, "card": KINDS[table.hand[first + place]]}
        for place in range(HAND)
        if not table.laid[first + place]
    ]


def draft(table: DraftTable, seat: Int) -> dict[str, Any] | None:
    """A22: what a seat has chosen in this round, what it passed on and what it was given."""
    if table.seats == 1 or seat < 0 or table.phase in (FACING, OVER):
        return None
    kept = table.kept[seat]
    seen: dict[str, Any] = {"keep": None, "pass": None, "gave": [], "got": []}
    if kept != NONE:
        seen["keep"] = KINDS[table.dealt[HAND * seat + kept]]
    if table.phase != KEEPING:
        seen["gave"] = [KINDS[table.dealt[HAND * seat + place]] for place in range(HAND) if place != kept]
        seen["got"] = [KINDS[table.dealt[table.origin(seat, place)]] for place in range(1, HAND)]
    if table.passed[seat] != NONE:
        seen["pass"] = KINDS[table.dealt[table.origin(seat, table.passed[seat])]]
    if table.phase > PASSING:
        seen["gave"].append(seen["pass"])
        seen["got"].append(KINDS[table.hand[HAND * seat + table.passed[seat]]])
    return seen


def chosen(table: DraftTable) -> list[int]:
    """A22: who has made the choice that is asked of all."""
    if table.phase == KEEPING:
        return [seat for seat in range(table.seats) if table.kept[seat] != NONE]
    if table.phase == PASSING:
        return [seat for seat in range(table.seats) if table.passed[seat] != NONE]
    return []


def aside(table: DraftTable) -> list[str]:
    """The cards that were not used, shown when the match is over (A23)."""
    if table.seats > 1:
        return [KINDS[table.deck[card]] for card in range(table.drawn, table.deck_size)]
    return [KINDS[table.deck[card]] for card in range(table.deck_size) if table.opened[card // HAND] == 0]


def world(table: DraftTable, seat: Int) -> dict[str, Any]:
    """One World: its cards, its edges, its travellers, cities and portals, and its stars as they stand."""
    lines = items(table, seat) if table.scores_open or table.phase == OVER else None
    side = table.side[seat]
    return {
        "cells": cells(table, seat),
        "columns": COLUMNS[table.left[seat] - 1] + COLUMNS[table.right[seat] - 1],
        "rows": ROWS[table.top[seat] - 1] + ROWS[table.bottom[seat] - 1],
        "side": SIDES[side] if side != NONE else None,
        "travellers": travellers(table, seat, lines is not None),
        "cities": cities(table, seat),
        "portals": portals(table, seat),
        "items": lines,
        "score": sum(lines.values()) if lines is not None else None,
    }


def cells(table: DraftTable, seat: Int) -> dict[str, dict[str, Any]]:
    """The card on each cell, and what the cell shows: the card, its Tzimimes, or a fumarole (A31)."""
    found = {}
    for cell in range(CELL_COUNT):
        square = WORLD * seat + SQUARE[cell]
        if table.shows[square] != EMPTY:
            found[CELLS[cell]] = {
                "card": KINDS[table.cards[square]],
                "shows": KINDS[table.shows[square]],
                "bound": bool(table.bound[square]),
            }
    return found


def travellers(table: DraftTable, seat: Int, counted: bool) -> list[dict[str, Any]]:
    """The travellers of a World, the place of each, and its stars."""
    found: list[dict[str, Any]] = []
    stars = guests(table, seat)
    for guest in range(TRAVELLER_COUNT):
        if table.host[guest] == seat:
            upper = table.upper[guest]
            found.append(
                {
                    "name": TRAVELLERS[guest],
                    "place": PLACES[STRADDLES * table.side[seat] + upper - 1],
                    "rows": ROWS[upper - 1 : upper + 1],
                    "stars": stars[TRAVELLERS[guest]] if counted else None,
                    "bonus": bonus_of(table, seat, guest) if counted else None,
                }
            )
    return found


def cities(table: DraftTable, seat: Int) -> list[dict[str, Any]]:
    """The dark cities of a World and the two fumaroles each stands on."""
    found = []
    for city in range(table.built):
        one = table.city_one[city]
        if one // WORLD == seat:
            found.append(
                {"stars": CITY[city], "cells": sorted([name_of(one), name_of(table.city_other[city])])}
            )
    return found


def portals(table: DraftTable, seat: Int) -> list[list[str]]:
    """The portals in sight, left half first."""
    found = []
    for cell in range(CELL_COUNT):
        square = WORLD * seat + SQUARE[cell]
        if HAS_PORTAL[table.shows[square]] and HAS_PORTAL[table.shows[square + 1]]:
            found.append([name_of(square), name_of(square + 1)])
    return found


# What a move would do


def difference(before: DraftTable, after: DraftTable, seat: Int) -> dict[str, Any]:
    """What changed in one World: cards flipped and why, a portal, an eruption, a city, stars won or lost."""
    flips = []
    for cell in range(CELL_COUNT):
        square = WORLD * seat + SQUARE[cell]
        if after.shows[square] == TZIMIME and before.shows[square] != TZIMIME:
            flips.append(CELLS[cell])
    laid = after.square != before.square
    gained: dict[str, Any] = {"flips": flips}
    if laid and after.cause:
        gained["cause"] = str(after.cause)
    opened = [pair for pair in portals(after, seat) if pair not in portals(before, seat)]
    if opened:
        gained["portal"] = opened[0]
    if after.phase == COVERING:
        gained["erupts"] = eruption(after, seat)
    if after.built > before.built:
        gained["city"] = CITY[before.built]
    if before.scores_open:
        gained["points"] = score(after, seat) - score(before, seat)
    return gained


def eruption(table: DraftTable, seat: Int) -> dict[str, int]:
    """The cells that may be covered next, each with the city that would rise, or 0."""
    found = {}
    for move in table.moves(seat):
        after = table.copy()
        after.cover(WORLD * seat + SQUARE[move - COVER])
        raises = after.built > table.built or PHASES[after.phase] == "join"
        found[CELLS[move - COVER]] = CITY[table.built] if raises else 0
    return found
