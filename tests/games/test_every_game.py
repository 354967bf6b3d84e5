"""Tests that run for every game folder, without any change here when a game is added."""

from __future__ import annotations

import ast
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee import PLAIN, games
from tablee.bots import LEVELS
from tablee.core.errors import Illegal, Unreadable
from tablee.core.game import Game
from tablee.core.i18n import LANGUAGES
from tablee.core.match import Match
from tablee.core.record import read_record
from tablee.core.state import State
from tests.games import laws
from tests.games.laws import Table

every_game = pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
every_table = pytest.mark.parametrize("table", laws.tables(), ids=str)
seeds = st.integers(0, 10**6).map(lambda number: f"law {number}")
few = settings(max_examples=3, deadline=None, derandomize=True, database=None)
some = settings(max_examples=8, deadline=None, derandomize=True, database=None)


@every_table
@some
@given(seed=seeds)
def test_it_ends(table: Table, seed: str) -> None:
    laws.ends(table, seed)


@every_table
@some
@given(seed=seeds)
def test_the_outcome_adds_up(table: Table, seed: str) -> None:
    laws.adds_up(table, seed)


@every_table
@few
@given(seed=seeds)
def test_a_record_replays_to_an_equal_state(table: Table, seed: str) -> None:
    laws.replays(table, seed)


@pytest.mark.skipif(PLAIN is None, reason="Python does not see the arrays of compiled states")
@every_table
@few
@given(seed=seeds)
def test_small_numbers_of_a_state_fit_in_8_bits(table: Table, seed: str) -> None:
    laws.fits_in_8_bits(table, seed)


@every_table
@few
@given(seed=seeds)
def test_a_copy_is_equal_and_independent(table: Table, seed: str) -> None:
    laws.copies(table, seed)


@every_table
@few
@given(seed=seeds)
def test_moves_are_a_clean_list_for_actors_only(table: Table, seed: str) -> None:
    laws.lists_moves(table, seed)


@every_table
@some
@given(seed=seeds)
def test_anything_else_is_refused_with_a_reason_and_changes_nothing(table: Table, seed: str) -> None:
    laws.refuses(table, seed)


@every_table
@few
@given(seed=seeds)
def test_a_view_is_plain_data(table: Table, seed: str) -> None:
    laws.shows_json(table, seed)


@every_table
@few
@given(seed=seeds)
def test_a_view_keeps_the_secrets_of_others(table: Table, seed: str) -> None:
    assert laws.keeps_secrets(table, seed, every=3) > 0


@every_table
def test_a_log_keeps_less_than_was_announced_in_memory_games_only(table: Table) -> None:
    assert table.game.memory == laws.withholds(table, "memory")


@every_table
@few
@given(seed=seeds)
def test_what_is_not_announced_is_not_shown(table: Table, seed: str) -> None:
    laws.keeps_quiet(table, seed)


@every_table
@few
@given(seed=seeds)
def test_advice_is_legal(table: Table, seed: str) -> None:
    laws.advises(table, seed)


@every_table
@few
@given(seed=seeds)
def test_everything_that_can_be_touched_is_drawn(table: Table, seed: str) -> None:
    laws.can_be_touched(table, seed)


@every_table
def test_equal_seeds_deal_equal_states_and_others_do_not(table: Table) -> None:
    deals = [table.deal(f"seed {number}") for number in range(8)]
    assert all(table.deal(f"seed {number}") == deal for number, deal in enumerate(deals))
    assert any(deal != deals[0] for deal in deals[1:])


@every_game
def test_words_and_integers_are_a_bijection(game: Game) -> None:
    words = list(game.vocabulary)
    assert len(set(words)) == len(words) == game.vocabulary.size
    assert list(range(len(words))) == [game.parse(each) for each in words]


@every_game
def test_the_options_of_a_first_match_exist_and_differ_from_the_defaults(game: Game) -> None:
    defaults = game.resolve_options({})
    chosen = game.resolve_options(game.first_options)
    assert all(chosen[name] != defaults[name] for name in game.first_options)


@every_game
@pytest.mark.parametrize("nonsense", ["", "   ", "fly", "fly away", "é" * 500, "\x00"])
def test_nonsense_is_unreadable(game: Game, nonsense: str) -> None:
    with pytest.raises(Unreadable):
        game.parse(nonsense)


@every_game
@pytest.mark.parametrize("seats", [-1, 0, 7, 10**9])
def test_a_wrong_number_of_seats_is_refused(game: Game, seats: int) -> None:
    with pytest.raises(Illegal, match="wrong-number-of-seats"):
        game.deal(seats, "seed")


@every_game
def test_unknown_options_and_choices_are_refused(game: Game) -> None:
    with pytest.raises(Illegal, match="no-such-option"):
        game.deal(game.seats[0], "seed", nonsense="yes")
    for option in game.options:
        with pytest.raises(Illegal, match="no-such-choice"):
            game.deal(game.seats[0], "seed", **{option.name: "nonsense"})


