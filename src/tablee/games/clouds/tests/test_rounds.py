"""Set-up and rounds with two to four seats: rules 8-16, 19."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.core.buffers import MoveBuffer
from tablee.core.deal import Shuffler
from tablee.core.rng import Rng
from tablee.core.walk import random_match
from tablee.games.clouds import GAME
from tablee.games.clouds.pieces import (
    ANIMALS,
    ANIMALS_SHOWN,
    ICON_COUNTS,
    ICONS,
    LANDS,
    MOONS,
    PORTALS,
    STARTS,
    TRAVELLERS,
    deck,
)
from tablee.games.clouds.tests.notation import (
    draft,
    drafted,
    drawing_of,
    hands,
    legal_moves,
    play,
    play_all,
    tidy,
    world_of,
)

SEATS = (2, 3, 4)
NINE = "o |P| |S|  |W| |M| MM  MP MW MS"


# Components and set-up


def test_the_pieces_of_the_box() -> None:
    """8: 60 lands with these icons and animals, 4 starts, 8 travellers, 5 cities."""
    sixty = Counter(deck(4))
    icons = {icon: sum(n * ICON_COUNTS[5 * k + i] for k, n in sixty.items()) for i, icon in enumerate(ICONS)}
    assert {"mountain": 24, "water": 14, "plant": 27, "swamp": 14, "volcano": 11} == icons
    animals = [sum(n * ANIMALS_SHOWN[7 * k + a] for k, n in sixty.items()) for a in range(len(ANIMALS))]
    assert {"deer": 6, "goat": 6, "spirit": 6, "mouse": 3, "snake": 3, "phoenix": 3, "bear": 0} == dict(
        zip(ANIMALS, animals, strict=True)
    )
    assert (10, 13) == (
        sum(n * MOONS[k] for k, n in sixty.items()),
        sum(n * PORTALS[k] for k, n in sixty.items()),
    )
    assert (4, 8) == (len(STARTS), len(TRAVELLERS))


@pytest.mark.parametrize("seats, cards", [(1, 21), (2, 38), (3, 45), (4, 60)])
def test_the_deck_by_marks(seats: int, cards: int) -> None:
    """10, 54: 1+ alone, with 2+, with 3+, and all."""
    assert cards == len(deck(seats))
    assert not Counter(deck(seats)) - Counter(deck(4))


@pytest.mark.parametrize("seats", SEATS)
def test_everyone_has_another_starting_land(seats: int) -> None:
    """9: one each, face up; the others return to the box."""
    starts = [world_of(GAME.deal(seats, "starts"), seat)["cells"]["d4"]["card"] for seat in range(seats)]
    assert seats == len(set(starts))
    assert set(starts) <= set(STARTS)


def test_all_supplies_are_open() -> None:
    """11: cities in one pile, the highest first; all travellers available; all fumaroles."""
    view = GAME.deal(2, "supplies").view(None)
    assert ([9, 7, 5, 4, 4], list(TRAVELLERS), 11) == (view["cities"], view["travellers"], view["fumaroles"])


def test_the_first_holder_of_the_sun_is_random() -> None:
    """12: every seat may be first."""
    assert {0, 1, 2} == {GAME.deal(3, f"sun {n}").view(None)["sun"] for n in range(40)}


def test_the_deal_follows_from_the_seed() -> None:
    """A32, 13: the first three cards of the deck go to the Sun's holder, the next three to the next seat."""
    cards, order = deck(2), Shuffler("first").shuffle("clouds deck", 38)
    sun = Shuffler("first").pick("clouds sun", 2)
    dealt = [LANDS[cards[card]] for card in order[:6]]
    assert [dealt[:3], dealt[3:]] == [hands(GAME.deal(2, "first"))[seat] for seat in (sun, 1 - sun)]


@pytest.mark.parametrize("seats", [3, 4])
def test_the_holder_of_the_sun_chooses_its_face_before_the_deal(seats: int) -> None:
    """12, 16: with three and four, in every round."""
    state = draft(seats, NINE, sun=1)
    assert ([1], ["face left", "face right"]) == (state.actors(), legal_moves(state, 1))
    assert [[]] * seats == hands(state)
    play(state, "face right", seat=1)
    assert ("right", [3] * seats) == (state.view(None)["face"], state.view(None)["hands"])


