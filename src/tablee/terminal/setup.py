"""From the words of a command line to a sitting: who sits where, which file, which language."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from tablee import bots, games
from tablee.core.errors import Refusal, Unreadable
from tablee.core.game import parse_options
from tablee.core.i18n import LANGUAGES
from tablee.core.match import Match
from tablee.core.record import read_record
from tablee.core.vocabulary import SEAT_WORDS
from tablee.terminal.sentences import Sentences, frame_words
from tablee.terminal.session import Sitting, seated

DEFAULT_BOT = "regular"


class Unusable(Exception):
    """A command that cannot be carried out as it was given; says why in the language of the table."""


def language_of(asked: str | None) -> str:
    """The language asked for, else that of the environment, else French."""
    if asked is not None and asked not in LANGUAGES:
        raise Unreadable("no-such-language", word=asked[:40])
    surroundings = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    first = next((value for value in surroundings if value), "")
    return asked or (first[:2] if first[:2] in LANGUAGES else LANGUAGES[0])


def language_in(tokens: Sequence[str]) -> str:
    """The language in which to complain about a command line that could not be understood."""
    asked = [after for before, after in pairwise(tokens) if before == "--language" and after in LANGUAGES]
    return language_of(asked[0] if asked else None)


def explained(refused: Refusal, language: str, key: str = "") -> str:
    """A refusal as a sentence, in the words of the game where it is known."""
    known = games.keys()
    game = games.load(key) if key in known else None
    return Sentences(game, language, [""] * len(SEAT_WORDS)).refusal(refused)


def text_of(file: Path, language: str) -> str:
    """What a file says."""
    words = frame_words(language)
    if file.is_dir():
        raise Unusable(words("cli.folder", file=file))
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        raise Unusable(words("cli.no-file", file=file)) from None
    except (OSError, UnicodeDecodeError) as wrong:
        raise Unusable(words("cli.unreadable-file", file=file, why=wrong)) from wrong


def key_in(text: str) -> str:
    """The game of a record, as far as it can be read."""
    try:
        return read_record(text).key
    except Refusal:
        return ""


def resumed(file: Path, language: str) -> Sitting:
    """The sitting that a file holds."""
    text = text_of(file, language)
    try:
        sitting = Sitting.resumed(text, games.load)
        for chair in sitting.chairs:
            if chair.bot:
                bots.load(chair.bot, sitting.match.game)
        return sitting
    except Refusal as refused:
        why = explained(refused, language, key_in(text))
        raise Unusable(frame_words(language)("cli.in-file", file=file, why=why)) from refused


def people_at(names: Sequence[str], people: int | None, language: str) -> int:
    """How many people sit down."""
    words = frame_words(language)
    if names and people is not None and people != len(names):
        raise Unusable(words("cli.names-and-people", names=len(names), people=people))
    count = len(names) or (1 if people is None else people)
    if count < 1:
        raise Unusable(words("cli.too-few-people"))
    return count


def begun(
    key: str,
    language: str,
    *,
    seats: int | None = None,
    people: int | None = None,
    names: Sequence[str] = (),
    bots_named: Sequence[str] = (),
    seed: str | None = None,
    options: Sequence[str] = (),
) -> Sitting:
    """A new sitting; where nothing is said, the fewest seats that hold everybody."""
    words = frame_words(language)
    game = games.load(key)
    for name in bots_named:
        bots.load(name, game)
    count = people_at(names, people, language)
    table = seats if seats is not None else max(game.seats[0], count + len(bots_named))
    if count + len(bots_named) > table:
        raise Unusable(words("cli.too-many-people", people=count, bots=len(bots_named), seats=table))
    match = Match(game, table, secrets.token_hex(8) if seed is None else seed, parse_options(options))
    chairs = seated(table, count, bots_named or [DEFAULT_BOT], dict(enumerate(names)))
    return Sitting(match, chairs, language)


def new_file(key: str) -> Path:
    """Where a match is saved that has no file yet."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "tablee" / f"{key}-{time.strftime('%Y%m%d-%H%M%S')}.tablee"
