"""Create a session from the arguments of a command or from a file. Used by the command line and the menu."""

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
from tablee.terminal.sentences import Sentences, common_translations
from tablee.terminal.session import Session, assign_seats

DEFAULT_BOT = "regular"


class CommandError(Exception):
    """A command that cannot be carried out with these arguments; its message is in the user's language."""


def resolve_language(requested: str | None) -> str:
    """Return the requested language, else that of the environment if it is in LANGUAGES, else French.

    Raise Unreadable if the requested language is not in LANGUAGES.
    """
    if requested is not None and requested not in LANGUAGES:
        raise Unreadable("no-such-language", word=requested[:40])
    locales = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    first = next((value for value in locales if value), "")
    return requested or (first[:2] if first[:2] in LANGUAGES else LANGUAGES[0])


def find_language(tokens: Sequence[str]) -> str:
    """Return the language for errors about a command line that could not be parsed as a whole."""
    found = [after for before, after in pairwise(tokens) if before == "--language" and after in LANGUAGES]
    return resolve_language(found[0] if found else None)


def explain_refusal(refused: Refusal, language: str, key: str = "") -> str:
    """Return a refusal as a sentence, in the words of the game `key` if there is one."""
    known = games.keys()
    game = games.load(key) if key in known else None
    return Sentences(game, language, [""] * len(SEAT_WORDS)).refusal(refused)


def read_file(file: Path, language: str) -> str:
    """Return the text of a UTF-8 file; raise CommandError, in `language`, if it cannot be read."""
    translations = common_translations(language)
    if file.is_dir():
        raise CommandError(translations("cli.folder", file=file))
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        raise CommandError(translations("cli.no-file", file=file)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(translations("cli.unreadable-file", file=file, why=error)) from error


def find_game_key(text: str) -> str:
    """Return the key of the game of a record; "" if it cannot be read."""
    try:
        return read_record(text).key
    except Refusal:
        return ""


def load_session(file: Path, language: str) -> Session:
    """Return the session of a record file.

    Raise CommandError, in `language`, if the file cannot be read or replayed, or names an unknown bot.
    """
    text = read_file(file, language)
    try:
        session = Session.from_text(text, games.load)
        for player in session.players:
            if player.bot:
                bots.load(player.bot, session.match.game)
        return session
    except Refusal as refused:
        why = explain_refusal(refused, language, find_game_key(text))
        raise CommandError(common_translations(language)("cli.in-file", file=file, why=why)) from refused


def count_people(names: Sequence[str], people: int | None, language: str) -> int:
    """Return how many people play: as many as `names`, else `people`, else 1.

    Raise CommandError, in `language`, if the two numbers differ or the result is less than 1.
    """
    translations = common_translations(language)
    if names and people is not None and people != len(names):
        raise CommandError(translations("cli.names-and-people", names=len(names), people=people))
    count = len(names) or (1 if people is None else people)
    if count < 1:
        raise CommandError(translations("cli.too-few-people"))
    return count


def create_session(
    key: str,
    language: str,
    *,
    seats: int | None = None,
    people: int | None = None,
    names: Sequence[str] = (),
    bot_names: Sequence[str] = (),
    seed: str | None = None,
    options: Sequence[str] = (),
) -> Session:
    """Return a session with a new match of the game `key`.

    seats None: the fewest that hold all people and bots. people None: as many as names, else one.
    seed None: a random seed. `options` are written name=value. Raise CommandError for a wrong number of
    people, Refusal for an unknown game, bot or option, or a number of seats that the game does not allow.
    """
    translations = common_translations(language)
    game = games.load(key)
    for name in bot_names:
        bots.load(name, game)
    count = count_people(names, people, language)
    total = seats if seats is not None else max(game.seats[0], count + len(bot_names))
    if count + len(bot_names) > total:
        raise CommandError(
            translations("cli.too-many-people", people=count, bots=len(bot_names), seats=total)
        )
    match = Match(game, total, secrets.token_hex(8) if seed is None else seed, parse_options(options))
    players = assign_seats(total, count, bot_names or [DEFAULT_BOT], dict(enumerate(names)))
    return Session(match, players, language)


def default_save_path(key: str) -> Path:
    """Return the file for a new match of the game `key`: in the user's data folder, named by local time."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "tablee" / f"{key}-{time.strftime('%Y%m%d-%H%M%S')}.tablee"