def test_with_two_there_is_no_face_to_choose() -> None:
    """12, A17: the deal comes at once."""
    state = draft(2, NINE)
    assert ("keep", None, [3, 3]) == tuple(state.view(None)[key] for key in ("phase", "face", "hands"))


# The draft


def test_cards_are_dealt_in_the_direction_of_the_sun() -> None:
    """A32, 13, A21: from its holder, to the seat before with the right arrow."""
    state = play(draft(3, NINE, sun=1), "face right", seat=1)
    assert [["plant-portal", "swamp-portal"], ["mountain-portal", "mountains"], ["mountain-water"]] != hands(
        state
    )
    assert ["moon", "plant-portal", "swamp-portal"] == hands(state)[1]
    assert ["water-portal", "mountain-portal", "mountains"] == hands(state)[0]
    assert ["mountain-plant", "mountain-water", "mountain-swamp"] == hands(state)[2]


def test_keep_one_pass_two_then_keep_two_pass_one() -> None:
    """14, A21: with the left arrow, to the next seat; any of the three may be passed on."""
    state = play(draft(3, NINE), "face left")
    play_all(state, "keep moon", "keep mountains", "keep mountain-swamp")
    assert [
        ["moon", "mountain-plant", "mountain-water"],
        ["mountains", "plant-portal", "swamp-portal"],
        ["mountain-swamp", "water-portal", "mountain-portal"],
    ] == hands(state)
    play_all(state, "pass moon", "pass swamp-portal", "pass water-portal")
    assert [
        ["water-portal", "mountain-plant", "mountain-water"],
        ["mountains", "plant-portal", "moon"],
        ["mountain-swamp", "swamp-portal", "mountain-portal"],
    ] == hands(state)


def test_with_the_right_arrow_cards_go_to_the_seat_before() -> None:
    """A21, 14: seats are numbered clockwise, so the right neighbour is the seat before."""
    state = play(draft(3, NINE), "face right")
    play_all(state, "keep moon", "keep mountain-plant", "keep water-portal")
    assert {"moon", "mountain-water", "mountain-swamp"} == set(hands(state)[0])


def test_choices_are_secret_final_and_simultaneous() -> None:
    """A22, 14: others see that a choice was made; cards move when all have chosen."""
    state = draft(2, NINE)
    before = hands(state)
    play(state, "keep moon", seat=0)
    assert ([1], [0], before) == (state.actors(), state.view(1)["chosen"], hands(state))
    assert ("moon", None) == (state.view(0)["draft"]["keep"], state.view(1)["draft"]["keep"])
    play(state, "keep mountains", seat=1)
    assert ("pass", [0, 1], []) == (state.view(1)["phase"], state.actors(), state.view(1)["chosen"])


def test_a_seat_sees_what_it_gave_and_what_it_got() -> None:
    """A22: its own passes, and what it was given."""
    state = draft(2, NINE)
    play_all(state, "keep moon", "keep mountains")
    play_all(state, "pass water-portal", "pass mountains")
    assert {
        "keep": "moon",
        "pass": "water-portal",
        "gave": ["plant-portal", "swamp-portal", "water-portal"],
        "got": ["water-portal", "mountain-portal", "mountains"],
    } == state.view(0)["draft"]


def test_equal_cards_are_one_choice() -> None:
    """14: copies of a kind are interchangeable."""
    assert ["keep moon", "keep mountains"] == legal_moves(draft(2, "o MM o"), 0)


# Laying and the end of a round


@pytest.mark.parametrize("face, order", [("left", [1, 2, 3, 0]), ("right", [1, 0, 3, 2])])
def test_seats_lay_in_the_direction_of_the_sun_three_times_round(face: str, order: list[int]) -> None:
    """15, A21: one card each, from the holder of the Sun on."""
    state = drafted(4, face, sun=1)
    turns = []
    for cell in ("e4", "f4", "g4"):
        for _ in range(4):
            turns += state.actors()
            play(state, f"lay mountains {cell}", seat=state.actors()[0])
    assert order * 3 == turns


