"""Tests that no game is named outside its own folder."""

import io
import re
import tokenize
from collections.abc import Iterable

import pytest

from tests.architecture.sources import GAMES, Source, game_keys, sources

# Keys that are also English words: allowed in comments.
ORDINARY_WORDS = {"mine"}


def foreign_names(source: Source, keys: Iterable[str]) -> list[str]:
    """Return the places where a file names a game that is not its own."""
    foreign = [key for key in keys if not source.path.startswith(f"{GAMES}/{key}/")]
    tokens = list(tokenize.generate_tokens(io.StringIO(source.text).readline))
    return [
        f"{source.path}:{token.start[0]} names {key}"
        for token in tokens
        for key in foreign
        if names(token, key)
    ]


def names(token: tokenize.TokenInfo, key: str) -> bool:
    if token.type == tokenize.COMMENT and key in ORDINARY_WORDS:
        return False
    # An underscore ends a word here, so that a key within a longer name is found.
    return re.search(rf"(?<![^\W_]){key}(?![^\W_])", token.string) is not None


def test_no_game_is_named_outside_its_folder() -> None:
    keys = game_keys()
    assert [] == [fault for source in sources("src/tablee") for fault in foreign_names(source, keys)]


@pytest.mark.parametrize(
    "line",
    [
        "games = ['chess']",
        "chess = 1",
        "chess_board = 1",
        "# as in chess",
        "'''Knows chess.'''",
        "f'{1} chess'",
        "mine = 1",
        "games = ['mine']",
    ],
)
def test_a_game_named_outside_its_folder_is_found(line: str) -> None:
    assert foreign_names(Source("src/tablee/bots/search.py", line), ["chess", "mine"])


@pytest.mark.parametrize("line", ["chessboard = 1", "# the fault is mine", "determined = 1"])
def test_a_word_that_only_looks_like_a_key_is_left_alone(line: str) -> None:
    assert [] == foreign_names(Source("src/tablee/bots/search.py", line), ["chess", "mine"])


def test_a_game_may_name_itself() -> None:
    assert [] == foreign_names(Source(f"{GAMES}/chess/rules.py", "KEY = 'chess'"), ["chess"])
