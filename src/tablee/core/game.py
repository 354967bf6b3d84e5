"""The rules of one title. A game is stateless: it deals, and it knows its words."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from tablee.core.canvas import Canvas, Pointer
from tablee.core.deal import Shuffler
from tablee.core.errors import Illegal, Unreadable
from tablee.core.i18n import Translations, read_translations
from tablee.core.pieces import Pieces
from tablee.core.state import State
from tablee.core.vocabulary import Vocabulary

YES_NO = ("no", "yes")


@dataclass(frozen=True)
class Option:
    """Something a table may choose before the deal; the first choice is the default."""

    name: str
    choices: tuple[str, ...] = YES_NO


class Game(ABC):
    """What a folder under games/ exports as GAME."""

    key: ClassVar[str]
    version: ClassVar[int]
    titles: ClassVar[Mapping[str, str]]
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    # As printed on the box: how long a match lasts, from and to, and from which age.
    minutes: ClassVar[tuple[int, int]] = (15, 30)
    age: ClassVar[int] = 8
    # Whether one device can go round the table; where all act at once against time, it cannot.
    passes_round: ClassVar[bool] = True
    # Whether remembering is part of the game: then no log, no history and no hint remembers for anybody.
    memory: ClassVar[bool] = False
    # What the levels of bots are at this game, where they are not as usual: by level and by field.
    levels: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    vocabulary: ClassVar[Vocabulary]
    pieces: ClassVar[Pieces]
    folder: ClassVar[Path]

    @abstractmethod
    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> State:
        """The state before the first move. The only place of the rules where luck is at home."""

    @abstractmethod
    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """A view as a picture for a terminal."""

    def deal(self, seats: int, seed: str, **options: str | bool) -> State:
        """Set up a match: everything that is random about it is decided here, by the seed."""
        if seats not in self.seats:
            raise Illegal("wrong-number-of-seats", seats=seats, least=self.seats[0], most=self.seats[-1])
        return self.initial_state(seats, Shuffler(seed), self.resolve_options(options))

    def resolve_options(self, options: Mapping[str, str | bool]) -> dict[str, str]:
        """All options with the value each has, defaults included."""
        values = {option.name: option.choices[0] for option in self.options}
        for name, value in options.items():
            word = YES_NO[value] if isinstance(value, bool) else value
            choices = next((option.choices for option in self.options if option.name == name), None)
            if choices is None:
                raise Illegal("no-such-option", option=name, known=" ".join(values))
            if word not in choices:
                raise Illegal("no-such-choice", option=name, choice=str(word), known=" ".join(choices))
            values[name] = word
        return values

    def format(self, move: int) -> str:
        """The words of a move."""
        return self.vocabulary.format(move)

    def parse(self, words: str) -> int:
        """The move of these words; raises Unreadable."""
        return self.vocabulary.parse(words)

    def translations(self, language: str) -> Translations:
        """The sentences of this game in a language."""
        return read_translations(self.folder, language)

    def rules(self, language: str) -> str:
        """The rules page in a language, as Markdown."""
        page = self.folder / f"RULES.{language}.md"
        if not page.exists():
            raise Unreadable("no-such-language", word=language)
        return page.read_text("utf-8")

    def credits(self) -> str:
        """Title, authors and publisher: the first line of the game's own folder."""
        text = sys.modules[type(self).__module__].__doc__ or self.key
        return text.strip().split("\n")[0]

    def pad(self, layout: dict[str, Any]) -> dict[str, Any]:
        """The score of what lies on a real table, for people who play with the box: `items` of the sheet by
        name, their `total`, and `notes` on how it came about. `layout` is whatever a page of this game sends,
        untrusted and of any shape: what cannot be read raises Unreadable, what cannot lie so Illegal."""
        raise Illegal("no-pad")

    def commands(self) -> Mapping[str, Any]:
        """Extra verbs of this game for the command line, by name; most games have none."""
        return {}


def parse_options(texts: Sequence[str]) -> dict[str, str]:
    """What somebody has written as name=value."""
    for text in texts:
        if "=" not in text:
            raise Illegal("not-an-option", found=text)
    return {name: value for name, _, value in (text.partition("=") for text in texts)}
