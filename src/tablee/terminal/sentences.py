"""Sentences for people, made from data: prompts, log lines, refusals.

A text of the game comes before a text common to all games that has the same key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from tablee.core.errors import Refusal
from tablee.core.game import Game
from tablee.core.i18n import Translations, read_translations
from tablee.core.vocabulary import SEAT_WORDS

# Translation keys with these prefixes are sentences, never names of things.
NOT_THINGS = {
    "achievement",
    "tell",
    "do",
    "ask",
    "wait",
    "asked",
    "log",
    "items",
    "refusal",
    "terminal",
    "frame",
    "effect",
    "short",
    "help",
    "option",
    "web",
    "pad",
    "level",
    "bot",
    "card",
    "tip",
    "why",
    "review",
    "score",
}

# A picture of a piece in a rules page, drawn by the browser only: ![its name](piece:palm).
PICTURE = r"!\[([^\]]*)\]\(piece:[^)]*\)"


def strip_pictures(page: str) -> str:
    """Return a rules page with pictures replaced by their names, and without lines of pictures only."""
    text = re.sub(rf"^ *{PICTURE}(?: {PICTURE})*\n(?:\n)?", "", page, flags=re.M)
    return re.sub(PICTURE, r"\1", text)


def common_translations(language: str) -> Translations:
    """Return the texts that belong to no game: those of the terminal, and those shared with the browser."""
    here = Path(__file__).parent
    return read_translations(here, language).merged(read_translations(here.parent / "words", language))


def format_keys(text: str) -> Text:
    """Return a line such as `F1 help|F2 rules` with the keys in bold."""
    line = Text()
    for part in text.split("|"):
        key, _, meaning = part.partition(" ")
        line.append(key, "bold").append(f" {meaning}  ")
    return line


class Sentences:
    """The texts of one game in one language, with the names of the players by seat.

    A game of None has the common texts only.
    """

    def __init__(self, game: Game | None, language: str, names: Sequence[str]) -> None:
        self.game = game
        common = common_translations(language)
        self.translations = game.translations(language).merged(common) if game else common
        self.language = language
        self.names = list(names)
        self._things = _thing_keys(self.translations)

    def name(self, seat: int) -> str:
        """Return the letter of a seat and the name of its player; the word for the clock if it is CLOCK."""
        if seat < 0:
            return self.translations("frame.clock")
        return f"{SEAT_WORDS[seat]} {self.names[seat]}".strip()

    def thing(self, word: str) -> str:
        """Return the name of a thing; the word itself if the game has no name for it."""
        return self.translations(self._things[word]) if word in self._things else word

    def score(self, value: int) -> str:
        """Return a score with the word for what it counts in this game."""
        return self.translations(f"score.{self.game.score_unit if self.game else 'points'}", n=value)

    def prompt(self, view: dict[str, Any]) -> str:
        """Return what the viewer has to do, or which seats the viewer waits for."""
        asked = view["seat"] in view["actors"]
        seats = [seat for seat in view["actors"] if seat >= 0] or view["actors"]
        who = ", ".join(self.name(seat) for seat in seats)
        kind = "ask" if asked else "wait"
        phase = f"{kind}.{view.get('phase', '')}"
        key = phase if phase in self.translations else f"frame.{kind}"
        return self.translations(key, who=who, n=len(seats))

    def log_line(self, seat: int, words: str) -> str:
        """Return a sentence for a move, given by its words; they may be shortened to hide a secret."""
        verb, *things = words.split()
        key = f"log.{verb}"
        if key not in self.translations:
            return f"{self.name(seat)} : {words}"
        values = {
            str(place): self.thing_of_verb(verb, place, word) for place, word in enumerate(things, start=1)
        }
        return self.translations(key, who=self.name(seat), **values)

    def thing_of_verb(self, verb: str, place: int, word: str) -> str:
        """Return the name of a thing in a move: a player if the verb takes seats at this place (from 1)."""
        known = self.game.vocabulary.verbs.get(verb) if self.game else None
        choices = known.things[place - 1] if known and place <= len(known.things) else ()
        if choices and set(choices) <= set(SEAT_WORDS) and SEAT_WORDS.index(word) < len(self.names):
            return self.name(SEAT_WORDS.index(word))
        return self.thing(word)

    def refusal(self, refused: Refusal) -> str:
        """Return the reason of a refusal as a sentence, with the number of the rule if there is one."""
        values = {name: self.refusal_value(name, str(value)) for name, value in refused.values.items()}
        if isinstance(refused.__cause__, Refusal):
            values["why"] = self.refusal(refused.__cause__)
        key = f"refusal.{refused.code}"
        if key in self.translations:
            text = self.translations(key, **values)
        else:
            text = self.translations("frame.refused", why=str(refused))
        if not refused.rule or f" {refused.rule})" in text:
            return text
        rule = self.translations("frame.rule", rule=refused.rule)
        return f"{text[:-1]} {rule}." if text.endswith(".") else f"{text} {rule}"

    def refusal_value(self, name: str, value: str) -> str:
        """Return the value `name` of a refusal as text: seats by player name, things by label; — if empty."""
        if name == "who":
            seats = [word for word in value.split() if word in SEAT_WORDS[: len(self.names)]]
            return ", ".join(self.name(SEAT_WORDS.index(word)) for word in seats) or value
        if f"{name}.{value}" in self.translations:
            return self.translations(f"{name}.{value}")
        # Names of a plural, such as `colours`, are a list of what `colour.NAME` says.
        keys = [f"{name.removesuffix('s')}.{word}" for word in value.split()]
        if name.endswith("s") and keys and all(key in self.translations for key in keys):
            return ", ".join(self.translations(key) for key in keys)
        return self.thing(value) or "—"


def _thing_keys(translations: Translations) -> dict[str, str]:
    """Return the translation key of each thing: `thing.x` if it exists, else the only key that ends in x."""
    found: dict[str, list[str]] = {}
    for key in translations.entries:
        kind, _, thing = key.partition(".")
        if thing and kind not in NOT_THINGS:
            found.setdefault(thing, []).append(key)
    unique = {thing: keys[0] for thing, keys in found.items() if len(keys) == 1}
    named = {key.removeprefix("thing."): key for key in translations.entries if key.startswith("thing.")}
    return unique | named
