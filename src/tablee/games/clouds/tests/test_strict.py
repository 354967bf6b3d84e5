"""Tests of the option `strict`, under which two printed sentences hold to the letter: A12 and A13."""

from __future__ import annotations

import pytest

from tablee.core.errors import Illegal
from tablee.core.match import Match
from tablee.games.clouds import GAME
from tablee.games.clouds.position import draw_world
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.tests.notation import cells_for, draft, legal_moves, play, solo

# A volcano on c4, d3 or d5 touches the fumarole alone.
FUMAROLE_LEFT = """
    ~~  *M
"""
PORTAL = """
    |P|  |M|
    *M   ..
"""


def strict(state: CloudsState) -> CloudsState:
    state.strict = 1
    return state


def cells(state: CloudsState) -> set[str]:
    """Return the cells for the card of the first stack."""
    return {words.split()[2] for words in legal_moves(state) if words.startswith("take s1 ")}


def test_a_volcano_goes_where_it_can_erupt() -> None:
    """A12: beside the starting land, not beside the fumarole alone."""
    assert {"b4", "c3", "c5", "d3", "d5", "e4"} == cells(solo(FUMAROLE_LEFT, "VP"))
    assert {"d3", "d5", "e4"} == cells(strict(solo(FUMAROLE_LEFT, "VP")))
    assert {"b4", "c3", "c5", "d3", "d5", "e4"} == cells(strict(solo(FUMAROLE_LEFT, "MM")))


def test_a_volcano_that_can_erupt_nowhere_goes_anywhere() -> None:
    """A12: if it can."""
    state = strict(solo("~~", "VP", start="d4"))
    assert {"c4", "d3", "d5", "e4"} == cells(state)


def test_a_portal_card_is_kept_away_from_a_finished_portal() -> None:
    """A13: only left and right of it count."""
    free = cells(solo(PORTAL, "|W|"))
    assert {"c3", "f3"} <= free
    assert free - {"c3", "f3"} == cells(strict(solo(PORTAL, "|W|")))
    assert free == cells(strict(solo(PORTAL, "WP")))


def test_a_card_with_both_keeps_both_sentences_if_it_can() -> None:
    """A12, A13: a volcano between half-portals."""
    free = cells(solo(PORTAL, "|V|"))
    assert free - {"c3", "f3"} == cells(strict(solo(PORTAL, "|V|")))


@pytest.mark.parametrize(
    "drawing, card, words, code, rule",
    [
        (FUMAROLE_LEFT, "VP", "take s1 b4", "volcano-elsewhere", "A12"),
        (PORTAL, "|W|", "take s1 c3", "portal-elsewhere", "A13"),
    ],
)
def test_another_cell_is_refused_with_the_reason(
    drawing: str, card: str, words: str, code: str, rule: str
) -> None:
    with pytest.raises(Illegal) as refused:
        play(strict(solo(drawing, card)), words)
    assert (code, rule) == (refused.value.code, refused.value.rule)
    play(solo(drawing, card), words)


def test_it_holds_with_several_seats_too() -> None:
    state = draft(2, "VP VP VP")
    play(state, "keep volcano-plant", seat=0)
    play(state, "keep mountains", seat=1)
    play(state, "pass mountains", seat=0)
    play(state, "pass mountains", seat=1)
    draw_world(state, "~~  *M")
    assert "c5" in cells_for(state, "lay volcano-plant")
    assert "c5" not in cells_for(strict(state), "lay volcano-plant")


def test_the_option_is_off_by_default_and_old_records_replay() -> None:
    assert 0 == GAME.deal(2, "seed").snapshot()["strict"]
    assert 1 == GAME.deal(2, "seed", strict=True).snapshot()["strict"]
    match = Match(GAME, 1, "seed")
    match.play(0, GAME.format(match.state.moves(0)[0]))
    old = match.record().text()
    assert "strict" not in old
    assert match.state == Match.from_record(old, lambda _: GAME).state
