"""A folder is a game, and nothing outside the folder knows its name."""

import io
import re
import tokenize
from collections.abc import Iterable

import pytest

from tests.architecture.sources import GAMES, Source, game_keys, sources

# A key that is also an ordinary word of English may stand in a comment.
ORDINARY_WORDS = {"mine"}


def strangers(source: Source, keys: Iterable[str]) -> list[str]:
    """The places where a file names a game in whose folder it is not."""
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
    # An underscore ends a word here: a key at either end of a longer name is still the key.
    return re.search(rf"(?<![^\W_]){key}(?![^\W_])", token.string) is not None


def test_no_game_is_named_outside_its_folder() -> None:
    keys = game_keys()
    assert [] == [fault for source in sources("src/tablee") for fault in strangers(source, keys)]


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
def test_a_game_named_outside_its_folder_is_seen(line: str) -> None:
    assert strangers(Source("src/tablee/bots/search.py", line), ["chess", "mine"])


@pytest.mark.parametrize("line", ["chessboard = 1", "# the fault is mine", "determined = 1"])
def test_a_word_that_only_looks_like_a_key_is_left_alone(line: str) -> None:
    assert [] == strangers(Source("src/tablee/bots/search.py", line), ["chess", "mine"])


def test_a_game_may_name_itself() -> None:
    assert [] == strangers(Source(f"{GAMES}/chess/rules.py", "KEY = 'chess'"), ["chess"])
