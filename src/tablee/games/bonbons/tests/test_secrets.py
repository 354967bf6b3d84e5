"""Memory and time: what is seen, for how long, and what nobody may learn. Rulings B18-B20, B24-B26."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import FACES, SQUARES, VOCABULARY
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.state import OVER
from tablee.games.bonbons.tests.notation import hand, moves, play, shown, table, turns
from tablee.games.bonbons.tests.test_turns import finished, refused, two


def faces_in(view: dict[str, Any]) -> list[str]:
    """Every tile that a view names, wherever in it."""
    text = json.dumps({name: value for name, value in view.items() if name != "removed"})
    return [face for face in FACES for _ in range(text.count(f'"{face}"'))]


def walk(state: BonbonsState, seed: str) -> BonbonsState:
    """One random step."""
    rng = Rng(seed)
    seat = state.actors()[rng.below(len(state.actors()))]
    legal = state.moves(seat)
    state.play(seat, legal[rng.below(len(legal))])
    return state


# Memory


def test_a_face_leaves_only_while_it_is_face_up() -> None:
    """B18: no list of what was seen; once closed, nothing remains in any view."""
    state = play(two(), "A turn A1", "A turn 21")
    assert ["jelly-blue", "twist-blue"] == faces_in(state.view(1))
    play(state, "clock close")
    assert [[]] * 3 == [faces_in(state.view(viewer)) for viewer in (0, 1, None)]
    assert state.view(0)["seen"] is None


def test_training_reminds() -> None:
    """B18: the option shows where tiles were seen, and nothing that was not."""
    state = play(two(training=True), "A turn A1", "A turn 21", "clock close")
    assert {"21": "twist-blue", "A1": "jelly-blue"} == state.view(1)["seen"]
    play(state, "B turn 31", "B turn 32", "B turn 33", "B cover B1")
    assert {"21": "twist-blue", "A1": "jelly-blue"} == state.view(None)["seen"]


@pytest.mark.parametrize("show", ["1500", "2000", "3000", "4000"])
def test_tiles_are_shown_for_a_while(show: str) -> None:
    """B18: two seconds unless the table chooses otherwise; the clock is due from the moment they linger."""
    state = GAME.deal(2, "seed", show=show)
    seat = state.actors()[0]
    assert state.timer() is None
    state.play(seat, VOCABULARY.parse("turn 11"))
    if VOCABULARY.parse("stop") in state.moves(seat):
        state.play(seat, VOCABULARY.parse("stop"))
    assert {"since": state.plies, "wait": int(show)} == state.view(None)["timer"]


def test_a_log_keeps_no_places() -> None:
    """B18: words are heard when they are said; until the end only the verb is kept."""
    state = play(two(), "A turn A1")
    move = VOCABULARY.parse("turn 21")
    assert ("turn 21", "turn") == (state.announce(1, 0, move), state.log_text(1, 0, move))
    over = finished(2)
    assert "turn 21" == over.log_text(1, 0, move)


# Secrecy


def test_everybody_sees_the_same() -> None:
    """B24: but for the seat and its moves, all views are one; a spectator sees no more and no less."""
    state = play(two(), "A turn A1", "A turn 21")
    views = [state.view(viewer) for viewer in (0, 1, None)]
    for view in views:
        for own in ("seat", "moves", "foreseen"):
            del view[own]
    assert views[0] == views[1] == views[2]


def test_a_given_tile_is_a_place_and_nothing_more() -> None:
    """B24: nothing travels with it in a swap."""
    state = play(two(), "A turn 22", "A turn B2", "A give A3")
    assert {"place": "B2", "side": "down", "face": None} == state.view(1)["rounds"][1][1]
    assert ["twist-green"] * 2 == faces_in(state.view(1))


def test_everything_is_shown_when_it_is_over() -> None:
    """B24: the rest, covered tiles and squares that nobody turned."""
    state = play(two(), "A turn 31", "A turn 32", "A turn 33", "A cover A1", "B turn 61", "B stop")
    play(state, *turns("A", "12 A2 13 A3 14 A4"))
    view = state.view(None)
    assert [] == state.actors()
    assert ("covered", "jelly-blue") == (view["rounds"][0][0]["side"], view["rounds"][0][0]["face"])
    assert 24 == len(view["aside"])
    assert all(tile["face"] for tile in view["squares"] if tile["side"] != "empty")


def test_what_was_seen_is_kept_and_the_rest_is_shuffled() -> None:
    """B24: an imagined truth knows what was turned before all eyes, wherever it went since."""
    state = play(two(), "A turn A3", "A turn 66", "B turn 61", "B stop")
    play(state, "A turn 22", "A turn B2", "A give A3", "A stop")
    seen = {"22": "twist-green", "61": None, "66": None, "A3": "twist-green", "B2": "jelly-red"}
    truths = [revealed(state.resample(1, Rng(str(number)))) for number in range(40)]
    real = revealed(state)
    for place, face in seen.items():
        assert {face or real[place]} == {truth[place] for truth in truths}
    assert all(len({truth[place] for truth in truths}) > 8 for place in real.keys() - seen.keys())


def revealed(state: BonbonsState) -> dict[str, str]:
    """The tile at each place of the table, as it would be shown if the match were over."""
    plain = state.copy()
    view = finish(plain).view(None)
    tiles = [*view["squares"], *(tile for row in view["rounds"] for tile in row)]
    return {tile["place"]: tile["face"] for tile in tiles}


def finish(state: BonbonsState) -> BonbonsState:
    """End a match by decree, so that everything is shown."""
    state.phase = OVER
    return state


def test_the_rounds_put_aside_may_be_anywhere() -> None:
    """B24: a round that nobody has seen may just as well be one of the rest."""
    state = two()
    hands = {revealed(state.resample(None, Rng(str(number))))["A1"] for number in range(200)}
    assert len(hands) > 25


def test_imagining_changes_no_byte_of_any_view() -> None:
    """B24: in every position, for every viewer."""
    rng = Rng("secrets")
    for number, options in enumerate([{}, {"training": "yes"}, {"quick": "yes"}]):
        state = GAME.deal(3, "seed", **options)
        assert isinstance(state, BonbonsState)
        while state.actors():
            for viewer in (0, 1, 2, None):
                other = state.resample(viewer, rng)
                assert json.dumps(state.view(viewer)) == json.dumps(other.view(viewer))
            walk(state, f"{number} {state.plies}")


# Closing


def test_tiles_linger_until_the_clock_or_the_next_tile_closes_them() -> None:
    """B25: the turn has passed on already; a first tile closes them as well, and may be one of them."""
    state = play(two(), "A turn A1", "A turn 21")
    assert [CLOCK, 1] == state.actors()
    assert ["close"] == moves(state, "clock")
    by_clock = play(state.copy(), "clock close")
    assert ({}, [1], None) == (shown(by_clock), by_clock.actors(), by_clock.timer())
    by_tile = play(state.copy(), "B turn 12")
    assert {"12": "jelly-green~"} == shown(by_tile)
    assert "? ? ? ?" == hand(by_tile, "A")
    assert moves(state, "B") == moves(by_clock, "B")
    same = play(state, "B turn 21")
    assert ({"21": "twist-blue~"}, [1]) == (shown(same), same.actors())


def test_only_the_clock_closes_and_it_does_nothing_else() -> None:
    """B25: a pair and the wrapper never close."""
    state = play(two(), "A turn A1", "A turn 21")
    assert ("only-the-clock", "B25") == refused(state, "B close")
    assert ("clock-only-closes", "B25") == refused(state, "clock turn 11")
    with pytest.raises(Illegal, match="not-your-turn"):
        play(two(), "clock close")
    kept = play(two(), "A turn 11", "A turn A1", "A turn 12", "A stop", "clock close")
    assert {"11": "jelly-blue!"} == shown(kept)


# Time


def late(state: BonbonsState, seat: str) -> str:
    """What the table plays for a seat whose time is up."""
    return VOCABULARY.format(state.late_move("AB".index(seat)))


def test_a_late_seat_stops_or_turns_a_square() -> None:
    """B19: stop after a square; before the first tile and after a round a square, as the deal has it."""
    assert "stop" == late(play(two(), "A turn 11"), "A")
    for state in (two(), play(two(), "A turn A1")):
        assert late(state, "A").removeprefix("turn ") in SQUARES
    firsts = {GAME.deal(2, f"seed {n}").late_move(GAME.deal(2, f"seed {n}").actors()[0]) for n in range(60)}
    assert len(firsts) > 20
    quick = GAME.deal(2, "seed", quick="yes")
    assert quick.late_move(quick.actors()[0]) in quick.moves(quick.actors()[0])


def test_late_for_other_choices() -> None:
    """B26: after coins or a pair the turn ends; of own tiles the leftmost possible one."""
    assert "stop" == late(play(two(), "A turn 31"), "A")
    assert "stop" == late(play(two(), "A turn 31", "A turn 32"), "A")
    assert "stop" == late(play(two(), "A turn 11", "A turn A1"), "A")
    assert "give A2" == late(play(two(), "A turn 11", "A turn A1", "A turn 21", "A turn B1"), "A")
    assert "cover A1" == late(play(two(), "A turn 31", "A turn 32", "A turn 33"), "A")
    assert VOCABULARY.parse("close") == play(two(), "A turn A1", "A turn 21").late_move(CLOCK)


def test_somebody_gone_is_the_matter_of_the_table() -> None:
    """B20: the rules never skip a seat; a late seat can always be played for, so no match hangs."""
    state = GAME.deal(3, "gone")
    gone = 1
    rng = Rng("gone")
    for _ in range(3000):
        if not state.actors():
            break
        seat = state.actors()[-1]
        legal = state.moves(seat)
        state.play(seat, state.late_move(seat) if seat == gone else legal[rng.below(len(legal))])
    assert state.outcome() is not None


# What a move leads to, as far as anybody may know


def test_foresight_never_looks_under_a_tile() -> None:
    """B18, B24: only stopping, giving and covering have consequences that can be shown."""
    view = play(two(), "A turn 11").view(0)
    assert {"stop": {"found": 0, "of": 4, "wins": False, "next": 1}} == view["foreseen"]
    state = play(two(), "A turn 22", "A turn B2")
    assert {"found": 1, "of": 4, "wins": False, "next": 0} == state.view(0)["foreseen"]["give A3"]
    covering = play(table("coin coin coin", "", ""), "A turn 11", "A turn 12", "A turn 13")
    assert {"found": 1, "of": 4, "wins": False, "next": 1} == covering.view(0)["foreseen"]["cover A4"]