@every_game
@pytest.mark.parametrize("wrong", [2.5, "1", None, [1]], ids=repr)
def test_a_move_is_a_whole_number(game: Game, wrong: object) -> None:
    state = game.deal(game.seats[0], "seed")
    before = state.snapshot()
    for arguments in [(state.actors()[0], wrong), (wrong, 0)]:
        with pytest.raises(Unreadable):
            State.play(state, *arguments)  # type: ignore[arg-type]
    assert before == state.snapshot()


@every_game
@pytest.mark.parametrize("far", [-(10**6), -1, 10**6, 2**31, 2**62])
def test_a_move_out_of_range_is_refused(game: Game, far: int) -> None:
    state = game.deal(game.seats[0], "seed")
    with pytest.raises(Illegal, match="no-such-move"):
        state.play(state.actors()[0], far)


@every_game
@pytest.mark.parametrize("seat", [-5, -2, 99])
def test_a_seat_that_is_not_there_sees_and_plays_nothing(game: Game, seat: int) -> None:
    state = game.deal(game.seats[0], "seed")
    assert [] == state.moves(seat)
    with pytest.raises(Illegal, match="no-such-seat"):
        state.view(seat)
    with pytest.raises(Illegal, match="no-such-seat"):
        state.play(seat, 0)


@every_game
def test_both_languages_have_the_same_texts_and_placeholders(game: Game) -> None:
    french, english = (game.translations(language).entries for language in LANGUAGES)
    assert set(french) == set(english)
    for key, text in french.items():
        assert placeholders(text) == placeholders(english[key]), key
    assert {"title", "pitch", "help"} <= set(french)
    assert all(verb in " ".join(french) for verb in game.vocabulary.verbs)


def placeholders(text: str | dict[str, str]) -> set[str]:
    """Return the placeholders of a text in all its plural forms."""
    return set(re.findall(r"\{\w+\}", text if isinstance(text, str) else json.dumps(text)))


@every_game
def test_both_rules_pages_have_the_same_paragraphs(game: Game) -> None:
    french, english = (paragraphs(game, language) for language in LANGUAGES)
    assert french == english
    assert len(set(french)) == len(french) > 10


def paragraphs(game: Game, language: str) -> list[str]:
    """Return the numbers of the rules page, in its order."""
    return re.findall(r"^\*\*([A-Z]?\d+)\.\*\*", game.rules(language), re.M)


@every_game
def test_every_rule_is_cited_by_a_test(game: Game) -> None:
    """The docstring of a test has the numbers of rules before a colon, separated by commas."""
    trees = [ast.parse(file.read_text("utf-8")) for file in (game.folder / "tests").glob("test_*.py")]
    tests = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    texts = [ast.get_docstring(test) or "" for test in tests if test.name.startswith("test_")]
    lists = [numbers for text in texts for numbers in re.findall(r"\b([A-Z]?\d+(?:, [A-Z]?\d+)*):", text)]
    assert {*paragraphs(game, "fr")} == {number for numbers in lists for number in numbers.split(", ")}


@every_game
def test_a_few_achievements_have_texts_in_both_languages(game: Game) -> None:
    assert 3 <= len(game.achievements) <= 5
    keys = {f"achievement.{name}{part}" for name in game.achievements for part in ("", ".help")}
    for language in ("fr", "en"):
        texts = game.translations(language).entries
        assert keys == {key for key in texts if key.startswith("achievement.")}


@every_game
def test_golden_matches_replay_and_one_is_commented(game: Game) -> None:
    texts = [file.read_text("utf-8") for file in sorted(game.folder.rglob("golden/*.txt"))]
    assert len(texts) >= 2
    assert any(text.count("\n#") >= 5 for text in texts)
    for text in texts:
        match = Match.from_record(text, games.load)
        assert match.outcome is not None
        assert [line for line in text.split("\n") if line and not line.startswith("#")] == [
            line for line in text_of(match, text).split("\n") if line
        ]


@every_game
def test_golden_matches_have_their_achievements(game: Game) -> None:
    """Compare the seats that have each achievement; those that no seat has are not listed."""
    folder = game.folder / "tests/golden"
    expected = json.loads((folder / "achievements.json").read_text("utf-8"))
    assert expected.keys() == {file.stem for file in folder.glob("*.txt")}
    for name, achieved in expected.items():
        match = Match.from_record((folder / f"{name}.txt").read_text("utf-8"), games.load)
        found = {
            each: [seat for seat in range(match.seats) if is_achieved(match, seat)]
            for each, is_achieved in game.achievements.items()
        }
        assert achieved == {each: seats for each, seats in found.items() if seats}


def text_of(match: Match, like: str) -> str:
    """Return the record of a match with the salt and notes of another record, and the options it names.

    An option that was added to the game later has its default.
    """
    read = read_record(like)
    record = match.record(read.header.get("salt"), read.notes)
    added = {name: record.options.pop(name) for name in record.options.keys() - read.options.keys()}
    assert added == {option.name: option.choices[0] for option in match.game.options if option.name in added}
    return record.text()


@every_game
def test_the_line_up_of_the_deal_of_the_day_can_be_played(game: Game) -> None:
    game.deal(1 + len(game.daily_bots), "daily", **game.daily_options)
    assert {*game.daily_bots} <= {*LEVELS}
