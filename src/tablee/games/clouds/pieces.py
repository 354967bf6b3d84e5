"""The pieces of Strange World, read from pieces.toml and checked, and the vocabulary of its moves.

Never compiled, so that the tables follow the pieces file that is in use when the game is loaded.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tablee.core import pieces
from tablee.core.vocabulary import Verb, Vocabulary

FOLDER = Path(__file__).parent
ICONS = ("mountain", "water", "plant", "swamp", "volcano")
ANIMALS = ("deer", "goat", "spirit", "mouse", "snake", "phoenix", "bear")
LANDS = (
    "moon", "plant-portal", "swamp-portal", "water-portal", "mountain-portal", "volcano-portal",
    "volcano-swamp", "volcano-water", "volcano-mountains", "volcano-plant",
    "mountains", "mountain-plant", "mountain-water", "mountain-swamp", "water-swamp", "swamp-plant",
    "plants-goat", "plants-spirit", "water-plant",
)  # fmt: skip
STARTS = ("start-water", "start-mountain", "start-plant", "start-swamp")
TRAVELLERS = ("splash", "burk", "kark", "floulou", "pshit", "boung", "roro", "rumph")
CITY_COUNT = 5
MOST_SEATS = 4
DECK_SIZE = 60
SOLO_DECK = 21
CARDS_PER_SEAT = 15

# The starting land lies on d4, so a World of four by four never leaves these seven columns and rows.
COLUMNS = "abcdefg"
ROWS = "1234567"
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)
SIDES = ("left", "right")
FACES = SIDES
STACKS = tuple(f"s{number}" for number in range(1, 8))
PLACES = tuple(f"{side}-{upper}{int(upper) + 1}" for side in SIDES for upper in ROWS[:-1])

VOCABULARY = Vocabulary(
    Verb("face", FACES),
    Verb("keep", LANDS),
    Verb("pass", LANDS),
    Verb("lay", LANDS, CELLS),
    Verb("take", STACKS, CELLS),
    Verb("welcome", TRAVELLERS),
    Verb("decline"),
    Verb("stand", PLACES),
    Verb("cover", CELLS),
    Verb("join", CELLS),
)


def check(data: dict[str, Any]) -> None:
    """(8) Check names, icons, marks and supplies of a pieces file; raise BadPieces."""
    lands, starts, travellers = data["lands"], data["starts"], data["travellers"]
    pieces.require(tuple(lands) == LANDS, f"[lands] must be exactly {', '.join(LANDS)}, in this order")
    pieces.require(tuple(starts) == STARTS, f"[starts] must be exactly {', '.join(STARTS)}, in this order")
    pieces.require(
        tuple(travellers) == TRAVELLERS,
        f"[travellers] must be exactly {', '.join(TRAVELLERS)}, in this order",
    )
    for name, card in {**lands, **starts}.items():
        check_face(name, card)
    for name, land in lands.items():
        check_marks(name, land["marks"])
    check_decks(data)
    for name, traveller in travellers.items():
        for what in ("stars", "bonus"):
            worth = traveller[what]
            pieces.require(is_count(worth), f"traveller {name}: {what} must be 0 or more, not {worth!r}")
    cities = data["cities"]
    pieces.require(
        len(cities) == CITY_COUNT and all(map(is_count, cities)) and cities == sorted(cities, reverse=True),
        f"cities must be {CITY_COUNT} numbers, the highest first",
    )


def is_count(value: object) -> bool:
    """Return whether a value is an integer of at least 0; a bool is not."""
    return type(value) is int and value >= 0


def check_face(name: str, card: dict[str, Any]) -> None:
    """Check the icons, animals, portal and moon of one card."""
    for icon in card.get("icons", []):
        pieces.require_one_of(icon, ICONS, f"card {name}, icons")
    for animal in card.get("animals", []):
        pieces.require_one_of(animal, ANIMALS, f"card {name}, animals")
    for what in ("portal", "moon"):
        pieces.require(type(card.get(what, False)) is bool, f"card {name}: {what} is either true or false")
    if name in STARTS:
        pieces.require(
            not card.get("portal") and not card.get("moon") and "volcano" not in card.get("icons", []),
            f"card {name}: a starting land has no portal, no moon and no volcano",
        )


def check_marks(name: str, marks: list[int]) -> None:
    """Check the numbers of copies of one land, by mark."""
    pieces.require(
        len(marks) == MOST_SEATS and all(map(is_count, marks)),
        f"card {name}: marks must be four numbers, for 1+, 2+, 3+ and 4",
    )


def check_decks(data: dict[str, Any]) -> None:
    """(10, 44, 54) Check that every deck and the supply of fumaroles are large enough."""
    sizes = [sum(sum(land["marks"][:seats]) for land in data["lands"].values()) for seats in range(1, 5)]
    pieces.require(sizes[0] == SOLO_DECK, f"{sizes[0]} cards are marked 1+ instead of {SOLO_DECK}")
    for seats in (2, 3):
        wanted = CARDS_PER_SEAT * seats
        pieces.require(
            sizes[seats - 1] >= wanted, f"{seats} seats need {wanted} cards, there are {sizes[seats - 1]}"
        )
    pieces.require(sizes[3] == DECK_SIZE, f"there are {sizes[3]} land cards instead of {DECK_SIZE}")
    volcanoes = sum(
        sum(land["marks"]) for land in data["lands"].values() if "volcano" in land.get("icons", [])
    )
    supply = data["fumaroles"]
    pieces.require(
        is_count(supply) and supply >= volcanoes,
        f"{volcanoes} volcanoes need as many fumaroles, not {supply!r}",
    )


PIECES = pieces.load(FOLDER, check)

# The kinds that a cell can show: a land, a starting land, the back of a land, a fumarole, or nothing.
KINDS = (*LANDS, *STARTS, "tzimime", "fumarole", "nothing")


def _printed_faces() -> list[dict[str, Any]]:
    printed = {**PIECES.data["lands"], **PIECES.data["starts"]}
    return [printed.get(kind, {}) for kind in KINDS]


ICON_COUNTS: list[int] = [face.get("icons", []).count(icon) for face in _printed_faces() for icon in ICONS]
ANIMALS_SHOWN: list[int] = [
    int(animal in face.get("animals", [])) for face in _printed_faces() for animal in ANIMALS
]
PORTALS: list[int] = [int(face.get("portal", False)) for face in _printed_faces()]
MOONS: list[int] = [int(face.get("moon", False)) for face in _printed_faces()]
STARS: list[int] = [PIECES.data["travellers"][name]["stars"] for name in TRAVELLERS]
BONUSES: list[int] = [PIECES.data["travellers"][name]["bonus"] for name in TRAVELLERS]
CITIES: list[int] = list(PIECES.data["cities"])
FUMAROLES: int = PIECES.data["fumaroles"]

# A World is stored with a margin, eight squares to a row: cell a1 is square 9, cell g7 is square 63.
SQUARES: list[int] = [8 * (cell // 7 + 1) + cell % 7 + 1 for cell in range(len(CELLS))]
CELL_NUMBERS: list[int] = [SQUARES.index(square) if square in SQUARES else -1 for square in range(72)]


def _shown_by_kind() -> list[int]:
    """Return what each kind shows: icons, animals, portal, moon, Tzimime, fumarole, and whether anything."""
    found: list[int] = []
    for kind, name in enumerate(KINDS):
        found += ICON_COUNTS[len(ICONS) * kind : len(ICONS) * (kind + 1)]
        found += ANIMALS_SHOWN[len(ANIMALS) * kind : len(ANIMALS) * (kind + 1)]
        found += [PORTALS[kind], MOONS[kind], int(name == "tzimime"), int(name == "fumarole")]
        found.append(int(name != "nothing"))
    return found


SHOWN_BY_KIND: list[int] = _shown_by_kind()


@cache
def deck(seats: int) -> tuple[int, ...]:
    """(10, 54) Return the kinds of all cards whose mark fits this number of seats, unshuffled."""
    lands = PIECES.data["lands"]
    return tuple(kind for kind, name in enumerate(LANDS) for _ in range(sum(lands[name]["marks"][:seats])))
