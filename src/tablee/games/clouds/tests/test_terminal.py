"""The picture of a view in the terminal."""

from __future__ import annotations

from tablee.core.canvas import Pointer
from tablee.games.clouds import GAME
from tablee.games.clouds.tests.notation import play, solo


def test_everything_fits_on_a_screen() -> None:
    for seats in GAME.seats:
        canvas = GAME.draw(GAME.deal(seats, "size").view(0), GAME.translations("fr"), Pointer())
        assert (True, True) == (canvas.width <= 100, canvas.height <= 40)
    assert GAME.draw(GAME.deal(2, "size").view(0), GAME.translations("fr"), Pointer()).width <= 80


def test_a_ring_closes_between_two_portal_cards() -> None:
    state = play(solo("*M |S|", "|P|"), "take s1 f4")
    text = GAME.draw(state.view(0), GAME.translations("en"), Pointer()).text()
    assert ") ψ      () ♣      (" in text


def test_the_foreseen_effect_is_written() -> None:
    pointer = Pointer(frozenset({"e4"}), "e4", ("s1",))
    text = GAME.draw(solo("*W", "MW").view(0), GAME.translations("en"), pointer).text()
    assert "! e4 flips: Water beside Water (rule 21)" in text
