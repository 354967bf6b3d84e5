"""Views of a match as JSON-ready data: what a viewer sees, and the preview of a move."""

from __future__ import annotations

from typing import Any

from tablee.core.compiled import Int
from tablee.games.islands.pieces import (
    CELLS,
    CHARACTER_WORDS,
    CHARACTERS,
    DREAMS,
    PIECES,
    ROWS,
    STACKS,
    TILES,
)
from tablee.games.islands.scoring import brigand_loss, score_items
from tablee.games.islands.state import (
    BRIGAND,
    CELL_COUNT,
    CHARACTER_COUNT,
    CHOOSING,
    DREAM,
    DREAM_KIND,
    FIRST_DREAM,
    HIDING,
    LAMP,
    MAX_LAMPS,
    MAX_OFFER,
    NONE,
    OVER,
    PHASES,
    STACK_COUNT,
    STACK_SIZE,
    IslandsFields,
)


def board_view(state: IslandsFields, viewer: Int) -> dict[str, Any]:
    """(11, 43, 46, 47) Return the public board and, for the Lookout of two seats, the face-down tile."""
    shown = {
        "phase": PHASES[state.phase],
        "round": state.round,
        "lookout": state.lookout,
        "stack": STACKS[state.stack] if state.stack != NONE else None,
        "stacks": stacks_view(state),
        "offer": offer_view(state, viewer),
        "takers": takers_view(state),
        "islands": [island_view(state, seat) for seat in range(state.seats)],
        "picked": [seat for seat in range(state.seats) if state.picked[seat]],
        "discards": [
            TILES[state.discards[number]] for number in range(state.round) if state.discards[number] != NONE
        ],
        "unseen": count_unseen_dreams(state),
        "aside": tiles_set_aside(state) if state.phase == OVER else None,
    }
    if state.phase == CHOOSING:
        shown["characters"] = characters_view(state)
    return {**shown, "faces": named_faces(shown)}


def characters_view(state: IslandsFields) -> list[dict[str, Any]]:
    """(50) Return the word and the name of each character, and the seat that has it, or None."""
    shown: list[dict[str, Any]] = []
    for character in range(CHARACTER_COUNT):
        owner = state.owner_of(character)
        seat = owner if owner != NONE else None
        shown.append({"word": CHARACTER_WORDS[character], "name": CHARACTERS[character], "seat": seat})
    return shown


def stacks_view(state: IslandsFields) -> dict[str, dict[str, int]]:
    """(3, 5) Return how many tiles and rounds are left in each stack."""
    found = {}
    for stack in range(STACK_COUNT):
        left = state.used - state.drawn[stack]
        found[STACKS[stack]] = {"left": left, "rounds": left // state.offer_size()}
    return found


def offer_view(state: IslandsFields, viewer: Int) -> list[dict[str, Any]]:
    """Return the tiles on offer; `tile` is None for a face-down tile that the viewer does not know."""
    shown: list[dict[str, Any]] = []
    for place in range(MAX_OFFER):
        if state.offer[place] == NONE:
            continue
        down = state.phase == HIDING or place == state.hidden
        tile = None if down and viewer != state.lookout else TILES[state.offer[place]]
        shown.append({"place": str(place + 1), "tile": tile, "down": down, "held": place == state.held})
    return shown


def takers_view(state: IslandsFields) -> dict[str, int]:
    """(11) Return the seat that took the tile of each empty place of the offer; empty between two rounds."""
    if state.stack == NONE:
        return {}
    owners = {state.tile_at(seat, cell): seat for seat in range(state.seats) for cell in range(CELL_COUNT)}
    drawn = {place: state.order[state.order_index(place)] for place in range(state.offer_size())}
    return {str(place + 1): owners[tile] for place, tile in drawn.items() if state.offer[place] == NONE}


def island_view(state: IslandsFields, seat: Int) -> dict[str, Any]:
    """(48) Return the tiles of a seat, its lamps and brigands, and its current score.

    `portrait` is the number of its character where that is not the number of the seat; NONE, with an empty
    name, before it is chosen.
    """
    cells = {}
    for cell in range(CELL_COUNT):
        tile = state.tile_at(seat, cell)
        if tile != NONE:
            cells[CELLS[cell]] = {"tile": TILES[tile], "turned": state.is_turned(seat, cell)}
    items = score_items(state, seat)
    shown = {
        "character": "" if state.character[seat] == NONE else CHARACTERS[state.character[seat]],
        "cells": cells,
        **counts_view(state, seat),
        "items": items,
        "score": sum(items.values()),
    }
    return shown if state.character[seat] == seat else {**shown, "portrait": state.character[seat]}


def counts_view(state: IslandsFields, seat: Int) -> dict[str, int | bool]:
    """(22, 32) Return the numbers of visible lamps and brigands on an island, and what they threaten.

    `brink`: one more lamp turns tiles (rule 22). `leads`: most brigands, which cost points (rule 32).
    """
    lamps = state.count_visible(seat, LAMP)
    return {
        "lamps": lamps,
        "brigands": state.count_visible(seat, BRIGAND),
        "brink": lamps >= MAX_LAMPS,
        "leads": brigand_loss(state, seat) > 0,
    }


def count_unseen_dreams(state: IslandsFields) -> dict[str, int]:
    """Return how many copies of each dream are not public: in a stack, set aside, or face down."""
    seen = {
        state.tile_at(seat, cell) for seat in range(state.seats) for cell in range(FIRST_DREAM, CELL_COUNT)
    }
    seen.update([state.discards[number] for number in range(state.round)])
    if state.stack == DREAM and state.phase != HIDING:
        seen.update([state.offer[place] for place in range(MAX_OFFER) if place != state.hidden])
    left = dict.fromkeys(DREAMS, 0)
    for tile in range(DREAM * STACK_SIZE, (DREAM + 1) * STACK_SIZE):
        if tile not in seen:
            left[DREAMS[DREAM_KIND[tile]]] += 1
    return left


def tiles_set_aside(state: IslandsFields) -> list[str]:
    """(47) Return the tiles that were not in play; public once the match is over."""
    return [
        TILES[state.order[STACK_SIZE * stack + index]]
        for stack in range(STACK_COUNT)
        for index in range(state.used, STACK_SIZE)
    ]


def named_faces(shown: dict[str, Any]) -> dict[str, dict[str, dict[str, int]]]:
    """(48) Return, by kind, the elements of each island tile named in a view, turned tiles included."""
    named = {cell["tile"] for island in shown["islands"] for cell in island["cells"].values()}
    named.update(each["tile"] for each in shown["offer"])
    named.update(shown["discards"], shown["aside"] or ())
    return {row: {tile: face for tile, face in PIECES.data[row].items() if tile in named} for row in ROWS}


def move_effect(before: IslandsFields, after: IslandsFields, seat: Int) -> dict[str, Any]:
    """Return what a move changed on an island.

    `turned`: cells turned to the genie. `items`: the change of each line of the score, and `points` of their
    sum. `counts`: the fields of `counts_view` that differ, as they are after the move.
    """
    turned = []
    for cell in range(FIRST_DREAM):
        if after.is_turned(seat, cell) and not before.is_turned(seat, cell):
            turned.append(CELLS[cell])
    old, new = score_items(before, seat), score_items(after, seat)
    changed = {line: new[line] - old[line] for line in new if new[line] != old[line]}
    seen, then = counts_view(before, seat), counts_view(after, seat)
    counts = {name: then[name] for name in then if then[name] != seen[name]}
    return {"turned": turned, "points": sum(changed.values()), "items": changed, "counts": counts}
