"""Memory, hidden information and time: rulings B18-B20 and B24-B26."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import FACES, SQUARES, VOCABULARY
from tablee.games.bonbons.position import set_up
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.state import OVER
from tablee.games.bonbons.tests.notation import (
    moves,
    play,
    play_to_end,
    refused,
    rounds,
    shown,
    turns,
    two_seats,
)


def faces_in(view: dict[str, Any]) -> list[str]:
    """Return every face that occurs anywhere in a view, except among the removed kinds."""
    text = json.dumps({name: value for name, value in view.items() if name != "removed"})
    return [face for face in FACES for _ in range(text.count(f'"{face}"'))]


def random_step(state: BonbonsState, seed: str) -> None:
    """Play one random move."""
    rng = Rng(seed)
    seat = state.actors()[rng.below(len(state.actors()))]
    legal = state.moves(seat)
    state.play(seat, legal[rng.below(len(legal))])


# Memory


def test_a_view_contains_a_face_only_while_it_is_visible() -> None:
    """B18: once a tile is closed, no view contains its face."""
    state = play(two_seats(), "A turn A1", "A turn 21")
    assert ["jelly-blue", "twist-blue"] == faces_in(state.view(1))
    play(state, "clock close")
    assert [[]] * 3 == [faces_in(state.view(viewer)) for viewer in (0, 1, None)]
    assert state.view(0)["seen"] is None


def test_training_lists_seen_tiles() -> None:
    """B18: the option lists hidden tiles that were seen, and no others."""
    state = play(two_seats(training=True), "A turn A1", "A turn 21", "clock close")
    assert {"21": "twist-blue", "A1": "jelly-blue"} == state.view(1)["seen"]
    play(state, "B turn 31", "B turn 32", "B turn 33", "B cover B1")
    assert {"21": "twist-blue", "A1": "jelly-blue"} == state.view(None)["seen"]


@pytest.mark.parametrize("show", ["1500", "2000", "3000", "4000"])
def test_tiles_are_shown_for_the_show_time(show: str) -> None:
    """B18: the wait of the timer is the show time, and begins when tiles start to linger."""
    state = GAME.deal(2, "seed", show=show)
    seat = state.actors()[0]
    assert state.timer() is None
    state.play(seat, VOCABULARY.parse("turn 11"))
    if VOCABULARY.parse("stop") in state.moves(seat):
        state.play(seat, VOCABULARY.parse("stop"))
    assert {"since": state.plies, "wait": int(show)} == state.view(None)["timer"]


def test_a_log_keeps_no_places() -> None:
    """B18: a move is announced in full, but until the end the log keeps only its verb."""
    state = play(two_seats(), "A turn A1")
    move = VOCABULARY.parse("turn 21")
    assert ("turn 21", "turn") == (state.announce(1, 0, move), state.log_text(1, 0, move))
    over = play_to_end(2)
    assert "turn 21" == over.log_text(1, 0, move)


# Hidden information


def test_all_viewers_see_the_same() -> None:
    """B24: views of seats and spectators differ only in the seat and its moves."""
    state = play(two_seats(), "A turn A1", "A turn 21")
    views = [state.view(viewer) for viewer in (0, 1, None)]
    for view in views:
        for own in ("seat", "moves", "foreseen"):
            del view[own]
    assert views[0] == views[1] == views[2]


def test_a_given_tile_shows_only_its_place() -> None:
    """B24: a swap reveals nothing about it."""
    state = play(two_seats(), "A turn 22", "A turn B2", "A give A3")
    assert {"place": "B2", "side": "down", "face": None} == state.view(1)["rounds"][1][1]
    assert ["twist-green"] * 2 == faces_in(state.view(1))


def test_all_tiles_are_shown_when_the_match_is_over() -> None:
    """B24: tiles aside, covered tiles and squares never turned."""
    state = play(two_seats(), "A turn 31", "A turn 32", "A turn 33", "A cover A1", "B turn 61", "B stop")
    play(state, *turns("A", "12 A2 13 A3 14 A4"))
    view = state.view(None)
    assert [] == state.actors()
    assert ("covered", "jelly-blue") == (view["rounds"][0][0]["side"], view["rounds"][0][0]["face"])
    assert 24 == len(view["aside"])
    assert all(tile["face"] for tile in view["squares"] if tile["side"] != "empty")


def test_resampling_keeps_seen_tiles_and_shuffles_the_others() -> None:
    """B24: a tile that was shown stays known after a swap moved it."""
    state = play(two_seats(), "A turn A3", "A turn 66", "B turn 61", "B stop")
    play(state, "A turn 22", "A turn B2", "A give A3", "A stop")
    seen = {"22": "twist-green", "61": None, "66": None, "A3": "twist-green", "B2": "jelly-red"}
    samples = [revealed(state.resample(1, Rng(str(number)))) for number in range(40)]
    real = revealed(state)
    for place, face in seen.items():
        assert {face or real[place]} == {sample[place] for sample in samples}
    assert all(len({sample[place] for sample in samples}) > 8 for place in real.keys() - seen.keys())


def revealed(state: BonbonsState) -> dict[str, str]:
    """Return the tile at each place, read from the view of a match that is over."""
    over = state.copy()
    over.phase = OVER
    view = over.view(None)
    tiles = [*view["squares"], *(tile for row in view["rounds"] for tile in row)]
    return {tile["place"]: tile["face"] for tile in tiles}


def test_resampling_mixes_unseen_rounds_with_those_aside() -> None:
    """B24: an unseen round tile may be any of those aside."""
    state = two_seats()
    found = {revealed(state.resample(None, Rng(str(number))))["A1"] for number in range(200)}
    assert len(found) > 25


def test_resampling_changes_no_byte_of_any_view() -> None:
    """B24: in every position, for every viewer."""
    rng = Rng("secrets")
    for number, options in enumerate([{}, {"training": "yes"}, {"quick": "yes"}]):
        state = GAME.deal(3, "seed", **options)
        assert isinstance(state, BonbonsState)
        while state.actors():
            for viewer in (0, 1, 2, None):
                other = state.resample(viewer, rng)
                assert json.dumps(state.view(viewer)) == json.dumps(other.view(viewer))
            random_step(state, f"{number} {state.plies}")


# Closing tiles


def test_tiles_linger_until_the_clock_or_the_next_tile_closes_them() -> None:
    """B25: the turn has passed on; the next first tile closes them too, and may be one of them."""
    state = play(two_seats(), "A turn A1", "A turn 21")
    assert [CLOCK, 1] == state.actors()
    assert ["close"] == moves(state, "clock")
    by_clock = play(state.copy(), "clock close")
    assert ({}, [1], None) == (shown(by_clock), by_clock.actors(), by_clock.timer())
    by_tile = play(state.copy(), "B turn 12")
    assert {"12": "jelly-green~"} == shown(by_tile)
    assert "? ? ? ?" == rounds(by_tile, "A")
    assert moves(state, "B") == moves(by_clock, "B")
    same = play(state, "B turn 21")
    assert ({"21": "twist-blue~"}, [1]) == (shown(same), same.actors())


def test_only_the_clock_closes_and_it_makes_no_other_move() -> None:
    """B25: a pair and the wrapper never close."""
    state = play(two_seats(), "A turn A1", "A turn 21")
    assert ("only-the-clock", "B25") == refused(state, "B close")
    assert ("clock-only-closes", "B25") == refused(state, "clock turn 11")
    with pytest.raises(Illegal, match="not-your-turn"):
        play(two_seats(), "clock close")
    kept = play(two_seats(), "A turn 11", "A turn A1", "A turn 12", "A stop", "clock close")
    assert {"11": "jelly-blue!"} == shown(kept)


# Late seats


def late_move(state: BonbonsState, seat: str) -> str:
    """Return, as text, the move played for a seat whose time is up."""
    return VOCABULARY.format(state.late_move("AB".index(seat)))


def test_a_late_seat_stops_or_turns_a_square() -> None:
    """B19: stop after a square; before the first tile and after a round tile, a square from the deal."""
    assert "stop" == late_move(play(two_seats(), "A turn 11"), "A")
    for state in (two_seats(), play(two_seats(), "A turn A1")):
        assert late_move(state, "A").removeprefix("turn ") in SQUARES
    firsts = {GAME.deal(2, f"seed {n}").late_move(GAME.deal(2, f"seed {n}").actors()[0]) for n in range(60)}
    assert len(firsts) > 20
    quick = GAME.deal(2, "seed", quick="yes")
    assert quick.late_move(quick.actors()[0]) in quick.moves(quick.actors()[0])


def test_a_late_seat_ends_its_turn_or_chooses_the_leftmost_tile() -> None:
    """B26: after coins or a pair stop; of own tiles the leftmost possible one."""
    assert "stop" == late_move(play(two_seats(), "A turn 31"), "A")
    assert "stop" == late_move(play(two_seats(), "A turn 31", "A turn 32"), "A")
    assert "stop" == late_move(play(two_seats(), "A turn 11", "A turn A1"), "A")
    assert "give A2" == late_move(play(two_seats(), "A turn 11", "A turn A1", "A turn 21", "A turn B1"), "A")
    assert "cover A1" == late_move(play(two_seats(), "A turn 31", "A turn 32", "A turn 33"), "A")
    assert VOCABULARY.parse("close") == play(two_seats(), "A turn A1", "A turn 21").late_move(CLOCK)


def test_a_match_ends_although_one_seat_is_always_late() -> None:
    """B20: the rules skip no seat; there is always a move to play for a late one."""
    state = GAME.deal(3, "gone")
    absent = 1
    rng = Rng("gone")
    for _ in range(3000):
        if not state.actors():
            break
        seat = state.actors()[-1]
        legal = state.moves(seat)
        state.play(seat, state.late_move(seat) if seat == absent else legal[rng.below(len(legal))])
    assert state.outcome() is not None


# Previews


def test_previews_reveal_no_hidden_tile() -> None:
    """B18, B24: only stopping, giving and covering have a preview."""
    view = play(two_seats(), "A turn 11").view(0)
    assert {"stop": {"found": 0, "of": 4, "wins": False, "next": 1}} == view["foreseen"]
    state = play(two_seats(), "A turn 22", "A turn B2")
    assert {"found": 1, "of": 4, "wins": False, "next": 0} == state.view(0)["foreseen"]["give A3"]
    covering = play(set_up("coin coin coin", "", ""), "A turn 11", "A turn 12", "A turn 13")
    assert {"found": 1, "of": 4, "wins": False, "next": 1} == covering.view(0)["foreseen"]["cover A4"]
