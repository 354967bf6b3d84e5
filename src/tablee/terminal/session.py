"""A match and those around it: people at one keyboard, bots on the other seats. Knows no screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablee.core.errors import Illegal, Unreadable
from tablee.core.game import Game
from tablee.core.i18n import LANGUAGES
from tablee.core.match import Match
from tablee.core.record import read_record
from tablee.core.state import CLOCK, State
from tablee.core.undo import reveals, visible
from tablee.core.vocabulary import format_seat
from tablee.terminal.sentences import Sentences


@dataclass(frozen=True)
class Chair:
    """Who sits on a seat: a bot by its name, or a person."""

    name: str
    bot: str | None = None

    def note(self) -> str:
        """As a record writes it down."""
        return f"bot {self.bot}" if self.bot else f"person {self.name}".strip()


@dataclass(frozen=True)
class Heard:
    """What somebody was told of a move, and how much of it may be kept in sight during the match."""

    told: str
    kept: str


def chair_from(note: str) -> Chair:
    """The chair that a record wrote down."""
    kind, _, name = note.partition(" ")
    return Chair(name, name) if kind == "bot" else Chair(name)


class Sitting:
    """One match at one keyboard, with what each seat has heard of it so far."""

    def __init__(self, match: Match, chairs: Sequence[Chair], language: str) -> None:
        self.match = match
        self.chairs = list(chairs)
        self.language = language
        self.heard: list[list[Heard]] = []
        self._retell()

    @classmethod
    def resumed(cls, text: str, load: Callable[[str], Game]) -> Sitting:
        """Sit down again at a match that was saved."""
        record = read_record(text)
        match = Match.from_record(record, load)
        notes = [record.notes.get(f"seat {format_seat(seat)}", "person") for seat in range(match.seats)]
        language = record.notes.get("language", LANGUAGES[0])
        if language not in LANGUAGES:
            raise Unreadable("no-such-language", word=language[:40])
        return cls(match, [chair_from(note) for note in notes], language)

    def text(self) -> str:
        """The match as a record that can be resumed."""
        notes = {f"seat {format_seat(seat)}": chair.note() for seat, chair in enumerate(self.chairs)}
        return self.match.record(notes={**notes, "language": self.language}).text()

    def save(self, file: Path) -> None:
        """Write the match down; an older version of it stays until the new one is complete."""
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(file.name + ".new")
        beside.write_text(self.text(), "utf-8")
        beside.replace(file)

    # Who

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.bot is None]

    def acting_people(self) -> list[int]:
        """People who have something to decide now."""
        return [seat for seat in self.match.state.actors() if seat in self.people]

    def acting_bots(self) -> list[int]:
        """Bots that have something to decide now."""
        return [seat for seat in self.match.state.actors() if seat != CLOCK and seat not in self.people]

    def has_secrets(self, one: int, other: int) -> bool:
        """Whether one of two seats sees what the other must not."""
        return visible(self.match.state, one) != visible(self.match.state, other)

    # What is played

    def play(self, seat: int, words: str, seen: int | None = None) -> None:
        """Make a move, and remember what each seat hears of it."""
        move = self.match.game.parse(words)
        state = self.match.state
        told = self._told(state, seat, move) if state.allows(seat, move) else []
        self.match.play(seat, words, seen)
        self.heard.append(told)

    def _told(self, state: State, seat: int, move: int) -> list[Heard]:
        viewers = range(CLOCK, self.match.seats)
        return [
            Heard(state.announce(viewer, seat, move), state.log_text(viewer, seat, move))
            for viewer in viewers
        ]

    def _retell(self) -> None:
        """Hear the whole match again, from the deal on."""
        again = self.match.at(0).state
        for played in self.match.played:
            self.heard.append(self._told(again, played.seat, played.move))
            again.play(played.seat, played.move, played.elapsed)

    def log(self, viewer: int) -> list[tuple[int, str]]:
        """Who made which move, as far as a viewer (CLOCK: a spectator) heard of it and may be reminded."""
        over = self.match.outcome is not None
        heard = [each[viewer - CLOCK] for each in self.heard]
        said = [each.told if over else each.kept for each in heard]
        return [(played.seat, words) for played, words in zip(self.match.played, said, strict=True)]

    # Taking back

    def undo(self) -> None:
        """Back to the last decision of a person, or a refusal that says why not."""
        ply = self._undo_to()
        self.match.undo(ply)
        del self.heard[ply:]

    def _undo_to(self) -> int:
        """Against bots any decision may be taken back; among people only a last one that revealed nothing."""
        decisions = [ply for ply, played in enumerate(self.match.played) if played.seat in self.people]
        if not decisions:
            raise Illegal("nothing-to-undo")
        last = decisions[-1]
        if len(self.people) > 1:
            if last != self.match.ply - 1:
                raise Illegal("others-have-played")
            if reveals(self.match, last):
                raise Illegal("something-was-revealed")
        return last


def seated(
    seats: int, people: int, bots: Sequence[str], names: Mapping[int, str] | None = None
) -> list[Chair]:
    """People first, then bots; the last bot named fills the seats that remain."""
    given = names or {}
    chairs = [Chair(given.get(seat, "")) for seat in range(people)]
    filled = [*bots, *[bots[-1]] * seats] if bots else []
    return [*chairs, *(Chair(bot, bot) for bot in filled[: seats - people])]


def sentences_for(sitting: Sitting) -> Sentences:
    """The words of a table, with everybody's name; bots are called by their level."""
    names = [chair.name for chair in sitting.chairs]
    sentences = Sentences(sitting.match.game, sitting.language, names)
    for seat, chair in enumerate(sitting.chairs):
        if f"level.{chair.bot}" in sentences.words:
            sentences.names[seat] = sentences.words(f"level.{chair.bot}").partition(":")[0].strip()
    return sentences
