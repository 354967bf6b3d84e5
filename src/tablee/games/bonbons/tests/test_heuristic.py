"""What somebody who forgets nothing plays; and the drawing."""

from __future__ import annotations

import pytest

from tablee.core.canvas import Pointer
from tablee.core.narrowing import paths, targets
from tablee.core.rng import Rng
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import VOCABULARY
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.tests.notation import play, table
from tablee.games.bonbons.tests.test_turns import SQUARE, A, B, two


def proposed(state: BonbonsState, seat: str) -> list[str]:
    """The proposals in words."""
    return [VOCABULARY.format(move) for move in state.propose("ABCDEF".index(seat))]


def test_a_known_pair_is_taken_own_before_stolen() -> None:
    state = play(two(), "A turn A1", "A turn 21", "B turn B1", "B turn 11")
    assert ["turn 11"] == proposed(state, "A")
    play(state, "A turn 11")
    assert ["turn A1"] == proposed(state, "A")
    play(state, "A turn A1")
    assert ["turn 21"] == proposed(state, "A")


def test_three_known_coins_are_taken() -> None:
    state = play(two(), "A turn 31", "A stop", "B turn 32", "B stop", "A turn 33", "A stop")
    assert ["turn 31"] == proposed(state, "B")
    play(state, "B turn 31")
    assert ["turn 32"] == proposed(state, "B")


def test_two_known_coins_are_not_enough() -> None:
    state = play(two(), "A turn 31", "A stop", "B turn 32")
    assert ["turn 31"] == proposed(state, "B")
    assert ["stop"] == proposed(play(state, "B turn 31"), "B")


def test_nothing_is_shown_for_nothing() -> None:
    assert ["stop"] == proposed(play(two(), "A turn 61"), "A")


def test_the_twin_of_a_round_is_turned_if_it_is_known() -> None:
    state = play(two(), "A turn 11", "A stop", "B turn A1")
    assert ["turn 11"] == proposed(state, "B")
    unknown = play(two(), "A turn 11", "A stop", "B turn B1")
    assert 35 == len(proposed(unknown, "B"))


def test_one_gives_what_nobody_knows_and_covers_what_all_know() -> None:
    known = play(two(), "A turn A1", "A turn 61", "B turn 62", "B stop")
    theft = play(known.copy(), "A turn 21", "A turn B1")
    assert ["give A2", "give A3", "give A4"] == proposed(theft, "A")
    coins = play(known, "A turn 31", "A turn 32", "A turn 33")
    assert ["cover A1"] == proposed(coins, "A")


def test_proposals_look_at_seen_tiles_only() -> None:
    """B18: two truths that look the same get the same proposals."""
    rng = Rng("fair")
    state = GAME.deal(3, "fair")
    while state.actors():
        seat = state.actors()[-1]
        assert state.propose(seat) == state.resample(seat, rng).propose(seat)
        choice = state.propose(seat)
        state.play(seat, choice[rng.below(len(choice))])


# The drawing


def drawn(state: BonbonsState, language: str = "en", cursor: str | None = None) -> str:
    view = state.view(state.turn)
    pointer = Pointer(frozenset(targets(paths(view["moves"]), [])), cursor)
    return GAME.draw(view, GAME.translations(language), pointer).text()


def test_two_fit_eighty_columns_and_six_a_hundred() -> None:
    for seats, width, height in [(2, 80, 40), (3, 100, 40), (6, 100, 40)]:
        canvas = GAME.draw(GAME.deal(seats, "seed").view(0), GAME.translations("fr"), Pointer())
        assert canvas.width <= width
        assert canvas.height <= height
    wide = play(two(), "A turn 34")
    assert GAME.draw(wide.view(0), GAME.translations("fr"), Pointer()).width <= 80


def test_open_tiles_have_double_edges_and_found_ones_thick_edges() -> None:
    state = play(two(), "A turn 11", "A turn A1", "A turn 12")
    rows = drawn(state, cursor="A2").split("\n")
    assert " ┏━✓11━━┓╔══12══╗┌──13──┐" == rows[1][:25]
    assert " ┃JELLY ┃║JELLY ║│░░░░░░│" == rows[2][:25]
    assert " ┃B oooo┃║G ////║│░░░░░░│" == rows[3][:25]
    assert " ┏━✓A1━━┓╭─►A2◄─╮╭─[A3]─╮╭─[A4]─╮  ╭─[B1]─╮" == rows[26][:43]
    assert rows[30].startswith(" [ Stop ]")


def test_moments_are_told() -> None:
    theft = drawn(play(two(), "A turn 22", "A turn B2"), "fr", cursor="A3")
    assert "→ 1 sur 4 ; la main est ensuite à A" in theft
    assert "Vol en B2 !" in theft
    assert "All three coin tiles!" in drawn(play(two(), "A turn 31", "A turn 32", "A turn 33"))
    failed = drawn(play(two(), "A turn A1", "A turn 31"))
    assert "about to be hidden" in failed
    assert "Open: 31 Coins, A1 Jelly man (blue)" in failed
    covered = drawn(play(two(), "A turn 31", "A turn 32", "A turn 33", "A cover A2"))
    assert ("COINS", "(o)(o)") == ("COINS" * ("COINS" in covered), "(o)(o)" * ("(o)(o)" in covered))


def test_training_reminds_in_small_letters() -> None:
    text = drawn(play(two(training=True), "A turn A1", "A turn 21", "clock close"))
    assert "│jelly │" in text
    assert "│twist │" in text


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_end_shows_what_was_aside(language: str) -> None:
    state = table(SQUARE, A, B, rest="wheel-b wheel-g")
    for number in "1234":
        play(state, f"A turn 1{number}", f"A turn A{number}")
    assert GAME.translations(language)("terminal.aside") in drawn(state, language)
