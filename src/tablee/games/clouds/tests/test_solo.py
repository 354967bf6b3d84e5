"""The solo game: rules 54-56."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.core.buffers import MoveBuffer
from tablee.core.rng import Rng
from tablee.core.walk import random_match
from tablee.games.clouds import GAME
from tablee.games.clouds.mechanics.placement import lay_card
from tablee.games.clouds.pieces import LANDS, STARTS, deck
from tablee.games.clouds.scoring import solo_rank
from tablee.games.clouds.tests.notation import cells_for, legal_moves, play, solo


def test_seven_stacks_three_travellers_one_starting_land() -> None:
    """54: the top card of each stack is open, two lie below; no Sun, no draft (A33)."""
    view = GAME.deal(1, "alone").view(0)
    assert ["s1", "s2", "s3", "s4", "s5", "s6", "s7"] == [stack["stack"] for stack in view["stacks"]]
    assert all(stack["card"] in LANDS and stack["below"] == 2 for stack in view["stacks"])
    assert (3, "take", None, None, None) == (
        len(view["travellers"]), *(view[key] for key in ("phase", "sun", "deck", "draft")),
    )  # fmt: skip
    assert view["worlds"][0]["cells"]["d4"]["card"] in STARTS


def test_the_visible_card_first_then_the_two_others_in_any_order() -> None:
    """55, A33: the two are revealed after the first card and all its effects."""
    state = play(solo("*M", "VP"), "take s1 e4")
    assert ("cover", []) == (state.view(0)["phase"], state.view(0)["hand"])
    play(state, "cover d4")
    assert ["mountain-plant", "water-swamp"] == [card["card"] for card in state.view(0)["hand"]]
    assert {"lay mountain-plant", "lay water-swamp"} == {
        words.rpartition(" ")[0] for words in legal_moves(state)
    }
    play(state, "lay water-swamp f4", "lay mountain-plant g4")
    assert ("take", 2) == (state.view(0)["phase"], state.view(0)["round"])


def test_a_stack_is_used_once() -> None:
    """55: each turn another one."""
    state = play(solo("*M"), "take s1 e4", "lay water-swamp f4", "lay mountain-plant g4")
    assert set() == cells_for(state, "take s1")
    assert cells_for(state, "take s2")
    assert [None, "mountains"] == [stack["card"] for stack in state.view(0)["stacks"][:2]]


def test_five_stacks_fill_the_world_and_two_are_left() -> None:
    """56, A23: the unused cards are shown in the end."""
    state = GAME.deal(1, "alone")
    random_match(state, Rng("walk"), MoveBuffer())
    view, outcome = state.view(0), state.outcome()
    assert (16, 6, 5) == (len(view["worlds"][0]["cells"]), len(view["aside"]), view["round"])
    used = [cell["card"] for cell in view["worlds"][0]["cells"].values() if cell["card"] in LANDS]
    assert Counter(LANDS[kind] for kind in deck(1)) == Counter(used + view["aside"])
    assert outcome is not None
    assert ((1,), solo_rank(outcome.scores[0])) == (outcome.ranks, view["rank"])


@pytest.mark.parametrize(
    "stars, rank",
    [
        (0, "devoured"), (59, "devoured"), (60, "chased"), (69, "chased"), (70, "tolerated"),
        (74, "tolerated"), (75, "at-home"), (79, "at-home"), (80, "masters"), (120, "masters"),
    ],
)  # fmt: skip
def test_five_ranks(stars: int, rank: str) -> None:
    """56: by stars."""
    assert rank == solo_rank(stars)


def test_travellers_are_not_refilled() -> None:
    """A34, 54: with the three gone, a portal brings none."""
    boxed = ("splash", "burk", "kark", "floulou", "pshit", "boung", "roro")
    state = play(solo("*M |S|\n.. |M|", "|P|", boxed=boxed), "take s1 f4", "welcome rumph", "stand left-34")
    lay_card(state, 0, 3, 36 + 2 + 8)
    assert [] == state.view(0)["travellers"]
    assert 2 == len(state.view(0)["worlds"][0]["portals"])
