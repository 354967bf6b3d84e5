"""Tests of Sentences and of the text of a rules page."""

from __future__ import annotations

from tablee import games
from tablee.core.errors import Illegal
from tablee.terminal.sentences import Sentences, strip_pictures

ILLUSTRATED = """**1.** A palm:

![Palm](piece:palm) ![Fig](piece:fig)

| Palm | ![green](piece:palm-green) ![red](piece:palm-red) |
"""


def test_a_refusal_names_its_rule_once() -> None:
    sentences = Sentences(games.load("islands"), "en", ["Ana", "Bob", ""])
    known = sentences.refusal(Illegal("already-picked", "8", who="B"))
    assert "B Bob already took" in known
    assert 1 == known.count("rule 8")
    assert "(rule 99)" in sentences.refusal(Illegal("not-allowed", "99"))
    assert "not possible: never-heard-of" in sentences.refusal(Illegal("never-heard-of"))


def test_a_log_line_uses_the_words_of_the_game() -> None:
    sentences = Sentences(games.load("islands"), "fr", ["Ana", "Bob"])
    assert "A Ana pioche dans « Rêve »." == sentences.log_line(0, "draw dream")
    assert "A Ana désigne B Bob." == sentences.log_line(0, "name B")
    assert "B Bob : unheard of" == sentences.log_line(1, "unheard of")


def test_pictures_within_a_line_become_names_and_lines_of_pictures_are_left_out() -> None:
    assert "**1.** A palm:\n\n| Palm | green red |\n" == strip_pictures(ILLUSTRATED)
