"""The Game class: metadata of one title, the deal, and the text form of its moves. Stateless."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from tablee.core.canvas import Canvas, Pointer
from tablee.core.checks import whole_number
from tablee.core.deal import QuickShuffler, Shuffler
from tablee.core.errors import Illegal, Unreadable
from tablee.core.i18n import Translations, read_translations
from tablee.core.observation import Field
from tablee.core.pieces import Pieces
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.core.vectors import describe
from tablee.core.vocabulary import Vocabulary

if TYPE_CHECKING:
    from tablee.core.match import Match

YES_NO = ("no", "yes")


@dataclass(frozen=True)
class Option:
    """An option chosen before the deal; the first choice is the default.

    `later`: added when records of the game existed already. Records leave it out while it has its default, so
    that old ones are written as they were.
    """

    name: str
    choices: tuple[str, ...] = YES_NO
    later: bool = False


class Game(ABC):
    """The base class of a game; a folder under games/ exports one instance as GAME."""

    key: ClassVar[str]
    version: ClassVar[int]
    titles: ClassVar[Mapping[str, str]]
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    # Options that clients propose for a person's first match, where they are not the defaults.
    first_options: ClassVar[Mapping[str, str]] = {}
    # The deal of the day: levels of the bots after the person, who has the first seat, and the options.
    daily_bots: ClassVar[tuple[str, ...]] = ("casual",)
    daily_options: ClassVar[Mapping[str, str]] = {}
    # As printed on the box: minutes of a match (from, to), and the least age.
    minutes: ClassVar[tuple[int, int]] = (15, 30)
    age: ClassVar[int] = 8
    # What a score counts: "points", "stars" or "tiles". Texts: `score.UNIT` in words/words.*.json.
    score_unit: ClassVar[str] = "points"
    # Whether people can share one device; not if they act at the same time against the clock.
    passes_round: ClassVar[bool] = True
    # Whether remembering is part of the game: then history and hints are withheld (see core.memory).
    memory: ClassVar[bool] = False
    # Fields of bot levels that differ from bots.levels in this game, by level.
    levels: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    # The rating of each bot level on the scale of people (server.domain.ratings); a bot without one does not
    # count for their ratings.
    bot_ratings: ClassVar[Mapping[str, float]] = {}
    # What a person may achieve in a match, by name: a function of the finished match and the seat. Its texts
    # are `achievement.NAME` and `achievement.NAME.help`.
    achievements: ClassVar[Mapping[str, Callable[[Match, int], bool]]] = {}
    # Rollouts of a review of one match (bots.review): as many as take about a quarter of a minute.
    review_simulations: ClassVar[int] = 10_000
    # The least loss, in points, that a review calls doubtful or costly.
    review_points: ClassVar[float] = 2.0
    vocabulary: ClassVar[Vocabulary]
    pieces: ClassVar[Pieces]
    folder: ClassVar[Path]

    def withholds_seen(self, options: Mapping[str, str]) -> bool:
        """Return whether nothing that was seen may be shown again before the end of the match.

        True for a memory game, unless its options let the table remember for the players.
        """
        return self.memory

    @abstractmethod
    def initial_state(self, seats: int, shuffler: Shuffler, options: Mapping[str, str]) -> State:
        """Return the state before the first move. All randomness of a match comes from `shuffler`."""

    @abstractmethod
    def draw(self, view: dict[str, Any], words: Translations, pointer: Pointer) -> Canvas:
        """Draw a view for a terminal."""

    def deal(self, seats: int, seed: str, **options: str | bool) -> State:
        """Return the initial state for a seed; raises Unreadable or Illegal for invalid arguments."""
        return self.initial_state(self.check_seats(seats), Shuffler(seed), self.resolve_options(options))

    def check_seats(self, seats: int) -> int:
        """Return a number of seats that the game has; raises Unreadable or Illegal for any other."""
        seats = whole_number("seats", seats)
        if seats not in self.seats:
            raise Illegal("wrong-number-of-seats", seats=seats, least=self.seats[0], most=self.seats[-1])
        return seats

    def quick_deal(self, seats: int, seed: int, **options: str | bool) -> State:
        """Return an initial state for simulations, from an integer; raises Unreadable or Illegal as `deal`.

        Deals have the same distribution as those of `deal` and are made many times faster. Matches between
        people never use them: they cannot be verified.
        """
        rng = Rng()
        rng.reseed(whole_number("seed", seed))
        return self.dealer(seats, **options)(rng)

    def dealer(self, seats: int, **options: str | bool) -> Callable[[Rng], State]:
        """Return a function that makes quick deals from an Rng; raises as `quick_deal`."""
        count, chosen = self.check_seats(seats), self.resolve_options(options)
        return lambda rng: self.initial_state(count, QuickShuffler(rng), chosen)

    def observation_fields(self, seats: int) -> list[Field]:
        """Return the fields of an observation in order, for a number of seats; [] if the game has none."""
        return describe(self.deal(seats, "seats"))

    def resolve_options(self, options: Mapping[str, str | bool]) -> dict[str, str]:
        """Return the value of every option, by default its first choice.

        Raises Illegal for an unknown option or choice.
        """
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
        """Return the text of a move, such as "take 2 m3"."""
        return self.vocabulary.format(move)

    def parse(self, words: str) -> int:
        """Return the move of a text; raises Unreadable if it is not the text of a move."""
        return self.vocabulary.parse(words)

    def translations(self, language: str) -> Translations:
        """Return the texts of this game in a language; raises FileNotFoundError for another language."""
        return read_translations(self.folder, language)

    def rules(self, language: str) -> str:
        """Return the rules page in a language as Markdown; raises Unreadable for another language."""
        page = self.folder / f"RULES.{language}.md"
        if not page.exists():
            raise Unreadable("no-such-language", word=language)
        return page.read_text("utf-8")

    def credits(self) -> str:
        """Return title, authors and publisher: the first line of the package docstring."""
        text = sys.modules[type(self).__module__].__doc__ or self.key
        return text.strip().split("\n")[0]

    def pad(self, layout: dict[str, Any]) -> dict[str, Any]:
        """Return the score of a layout of the boxed game: `items` by name, their `total`, and `notes`.

        `layout` is untrusted JSON. Raises Unreadable if it has the wrong shape, Illegal if the rules do not
        allow it.
        """
        raise Illegal("no-pad")

    def position(self, seats: int, drawing: Mapping[str, Any], options: Mapping[str, str]) -> State:
        """Return the state that a lesson draws as text, at ply 0; the format is the game's own.

        A match can be played on from it to its end. Raises Unreadable, Illegal, ValueError, LookupError,
        TypeError or AttributeError if the drawing is wrong.
        """
        raise Illegal("no-positions")

    def review_notes(self, match: Match) -> Mapping[str, Any]:
        """Return what this game adds to the review of a finished match, as JSON-ready data."""
        return {}

    def commands(self) -> Mapping[str, Any]:
        """Return extra commands of this game for the command line, by name."""
        return {}


def split_names(text: str | None) -> list[str]:
    """Return the names in a comma-separated list; [] for None."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def parse_options(texts: Sequence[str]) -> dict[str, str]:
    """Parse options written as name=value; raises Illegal for a text without an equals sign."""
    for text in texts:
        if "=" not in text:
            raise Illegal("not-an-option", found=text)
    return {name: value for name, _, value in (text.partition("=") for text in texts)}
