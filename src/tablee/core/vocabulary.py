"""The moves of a game, declared once: verbs, and the names of the things each verb touches.

From the declaration come both forms of a move: an integer in one fixed range, and a line such as `take 2 m3`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from math import prod

from tablee.core.errors import Unreadable

SEAT_WORDS = ("A", "B", "C", "D", "E", "F")


class Verb:
    """A verb and, in the order a hand would touch them, the things it may be said of."""

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
        """The words of the move that is `offset` after the first of this verb."""
        words: list[str] = []
        for choices in reversed(self.things):
            offset, index = divmod(offset, len(choices))
            words.append(choices[index])
        return " ".join([self.name, *reversed(words)])

    def parse(self, words: Sequence[str]) -> int:
        """The move that these words, which follow the verb, mean."""
        if len(words) != len(self.things):
            raise Unreadable("wrong-number-of-words", verb=self.name, wanted=len(self.things), got=len(words))
        offset = 0
        for place, (word, order) in enumerate(zip(words, self._order, strict=True), start=1):
            if word not in order:
                raise Unreadable("unknown-word", word=word[:40], place=place, known=_closest(word, order))
            offset = offset * len(order) + order[word]
        return self.first + offset


class Vocabulary:
    """All moves of a game, numbered from 0 in the order of declaration."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = {verb.name: verb for verb in verbs}
        if len(self.verbs) != len(verbs):
            raise ValueError("a verb is declared twice")
        self.size = 0
        # Whoever looks at a table hears the same few moves again and again, and says one of them.
        self._said: dict[int, str] = {}
        self._known: dict[str, int] = {}
        for verb in verbs:
            verb.first = self.size
            self.size += verb.size

    def __iter__(self) -> Iterator[str]:
        return (self.format(move) for move in range(self.size))

    def first(self, verb: str) -> int:
        """The number of the first move of this verb."""
        return self.verbs[verb].first

    def format(self, move: int) -> str:
        """The words of a move."""
        said = self._said.get(move)
        if said is None:
            said = self._said[move] = self._words(move)
            self._known[said] = move
        return said

    def _words(self, move: int) -> str:
        for verb in self.verbs.values():
            if verb.first <= move < verb.first + verb.size:
                return verb.format(move - verb.first)
        raise Unreadable("no-such-move", move=move)

    def parse(self, words: str) -> int:
        """The move of these words."""
        known = self._known.get(words)
        return self._understand(words) if known is None else known

    def _understand(self, words: str) -> int:
        said = words.split()
        if not said:
            raise Unreadable("nothing-said", known=" ".join(self.verbs))
        verb = self.verbs.get(said[0])
        if verb is None:
            raise Unreadable("unknown-verb", word=said[0][:40], known=_closest(said[0], self.verbs))
        return verb.parse(said[1:])


def _closest(word: str, known: Sequence[str] | dict[str, int] | dict[str, Verb]) -> str:
    """What may have been meant; all that is known when nothing is near and the list is short."""
    near = get_close_matches(word[:40], list(known), n=3)
    return " ".join(near or list(known)[:12])


def format_seat(seat: int) -> str:
    """The name of a seat in words: A, B, C ... and `clock`."""
    return "clock" if seat < 0 else SEAT_WORDS[seat]


def parse_seat(word: str) -> int:
    """The seat of a word."""
    if word == "clock":
        return -1
    if word not in SEAT_WORDS:
        raise Unreadable("no-such-seat", word=word[:40])
    return SEAT_WORDS.index(word)
