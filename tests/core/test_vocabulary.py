"""Tests of the vocabulary, which converts moves between text and integers."""

from __future__ import annotations

import pytest

from tablee.core.errors import Unreadable
from tablee.core.vocabulary import Verb, Vocabulary, format_seat, parse_seat

WORDS = Vocabulary(Verb("take", ("1", "2"), ("m1", "m2", "m3")), Verb("stop"), Verb("name", ("A", "B")))


def test_moves_are_numbered_in_the_order_of_declaration() -> None:
    takes = [f"take {place} {cell}" for place in "12" for cell in ("m1", "m2", "m3")]
    assert [*takes, "stop", "name A", "name B"] == list(WORDS)
    assert (0, 6, 7) == tuple(WORDS.first(verb) for verb in ("take", "stop", "name"))


def test_words_and_numbers_go_both_ways() -> None:
    assert list(range(9)) == [WORDS.parse(WORDS.format(move)) for move in range(9)]


def test_spaces_between_words_do_not_matter() -> None:
    assert 5 == WORDS.parse("  take   2\tm3 ")


@pytest.mark.parametrize(
    "text, code, value",
    [
        ("", "nothing-said", "take stop name"),
        ("grab 1 m1", "unknown-verb", "take stop name"),
        ("tak 1 m1", "unknown-verb", "take"),
        ("take 1", "wrong-number-of-words", 2),
        ("take 1 m1 m2", "wrong-number-of-words", 2),
        ("take 3 m1", "unknown-word", "1 2"),
        ("take 1 m9", "unknown-word", "m1 m2 m3"),
    ],
)
def test_an_unreadable_move_is_refused_with_a_reason_and_known_words(
    text: str, code: str, value: str | int
) -> None:
    with pytest.raises(Unreadable) as refused:
        WORDS.parse(text)
    assert code == refused.value.code
    assert value in refused.value.values.values()


def test_a_huge_word_is_not_repeated_in_full() -> None:
    with pytest.raises(Unreadable) as refused:
        WORDS.parse("x" * 10**6)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("move", [-1, 9, 10**9])
def test_a_number_that_is_no_move_is_refused(move: int) -> None:
    with pytest.raises(Unreadable, match="no-such-move"):
        WORDS.format(move)


@pytest.mark.parametrize("word", ["", "two words", "#comment", "@time", " "])
def test_words_that_would_break_a_record_cannot_be_declared(word: str) -> None:
    with pytest.raises(ValueError, match="cannot be a word"):
        Verb("take", (word,))


def test_nothing_is_declared_twice() -> None:
    with pytest.raises(ValueError, match="same name"):
        Verb("take", ("1", "1"))
    with pytest.raises(ValueError, match="twice"):
        Vocabulary(Verb("stop"), Verb("stop"))


def test_seats_are_letters_and_the_clock_is_a_word() -> None:
    assert ["clock", "A", "F"] == [format_seat(seat) for seat in (-1, 0, 5)]
    assert [-1, 0, 5] == [parse_seat(word) for word in ("clock", "A", "F")]
    with pytest.raises(Unreadable, match="no-such-seat"):
        parse_seat("Z")
