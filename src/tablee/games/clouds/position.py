"""Set up Worlds and matches that are drawn as text, for lessons and tests.

A card is written by its icons (M W P S V), a portal between bars, `o` for a moon. A World has a word per
cell: a card, `*W` for a starting land, `xx` for Tzimimes, `~~` for a fumarole, `..` for nothing. The starting
land lies on d4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tablee.core.vocabulary import parse_seat
from tablee.games.clouds.mechanics.travellers import bind_portal, box_travellers
from tablee.games.clouds.pieces import CELLS, KINDS, SQUARES, TRAVELLERS, VOCABULARY, deck
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.state import HAND_SIZE, WORLD

KIND_OF_CODE = dict(zip((
    "o", "|P|", "|S|", "|W|", "|M|", "|V|", "VS", "VW", "VMM", "VP", "MM", "MP", "MW", "MS", "WS", "SP",
    "PPg", "PPs", "WP", "*W", "*M", "*P", "*S", "xx", "~~", "..",
), KINDS, strict=True))  # fmt: skip
CODE_OF_KIND = {kind: code for code, kind in KIND_OF_CODE.items()}


def kind(code: str) -> int:
    """Return the number of a kind of card; raises KeyError if the code is unknown."""
    return KINDS.index(KIND_OF_CODE[code])


# Matches


def draw_position(seats: int, drawing: Mapping[str, Any], options: Mapping[str, str]) -> CloudsState:
    """Return a match at ply 0, at the start of a round, with the deck for this number of seats.

    `worlds`: a World per seat, with three cards for each round; solo, only a starting land; `sun`: the seat
    that holds the Sun, such as "A"; `deck`: the next cards, in the order in which they are dealt; solo, those
    of the stacks, the visible one of each first; `travellers`: the only ones that may come; `hands`: three
    cards per seat, after a draft to the left; without them, the draft is still to come.

    Raises ValueError or KeyError if the drawing is wrong.
    """
    worlds = drawing["worlds"]
    starts = [kind(code) for world in worlds for code in world.split() if code[0] == "*"]
    used = [kind(_card_below(code)) for world in worlds for code in world.split() if code[0] not in "*."]
    state = CloudsState()
    state.strict = 1 if options["strict"] == "yes" else 0
    state.drawn = len(used)
    state.round, rest = divmod(len(used), HAND_SIZE * seats)
    if rest or len(worlds) != seats or len(starts) != seats or (seats == 1 and used):
        raise ValueError("draw a World per seat, with three cards for each round, and none for solo")
    for seat, world in enumerate(worlds):
        draw_world(state, world, seat=seat)
    _keep_travellers(state, drawing.get("travellers", TRAVELLERS))
    sun = parse_seat(drawing.get("sun", "A"))
    hands = [_cards(hand) for hand in drawing.get("hands", [])]
    if sun >= seats or (hands and [len(hand) for hand in hands] != [HAND_SIZE] * seats):
        raise ValueError("the Sun has no seat, or the hands are not three cards per seat")
    first = [*used, *_deal_before(hands, sun), *_cards(drawing.get("deck", ""))]
    state.set_up(seats, _complete_deck(seats, first), starts, sun, options["scores"] == "open")
    if hands:
        _draft(state, hands)
    state.plies = 0
    return state


def _cards(codes: str) -> list[int]:
    return [kind(code) for code in codes.split()]


def _keep_travellers(state: CloudsState, names: Sequence[str]) -> None:
    """Return all other travellers to the box."""
    kept = [TRAVELLERS.index(name) for name in names]
    if len(set(kept)) != len(kept):
        raise ValueError("a traveller is drawn twice")
    box_travellers(state, [*kept, *set(range(len(TRAVELLERS))).difference(kept)], len(kept))


def _complete_deck(seats: int, first: Sequence[int]) -> list[int]:
    """Return a deck that begins with these cards; raises ValueError if it has fewer of a kind."""
    missing = Counter(first) - Counter(deck(seats))
    if missing:
        codes = " ".join(CODE_OF_KIND[KINDS[card]] for card in missing)
        raise ValueError(f"the deck has fewer cards {codes}")
    return [*first, *(Counter(deck(seats)) - Counter(first)).elements()]


def _deal_before(hands: Sequence[Sequence[int]], sun: int) -> list[int]:
    """Return the cards to deal so that `_draft` leaves these hands.

    Of each hand the first card is kept, the second was passed on twice, the third once.
    """
    seats = len(hands)
    order = [(sun + turn) % seats for turn in range(seats)]
    return [hands[(seat + passes) % seats][at] for seat in order for at, passes in enumerate((0, 2, 1))]


def _draft(state: CloudsState, hands: Sequence[Sequence[int]]) -> None:
    """Turn the Sun to the left, keep the first card of each hand, pass on the second one of the next hand."""
    if state.seats > 2:
        state.play(state.sun, VOCABULARY.parse("face left"))
    for seat, hand in enumerate(hands):
        state.play(seat, VOCABULARY.first("keep") + hand[0])
    for seat in range(state.seats):
        state.play(seat, VOCABULARY.first("pass") + hands[(seat + 1) % state.seats][1])


# Changing a World without its effects


def draw_world(state: CloudsState, drawing: str, start: str = "d4", seat: int = 0) -> None:
    """Put the cards of a drawing into a World, with the portals they make.

    `start` is the cell of the drawn starting land, or of the first drawn cell if there is none.
    """
    rows = [line.split() for line in drawing.strip().split("\n")]
    at = [(r, c) for r, row in enumerate(rows) for c, code in enumerate(row) if code[0] == "*"] or [(0, 0)]
    home = SQUARES[CELLS.index(start)]
    for down, row in enumerate(rows):
        for right, code in enumerate(row):
            line = home + 8 * (down - at[0][0])
            square = line + right - at[0][1]
            if code != "..":
                if square not in SQUARES or square // 8 != line // 8:
                    raise ValueError("a card is drawn outside the World")
                state.set_card(seat, kind(_card_below(code)), kind(code), WORLD * seat + square)
                state.fumaroles_used += code == "~~"
    for cell in CELLS:
        bind_portal(state, WORLD * seat + SQUARES[CELLS.index(cell)])


def _card_below(code: str) -> str:
    """Return a moon for Tzimimes or a fumarole, else the card itself."""
    return "o" if code in {"xx", "~~"} else code
