"""Tests of the text form of a match, and of the refusals of damaged records."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee import games
from tablee.core.errors import Refusal, Unreadable
from tablee.core.match import Match
from tablee.core.record import read_record
from tests.core.matches import match_of
from tests.games.laws import Table, random_match

WHOLE = random_match(Table(games.load("islands"), 2), "whole").record(salt="pepper").text()
HEADER = WHOLE.split("\n\n")[0]
LINES = WHOLE.split("\n")
FIRST_MOVE = LINES.index("") + 1


def refusal(text: str) -> Unreadable:
    """Return the refusal of a damaged record."""
    with pytest.raises(Unreadable) as refused:
        games.replay(text)
    return refused.value


def test_a_record_reads_as_written() -> None:
    match = match_of(3, 4)
    text = match.record(notes={"seat A": "Noura"}).text()
    first_lines = [
        "tablee record 1",
        "game: islands 1",
        f"pieces: {match.game.pieces.fingerprint}",
        "seats: 3",
    ]
    assert first_lines == text.split("\n")[:4]
    assert {"seat A": "Noura"} == read_record(text).notes
    assert match.state == games.replay(text).state


def test_comments_and_empty_lines_do_not_matter() -> None:
    assert games.replay(WHOLE).state == games.replay(WHOLE.replace("\n", "\n\n# a word\n")).state


def test_times_are_kept() -> None:
    match = match_of(3, 0)
    match.play(match.state.actors()[0], "draw top", elapsed=1250)
    assert "draw top @1250" in match.record().text()
    assert match.played == games.replay(match.record().text()).played


def test_the_commitment_is_checked_with_seed_and_salt() -> None:
    assert read_record(WHOLE).commitment_holds() is True
    assert read_record(WHOLE.replace("salt: pepper", "salt: sugar")).commitment_holds() is False
    assert read_record(WHOLE.replace("salt: pepper\n", "")).commitment_holds() is False
    assert read_record(match_of(2, 3).record().text()).commitment_holds() is None


@pytest.mark.parametrize(
    "damage, code, line",
    [
        (lambda _: "", "not-a-record", 1),
        (lambda _: "hello", "not-a-record", 1),
        (lambda text: text.replace("record 1", "record 2"), "not-a-record", 1),
        (lambda text: text.replace("seed: whole\n", ""), "header-missing", 1),
        (lambda text: text.replace("seed: whole", "seed:"), "header-missing", 1),
        (lambda text: text.replace("seed: whole", "seed: whole\nseed: other"), "header-twice", 6),
        (lambda text: text.replace("seed: whole", "seed: whole\ncolour: red"), "header-unknown", 6),
        (lambda text: text.replace("\n2 ", "\n3 "), "move-out-of-order", FIRST_MOVE + 2),
        (lambda text: text.replace(LINES[FIRST_MOVE + 4] + "\n", ""), "move-out-of-order", FIRST_MOVE + 5),
        (lambda text: text.replace(LINES[FIRST_MOVE + 4], "5 Z draw top"), "move-refused", FIRST_MOVE + 5),
        (lambda text: text.replace(LINES[FIRST_MOVE + 4], "5 A dance"), "move-refused", FIRST_MOVE + 5),
        (lambda text: text.replace(LINES[FIRST_MOVE + 4], "5 A dance @soon"), "move-refused", FIRST_MOVE + 5),
        (lambda text: text.replace(LINES[FIRST_MOVE], "1 A name B"), "move-refused", FIRST_MOVE + 1),
        (lambda text: text.replace("\n2 ", "\nsalt: late\n2 "), "neither-move-nor-end", FIRST_MOVE + 2),
        (lambda text: text + "99 A draw top\n", "after-the-end", len(LINES)),
        (lambda text: text.rsplit("end", 1)[0] + "end 1 2\n", "wrong-ending", None),
        (lambda text: text.replace("islands 1", "islands 9"), "other-rules", None),
        (lambda text: text.replace("islands 1", "checkers 1"), "no-such-game", None),
        (lambda text: text.replace("pieces: ", "pieces: f00"), "other-pieces", None),
        (lambda text: text.replace("seats: 2", "seats: two"), "bad-number", None),
    ],
)  # fmt: skip
def test_a_damaged_record_says_which_line_and_why(
    damage: Callable[[str], str], code: str, line: int | None
) -> None:
    refused = refusal(damage(WHOLE))
    assert code == refused.code
    assert line == refused.values.get("line")


def test_an_unfinished_record_may_go_on() -> None:
    cut = "\n".join(LINES[: FIRST_MOVE + 9]) + "\n"
    assert 9 == games.replay(cut).ply


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.integers(0, len(WHOLE) - 1), st.characters())
def test_any_single_wrong_character_is_survived(at: int, character: str) -> None:
    # The text is read as some match or refused; no other exception is raised.
    with contextlib.suppress(Refusal):
        assert isinstance(games.replay(WHOLE[:at] + character + WHOLE[at + 1 :]), Match)
