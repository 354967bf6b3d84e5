"""Refused moves: reason, values and number of the rule; the state does not change."""

from __future__ import annotations

import pytest

from tablee.core.errors import Illegal
from tablee.core.state import State
from tablee.games.clouds.pieces import VOCABULARY
from tablee.games.clouds.tests.notation import (
    add_city,
    add_traveller,
    draft,
    drafted,
    legal_moves,
    play,
    solo,
)


def refused(state: State, words: str, seat: int = 0) -> tuple[str, str | None, dict[str, object]]:
    """Return code, rule and values of the refusal; check that the state is unchanged."""
    before = state.snapshot()
    with pytest.raises(Illegal) as found:
        state.play(seat, VOCABULARY.parse(words))
    assert before == state.snapshot()
    return found.value.code, found.value.rule, dict(found.value.values)


def test_no_stacks_with_several_seats() -> None:
    """54: stacks belong to the solo game."""
    assert ("no-stacks", "54", {}) == refused(draft(2, ""), "take s1 e4")


@pytest.mark.parametrize("words", ["face left", "keep moon", "pass moon"])
def test_no_draft_in_the_solo_game(words: str) -> None:
    """A33: neither Sun nor draft."""
    assert ("no-draft", "A33", {}) == refused(solo(), words)


def test_no_face_with_two() -> None:
    """A17: the direction is meaningless."""
    assert ("no-face", "A17", {}) == refused(draft(2, ""), "face left")


@pytest.mark.parametrize(
    "words", ["decline", "welcome kark", "stand left-34", "cover d4", "join d4", "lay moon e4"]
)
def test_a_move_of_another_phase(words: str) -> None:
    """A24: one decision after the other."""
    assert ("not-your-phase", "A24", {"asked": "take"}) == refused(solo(), words)


def test_a_choice_is_final() -> None:
    """A22: a seat that has chosen waits for the others."""
    state = play(draft(2, "o MM MM"), "keep moon")
    assert ("not-your-turn", None, {"who": "B"}) == refused(state, "keep mountains")


@pytest.mark.parametrize("words, rule", [("keep moon", "14"), ("pass moon", "14"), ("lay moon e4", "15")])
def test_not_in_hand(words: str, rule: str) -> None:
    """14, 15: only a card of the seat's own hand."""
    state = draft(2, "")
    if words.startswith("pass"):
        for seat in range(2):
            play(state, "keep mountains", seat=seat)
    if words.startswith("lay"):
        state = drafted(2)
    code, cited, values = refused(state, words)
    assert ("not-in-hand", rule, "moon") == (code, cited, values["card"])
    # The refusal names what may be played instead.
    named = set(str(values["lands"]).split())
    assert named == {
        move.split()[1] for move in legal_moves(state) if move.split()[0] == words.split(maxsplit=1)[0]
    }


def test_stack_used() -> None:
    """55: each stack once."""
    state = play(solo(), "take s1 e4", "lay mountain-plant f4", "lay water-swamp g4")
    assert ("stack-used", "55", {"stack": "s1"}) == refused(state, "take s1 d5")


def test_impossible_cells() -> None:
    """17, 34: taken, touching nothing, too high, too wide, beyond a traveller."""
    wide = solo("MM MM MM *M\n.. .. .. MM\n.. .. .. MM\n.. .. .. MM")
    assert ("cell-taken", "17", {"cell": "d4"}) == refused(wide, "take s1 d4")
    assert ("cell-not-adjacent", "17", {"cell": "e3"}) == refused(wide, "take s1 e3")
    assert ("world-too-wide", "17", {"cell": "e4", "first": "a", "last": "d"}) == refused(wide, "take s1 e4")
    assert ("world-too-high", "17", {"cell": "d3", "first": "4", "last": "7"}) == refused(wide, "take s1 d3")
    bounded = solo("MM *M")
    add_traveller(bounded, "kark", "left-34")
    assert ("beyond-traveller", "34", {"cell": "b4"}) == refused(bounded, "take s1 b4")


def test_unavailable_travellers() -> None:
    """30, 54: gone, or in the box."""
    state = solo("*M |S|", "|P|", boxed=["roro"])
    add_traveller(state, "kark", "left-34")
    play(state, "take s1 f4")
    free = " ".join(move.split()[1] for move in legal_moves(state) if move.startswith("welcome"))
    gone = {"traveller": "kark", "travellers": free}
    boxed = {"traveller": "roro", "travellers": free}
    assert ("traveller-gone", "30", gone) == refused(state, "welcome kark")
    assert ("traveller-boxed", "54", boxed) == refused(state, "welcome roro")


def test_impossible_places() -> None:
    """32, 33, 35, A5: another side, another row, an impossible row, a place taken."""
    state = solo("*M |S|", "|P|")
    add_traveller(state, "kark", "left-34")
    play(state, "take s1 f4", "welcome roro")
    assert ("other-side", "33", {"side": "left"}) == refused(state, "stand right-45")
    assert ("other-row", "32", {"row": "4"}) == refused(state, "stand left-56")
    assert ("place-taken", "35", {"place": "left-34"}) == refused(state, "stand left-34")
    high = play(solo("*M |S|\nMM ..\nMM ..\nMM ..", "|P|"), "take s1 f4", "welcome roro")
    assert ("no-such-row", "A5", {"place": "left-34"}) == refused(high, "stand left-34")


def test_cards_that_cannot_be_covered() -> None:
    """37, 38: not beside the volcano, nothing there, a fumarole."""
    state = play(solo("~~ MM\n*M ..", "VP"), "take s1 d5")
    assert ("not-beside-volcano", "37", {"cell": "e3"}) == refused(state, "cover e3")
    assert ("nothing-to-cover", "37", {"cell": "d6"}) == refused(state, "cover d6")
    smoke = play(solo("*M MM\n~~ ..", "VP"), "take s1 e5")
    assert ("already-fumarole", "38", {"cell": "d5"}) == refused(smoke, "cover d5")


def test_fumaroles_that_cannot_be_joined() -> None:
    """41: not beside the new one, no fumarole, already in a city."""
    state = solo("~~ ~~ ..\n~~ *M ~~", "VP")
    add_city(state, "c3", "d3")
    play(state, "take s1 d5", "cover d4")
    assert ("not-beside-fumarole", "41", {"cell": "c3"}) == refused(state, "join c3")
    assert ("no-fumarole-there", "41", {"cell": "d5"}) == refused(state, "join d5")
    assert ("already-in-city", "41", {"cell": "d3"}) == refused(state, "join d3")
