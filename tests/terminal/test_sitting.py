"""Who sits where, what they hear, what they may take back; and a hand on its way to a move."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.core.canvas import Box
from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.core.game import Game
from tablee.terminal.hand import Hand
from tablee.terminal.sentences import Sentences
from tablee.terminal.session import Chair, Sitting, seated
from tests.terminal.pilot import sitting_of

GRID = {
    "a": Box(0, 0, 1, 4),
    "b": Box(0, 10, 1, 4),
    "c": Box(5, 0, 1, 4),
    "d": Box(5, 10, 1, 4),
    "e": Box(9, 11, 1, 4),
}


def test_people_sit_first_and_the_last_bot_fills_the_table() -> None:
    ana, first, second, third = seated(4, 1, ["greedy", "random"], {0: "Ana"})
    assert [Chair("Ana"), Chair("greedy", "greedy"), Chair("random", "random")] == [ana, first, second]
    assert second == third


def test_a_saved_sitting_tells_who_sits_where() -> None:
    sitting = sitting_of(3, people=2)
    sitting.chairs[0] = Chair("Ana Maria")
    again = Sitting.resumed(sitting.text(), games.load)
    assert (sitting.chairs, sitting.people) == (again.chairs, [0, 1])


def test_a_record_in_an_unknown_language_is_refused() -> None:
    text = sitting_of(2).text().replace("note language: fr", "note language: xx")
    with pytest.raises(Unreadable) as refused:
        Sitting.resumed(text, games.load)
    assert "no-such-language" == refused.value.code


def test_a_refused_move_leaves_no_trace() -> None:
    sitting = sitting_of(3)
    with pytest.raises(Refusal):
        sitting.play(sitting.match.state.actors()[0], "name A")
    assert ([], []) == (sitting.heard, sitting.match.played)


def test_a_secret_is_told_to_its_owner_only(bell: Game) -> None:
    sitting = sitting_of(2, people=2, key=bell.key)
    sitting.play(1, "pick red")
    assert [(1, "pick red")] == sitting.log(1)
    assert [(1, "pick")] == sitting.log(0)
    assert sitting.has_secrets(0, 1)


def test_undo_among_people_stops_where_others_have_played() -> None:
    sitting = sitting_of(3, people=2)
    while sitting.acting_people() or not sitting.match.ply:
        seat = sitting.match.state.actors()[0]
        sitting.play(seat, sitting.match.game.format(sitting.match.state.moves(seat)[-1]))
    seat = sitting.acting_bots()[0]
    sitting.play(seat, sitting.match.game.format(sitting.match.state.moves(seat)[0]))
    with pytest.raises(Illegal) as refused:
        sitting.undo()
    assert "others-have-played" == refused.value.code


def test_a_hand_says_a_move_by_touching_things() -> None:
    hand = Hand(["take 1 t1", "take 1 t2", "take 2 t1", "pass"])
    assert ["1", "2", "pass"] == hand.targets
    assert hand.touch("nothing") is None
    assert hand.touch("1") is None
    assert ["t1", "t2"] == hand.targets
    assert ["take 1 t1", "take 1 t2"] == hand.left()
    assert hand.back()
    assert "pass" == hand.touch("pass")


@pytest.mark.parametrize(
    "start, key, end",
    [
        ("a", "right", "b"),
        ("a", "down", "c"),
        ("d", "left", "c"),
        ("d", "up", "b"),
        ("d", "down", "e"),
        ("a", "left", "a"),
        ("a", "up", "a"),
    ],
)
def test_arrows_go_to_the_nearest_thing_that_way(start: str, key: str, end: str) -> None:
    hand = Hand([f"go {thing}" for thing in GRID])
    hand.cursor = start
    hand.steer(key, GRID)
    assert end == hand.cursor


def test_every_thing_can_be_reached_by_arrows() -> None:
    reached = {"a"}
    for _ in GRID:
        for start in list(reached):
            for key in ("up", "down", "left", "right"):
                hand = Hand([f"go {thing}" for thing in GRID])
                hand.cursor = start
                hand.steer(key, GRID)
                reached.add(hand.cursor or "")
    assert set(GRID) == reached


@pytest.mark.parametrize(
    "typed, move", [("take 1 t2", "take 1 t2"), ("1 T2", "take 1 t2"), ("PASS", "pass"), ("x  y", "x y")]
)
def test_typed_words_are_forgiving(typed: str, move: str) -> None:
    hand = Hand(["take 1 t2", "pass"])
    hand.typed = typed
    assert move == hand.spoken()


def test_a_refusal_names_its_rule_once() -> None:
    sentences = Sentences(games.load("islands"), "en", ["Ana", "Bob", ""])
    known = sentences.refusal(Illegal("already-picked", "8", who="B"))
    assert "B Bob already took" in known
    assert 1 == known.count("rule 8")
    assert "(rule 99)" in sentences.refusal(Illegal("not-allowed", "99"))
    assert "That is not possible: never-heard-of" in sentences.refusal(Illegal("never-heard-of"))


def test_a_log_line_uses_the_words_of_the_game() -> None:
    sentences = Sentences(games.load("islands"), "fr", ["Ana", "Bob"])
    assert "A Ana choisit la pioche Rêve." == sentences.move(0, "draw dream")
    assert "A Ana désigne B Bob." == sentences.move(0, "name B")
    assert "B Bob : unheard of" == sentences.move(1, "unheard of")
