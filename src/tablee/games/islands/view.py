"""What leaves the table: what a seat sees, what a move would do, why a move is refused."""

from __future__ import annotations

from typing import Any

from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.vocabulary import format_seat
from tablee.games.islands.scoring import brigand_loss, items
from tablee.games.islands.state import (
    BRIGAND,
    CELL_COUNT,
    COLUMNS,
    DREAM,
    DREAM_KIND,
    FIRST_DREAM,
    HIDING,
    LAMP,
    NONE,
    OVER,
    STACK_SIZE,
    VISIBLE_LAMPS,
    Archipelago,
)
from tablee.games.islands.pieces import CELLS, CHARACTERS, DREAMS, PIECES, STACKS, TILES, VOCABULARY

PHASES = ("draw", "hide", "take", "lay", "name", "over")
STACK_COUNT: Int = 4
PLACE_COUNT: Int = 5


def look(table: Archipelago, seat: Int) -> dict[str, Any]:
    """The public table, and for the Lookout of two the face-down tile (rules 11, 43, 46, 47)."""
    shown = {
        "phase": PHASES[table.phase],
        "round": table.round,
        "lookout": table.lookout,
        "stack": STACKS[table.stack] if table.stack != NONE else None,
        "stacks": stacks(table),
        "offer": offer(table, seat),
        "islands": [island(table, other) for other in range(table.seats)],
        "picked": [other for other in range(table.seats) if table.picked[other]],
        "discards": [TILES[table.discards[at]] for at in range(table.round) if table.discards[at] != NONE],
        "unseen": unseen_dreams(table),
        "aside": aside(table) if table.phase == OVER else None,
    }
    return {**shown, "faces": faces(shown)}


def stacks(table: Archipelago) -> dict[str, dict[str, int]]:
    """Tiles and rounds left in each stack (rules 3 and 5)."""
    per_round = table.used // 4
    found = {}
    for stack in range(STACK_COUNT):
        left = table.used - table.drawn[stack]
        found[STACKS[stack]] = {"left": left, "rounds": left // per_round}
    return found


def offer(table: Archipelago, seat: Int) -> list[dict[str, Any]]:
    """The tiles on offer; a face-down one has no name."""
    shown: list[dict[str, Any]] = []
    for place in range(PLACE_COUNT):
        if table.offer[place] == NONE:
            continue
        down = table.phase == HIDING or place == table.hidden
        tile = None if down and seat != table.lookout else TILES[table.offer[place]]
        shown.append({"place": str(place + 1), "tile": tile, "down": down, "held": place == table.held})
    return shown


def island(table: Archipelago, seat: Int) -> dict[str, Any]:
    """One seat's tiles, its lamps and brigands, and its score as it stands (rule 48).

    `brink`: one more lamp turns tiles (rule 22). `leads`: most brigands, which cost points (rule 32).
    """
    cells = {}
    for cell in range(CELL_COUNT):
        tile = table.tile_at(seat, cell)
        if tile != NONE:
            cells[CELLS[cell]] = {"tile": TILES[tile], "turned": table.is_turned(seat, cell)}
    lines = items(table, seat)
    return {
        "character": CHARACTERS[seat],
        "cells": cells,
        "lamps": table.seen(seat, LAMP),
        "brigands": table.seen(seat, BRIGAND),
        "brink": table.seen(seat, LAMP) >= VISIBLE_LAMPS,
        "leads": brigand_loss(table, seat) > 0,
        "items": lines,
        "score": sum(lines.values()),
    }


def unseen_dreams(table: Archipelago) -> dict[str, int]:
    """How many copies of each dream nobody has seen: still stacked, set aside, or face down."""
    seen = [
        table.tile_at(seat, cell) for seat in range(table.seats) for cell in range(FIRST_DREAM, CELL_COUNT)
    ]
    seen += [table.discards[at] for at in range(table.round)]
    if table.stack == DREAM and table.phase != HIDING:
        seen += [table.offer[place] for place in range(PLACE_COUNT) if place != table.hidden]
    left = dict.fromkeys(DREAMS, 0)
    for tile in range(DREAM * STACK_SIZE, (DREAM + 1) * STACK_SIZE):
        if tile not in seen:
            left[DREAMS[DREAM_KIND[tile]]] += 1
    return left


def aside(table: Archipelago) -> list[str]:
    """The tiles that were not used, shown when the match is over (rule 47)."""
    return [
        TILES[table.order[STACK_SIZE * stack + place]]
        for stack in range(STACK_COUNT)
        for place in range(table.used, STACK_SIZE)
    ]


def faces(shown: dict[str, Any]) -> dict[str, dict[str, dict[str, int]]]:
    """By kind, what is drawn on each island tile that this viewer can name; under a genie too (rule 48)."""
    named = {cell["tile"] for island in shown["islands"] for cell in island["cells"].values()}
    named.update(each["tile"] for each in shown["offer"])
    named.update(shown["discards"], shown["aside"] or ())
    return {
        row: {tile: face for tile, face in PIECES.data[row].items() if tile in named} for row in STACKS[:3]
    }


def difference(before: Archipelago, after: Archipelago, seat: Int) -> dict[str, Any]:
    """What changed on one island: tiles turned to the genie, points won or lost, on which lines."""
    turned = []
    for cell in range(FIRST_DREAM):
        if after.is_turned(seat, cell) and not before.is_turned(seat, cell):
            turned.append(CELLS[cell])
    old, new = items(before, seat), items(after, seat)
    changed = {line: new[line] - old[line] for line in new if new[line] != old[line]}
    return {"turned": turned, "points": sum(changed.values()), "items": changed}


def why_not(table: Archipelago, seat: int, move: int) -> Illegal:
    """The first reason, in the order a hand would meet them."""
    verb, *things = VOCABULARY.format(move).split()
    if verb == "hide" and table.seats != 2:
        return Illegal("nothing-to-hide", "40")
    if verb != PHASES[table.phase] and not (verb == "turn" and PHASES[table.phase] == "take"):
        return Illegal("not-your-phase", "44", asked=PHASES[table.phase])
    if verb == "draw":
        return Illegal("stack-empty", "6", stack=things[0])
    if verb == "name":
        return why_not_name(table, seat, things[0])
    if verb == "lay":
        return why_not_cell(table, seat, things[0])
    place = int(things[0]) - 1
    if table.offer[place] == NONE:
        return Illegal("no-tile-there", "8", place=things[0])
    if verb == "turn":
        return Illegal("not-face-down", "45", place=things[0])
    if place == table.hidden and seat != table.lookout:
        return Illegal("face-down", "45", place=things[0])
    return why_not_cell(table, seat, things[1])


def why_not_name(table: Archipelago, seat: Int, who: str) -> Illegal:
    """Rules 7 and 8."""
    named = VOCABULARY.parse(f"name {who}") - VOCABULARY.first("name")
    if named >= table.seats:
        return Illegal("no-such-seat", "7", who=who)
    if named == seat:
        return Illegal("not-yourself", "7")
    return Illegal("already-picked", "8", who=format_seat(named))


def why_not_cell(table: Archipelago, seat: Int, cell: str) -> Illegal:
    """Rules 14, 15 and 17."""
    at = CELLS.index(cell)
    if at // COLUMNS != table.stack:
        return Illegal("wrong-row", "14", cell=cell, kind=STACKS[table.stack])
    if table.tile_at(seat, at) != NONE:
        return Illegal("cell-taken", "15", cell=cell)
    return Illegal("cell-not-adjacent", "17", cell=cell)
