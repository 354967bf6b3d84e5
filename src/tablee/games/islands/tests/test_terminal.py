"""Tests of the drawing for the terminal."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core.canvas import Canvas, Pointer
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.games.islands import GAME
from tablee.games.islands.terminal import draw, elements

WIDTHS = {2: 80, 3: 80, 4: 100, 5: 120}


def played(seats: int, *moves: str, seed: str = "terminal") -> Match:
    """Return a match after these moves."""
    match = Match(GAME, seats, seed)
    for move in moves:
        match.play(match.state.actors()[0], move)
    return match


def drawn(
    match: Match, seat: int | None = None, pointer: Pointer | None = None, language: str = "fr"
) -> Canvas:
    return draw(match.state.view(seat), GAME.translations(language), pointer or Pointer())


def view_of(cells: dict[str, str], *, turned: tuple[str, ...] = (), **island: Any) -> dict[str, Any]:
    """Return a view of two seats in which A has these tiles."""
    view = played(2).state.view(0)
    view["islands"][0]["cells"] = {
        cell: {"tile": tile, "turned": cell in turned} for cell, tile in cells.items()
    }
    view["islands"][0] |= island
    return view


def lines(view: dict[str, Any], pointer: Pointer | None = None) -> list[str]:
    return draw(view, GAME.translations("fr"), pointer or Pointer()).text().split("\n")


@pytest.mark.parametrize("seats", WIDTHS)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_drawing_fits_at_every_ply(seats: int, language: str) -> None:
    match, rng = Match(GAME, seats, "fit"), Rng("fit")
    while match.outcome is None:
        canvas = drawn(match, match.state.actors()[0], language=language)
        assert canvas.width <= WIDTHS[seats]
        assert canvas.height <= 33
        seat = match.state.actors()[0]
        moves = match.state.moves(seat)
        match.play(seat, GAME.format(moves[rng.below(len(moves))]))


def test_everything_that_a_move_names_is_marked() -> None:
    match = played(5, "draw top")
    things = set(drawn(match, 0).things)
    cells = {row + column for row in "tmbd" for column in "1234"}
    assert {"top", "middle", "bottom", "dream"} | {"1", "2", "3", "4", "5"} | cells | set("ABCDE") == things


def test_a_stack_has_a_pip_for_every_round_left() -> None:
    assert "Rêve ●●●●" in drawn(played(3)).text()
    assert "Île haute ●●●○" in drawn(played(3, "draw top")).text()


def test_a_tile_on_offer_names_its_elements() -> None:
    match = played(3, "draw bottom")
    words = GAME.translations("fr")
    text = drawn(match, 0).text()
    for tile in match.state.view(0)["offer"]:
        assert elements(tile["tile"])
        for element in elements(tile["tile"]):
            assert f"{words(f'short.{element}')} " in text
            assert words(f"name.{element}") in text


def test_only_the_lookout_sees_the_face_of_a_hidden_tile() -> None:
    """Rules 40 and 46."""
    match = played(2, "draw top", "hide 2")
    lookout = match.state.view(None)["lookout"]
    assert "Génie ?" in drawn(match, 1 - lookout).text()
    assert "Génie ?" in drawn(match, None).text()
    seen = drawn(match, lookout).text()
    assert "Génie ?" not in seen
    assert 1 == seen.count("▒▒ cachée")


def test_signs_mark_the_same_as_colours() -> None:
    pointer = Pointer(frozenset({"top", "middle"}), "middle", ("bottom",))
    text = drawn(played(3), 0, pointer).text()
    assert "[Île haute]" in text
    assert "►Île centrale◄" in text
    assert "✓Île basse" in text


def test_a_turned_tile_shows_the_genie_and_nothing_else() -> None:
    """Rule 23: T01 has lamp, roc and ruby."""
    open_tile = "\n".join(lines(view_of({"t1": "T01"})))
    turned = "\n".join(lines(view_of({"t1": "T01"}, turned=("t1",))))
    assert "LA RO RU" in open_tile
    assert "LA RO RU" not in turned
    assert "Génie" in turned
    assert "RU Rubis ····· 1" in open_tile
    assert "RU Rubis ····· 0" in turned


def test_a_second_lamp_shows_a_warning() -> None:
    """Rule 22: the next one turns both."""
    assert any("LA 2!" in line for line in lines(view_of({}, lamps=2, brink=True)))
    assert not any("LA 1!" in line for line in lines(view_of({}, lamps=1)))


def test_most_brigands_are_marked_and_none_are_not() -> None:
    """Rule 32: ties are marked on all."""
    assert any("BR 3▲" in line for line in lines(view_of({}, brigands=3, leads=True)))
    assert not any("▲" in line for line in lines(view_of({}, brigands=0)))


def test_a_dream_shows_its_current_points() -> None:
    items = {"dream-1": 8, "dream-2": 0, "dream-3": 0, "dream-4": 0}
    shown = lines(view_of({"d1": "gem-column-2"}, items=items))
    row = next(number for number, line in enumerate(shown) if "Colonne de Gemmes" in line)
    assert "8 pts" in shown[row - 1]


def test_the_move_under_the_cursor_shows_its_effect() -> None:
    view = view_of({"t1": "T01", "m1": "M01"}, lamps=2)
    view["moves"] = ["take 1 b1", "take 1 b2", "take 2 b1"]
    view["foreseen"] = {
        "take 1 b1": {"turned": ["m1", "t1"], "points": -3},
        "take 1 b2": {"turned": [], "points": 2},
        "take 2 b1": {"turned": [], "points": 1},
    }
    tile = "\n".join(lines(view, Pointer(frozenset({"1", "2"}), "1")))
    assert "de -3 à +2 au score" in tile
    assert "↻" not in tile
    cell = "\n".join(lines(view, Pointer(frozenset({"b1", "b2"}), "b1", ("1",))))
    assert "-3 au score.  ! m1 t1 : troisième lampe" in cell
    assert "t1 ↻ !" in cell
    assert "m1 ↻ !" in cell


def test_a_small_island_has_the_same_letters() -> None:
    match = played(3, "draw top")
    seat = match.state.actors()[0]
    match.play(seat, "take 1 t1")
    tile = match.state.view(None)["islands"][seat]["cells"]["t1"]["tile"]
    words = GAME.translations("fr")
    text = drawn(match, (seat + 1) % 3).text()
    for element in elements(tile):
        assert words(f"short.{element}") in text


def test_a_discarded_tile_is_shown_with_two_seats() -> None:
    """Rule 41."""
    match = played(2, "draw top", "hide 3", "take 1 t1", "take 2 t1")
    discarded = match.state.view(None)["discards"][-1]
    letters = GAME.translations("fr")(f"short.{next(iter(elements(discarded)))}")
    line = next(line for line in drawn(match).text().split("\n") if "Défausse" in line)
    assert letters in line
