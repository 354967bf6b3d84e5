"""Refusals, one test for each reason; and `allows`, which agrees with `moves`."""

from __future__ import annotations

import pytest

from tablee.core.i18n import LANGUAGES
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.games.mine import GAME
from tablee.games.mine.rules import MineState
from tablee.games.mine.tests.notation import FULL_3B_17, lay, play, race_state, refusal


def race_after(*moves: str, helper: bool = False, finds: bool = False) -> MineState:
    return play(race_state("3B 17", "1A 1", helper=helper, finds=finds), 0, *moves)


def test_a_side_comes_first() -> None:
    """Ruling A23: before the signal there is nothing to take."""
    assert ("side-first", "A23") == refusal(GAME.deal(2, "first"), 0, "take Y1 any")


def test_a_side_is_chosen_once() -> None:
    """Rule 3: and stays for the round."""
    assert ("side-is-chosen", "3") == refusal(race_after(), 0, "side A")


@pytest.mark.parametrize("verb", ["lamp", "settle"])
def test_the_words_of_the_clock(verb: str) -> None:
    """Ruling A12: a seat cannot end the lamp."""
    assert ("word-of-the-clock", "A12") == refusal(race_after(), 0, verb)


def test_the_clock_plays_no_tiles() -> None:
    """Ruling A12: it has only its own words."""
    assert ("not-for-the-clock", "A12") == refusal(race_after(), CLOCK, "quit")


def test_nothing_to_settle() -> None:
    """Ruling A34: there is no call."""
    assert ("nothing-to-settle", "A34") == refusal(race_after(), CLOCK, "settle")


def test_calls_are_on_their_way() -> None:
    """Ruling A34: the lamp does not count any more."""
    state = lay(race_after(), 0, FULL_3B_17, at=10)
    play(state, 0, "call", at=11)
    assert ("calls-on-their-way", "A34") == refusal(state, CLOCK, "lamp")


@pytest.mark.parametrize(
    "moves, words, expected",
    [
        (["take Y1 any"], "take B2 any", ("hand-is-full", "10")),
        (["take Y1 any", "lay r0 a1", "take B2 any"], "lift 1", ("hand-is-full", "10")),
        (["take W5F any", "lay r0 c1"], "take W5F any", ("shape-ran-out", "A13")),
        ([], "take Y1 gold", ("elements-do-not-count", "A28")),
        ([], "lay r0 a1", ("hand-is-empty", "A25")),
        ([], "return hand", ("hand-is-empty", "A25")),
        ([], "return 3", ("no-tile-there", "A25")),
        ([], "lift 8", ("no-tile-there", "A25")),
        ([], "move 1 r0 a1", ("no-tile-there", "A25")),
        (["take B2 any"], "lay r180 a1", ("same-as-turn", "A2")),
        (["take B2 any"], "lay r0 g1", ("out-of-frame", "A26")),
        (["take B2 any"], "lay r0 a2", ("only-rock", "A26")),
        (["take Y1 any", "lay r0 a1", "take B2 any"], "lay r0 a1", ("over-a-tile", "12")),
        (["take Y1 any", "lay r0 a1"], "move 1 r0 a1", ("already-there", "A25")),
        (["take Y1 any", "lay r0 a1", "take Y1 any", "lay r0 b1"], "move 2 r0 a1", ("over-a-tile", "12")),
        ([], "call", ("not-covered", "13")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_in_table_mode(moves: list[str], words: str, expected: tuple[str, str]) -> None:
    """Rules 10, 12, 13, A2, A13, A25, A26, A28, A36: refused with its reason, nothing else changes."""
    assert expected == refusal(race_after(*moves), 0, words)


@pytest.mark.parametrize(
    "moves, words, expected",
    [
        ([], "take G3I any", ("colour-not-on-card", "9")),
        (["take Y1 any", "lay r0 a1"], "take Y1 any", ("colour-complete", "9")),
        (["take B2 any"], "lay r90 a1", ("over-rock", "12")),
    ],
)
def test_with_the_helping_elf(moves: list[str], words: str, expected: tuple[str, str]) -> None:
    """Rules 9, 12, A14: what would be wrong is refused."""
    assert expected == refusal(race_after(*moves, helper=True), 0, words)


def test_a_refused_colour_comes_with_those_that_are_missing() -> None:
    """Rule 9: the colours that may still be taken, as the moves say."""
    state = race_after("take Y1 any", "lay r0 a1", helper=True)
    refused = state.why_not(0, GAME.parse("take Y1 any"))
    moves = [GAME.format(move).split() for move in state.moves(0)]
    taken = {shape[0] for verb, shape, *_ in [move for move in moves if move[0] == "take"]}
    assert taken == {str(colour)[0].upper() for colour in str(refused.values["colours"]).split()}


def test_with_finds() -> None:
    """Rulings A28, A36: an element has to be named, and can run out."""
    assert ("name-the-element", "A28") == refusal(race_after(finds=True), 0, "take Y1 any")
    assert ("element-ran-out", "A36") == refusal(
        race_after("take Y1 gold", "lay r0 a1", finds=True), 0, "take Y1 gold"
    )


def test_as_many_tiles_as_the_card_shows() -> None:
    """Ruling A14: not one more."""
    assert ("enough-tiles", "A14") == refusal(lay(race_after(), 0, FULL_3B_17), 0, "take Y1 any")


@pytest.mark.parametrize("options", [{}, {"helper": True}, {"finds": True, "helper": True}], ids=str)
def test_allows_agrees_with_moves(options: dict[str, bool]) -> None:
    """Ruling A25: every move there is, in many positions; a refusal has words in both languages."""
    rng = Rng("agree")
    state = GAME.deal(2, "agree", lamp="none", **options)
    catalogues = [GAME.translations(language) for language in LANGUAGES]
    for _ in range(60):
        for seat in (CLOCK, 0, 1):
            legal = state.moves(seat)
            assert legal == [move for move in range(GAME.vocabulary.size) if state.allows(seat, move)]
        seat = state.actors()[rng.below(len(state.actors()))]
        for _ in range(20):
            move = rng.below(GAME.vocabulary.size)
            if not state.allows(seat, move):
                assert all(f"refusal.{state.why_not(seat, move).code}" in words for words in catalogues)
        moves = [move for move in state.moves(seat) if GAME.format(move) != "quit"]
        state.play(seat, moves[rng.below(len(moves))])
