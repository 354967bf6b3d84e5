"""Data becomes sentences: prompts, the log, refusals; a game's own words come before those of the frame."""

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

# Keys under these names are sentences, and never the name of a thing.
NOT_THINGS = {
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
}

# A picture of a piece in a rules page, as the browser draws it: ![its name](piece:palm).
PICTURE = r"!\[([^\]]*)\]\(piece:[^)]*\)"


def without_pictures(page: str) -> str:
    """A rules page as text: lines of pictures alone are left out, elsewhere their names stand for them."""
    text = re.sub(rf"^ *{PICTURE}(?: {PICTURE})*\n(?:\n)?", "", page, flags=re.M)
    return re.sub(PICTURE, r"\1", text)


def frame_words(language: str) -> Translations:
    """The sentences that belong to no game: those of the terminal, and those that every table shares."""
    here = Path(__file__).parent
    return read_translations(here, language).merged(read_translations(here.parent / "words", language))


def keys_line(text: str) -> Text:
    """A line such as `F1 help|F2 rules`, with the keys in bold."""
    line = Text()
    for part in text.split("|"):
        key, _, meaning = part.partition(" ")
        line.append(key, "bold").append(f" {meaning}  ")
    return line


class Sentences:
    """The words of one game and of the frame in one language, and the names of those who sit there."""

    def __init__(self, game: Game | None, language: str, names: Sequence[str]) -> None:
        self.game = game
        frame = frame_words(language)
        self.words = game.translations(language).merged(frame) if game else frame
        self.language = language
        self.names = list(names)
        self._things = _thing_names(self.words)

    def name(self, seat: int) -> str:
        """Who sits there; CLOCK has a name too."""
        return self.words("frame.clock") if seat < 0 else f"{SEAT_WORDS[seat]} {self.names[seat]}".strip()

    def thing(self, word: str) -> str:
        """A thing in the language of the table, where the game has a name for it."""
        return self.words(self._things[word]) if word in self._things else word

    def prompt(self, view: dict[str, Any]) -> str:
        """What is asked of the viewer, or whom the table waits for."""
        asked = view["seat"] in view["actors"]
        seats = [seat for seat in view["actors"] if seat >= 0] or view["actors"]
        who = ", ".join(self.name(seat) for seat in seats)
        kind = "ask" if asked else "wait"
        phase = f"{kind}.{view.get('phase', '')}"
        return self.words(phase if phase in self.words else f"frame.{kind}", who=who)

    def move(self, seat: int, said: str) -> str:
        """A move as a line of the log."""
        verb, *things = said.split()
        key = f"log.{verb}"
        if key not in self.words:
            return f"{self.name(seat)} : {said}"
        values = {
            str(place): self.said_thing(verb, place, word) for place, word in enumerate(things, start=1)
        }
        return self.words(key, who=self.name(seat), **values)

    def said_thing(self, verb: str, place: int, word: str) -> str:
        """A thing of a move: somebody's name where the verb is said of seats."""
        known = self.game.vocabulary.verbs.get(verb) if self.game else None
        choices = known.things[place - 1] if known and place <= len(known.things) else ()
        if choices and set(choices) <= set(SEAT_WORDS) and SEAT_WORDS.index(word) < len(self.names):
            return self.name(SEAT_WORDS.index(word))
        return self.thing(word)

    def refusal(self, refused: Refusal) -> str:
        """Why not, with the number of the rule."""
        values = {name: self.value(name, str(value)) for name, value in refused.values.items()}
        if isinstance(refused.__cause__, Refusal):
            values["why"] = self.refusal(refused.__cause__)
        key = f"refusal.{refused.code}"
        text = (
            self.words(key, **values) if key in self.words else self.words("frame.refused", why=str(refused))
        )
        if refused.rule and f" {refused.rule})" not in text:
            text += " " + self.words("frame.rule", rule=refused.rule)
        return text

    def value(self, name: str, value: str) -> str:
        """A value of a refusal: a seat by its name, a thing by the game's word for it."""
        if name == "who":
            seats = [word for word in value.split() if word in SEAT_WORDS[: len(self.names)]]
            return ", ".join(self.name(SEAT_WORDS.index(word)) for word in seats) or value
        if f"{name}.{value}" in self.words:
            return self.words(f"{name}.{value}")
        return self.thing(value) or "—"


def _thing_names(words: Translations) -> dict[str, str]:
    """The key of each thing's name; `thing.x` where there is one, else a name that no other key disputes."""
    found: dict[str, list[str]] = {}
    for key in words.entries:
        kind, _, thing = key.partition(".")
        if thing and kind not in NOT_THINGS:
            found.setdefault(thing, []).append(key)
    clear = {thing: keys[0] for thing, keys in found.items() if len(keys) == 1}
    return clear | {key.removeprefix("thing."): key for key in words.entries if key.startswith("thing.")}