@pytest.mark.parametrize("face", ["left", "right"])
def test_the_sun_goes_to_the_left_whatever_its_arrow(face: str) -> None:
    """16, A21: to the next seat, which turns it for the next round."""
    state = drafted(3, face, sun=2)
    for cell in ("e4", "f4", "g4"):
        for _ in range(3):
            play(state, f"lay mountains {cell}", seat=state.actors()[0])
    assert (0, 2, "face", [0]) == (
        *(state.view(None)[key] for key in ("sun", "round", "phase")),
        state.actors(),
    )


def test_with_two_the_first_to_lay_alternates() -> None:
    """A17, 16: the Sun passes each round."""
    state = drafted(2)
    assert [0] == state.actors()
    for cell in ("e4", "f4", "g4"):
        for seat in range(2):
            play(state, f"lay mountains {cell}", seat=seat)
    assert (1, "keep") == (state.view(None)["sun"], state.view(None)["phase"])


def test_a_seat_lays_cards_in_its_own_world_only() -> None:
    """15: a card changes nothing elsewhere."""
    state = drafted(2)
    play(state, "lay mountains e4")
    assert [tidy("*M MM"), tidy("*W")] == [drawing_of(state, seat) for seat in range(2)]


def test_all_effects_come_before_the_next_seat() -> None:
    """15, 19, A24: card, traveller, its place, card to cover, joint of the city; then the next seat."""
    state = draft(2, "|V| |V| |V| |V| |V| |V|")
    play_all(state, "keep volcano-portal", "keep volcano-portal")
    play_all(state, "pass volcano-portal", "pass volcano-portal")
    asked = []
    for words in ("lay volcano-portal e4", "cover d4"):
        asked.append((state.actors(), state.view(0)["phase"]))
        play(state, words)
    play(state, "lay volcano-portal e4", "cover d4", seat=1)
    for words in ("lay volcano-portal f4", "welcome pshit", "stand right-45", "cover e4"):
        asked.append((state.actors(), state.view(0)["phase"]))
        play(state, words)
    phases = ["lay", "cover", "lay", "welcome", "stand", "cover"]
    assert ([([0], phase) for phase in phases], [1]) == (asked, state.actors())
    assert [9] == [city["stars"] for city in world_of(state)["cities"]]


@pytest.mark.parametrize("seats, left", [(2, 8), (3, 0), (4, 0)])
def test_after_five_rounds_all_worlds_are_full(seats: int, left: int) -> None:
    """16, 10, A23: sixteen cards each; with two, eight cards were never used, and are shown now."""
    state = GAME.deal(seats, "to the end")
    random_match(state, Rng("walk"), MoveBuffer())
    view = state.view(None)
    assert ("over", [16] * seats) == (view["phase"], [len(world["cells"]) for world in view["worlds"]])
    assert left == len(view["aside"])
    assert all(ord(world["columns"][1]) - ord(world["columns"][0]) == 3 for world in view["worlds"])


def test_the_sun_stays_where_it_is_after_the_last_round() -> None:
    """A21, 16: five rounds, four hand-overs."""
    state = GAME.deal(2, "sun")
    first = state.view(None)["sun"]
    random_match(state, Rng("walk"), MoveBuffer())
    assert (first, 5) == (state.view(None)["sun"], state.view(None)["round"])


def test_scores_are_open_unless_the_option_hides_them() -> None:
    """A20: hidden until the end, also in previews."""
    open_table, closed = (GAME.deal(1, "scores", scores=choice) for choice in ("open", "end"))
    assert 0 <= open_table.view(0)["worlds"][0]["score"]
    world = closed.view(0)["worlds"][0]
    assert (None, None) == (world["score"], world["items"])
    assert all("points" not in what for what in closed.view(0)["foreseen"].values())
    assert any("points" in what for what in open_table.view(0)["foreseen"].values())
    random_match(closed, Rng("walk"), MoveBuffer())
    assert closed.view(None)["outcome"]["scores"] == [closed.view(None)["worlds"][0]["score"]]
