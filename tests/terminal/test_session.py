"""Tests of Session: players, log, undo, save and load."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.core.game import Game
from tablee.terminal.session import Player, Session, assign_seats, sentences_for
from tests.terminal.pilot import new_session


def test_people_have_the_first_seats_and_the_last_bot_fills_the_rest() -> None:
    ana, first, second, third = assign_seats(4, 1, ["greedy", "random"], {0: "Ana"})
    assert [Player("Ana"), Player("greedy", "greedy"), Player("random", "random")] == [ana, first, second]
    assert second == third


def test_each_bot_of_a_level_has_its_own_name_with_a_number_if_that_is_taken() -> None:
    session = new_session(5)
    bots = ["beginner", "beginner", "greedy", "my_bots.py:careful"]
    session.players[:] = [Player("Nour"), *(Player(bot, bot) for bot in bots)]
    assert ["Nour", "Nour 2", "Lila", "Glouton", "my_bots.py:careful"] == list(sentences_for(session).names)


def test_a_saved_session_keeps_its_players() -> None:
    session = new_session(3, people=2)
    session.players[0] = Player("Ana Maria")
    again = Session.from_text(session.text(), games.load)
    assert (session.players, session.people) == (again.players, [0, 1])


def test_a_record_in_an_unknown_language_is_refused() -> None:
    text = new_session(2).text().replace("note language: fr", "note language: xx")
    with pytest.raises(Unreadable) as refused:
        Session.from_text(text, games.load)
    assert "no-such-language" == refused.value.code


def test_a_refused_move_changes_neither_log_nor_match() -> None:
    session = new_session(3)
    with pytest.raises(Refusal):
        session.play(session.match.state.actors()[0], "name A")
    assert ([], []) == (session.log_lines, session.match.played)


def test_a_secret_is_in_the_log_of_its_owner_only(bell: Game) -> None:
    session = new_session(2, people=2, key=bell.key)
    session.play(1, "pick red")
    assert [(1, "pick red")] == session.log(1)
    assert [(1, "pick")] == session.log(0)
    assert session.has_secrets(0, 1)


def test_undo_among_people_is_refused_after_a_move_of_another_seat() -> None:
    session = new_session(3, people=2)
    while session.acting_people() or not session.match.ply:
        seat = session.match.state.actors()[0]
        session.play(seat, session.match.game.format(session.match.state.moves(seat)[-1]))
    seat = session.acting_bots()[0]
    session.play(seat, session.match.game.format(session.match.state.moves(seat)[0]))
    with pytest.raises(Illegal) as refused:
        session.undo()
    assert "others-have-played" == refused.value.code
