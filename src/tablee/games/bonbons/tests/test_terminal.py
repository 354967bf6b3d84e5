"""The board drawn for a terminal."""

from __future__ import annotations

import pytest

from tablee.core.canvas import Pointer
from tablee.core.narrowing import paths, targets
from tablee.games.bonbons import GAME
from tablee.games.bonbons.position import set_up
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.tests.notation import ROUNDS_A, ROUNDS_B, SQUARES_DRAWN, play, two_seats


def drawn(state: BonbonsState, language: str = "en", cursor: str | None = None) -> str:
    """Return the drawing for the seat in turn as text."""
    view = state.view(state.turn)
    pointer = Pointer(frozenset(targets(paths(view["moves"]), [])), cursor)
    return GAME.draw(view, GAME.translations(language), pointer).text()


def test_two_seats_fit_80_columns_and_six_fit_100() -> None:
    for seats, width, height in [(2, 80, 40), (3, 100, 40), (6, 100, 40)]:
        canvas = GAME.draw(GAME.deal(seats, "seed").view(0), GAME.translations("fr"), Pointer())
        assert canvas.width <= width
        assert canvas.height <= height
    five_rounds = play(two_seats(), "A turn 34")
    assert GAME.draw(five_rounds.view(0), GAME.translations("fr"), Pointer()).width <= 80


def test_open_tiles_have_double_edges_and_found_ones_thick_edges() -> None:
    state = play(two_seats(), "A turn 11", "A turn A1", "A turn 12")
    rows = drawn(state, cursor="A2").split("\n")
    assert " ┏━✓11━━┓╔══12══╗┌──13──┐" == rows[1][:25]
    assert " ┃JELLY ┃║JELLY ║│░░░░░░│" == rows[2][:25]
    assert " ┃B oooo┃║G ////║│░░░░░░│" == rows[3][:25]
    assert " ┏━✓A1━━┓╭─►A2◄─╮╭─[A3]─╮╭─[A4]─╮  ╭─[B1]─╮" == rows[26][:43]
    assert rows[30].startswith(" [ Stop ]")


def test_thefts_coins_and_closing_tiles_are_announced() -> None:
    theft = drawn(play(two_seats(), "A turn 22", "A turn B2"), "fr", cursor="A3")
    assert "→ 1 sur 4 ; la main passe à A" in theft
    assert "Vol en B2 !" in theft
    assert "All three coin tiles!" in drawn(play(two_seats(), "A turn 31", "A turn 32", "A turn 33"))
    failed = drawn(play(two_seats(), "A turn A1", "A turn 31"))
    assert "about to be hidden" in failed
    assert "Open: 31 Coins, A1 Jelly man (blue)" in failed
    covered = drawn(play(two_seats(), "A turn 31", "A turn 32", "A turn 33", "A cover A2"))
    assert "COINS" in covered
    assert "(o)(o)" in covered


def test_training_shows_seen_tiles_in_small_letters() -> None:
    text = drawn(play(two_seats(training=True), "A turn A1", "A turn 21", "clock close"))
    assert "│jelly │" in text
    assert "│twist │" in text


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_end_shows_the_tiles_put_aside(language: str) -> None:
    state = set_up(SQUARES_DRAWN, ROUNDS_A, ROUNDS_B, aside="wheel-b wheel-g")
    for number in "1234":
        play(state, f"A turn 1{number}", f"A turn A{number}")
    assert GAME.translations(language)("board.aside") in drawn(state, language)
