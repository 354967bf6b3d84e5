"""The vocabulary of a game: all its moves, declared once as verbs with their arguments.

The declaration gives both forms of a move: an integer below a fixed size, and a text such as `take 2 m3`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from math import prod

from tablee.core.checks import text, whole_number
from tablee.core.errors import Unreadable

SEAT_WORDS = ("A", "B", "C", "D", "E", "F")


class Verb:
    """A verb and the possible values of each argument, in the order in which a player selects them."""

    def __init__(self, name: str, *things: Sequence[str]) -> None:
        self.name = name
        self.things = tuple(tuple(choices) for choices in things)
        self.size = prod(len(choices) for choices in self.things)
        self.first = 0
        self._order = [{word: index for index, word in enumerate(choices)} for choices in self.things]
        for word in (name, *(word for choices in self.things for word in choices)):
            if not word or word.split() != [word] or word.startswith(("#", "@")):
                raise ValueError(f"{word!r} cannot be a word of a move")
        if any(len(order) != len(choices) for order, choices in zip(self._order, self.things, strict=True)):
            raise ValueError(f"two things of {name!r} have the same name")

    def format(self, offset: int) -> str:
        """Return the text of the move with this offset from the first move of the verb."""
        words: list[str] = []
        for choices in reversed(self.things):
            offset, index = divmod(offset, len(choices))
            words.append(choices[index])
        return " ".join([self.name, *reversed(words)])

    def parse(self, words: Sequence[str]) -> int:
        """Return the move with these arguments; raises Unreadable if there is none."""
        if len(words) != len(self.things):
            raise Unreadable("wrong-number-of-words", verb=self.name, wanted=len(self.things), got=len(words))
        offset = 0
        for place, (word, order) in enumerate(zip(words, self._order, strict=True), start=1):
            if word not in order:
                raise Unreadable("unknown-word", word=word[:40], place=place, known=_closest(word, order))
            offset = offset * len(order) + order[word]
        return self.first + offset


class Vocabulary:
    """All moves of a game, numbered from 0 in the order of declaration. Converts them to text and back."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = {verb.name: verb for verb in verbs}
        if len(self.verbs) != len(verbs):
            raise ValueError("a verb is declared twice")
        self.size = 0
        # Caches: the same few moves are converted again and again. `texts` is for callers with checked moves:
        # unlike `format`, it needs no call of a Python function.
        self.texts: dict[int, str] = {}
        self._moves: dict[str, int] = {}
        for verb in verbs:
            verb.first = self.size
            self.size += verb.size

    def __iter__(self) -> Iterator[str]:
        return (self.format(move) for move in range(self.size))

    def first(self, verb: str) -> int:
        """Return the first move of a verb."""
        return self.verbs[verb].first

    def format(self, move: int) -> str:
        """Return the text of a move; raises Unreadable for a number that is not a move."""
        words = self.texts.get(move) if move.__class__ is int else None
        if words is None:
            number = whole_number("move", move)
            words = self.texts[number] = self._format(number)
            self._moves[words] = number
        return words

    def _format(self, move: int) -> str:
        for verb in self.verbs.values():
            if verb.first <= move < verb.first + verb.size:
                return verb.format(move - verb.first)
        raise Unreadable("no-such-move", move=move)

    def parse(self, words: str) -> int:
        """Return the move of a text; raises Unreadable, with similar words, if there is none."""
        known = self._moves.get(words) if words.__class__ is str else None
        return self._parse(words) if known is None else known

    def _parse(self, words: str) -> int:
        parts = text("words", words).split()
        if not parts:
            raise Unreadable("nothing-said", known=" ".join(self.verbs))
        verb = self.verbs.get(parts[0])
        if verb is None:
            raise Unreadable("unknown-verb", word=parts[0][:40], known=_closest(parts[0], self.verbs))
        return verb.parse(parts[1:])


def _closest(word: str, known: Sequence[str] | dict[str, int] | dict[str, Verb]) -> str:
    """Return up to three similar words, or the first twelve known ones if none is similar."""
    near = get_close_matches(word[:40], list(known), n=3)
    return " ".join(near or list(known)[:12])


def format_seat(seat: int) -> str:
    """Return the name of a seat: A, B, C ... or `clock`."""
    return "clock" if seat < 0 else SEAT_WORDS[seat]


def parse_seat(word: str) -> int:
    """Return the seat of a name, CLOCK for `clock`; raises Unreadable for another word."""
    if word == "clock":
        return -1
    if word not in SEAT_WORDS:
        raise Unreadable("no-such-seat", word=word[:40])
    return SEAT_WORDS.index(word)
